import Foundation
import Kernel
import Testing
import Wire

@testable import GatewayServer

/// Whatever comes from outside gets a documented error in the envelope of spec 3.2, the process lives, and nothing
/// is written.
@Suite struct BadInputTests {
    static let bodies: [(name: String, bytes: [UInt8], status: Int, code: String)] = [
        ("half a document", Array(#"{"channel":"#.utf8), 400, "invalid_json"),
        ("no JSON", Array("channel=card".utf8), 400, "invalid_json"),
        ("two documents", Array("{} {}".utf8), 400, "invalid_json"),
        ("a name twice", Array(#"{"channel":"card","channel":"cm.mobile"}"#.utf8), 400, "invalid_json"),
        ("a NUL byte", [0], 400, "invalid_json"),
        ("a NUL byte in a string", Array("{\"channel\":\"a\u{0}\"}".utf8), 400, "invalid_json"),
        ("bad UTF-8", [0x22, 0xC3, 0x28, 0x22], 400, "invalid_json"),
        ("a lone surrogate", Array(#"{"channel":"\ud800"}"#.utf8), 400, "invalid_json"),
        ("10,000 lists in each other", Array(repeating: UInt8(ascii: "["), count: 10_000), 413, "payload_too_large"),
        (
            "20,000 values", Array(("[" + String(repeating: "0,", count: 20_000) + "0]").utf8), 413,
            "payload_too_large"
        ),
        ("a list", Array("[]".utf8), 422, "validation_error"),
        ("a string", Array("\"x\"".utf8), 422, "validation_error"),
        ("nothing", [], 422, "validation_error"), ("null", Array("null".utf8), 422, "validation_error"),
        ("an unknown name", Array(#"{"channel":"card","data":{},"extra":1}"#.utf8), 422, "validation_error"),
        ("a wrong type", Array(#"{"channel":7,"data":[]}"#.utf8), 422, "validation_error"),
        ("a number beyond reason", Array(#"{"channel":1e999999999999}"#.utf8), 422, "validation_error"),
    ]

    @Test("Bad bodies", arguments: bodies.indices)
    func body(index: Int) async throws {
        let bad = Self.bodies[index]
        try await withDesk { desk in
            let (id, token) = try await desk.payment()
            for (path, key) in [("/pay/process", "Bearer \(token)"), ("/payments", desk.secretKey)] {
                let answer = try await desk.ask(
                    .post, path, bytes: bad.bytes, key: key, headers: ["Idempotency-Key": "bad"])
                #expect(answer.status == bad.status && answer.errorCode == bad.code, "\(bad.name): \(answer.json)")
                #expect(answer.json["code"] == .integer(bad.status) && answer.json["message"]?.string?.isEmpty == false)
                #expect(answer.headers["X-Request-Id"] != nil)
            }
            #expect(try await desk.ask(.get, "/payments").json["meta"]?["total"] == 1)
            #expect(try await desk.ask(.get, "/payments/\(id)").json["transaction"]?["status"] == "pending")
            #expect(try await desk.pay(.get, "status", token: token).json["attempt"] == .some(.null))
        }
    }

    @Test("A body over the limit is refused with 413, before it is read")
    func large() async throws {
        try await withDesk { desk in
            let file = desk.directory.appendingPathComponent("large")
            #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
            let handle = try FileHandle(forWritingTo: file)
            try handle.truncate(atOffset: 100 << 20)
            try handle.close()
            let text = try #require(
                try await runProgram(
                    "/usr/bin/curl",
                    [
                        "-s", "-w", "\n%{http_code}", "-m", "20", "-H", "Authorization: \(desk.secretKey)", "-H",
                        "Content-Type: application/json", "-H", "Expect:", "-T", file.path, "-X", "POST",
                        desk.address + "/payments",
                    ]))
            #expect(text.hasSuffix("413") && text.contains("payload_too_large"), "\(text.prefix(300))")
            #expect(try await desk.ask(.get, "/payments").json["meta"]?["total"] == 0)
        }
    }

    @Test(
        "Bad idempotency keys",
        arguments: ["with space", String(repeating: "k", count: 256), "caf\u{e9}"])
    func keys(key: String) async throws {
        try await withDesk { desk in
            let answer = try await desk.ask(
                .post, "/payments", ["amount": 5, "currency": "EUR"], headers: ["Idempotency-Key": key])
            #expect(answer.status == 400, "\(answer.json)")
            #expect(try await desk.ask(.get, "/payments").json["meta"]?["total"] == 0)
        }
    }

    @Test("What is not there, and what cannot be done, is said in the same envelope, in the caller's language")
    func addresses() async throws {
        try await withDesk { desk in
            let missing = try await desk.ask(.get, "/nowhere", headers: ["Accept-Language": "fr"])
            #expect(missing.status == 404 && missing.errorCode == "not_found")
            #expect(missing.json["message"] == "Rien n’a été trouvé à cette adresse, ou sous cet identifiant.")
            let method = try await desk.ask(.put, "/payments", [:])
            #expect(method.status == 405 && method.errorCode == "method_not_allowed")
            #expect(method.headers["Allow"]?.contains("POST") == true)
            let type = try await desk.ask(
                .post, "/payments", bytes: Array("a=1".utf8), headers: ["Content-Type": "text/plain"])
            #expect(type.status == 415 && type.errorCode == "unsupported_media_type")
            for path in ["/payments/%00", "/payments/%ff", "/payments/..%2f..%2fetc", "/payments/%"] {
                let answer = try await desk.ask(.get, path.hasSuffix("/%") ? "/payments/%25" : path)
                #expect((400..<500).contains(answer.status), "\(path)")
            }
        }
    }

    @Test("A card's number and code appear in no answer, no log and no row")
    func secrets() async throws {
        try await withDesk { desk in
            let (_, token) = try await desk.payment()
            var body = card("4242424242424242").object ?? [:]
            body["data"] = ["card": ["number": "4242424242424242", "exp_month": 1, "exp_year": 2020, "cvc": "739"]]
            let refused = try await desk.pay(.post, "process", .object(body), token: token)
            #expect(refused.status == 422)
            let paid = try await desk.pay(.post, "process", card("4000000000009995"), token: token)
            for answer in [refused, paid] {
                let text = String(decoding: answer.body, as: UTF8.self)
                #expect(
                    !text.contains("4242424242424242") && !text.contains("4000000000009995") && !text.contains("739"))
            }
            await desk.application.shutdown(drainSeconds: 1)
            for file in try FileManager.default.contentsOfDirectory(at: desk.directory, includingPropertiesForKeys: nil)
            {
                let bytes = try Data(contentsOf: file)
                for secret in ["4242424242424242", "4000000000009995", token, desk.secretKey] {
                    #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(file.lastPathComponent)")
                }
            }
        }
    }
}
