import Testing

@testable import GatewayServer

@Suite struct RequestParserTests {
    private enum Outcome: Equatable {
        case requests([String])
        case refused(String, after: Int)
    }

    /// Feeds pieces and says what came of it: `METHOD segments query body` for each request.
    private func outcome(of pieces: [[UInt8]], maximumBody: Int = 100, maximumHeader: Int = 400) -> Outcome {
        var parser = RequestParser(maximumHeaderBytes: maximumHeader, maximumBodyBytes: maximumBody)
        var requests: [String] = []
        do throws(ServerRefusal) {
            for piece in pieces {
                piece.withUnsafeBytes { parser.receive($0) }
                reading: while true {
                    switch try parser.advance() {
                    case .needsMore: break reading
                    case .continueExpected: requests.append("continue")
                    case .complete(let head, let body):
                        let query = head.target.query.map { "\($0.0)=\($0.1)" }
                        let text = String(decoding: body, as: UTF8.self)
                        requests.append("\(head.method) \(head.target.segments) \(query) \(text)")
                    }
                }
            }
            return .requests(requests)
        } catch {
            return .refused(error.code, after: requests.count)
        }
    }

    @Test("A request is the same request wherever the network cuts it", arguments: [1, 2, 3, 7, 1000])
    func cuts(size: Int) {
        let text =
            "\r\nPOST /a/b%2Fc?x=1%202&y=+&z HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello"
            + "PUT / HTTP/1.1\r\nHOST:h\r\nTransfer-Encoding: Chunked\r\n\r\n3;ext=1\r\nabc\r\n0A\r\n0123456789\r\n0\r\nT: 1\r\n\r\n"
            + "GET http://other:80?q=1 HTTP/1.1\r\nHost: h\r\n\r\n" + "OPTIONS * HTTP/1.0\r\n\r\n"
        let bytes = Array(text.utf8)
        let pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
        #expect(
            outcome(of: pieces)
                == .requests([
                    #"POST ["a", "b/c"] ["x=1 2", "y= ", "z="] hello"#, #"PUT [] [] abc0123456789"#,
                    #"GET [] ["q=1"] "#, #"OPTIONS ["*"] [] "#,
                ]))
    }

    static let refused: [(String, String)] = [
        ("\u{16}\u{3}\u{1}", "bad_request"),
        ("GET\r\n\r\n", "bad_request"),
        ("GET /\r\n\r\n", "bad_request"),
        ("GET  / HTTP/1.1\r\n", "bad_request"),
        ("G@T / HTTP/1.1\r\n", "bad_request"),
        ("GET / HTTP/1.1 \r\n", "bad_request"),
        ("GET / HTTP/2.0\r\n", "version_not_supported"),
        ("PRI * HTTP/2.0\r\n", "version_not_supported"),
        ("GET / http/1.1\r\n", "bad_request"),
        ("CONNECT x:1 HTTP/1.1\r\n", "not_implemented"),
        ("GET * HTTP/1.1\r\n", "bad_request"),
        ("GET x HTTP/1.1\r\n", "bad_request"),
        ("GET http:// HTTP/1.1\r\n", "bad_request"),
        ("GET /a#b HTTP/1.1\r\n", "bad_request"),
        ("GET /\u{0} HTTP/1.1\r\n", "bad_request"),
        ("GET /é HTTP/1.1\r\n", "bad_request"),
        ("GET /%zz HTTP/1.1\r\n", "bad_request"),
        ("GET /%4 HTTP/1.1\r\n", "bad_request"),
        ("GET /% HTTP/1.1\r\n", "bad_request"),
        ("GET /%00 HTTP/1.1\r\n", "bad_request"),
        ("GET /%0d%0a HTTP/1.1\r\n", "bad_request"),
        ("GET /%ff HTTP/1.1\r\n", "bad_request"),
        ("GET /?a=%C0%AF HTTP/1.1\r\n", "bad_request"),
        ("GET /?a=%00 HTTP/1.1\r\n", "bad_request"),
        ("GET /a/../b HTTP/1.1\r\n", "bad_request"),
        ("GET /a/%2e%2e/b HTTP/1.1\r\n", "bad_request"),
        ("GET / HTTP/1.1\n", "bad_request"),
        ("\r\n\r\n\r\n", "bad_request"),
        ("GET / HTTP/1.1\r\n\r\n", "bad_request"),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", "bad_request"),
        ("GET / HTTP/1.1\r\nHost: a\r\nX : 1\r\n", "bad_request"),
        ("GET / HTTP/1.1\r\nHost: a\r\n folded\r\n", "bad_request"),
        ("GET / HTTP/1.1\r\nHost: a\r\nnocolon\r\n", "bad_request"),
        ("GET / HTTP/1.1\r\nHost: a\r\n: empty\r\n", "bad_request"),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: a\u{0}b\r\n", "bad_request"),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n", "bad_request"),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: 1\nY: 2\r\n", "bad_request"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", "bad_request"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n", "bad_request"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\n", "bad_request"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\n", "bad_request"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n", "bad_request"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "bad_request"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 101\r\n\r\n", "payload_too_large"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", "payload_too_large"),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n", "bad_request"),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", "not_implemented"),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n", "bad_request"),
        ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", "bad_request"),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\ng\r\n", "bad_request"),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", "bad_request"),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n", "bad_request"),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n65\r\n", "payload_too_large"),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
            "payload_too_large"
        ),
        ("GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n", "expectation_failed"),
        ("GET /" + String(repeating: "a", count: 400), "headers_too_large"),
        ("GET / HTTP/1.1\r\nHost: " + String(repeating: "a", count: 400), "headers_too_large"),
        ("GET / HTTP/1.1\r\n" + String(repeating: "A:\r\n", count: 100), "headers_too_large"),
    ]

    @Test("What could be read in two ways, or is too large, is refused at once", arguments: refused)
    func refusals(text: String, code: String) {
        #expect(outcome(of: [Array(text.utf8)]) == .refused(code, after: 0))
        #expect(outcome(of: text.utf8.map { [$0] }) == .refused(code, after: 0))
    }

    @Test("A chunked body over the limit is refused when its size is known, not when it has arrived")
    func chunkedLimit() {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        let full = String(repeating: "x", count: 100)
        #expect(outcome(of: [Array("\(head)64\r\n\(full)\r\n0\r\n\r\n".utf8)]) == .requests(["POST [] [] \(full)"]))
        #expect(outcome(of: [Array("\(head)64\r\n\(full)\r\n1\r\n".utf8)]) == .refused("payload_too_large", after: 0))
    }

    @Test("More than a hundred header fields are refused")
    func headerCount() {
        let head = "GET / HTTP/1.1\r\nHost: a\r\n"
        let ok = head + String(repeating: "A:\r\n", count: 99) + "\r\n"
        #expect(outcome(of: [Array(ok.utf8)], maximumHeader: 4000) == .requests(["GET [] [] "]))
        let over = head + String(repeating: "A:\r\n", count: 100)
        #expect(outcome(of: [Array(over.utf8)], maximumHeader: 4000) == .refused("headers_too_large", after: 0))
    }

    @Test("Leave to send the body is given once, and only while it is waited for")
    func expectContinue() {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
        #expect(outcome(of: [Array(head.utf8), Array("hi".utf8)]) == .requests(["continue", "POST [] [] hi"]))
        #expect(outcome(of: [Array((head + "hi").utf8)]) == .requests(["POST [] [] hi"]))
    }

    @Test("Header values keep their text: UTF-8 when it is that, Latin-1 otherwise")
    func headerText() throws {
        var parser = RequestParser(maximumHeaderBytes: 1000, maximumBodyBytes: 0)
        let bytes =
            Array("GET / HTTP/1.1\r\nHost: a\r\nX-A:\t é \r\nX-B: ".utf8) + [0xE9] + Array("\r\n\r\n".utf8)
        bytes.withUnsafeBytes { parser.receive($0) }
        guard case .complete(let head, _) = try parser.advance() else {
            Issue.record("The request is complete")
            return
        }
        #expect(head.headers["x-a"] == "é")
        #expect(head.headers["X-B"] == "é")
    }
}
