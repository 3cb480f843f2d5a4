import Foundation
import Gateway
import Kernel
import Synchronization
import Wire

/// A fault the sandbox plays on purpose, so that an app's answer to it can be seen: a lost answer, a gateway that
/// is down, a slow one.
package struct FaultRule: Sendable, Equatable {
    package enum Action: Sendable, Equatable {
        /// Answers with this status (400 to 599) and does nothing.
        case status(Int)
        /// Does what was asked for and then loses the answer.
        case dropAnswer
        /// Loses the request: does nothing, answers nothing.
        case dropRequest
        /// Waits so many milliseconds before it does anything.
        case delay(Int64)
    }

    package let method: String
    package let path: String
    package let action: Action
    /// How often it happens.
    package var count: Int

    /// Reads `METHOD PATH ACTION [COUNT]`, e.g. `POST /pay/process drop-answer 1`; actions are `status=503`,
    /// `drop-answer`, `drop-request` and `delay=2000` (milliseconds). Nil when it is not of that form.
    package init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard (3...4).contains(words.count), words[1].hasPrefix("/"), words[0].allSatisfy({ $0.isLetter || $0 == "*" })
        else { return nil }
        let parts = words[2].split(separator: "=", maxSplits: 1).map(String.init)
        let number = parts.count > 1 ? Int64(parts[1]) : nil
        switch (parts.first ?? "", number) {
        case ("status", let status?) where (400...599).contains(status): action = .status(Int(status))
        case ("drop-answer", nil): action = .dropAnswer
        case ("drop-request", nil): action = .dropRequest
        case ("delay", let wait?) where (0...120_000).contains(wait): action = .delay(wait)
        default: return nil
        }
        guard let count = words.count > 3 ? Int(words[3]) : 1, (1...1_000_000).contains(count) else { return nil }
        method = words[0].uppercased()
        path = words[1]
        self.count = count
    }

    package var text: String {
        let action =
            switch action {
            case .status(let status): "status=\(status)"
            case .dropAnswer: "drop-answer"
            case .dropRequest: "drop-request"
            case .delay(let wait): "delay=\(wait)"
            }
        return "\(method) \(path) \(action) \(count)"
    }
}

/// The faults that are still to come. They befall sandbox requests only: live ones never meet one.
package final class FaultPlan: Sendable {
    private let rules: Mutex<[FaultRule]>

    package init(_ rules: [FaultRule] = []) {
        self.rules = Mutex(rules)
    }

    package var remaining: [FaultRule] { rules.withLock { $0 } }

    package func add(_ rule: FaultRule) { rules.withLock { $0.append(rule) } }

    package func clear() { rules.withLock { $0 = [] } }

    func take(for request: ServerRequest) -> FaultRule.Action? {
        guard let credential = request.headers["Authorization"],
            credential.contains("tok_test") || credential.contains("sk_test") || credential.contains("sk.test")
        else { return nil }
        return rules.withLock { rules in
            guard
                let index = rules.firstIndex(where: {
                    ($0.method == request.method || $0.method == "*") && request.path.hasPrefix($0.path)
                })
            else { return nil }
            let action = rules[index].action
            rules[index].count -= 1
            if rules[index].count <= 0 { rules.remove(at: index) }
            return action
        }
    }

    /// Answers a request with the fault that awaits it, if any.
    func play(
        _ request: ServerRequest, clock: any GatewayClock,
        _ respond: (ServerRequest) async -> ServerResponse
    ) async -> ServerResponse {
        switch take(for: request) {
        case nil: return await respond(request)
        case .status(let status):
            let code = status == 429 ? "rate_limited" : status >= 500 ? "service_unavailable" : "not_processable"
            var response = WajubErrors(request).response(Refusal(code))
            response.status = status
            return response
        case .dropRequest: return .lost
        case .dropAnswer:
            _ = await respond(request)
            return .lost
        case .delay(let wait):
            try? await clock.sleep(until: clock.now().adding(milliseconds: wait))
            return await respond(request)
        }
    }
}

extension ServerResponse {
    /// The connection closes without a byte.
    fileprivate static var lost: ServerResponse {
        var response = ServerResponse(status: 503)
        response.fate = .dropConnection
        return response
    }
}
