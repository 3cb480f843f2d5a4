import CLibwebsockets
import Foundation
import Wire

/// One connection: what it is doing, how long it may, and what is still to be sent.
///
/// Lives on the loop's thread only. While a handler runs nothing is read: a caller that pipelines waits in its own
/// send buffer, and one that has closed its sending side still gets its answer.
final class Connection {
    private enum State {
        /// Between requests, or inside one that is arriving.
        case receiving
        case handling
        case answering
        /// A WebSocket, to its end.
        case socket
        /// Everything is sent and our side is closed: what still arrives is thrown away, because closing at once
        /// would make the peer's system drop the answer before it is read.
        case lingering
    }

    /// Bytes given to the library at a time.
    static let chunkBytes = 64 << 10

    let id: UInt64
    let peer: String
    /// When to give up waiting, in milliseconds of the loop's clock.
    private(set) var deadline: Int64
    /// Set by the loop while the library knows this connection.
    var handle: OpaquePointer?

    private unowned let loop: EventLoop
    private var state = State.receiving
    private var parser: RequestParser
    private var isReceivingRequest = false
    private var exchange: Exchange?
    /// The WebSocket this connection has become.
    private(set) var line: SocketLine?
    private var head: [UInt8] = []
    private var body: [UInt8] = []
    /// How much of `head` and then `body` has been handed to the library.
    private var sent = 0
    /// When a WebSocket's peer must have taken something.
    private var writeEnd: Int64 = 0
    private var lingerEnd: Int64 = 0

    init(id: UInt64, peer: String, loop: EventLoop) {
        (self.id, self.peer, self.loop) = (id, peer, loop)
        parser = RequestParser(
            maximumHeaderBytes: loop.configuration.maximumHeaderBytes,
            maximumBodyBytes: loop.configuration.maximumBodyBytes)
        deadline = loop.now + Int64(loop.configuration.requestTimeoutMilliseconds)
    }

    /// Waiting for a request that has not begun.
    var isIdle: Bool { state == .receiving && !parser.isInsideRequest }

    // MARK: Receiving

    func received(_ bytes: UnsafeRawBufferPointer) {
        switch state {
        case .receiving:
            parser.receive(bytes)
            parse()
        case .handling, .answering: parser.receive(bytes)
        case .socket: line?.received(bytes)
        case .lingering: deadline = min(lingerEnd, loop.now + loop.lingerMilliseconds)
        }
    }

    private func parse() {
        do throws(ServerRefusal) {
            var progress = try parser.advance()
            if case .continueExpected = progress {
                head += ResponseHead.continueLine
                lws_callback_on_writable(handle)
                progress = try parser.advance()
            }
            switch progress {
            case .complete(let requestHead, let requestBody): begin(requestHead, requestBody)
            case .needsMore, .continueExpected:
                guard parser.isInsideRequest, !isReceivingRequest else { return }
                isReceivingRequest = true
                deadline = loop.now + Int64(loop.configuration.requestTimeoutMilliseconds)
            }
        } catch {
            refuse(error)
        }
    }

    private func begin(_ requestHead: RequestHead, _ requestBody: [UInt8]) {
        let exchange = Exchange(head: requestHead, body: requestBody, peer: peer, loop: loop)
        self.exchange = exchange
        isReceivingRequest = false
        state = .handling
        deadline = .max
        lws_rx_flow_control(handle, 0)
        loop.handle(exchange.request, for: id)
    }

    /// Answers what the server refuses by itself; the connection ends with it.
    func refuse(_ refusal: ServerRefusal) {
        let exchange = Exchange(head: parser.head, body: [], peer: peer, loop: loop)
        self.exchange = exchange
        let request = parser.head == nil ? nil : exchange.request
        loop.log(
            .info, .requestRefused,
            ["id": .text(exchange.request.id), "code": .text(refusal.code), "peer": .text(peer)])
        lws_rx_flow_control(handle, 0)
        send(loop.configuration.response(to: refusal, request: request), keepsAlive: false)
    }

    // MARK: Answering

    /// The handler's answer; called once per request.
    func answer(_ response: ServerResponse) {
        guard state == .handling, let exchange else { return }
        if case .dropConnection = response.fate {
            exchange.finish(response, bodyBytes: 0, isComplete: false, loop: loop)
            self.exchange = nil
            return close()
        }
        if case .upgrade(let upgrade) = response.fate { return open(upgrade, response) }
        send(response, keepsAlive: exchange.keepsAlive && !loop.isDraining)
    }

    private func send(_ response: ServerResponse, keepsAlive: Bool) {
        guard let exchange else { return }
        var response = response
        // A handler that answers nonsense must not produce a message that cannot be read.
        if !(200...599).contains(response.status) { response.status = 500 }
        exchange.response = response
        exchange.keepsAlive = keepsAlive
        head += ResponseHead.bytes(
            response, requestID: exchange.request.id, date: loop.dateField, version10: exchange.isVersion10,
            keepsAlive: keepsAlive)
        if exchange.request.method != "HEAD", ResponseHead.hasBody(response.status) {
            if response.body.count <= 4096 { head += response.body } else { body = response.body }
            exchange.bodyBytes = response.body.count
        }
        exchange.response?.body = []
        state = .answering
        deadline = loop.now + Int64(loop.configuration.writeTimeoutMilliseconds)
        lws_callback_on_writable(handle)
    }

