import CLibwebsockets
import Foundation
import Kernel
import Synchronization

/// Runs one server's connections on one thread of its own.
///
/// Other threads only put letters into the mailbox; everything else here belongs to the loop's thread, which is what
/// makes `@unchecked Sendable` right. Handlers run in tasks and answer by letter.
final class EventLoop: @unchecked Sendable {
    enum Letter: Sendable {
        case answer(connection: UInt64, ServerResponse)
        case socket(connection: UInt64, SocketLine.Letter)
        case stop(drainMilliseconds: Int64)
    }

    private struct Mailbox: Sendable {
        var letters: [Letter] = []
        /// The library's context as a number, while it may be woken.
        var context: UInt?
    }

    /// Connections that are told that there is no room for them, beyond the limit.
    private static let refusedAtOnce = 64
    private static let tickMicroseconds: Int64 = 100_000
    private static let farewellMilliseconds: Int64 = 250

    let configuration: ServerConfiguration
    let log: Log
    let metrics: ServerMetrics
    /// Where bytes lie while the library sends them; the first `scratchPrefix` are the library's.
    let scratch: UnsafeMutableRawBufferPointer
    let scratchPrefix = comptoir_lws_pre()
    private let handler: @Sendable (ServerRequest) async -> ServerResponse
    private let mailbox = Mutex(Mailbox())
    private let stopped: @Sendable () -> Void

    private var library: LibraryContext?
    private var listener: OpaquePointer?
    private var connections: [UInt64: Connection] = [:]
    private var lastConnection: UInt64 = 0
    private var lastRequest: UInt64 = 0
    private let requestPrefix = "req_" + String(RandomIdentifiers().next().prefix(12))
    /// WebSockets now open.
    var socketCount = 0 { didSet { metrics.openSockets.set(to: Double(socketCount)) } }
    private var date: (second: Int, field: String) = (-1, "")
    private(set) var isDraining = false
    private var drainEnd = Int64.max
    private var isRunning = true
    private var spare = SpareDescriptor()

    init(
        configuration: ServerConfiguration, log: Log, metrics: Metrics,
        handler: @escaping @Sendable (ServerRequest) async -> ServerResponse, stopped: @escaping @Sendable () -> Void
    ) {
        (self.configuration, self.log, self.handler, self.stopped) = (configuration, log, handler, stopped)
        self.metrics = ServerMetrics(metrics)
        scratch = .allocate(byteCount: comptoir_lws_pre() + Connection.chunkBytes, alignment: 16)
    }

    deinit {
        scratch.deallocate()
        spare.release()
    }

    // MARK: Any thread

    /// Opens the port and starts the thread. Called once.
    func start() throws(ServerStartFailure) -> UInt16 {
        let socket = try ListeningSocket(host: configuration.host, port: configuration.port)
        let limit = configuration.maximumConnections + Self.refusedAtOnce + 8
        let library: LibraryContext
        do {
            library = try LibraryContext(owner: self, connectionLimit: limit, tls: configuration.tls, log: log)
        } catch {
            close(socket.descriptor)
            throw error
        }
        listener = library.adopt(socket.descriptor, isListener: true, opaque: nil)
        guard listener != nil else {
            library.destroy()
            throw ServerStartFailure(description: "libwebsockets refused the listening socket")
        }
        self.library = library
        mailbox.withLock { $0.context = UInt(bitPattern: library.context) }
        let thread = Thread { self.run() }
        thread.name = "comptoir.http"
        thread.start()
        return socket.port
    }

    func stop(drainMilliseconds: Int64) { post(.stop(drainMilliseconds: drainMilliseconds)) }

    func post(_ letter: Letter) {
        mailbox.withLock { box in
            box.letters.append(letter)
            // One wake-up serves all letters that arrive before it does.
            if box.letters.count == 1, let context = box.context {
                lws_cancel_service(OpaquePointer(bitPattern: context))
            }
        }
    }

    // MARK: The loop's thread

    private func run() {
        guard let library else { return }
        while isRunning, lws_service(library.context, 0) >= 0 {}
        if isRunning { log(.error, .serverFailed) }
        // From here on nobody may wake the library.
        mailbox.withLock { $0 = Mailbox() }
        library.destroy()
        self.library = nil
        connections = [:]
        metrics.openConnections.set(to: 0)
        stopped()
    }

    func handle(_ request: ServerRequest, for connection: UInt64) {
        let handler = handler
        Task { self.post(.answer(connection: connection, await handler(request))) }
    }

