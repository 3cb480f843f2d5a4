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

/// The faults that are still to come. They befall sandbox requests only, once it is known whose they are: a merchant's
/// faults are no other merchant's, and live payments never meet one.
package final class FaultPlan: Sendable {
    private struct Planned {
        /// Nil befalls every merchant: the operator's own.
        let merchant: MerchantID?
        var rule: FaultRule
    }

    package static let mostPerMerchant = 100
    private let planned: Mutex<[Planned]>

    /// - Parameter rules: the operator's.
    package init(_ rules: [FaultRule] = []) {
        planned = Mutex(rules.map { Planned(merchant: nil, rule: $0) })
    }

    package func remaining(for merchant: MerchantID) -> [FaultRule] {
        planned.withLock { $0.filter { $0.merchant == merchant }.map(\.rule) }
    }

    /// - Returns: false when the merchant has as many as it may.
    package func add(_ rule: FaultRule, for merchant: MerchantID) -> Bool {
        planned.withLock { planned in
            guard planned.count(where: { $0.merchant == merchant }) < Self.mostPerMerchant else { return false }
            planned.append(Planned(merchant: merchant, rule: rule))
            return true
        }
    }

    package func clear(for merchant: MerchantID) {
        planned.withLock { $0.removeAll { $0.merchant == merchant } }
    }

    private func take(for request: ServerRequest, _ merchant: MerchantID) -> FaultRule.Action? {
        planned.withLock { planned in
            guard
                let index = planned.firstIndex(where: {
                    ($0.merchant == nil || $0.merchant == merchant)
                        && ($0.rule.method == request.method || $0.rule.method == "*")
                        && request.path.hasPrefix($0.rule.path)
                })
            else { return nil }
            planned[index].rule.count -= 1
            let action = planned[index].rule.action
            if planned[index].rule.count <= 0 { planned.remove(at: index) }
            return action
        }
    }

    /// Answers a merchant's request, or a payer's, with the fault that awaits it, if any.
    func play(
        _ request: ServerRequest, _ merchant: MerchantID, _ environment: Environment, clock: any GatewayClock,
        _ respond: () async throws -> ServerResponse
    ) async throws -> ServerResponse {
        // The way to take faults back is never closed.
        guard environment == .sandbox, !request.path.hasPrefix("/sandbox/") else { return try await respond() }
        switch take(for: request, merchant) {
        case nil: return try await respond()
        case .status(let status):
            if YunoErrors.speaks(request.path) {
                return YunoErrors.response(
                    YunoFault(status >= 500 ? "INTERNAL_ERROR" : "INVALID_REQUEST", status: status))
            }
            let code = status == 429 ? "rate_limited" : status >= 500 ? "service_unavailable" : "not_processable"
            var response = WajubErrors(request).response(Refusal(code))
            response.status = status
            return response
        case .dropRequest: return .dropped
        case .dropAnswer:
            _ = try await respond()
            return .dropped
        case .delay(let wait):
            try await clock.sleep(until: clock.now().adding(milliseconds: wait))
            return try await respond()
        }
    }
}
