import Foundation
import Kernel
import Testing

@testable import WajubMobile
@testable import Wire

/// Answers of proxies and of gateways that contradict themselves never turn a payment that may have begun into a failure.
@Suite struct StrangeAnswerTests {
    @Test(
        "O18, W111: after a send whose answer was lost, a proxy's refusal of the repetition is no failure of the payment",
        arguments: [405, 407, 411, 413, 415, 421, 426, 431, 451, 499])
    func lostThenRefusedByAProxy(status: Int) async {
        let running: JSONValue = ["status": "processing", "transaction": transaction("processing")]
        let transport = ScriptedTransport { request, count in
            if request.url.path == "/pay/status" { return .json(200, running) }
            return count == 1 ? .lost : .text(status, "<html>proxy</html>")
        }
        let outcome = await testSession(transport).process(channel: "card", data: [:])
        if case .failed(let error, _) = outcome {
            Issue.record("called a failure: \(error.code), retryable \(error.retryable)")
        }
    }

    @Test("A 2xx that says the payment is a success is no failure, whatever step it names")
    func successWithAnAction() async {
        let transport = ScriptedTransport { _, _ in
            .json(200, ["action": "dance", "transaction": transaction("success")])
        }
        let outcome = await testSession(transport).process(channel: "card", data: [:])
        if case .failed(let error, _) = outcome { Issue.record("called a failure: \(error.code)") }
    }
}
