import Testing

@testable import GatewayServer
@testable import Wire

/// The parser and the rules of one socket, without a socket.
@Suite struct WebSocketRuleTests {
    private static let hello = Array("Hello".utf8)

    private func events(
        _ bytes: [UInt8], _ limits: WebSocketLimits = WebSocketLimits(), pieces: Int = .max
    ) throws -> [WebSocketParser.Event] {
        var parser = WebSocketParser(.server, limits: limits)
        var events: [WebSocketParser.Event] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            parser.receive(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
            while let event = try parser.next() { events.append(event) }
        }
        return events
    }

    @Test(
        "Messages, fragments and what comes between them are read the same however the bytes are cut", arguments: 1...9)
    func reading(pieces: Int) throws {
        let text = String(repeating: "é漢", count: 100)
        let bytes =
            SocketClient.frame(0x81, Self.hello) + SocketClient.frame(0x01, Array("Hel".utf8))
            + SocketClient.frame(0x89, [1, 2]) + SocketClient.frame(0x00, [])
            + SocketClient.frame(0x80, Array("lo".utf8))
            + SocketClient.frame(0x8A, []) + SocketClient.frame(0x81, Array(text.utf8), mask: [0, 0, 0, 0])
            + SocketClient.frame(0x81, []) + SocketClient.frame(0x88, [0x03, 0xE8] + Self.hello)
        #expect(
            try events(bytes, pieces: pieces) == [
                .text("Hello"), .ping([1, 2]), .text("Hello"), .pong([]), .text(text), .text(""),
                .close(.normal, reason: "Hello"),
            ])
    }

    @Test("The frames of RFC 6455 §5.7 are read and written as it shows them")
    func published() throws {
        #expect(
            try events([0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]) == [.text("Hello")])
        #expect(WebSocketFrame(.server).text("Hello") == [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F])
        #expect(WebSocketFrame(.server).text(String(repeating: "a", count: 256)).prefix(4) == [0x81, 0x7E, 0x01, 0x00])
        #expect(
            WebSocketFrame(.server).text(String(repeating: "a", count: 65_536)).prefix(10)
                == [0x81, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0])
        #expect(WebSocketFrame(.server).close(.tooLarge, String(repeating: "é", count: 90)).count == 2 + 2 + 122)
        #expect(WebSocketOpening.acceptance(for: SocketClient.key) == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }

    static let hostile: [(String, [UInt8], UInt16)] = [
        ("not masked", [0x81, 0x01, 0x41], 1002),
        ("reserved bit", SocketClient.frame(0xC1, hello), 1002),
        ("unknown opcode", SocketClient.frame(0x83, hello), 1002),
        ("unknown control opcode", SocketClient.frame(0x8B, []), 1002),
        ("binary", SocketClient.frame(0x82, hello), 1003),
        ("ping in fragments", SocketClient.frame(0x09, []), 1002),
        ("long ping", SocketClient.frame(0x89, [UInt8](repeating: 0, count: 126)), 1002),
        ("nothing to continue", SocketClient.frame(0x80, hello), 1002),
        ("text inside a message", SocketClient.frame(0x01, hello) + SocketClient.frame(0x81, hello), 1002),
        ("length not the shortest", [0x81, 0xFE, 0, 5, 0, 0, 0, 0], 1002),
        ("length not the shortest", [0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0], 1002),
        ("length of 2^63", [0x81, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 1002),
        ("length of 2^63 - 1", [0x81, 0xFF, 0x7F, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0], 1009),
        ("frame too large", [0x81, 0xFF, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0], 1009),
        (
            "message too large",
            SocketClient.frame(0x01, [UInt8](repeating: 0x41, count: 60_000))
                + SocketClient.frame(0x80, [UInt8](repeating: 0x41, count: 5537)), 1009
        ),
        ("not UTF-8", SocketClient.frame(0x81, [0xC3, 0x28]), 1007),
        ("surrogate", SocketClient.frame(0x81, [0xED, 0xA0, 0x80]), 1007),
        ("cut character", SocketClient.frame(0x81, [0xE6, 0xBC]), 1007),
        ("half a close code", SocketClient.frame(0x88, [0x03]), 1002),
        ("close code 1005", SocketClient.frame(0x88, [0x03, 0xED]), 1002),
        ("close code 0", SocketClient.frame(0x88, [0, 0]), 1002),
        ("close code 5000", SocketClient.frame(0x88, [0x13, 0x88]), 1002),
        ("close reason not UTF-8", SocketClient.frame(0x88, [0x03, 0xE8, 0xFF]), 1007),
    ]

    @Test("What the protocol forbids ends the socket with its code", arguments: hostile)
    func forbidden(name: String, bytes: [UInt8], code: UInt16) {
        for pieces in [1, Int.max] {
            #expect {
                try events(bytes, pieces: pieces)
            } throws: {
                ($0 as? WebSocketParser.Fault)?.code.number == code
            }
        }
        var session = WebSocketSession(.server, limits: WebSocketLimits(), now: 0)
        session.receive(bytes, at: 0)
        guard case .send(let frame) = session.next(at: 0) else {
            Issue.record("\(name): no close")
            return
        }
        #expect(frame[0] == 0x88 && UInt16(frame[2]) << 8 | UInt16(frame[3]) == code)
        #expect(session.next(at: 0) == .finish && session.next(at: 0) == nil && session.isOver)
    }

    @Test("Random bytes never upset the parser")
    func random() {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func next() -> UInt8 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
        for round in 0..<3000 {
            var bytes = (0..<Int(next())).map { _ in next() }
            // Most random frames fail at their first byte: help half of them a little further.
            if round.isMultiple(of: 2), bytes.count > 1 {
                bytes[0] = [0x81, 0x01, 0x00, 0x80, 0x88, 0x89][Int(next()) % 6]
                bytes[1] |= 0x80
            }
            _ = try? events(bytes, pieces: 1 + Int(next() % 16))
        }
    }

    // MARK: Time

    private func limits() -> WebSocketLimits {
        var limits = WebSocketLimits()
        limits.pingMilliseconds = 100
        limits.pongMilliseconds = 50
        limits.idleMilliseconds = 1000
        limits.closeMilliseconds = 30
        return limits
    }

    @Test("A silent peer is pinged, and cut when it does not answer")
    func pings() {
        var session = WebSocketSession(.server, limits: limits(), now: 0)
        #expect(session.deadline == 100 && session.tick(at: 99) == nil)
        #expect(session.tick(at: 100) == .send(WebSocketFrame(.server).ping()) && session.deadline == 150)
        session.receive(SocketClient.frame(0x8A, []), at: 120)
        #expect(session.next(at: 120) == nil && session.deadline == 220)
        #expect(session.tick(at: 220) == .send(WebSocketFrame(.server).ping()))
        #expect(session.tick(at: 269) == nil)
        #expect(session.tick(at: 270) == .cut && session.isOver && session.closeCode.number == 1006)
    }

    @Test("Pongs keep a socket alive only until it has been idle for too long; messages of either side count")
    func idle() {
        var session = WebSocketSession(.server, limits: limits(), now: 0)
        var now: Int64 = 0
        func pongs(until end: Int64) -> WebSocketSession.Effect? {
            while now < end {
                now = min(end, session.deadline)
                let effect = session.tick(at: now)
                guard effect == .send(WebSocketFrame(.server).ping()) || effect == nil else { return effect }
                session.receive(SocketClient.frame(0x8A, []), at: now)
                _ = session.next(at: now)
            }
            return nil
        }
        #expect(pongs(until: 900) == nil)
        #expect(session.send(message: WebSocketFrame(.server).text("a"), at: now) != nil)
        #expect(pongs(until: 1800) == nil)
        session.receive(SocketClient.frame(0x81, Self.hello), at: now)
        #expect(session.next(at: now) == .deliver("Hello"))
        #expect(pongs(until: 2799) == nil)
        #expect(pongs(until: 2800) == .send(WebSocketFrame(.server).close(.normal, "idle")))
    }

    @Test("Our close waits for the peer's, for a while; after it nothing is delivered or sent")
    func closing() {
        var session = WebSocketSession(.server, limits: limits(), now: 0)
        #expect(session.close(.goingAway, "", at: 10) == .send(WebSocketFrame(.server).close(.goingAway)))
        #expect(session.close(.normal, "", at: 10) == nil && session.send(message: [1], at: 10) == nil)
        session.receive(SocketClient.frame(0x81, Self.hello) + SocketClient.frame(0x89, []), at: 20)
        #expect(session.next(at: 20) == nil && !session.isOver)
        var silent = session
        #expect(silent.tick(at: 39) == nil && silent.tick(at: 40) == .cut)
        session.receive(SocketClient.frame(0x88, [0x03, 0xE9]), at: 30)
        #expect(session.next(at: 30) == .finish && session.isOver && session.closeCode == .goingAway)
    }

    @Test("The peer's close is answered with its own code")
    func closedByPeer() {
        var session = WebSocketSession(.server, limits: limits(), now: 0)
        session.receive(SocketClient.frame(0x88, [0x0F, 0xA0, 0x61]) + SocketClient.frame(0x81, Self.hello), at: 0)
        #expect(session.next(at: 0) == .send([0x88, 0x02, 0x0F, 0xA0]))
        #expect(session.next(at: 0) == .finish && session.next(at: 0) == nil)
        #expect(session.closeCode.number == 4000 && session.deadline == .max)
    }
}