    // MARK: As a WebSocket

    private func open(_ upgrade: WebSocketUpgrade, _ response: ServerResponse) {
        guard let exchange else { return }
        // HTTP/1.0 knows no upgrade (RFC 9110 §7.8).
        let isFull = loop.socketCount >= loop.configuration.maximumSockets || loop.isDraining
        if isFull || exchange.isVersion10 {
            let refusal: ServerRefusal = isFull ? .serviceUnavailable : .upgradeRequired
            return send(loop.configuration.response(to: refusal, request: exchange.request), keepsAlive: false)
        }
        exchange.finish(response, bodyBytes: 0, isComplete: true, loop: loop)
        self.exchange = nil
        state = .socket
        let line = SocketLine(upgrade, requestID: exchange.request.id, connection: self, loop: loop)
        self.line = line
        line.begin(upgrade.head(requestID: exchange.request.id, date: loop.dateField), received: parser.takeRest())
        lws_rx_flow_control(handle, 1)
    }

    /// Sends bytes of the WebSocket after those before.
    func enqueue(_ bytes: [UInt8]) {
        if sent == head.count {
            (head, sent) = ([], 0)
            writeEnd = loop.now + Int64(loop.configuration.writeTimeoutMilliseconds)
        } else if sent >= Self.chunkBytes {
            head.removeFirst(sent)
            sent = 0
        }
        head += bytes
        lws_callback_on_writable(handle)
    }

    func setReading(_ isReading: Bool) { lws_rx_flow_control(handle, isReading ? 1 : 0) }

    /// When to look at the WebSocket again; also watches that the peer takes what it is sent.
    func wake(at moment: Int64) {
        guard state == .socket else { return }
        deadline = sent < head.count ? min(moment, writeEnd) : moment
    }

    /// The socket takes more. Returns false when the connection must be closed.
    func writable() -> Bool {
        let total = head.count + body.count
        if sent < total {
            guard sendChunk() else { return false }
            writeEnd = loop.now + Int64(loop.configuration.writeTimeoutMilliseconds)
            if state == .answering { deadline = writeEnd }
        }
        if sent < total || lws_partial_buffered(handle) != 0 {
            lws_callback_on_writable(handle)
            return true
        }
        (head, body, sent) = ([], [], 0)
        if state == .answering { finishedAnswer() }
        if state == .socket, line?.isOver == true { linger() }
        return true
    }

    private func sendChunk() -> Bool {
        let pre = loop.scratchPrefix
        let space = UnsafeMutableRawBufferPointer(rebasing: loop.scratch[pre...])
        var count = 0
        if sent < head.count {
            count = head.withUnsafeBytes { bytes in
                let part = bytes[sent...].prefix(space.count)
                space.copyBytes(from: part)
                return part.count
            }
        }
        if count < space.count, !body.isEmpty {
            let offset = max(0, sent - head.count)
            count += body.withUnsafeBytes { bytes in
                let part = bytes[offset...].prefix(space.count - count)
                UnsafeMutableRawBufferPointer(rebasing: space[count...]).copyBytes(from: part)
                return part.count
            }
        }
        sent += count
        line?.wrote(count)
        let start = space.baseAddress?.assumingMemoryBound(to: UInt8.self)
        return comptoir_lws_send(handle, start, count) == Int32(count)
    }

    private func finishedAnswer() {
        let keepsAlive = exchange?.keepsAlive ?? false
        if let exchange, let response = exchange.response {
            exchange.finish(response, bodyBytes: exchange.bodyBytes, isComplete: true, loop: loop)
        }
        exchange = nil
        guard keepsAlive, !loop.isDraining else { return linger() }
        state = .receiving
        deadline = loop.now + Int64(loop.configuration.keepAliveMilliseconds)
        lws_rx_flow_control(handle, 1)
        parse()
    }

    private func linger() {
        state = .lingering
        parser = RequestParser(maximumHeaderBytes: 0, maximumBodyBytes: 0)
        // Over TLS half a close is not possible; the peer sees the length and closes.
        if loop.configuration.tls == nil { shutdown(lws_get_socket_fd(handle), Int32(SHUT_WR)) }
        lingerEnd = loop.now + 15 * loop.lingerMilliseconds
        deadline = loop.now + loop.lingerMilliseconds
        lws_rx_flow_control(handle, 1)
    }

    // MARK: Ending

    /// The deadline has passed.
    func expire() {
        switch state {
        case .receiving where parser.isInsideRequest: refuse(.requestTimeout)
        case .socket where sent == head.count || loop.now < writeEnd: line?.tick()
        default: close()
        }
    }

    /// Closes soon, from outside this connection's callback.
    func close() {
        deadline = .max
        comptoir_lws_close_soon(handle)
    }

    /// The library has closed the connection. A handler that still runs goes on; its answer finds nobody.
    func closed() {
        handle = nil
        line?.closed()
        guard let exchange else { return }
        let response = exchange.response ?? ServerResponse(status: 499)
        exchange.finish(response, bodyBytes: 0, isComplete: false, loop: loop)
    }
}