    /// Another thread has written letters.
    func readMail() {
        let letters = mailbox.withLock { box in
            let letters = box.letters
            box.letters.removeAll(keepingCapacity: true)
            return letters
        }
        for letter in letters {
            switch letter {
            case .answer(let id, let response): connections[id]?.answer(response)
            case .socket(let id, let letter): connections[id]?.line?.take(letter)
            case .stop(let drain): drainConnections(until: now + drain)
            }
        }
    }

    private func drainConnections(until end: Int64) {
        // Sockets are closed with a word, however short the time.
        drainEnd = min(drainEnd, socketCount > 0 ? max(end, now + Self.farewellMilliseconds) : end)
        if !isDraining {
            isDraining = true
            if let listener { comptoir_lws_close_soon(listener) }
            listener = nil
            for connection in Array(connections.values) {
                if connection.isIdle { connection.close() }
                connection.line?.goAway()
            }
        }
        library?.schedule(afterMicroseconds: Self.tickMicroseconds / 10)
        stopIfDrained()
    }

    private func stopIfDrained() {
        if isDraining, connections.isEmpty || now >= drainEnd { isRunning = false }
    }

    /// The library's timer, running while there are connections.
    func tick() {
        let now = now
        for connection in Array(connections.values) where connection.deadline <= now { connection.expire() }
        stopIfDrained()
        if isDraining || !connections.isEmpty {
            library?.schedule(afterMicroseconds: isDraining ? Self.tickMicroseconds / 10 : Self.tickMicroseconds)
        }
    }

    /// The port has connections waiting.
    func acceptWaiting(_ descriptor: Int32) {
        // A bounded number, so that a flood of new callers does not starve the present ones.
        for _ in 0..<64 {
            guard let (accepted, peer) = ListeningSocket.accept(descriptor) else {
                if errno == EMFILE || errno == ENFILE {
                    log(.error, .descriptorsExhausted)
                    spare.useToRefuse(descriptor)
                }
                return
            }
            admit(accepted, peer)
        }
    }

    private func admit(_ descriptor: Int32, _ peer: String) {
        let isFull = connections.count >= configuration.maximumConnections
        // Words for the refused are worth a plain connection, not a TLS handshake.
        let room = configuration.maximumConnections + (configuration.tls == nil ? Self.refusedAtOnce : 0)
        guard connections.count < room, !isDraining else {
            close(descriptor)
            return
        }
        lastConnection += 1
        let connection = Connection(id: lastConnection, peer: peer, loop: self)
        if connections.isEmpty { library?.schedule(afterMicroseconds: Self.tickMicroseconds) }
        connections[connection.id] = connection
        let opaque = Unmanaged.passUnretained(connection).toOpaque()
        guard library?.adopt(descriptor, isListener: false, opaque: opaque) != nil else {
            connections[connection.id] = nil
            return
        }
        metrics.openConnections.set(to: Double(connections.count))
        if isFull {
            log(.warning, .connectionLimitReached, ["limit": .integer(configuration.maximumConnections)])
            connection.refuse(.serviceUnavailable)
        }
    }

    /// The library has closed a connection.
    func forget(_ connection: Connection) {
        connections[connection.id] = nil
        metrics.openConnections.set(to: Double(connections.count))
        connection.closed()
        stopIfDrained()
    }

    /// How long a peer that is done with may stay silent before it is let go.
    var lingerMilliseconds: Int64 { isDraining ? 200 : 2000 }

    func nextRequestID() -> String {
        lastRequest += 1
        return "\(requestPrefix)_\(String(lastRequest, radix: 36))"
    }

    /// The `Date` header's value, made anew once a second.
    var dateField: String {
        let second = time(nil)
        if second != date.second { date = (second, ResponseHead.date(secondsSince1970: second)) }
        return date.field
    }

    /// Milliseconds of a clock that nobody sets.
    var now: Int64 { Self.clockNanoseconds / 1_000_000 }

    static var clockNanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// A file descriptor kept back, to be able to hang up on callers when the process has no other left: a caller that
/// is never accepted would wake the loop for ever.
private struct SpareDescriptor {
    private var descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)

    mutating func useToRefuse(_ listener: Int32) {
        close(descriptor)
        if let (refused, _) = ListeningSocket.accept(listener) { close(refused) }
        descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    }

    func release() { close(descriptor) }

    init() {}
}
