import Wire

/// A connection's WebSocket: joins its rules, its handler and its bytes. Lives on the loop's thread only.
final class SocketLine {
    /// What a handler wants, from its own thread.
    enum Letter: Sendable {
        case send(message: [UInt8])
        case close(WebSocketCloseCode, String)
        /// The peer does not take what it is sent.
        case cut
        /// The reader has caught up.
        case resume
    }

    private let socket: ServerSocket
    private let run: @Sendable (ServerSocket) async -> Void
    private let requestID: String
    private unowned let connection: Connection
    private unowned let loop: EventLoop
    private var session: WebSocketSession
    private var isPaused = false
    private let openedAt: Int64

    init(_ upgrade: WebSocketUpgrade, requestID: String, connection: Connection, loop: EventLoop) {
        (self.connection, self.loop, self.requestID, run) = (connection, loop, requestID, upgrade.run)
        openedAt = loop.now
        session = WebSocketSession(.server, limits: upgrade.limits, now: loop.now)
        socket = ServerSocket(id: connection.id, peer: connection.peer, loop: loop, limits: upgrade.limits)
    }

    /// Everything is said; what is queued goes out, then the connection ends.
    var isOver: Bool { session.isOver }

    func begin(_ head: [UInt8], received rest: [UInt8]) {
        loop.socketCount += 1
        perform(.send(head))
        let (run, socket) = (run, socket)
        Task {
            await run(socket)
            socket.close()
        }
        rest.withUnsafeBytes { received($0) }
    }

    func received(_ bytes: UnsafeRawBufferPointer) {
        session.receive(bytes, at: loop.now)
        pump()
    }

    func take(_ letter: Letter) {
        switch letter {
        case .send(let frame):
            // The handler has reserved its place already.
            if case .send(let bytes) = session.send(message: frame, at: loop.now) { connection.enqueue(bytes) }
        case .close(let code, let reason): perform(session.close(code, reason, at: loop.now))
        case .cut: connection.close()
        case .resume:
            isPaused = false
            connection.setReading(true)
            pump()
        }
        connection.wake(at: session.deadline)
    }

    /// The server stops.
    func goAway() { take(.close(.goingAway, "the server stops")) }

    func tick() {
        if isPaused { session.heard(at: loop.now) }
        perform(session.tick(at: loop.now))
        connection.wake(at: session.deadline)
    }

    /// The system has taken that many bytes.
    func wrote(_ count: Int) { socket.release(count) }

    func closed() {
        loop.socketCount -= 1
        socket.ended()
        loop.log(
            .info, .socketClosed,
            [
                "id": .text(requestID), "code": .integer(Int(session.closeCode.number)),
                "in": .integer(session.messagesIn), "out": .integer(session.messagesOut),
                "ms": .integer(Int(loop.now - openedAt)),
            ])
    }

    private func pump() {
        while !isPaused, let effect = session.next(at: loop.now) { perform(effect) }
        connection.wake(at: session.deadline)
    }

    private func perform(_ effect: WebSocketSession.Effect?) {
        switch effect {
        case nil: break
        case .send(let bytes):
            guard socket.reserve(bytes.count) else { return connection.close() }
            connection.enqueue(bytes)
        case .deliver(let text):
            guard socket.deliver(text) else {
                isPaused = true
                return connection.setReading(false)
            }
        case .finish:
            socket.ended()
            // Perhaps everything is sent already.
            connection.enqueue([])
        case .cut: connection.close()
        }
    }
}

extension Log.Message {
    /// A WebSocket has ended: `code` 1006 is one that was cut.
    package static let socketClosed = Log.Message("socket_closed")
}
