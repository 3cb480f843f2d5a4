import Foundation
import GatewayServer
import Kernel
import Testing

@Suite struct LogTests {
    private func lines(_ format: Log.Format, _ fields: KeyValuePairs<String, Log.Value>) -> String {
        let collector = LogCollector()
        let log = Log(writer: collector) { Timestamp(milliseconds: 1_796_029_924_007) }
        log(.warning, .requestServed, fields)
        return collector.entries.map { format.line($0) }.joined()
    }

    @Test("A line has a time, a level, a stable name and its fields, as text and as JSON")
    func formats() throws {
        let fields: KeyValuePairs<String, Log.Value> = [
            "path": "/a", "status": 200, "ms": .decimal(1.5), "note": "two words \"q\"", "empty": "",
        ]
        #expect(
            lines(.text, fields)
                == #"2026-11-30T09:12:04.007Z WARNING request_served path=/a status=200 ms=1.500 note="two words \"q\"" empty="""#
        )
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(lines(.json, fields).utf8)) as? [String: Any])
        #expect(json["level"] as? String == "warning" && json["message"] as? String == "request_served")
        #expect(json["status"] as? Int == 200 && json["ms"] as? Double == 1.5)
        #expect(json["note"] as? String == "two words \"q\"")
    }

    @Test("Nothing in a value can start a line or hide one", arguments: [Log.Format.text, .json])
    func injection(format: Log.Format) {
        let evil = "a\r\n2026 INFO forged\u{1B}[2K\u{2028}\u{202E}\u{85}\u{7F}\0\\n"
        let line = lines(format, ["path": .text(evil)])
        #expect(
            line.unicodeScalars.allSatisfy {
                ![.control, .format, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
            })
        #expect(line.contains(#"a\r\n2026 INFO forged\u001b[2K\u2028\u202e\u0085\u007f\u0000\\n"#))
    }

    @Test(
        "Card numbers, keys and tokens are masked wherever they stand",
        arguments: [
            ("4242424242424242", "[masked]"), ("card=4242 4242 4242 4242.", "card=[masked]."),
            ("/c/4242-4242-4242-4242/x", "/c/[masked]/x"), ("/c/4242%204242%204242%204242", "/c/[masked]"),
            ("378282246310005,6011111111111117", "[masked],[masked]"), ("a4222222222222", "a4222222222222"),
            ("2026-11-30 5555555555554444", "2026-11-30 [masked]"), ("6759649826438453000", "6759649826438453000"),
            ("4242424242424241", "4242424242424241"), ("0000000000000000", "0000000000000000"),
            ("key sk_test_abc123, end", "key sk_[masked], end"), ("/v/tok_9f-X/next", "/v/tok_[masked]/next"),
            ("whsec_a.b_c", "whsec_[masked]"), ("Authorization: Bearer abc.def", "Authorization: Bearer [masked]"),
            ("bearer%20abc", "bearer%20[masked]"), ("Basic dXNlcg==", "Basic [masked]"),
            ("eyJhbGciOi.eyJzdWIi.x-y", "eyJ[masked]"), ("task_1 risk_2 desk_", "task_1 risk_2 desk_"),
            ("a bearer", "a bearer"), ("+237677123456", "+237677123456"), ("trx_8sk_1", "trx_8sk_1"),
        ])
    func masking(text: String, expected: String) {
        let needsQuotes = expected.contains(" ") || expected.contains("=")
        #expect(lines(.text, ["x": .text(text)]).hasSuffix(needsQuotes ? "x=\"\(expected)\"" : "x=\(expected)"))
        #expect(lines(.json, ["x": .text(text)]).contains(":\"\(expected)\"}"))
    }

    @Test("Fields that could hold a body or a credential are never written, nor a number that is a card's")
    func forbiddenFields() {
        let line = lines(
            .text,
            [
                "Authorization": "abc", "set-cookie": "d", "body": "e", "query": "f",
                "n": .integer(4_242_424_242_424_242),
            ])
        #expect(line.hasSuffix("Authorization=[masked] set-cookie=[masked] body=[masked] query=[masked] n=[masked]"))
    }

    @Test("Events below the level asked for are not even put together")
    func levels() {
        let collector = LogCollector()
        let log = Log(writer: collector, minimumLevel: .warning)
        func fields() -> KeyValuePairs<String, Log.Value> {
            Issue.record("Nobody needs the fields")
            return [:]
        }
        log(.info, .serverStarted, fields())
        log(.error, .serverStopped)
        #expect(collector.entries.map(\.message) == [.serverStopped])
    }

    @Test("A stream gets whole lines")
    func stream() throws {
        let pipe = Pipe()
        let stream = LogStream(descriptor: pipe.fileHandleForWriting.fileDescriptor, format: .text)
        let log = Log(writer: stream)
        DispatchQueue.concurrentPerform(iterations: 50) { _ in log(.info, .requestServed, ["id": "x"]) }
        stream.flush(milliseconds: 5000)
        try pipe.fileHandleForWriting.close()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 50 && lines.allSatisfy { $0.hasSuffix(" INFO request_served id=x") })
    }

    @Test("A reader of the log that is stuck holds nobody up; what did not fit is counted when it reads again")
    func stuckReader() throws {
        let pipe = Pipe()
        let stream = LogStream(descriptor: pipe.fileHandleForWriting.fileDescriptor, format: .text)
        let log = Log(writer: stream)
        let began = ProcessInfo.processInfo.systemUptime
        for _ in 0..<40_000 { log(.info, .requestServed, ["id": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"]) }
        stream.flush(milliseconds: 10)
        #expect(ProcessInfo.processInfo.systemUptime - began < 10)
        let reader = Thread {
            while !pipe.fileHandleForReading.availableData.isEmpty {}
        }
        reader.start()
        stream.flush(milliseconds: 5000)
        log(.info, .serverStopped)
        stream.flush(milliseconds: 5000)
        try pipe.fileHandleForWriting.close()
    }

    @Test("A served request is one line: who, what, how long; never its query, headers or body")
    func accessLog() async throws {
        var router = Router(configuration: ServerConfiguration())
        router.add("POST", "/cards/{id}") { _ in ServerResponse(status: 201, body: Array("made".utf8)) }
        try await ServerFixture.run(handler: { [router] in await router.respond(to: $0) }) { fixture in
            _ = try await fixture.ask(
                "POST /cards/%74ok_abcdef?secret=hush HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer sk_live_1\r\n"
                    + "X-Request-Id: r1\r\nContent-Length: 6\r\n\r\npan=42")
            #expect(try await fixture.eventually { fixture.log.entries.contains { $0.message == .requestServed } })
            let entry = try #require(fixture.log.entries.first { $0.message == .requestServed })
            #expect(entry.level == .info && entry["id"] == .text("r1") && entry["method"] == .text("POST"))
            #expect(entry["path"] == .text("/cards/tok_[masked]") && entry["route"] == .text("/cards/{id}"))
            #expect(entry["status"] == .integer(201) && entry["bytes"] == .integer(4))
            guard case .decimal(let milliseconds) = try #require(entry["ms"]) else { return }
            #expect((0..<5000).contains(milliseconds))
            let all = fixture.log.entries.map { Log.Format.json.line($0) }.joined()
            for hidden in ["hush", "sk_live", "pan=42", "abcdef"] { #expect(!all.contains(hidden)) }

            let text = fixture.metrics.exposition()
            #expect(text.contains(#"http_requests_total{method="POST",route="/cards/{id}",status="201"} 1"#))
            #expect(text.contains(#"http_request_duration_seconds_count{method="POST",route="/cards/{id}"} 1"#))
            #expect(text.contains("# TYPE http_connections_open gauge"))
        }
    }
}
