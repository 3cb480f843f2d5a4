import Synchronization

/// A payer who does what a script says, and what the shop must know afterwards.
struct Scenario: Sendable {
    let name: String
    /// What the payer types, in order.
    let answers: [String]
    /// `paid`, `processing`, `closed` or an error's code.
    let end: String
    let status: String
    var decline: String?
    let events: [String]

    /// The five numbers of W132 and the cards.
    static let all: [Scenario] = [
        mobileMoney("…000000 is approved", "670000000", end: "paid"),
        mobileMoney("…000001 lacks funds", "670000001", end: "insufficient_funds"),
        mobileMoney("…000002 fails", "670000002", end: "payment_failed"),
        mobileMoney("…000003 is never answered", "670000003", end: "payment_attempt_ended"),
        mobileMoney("…000004 is cancelled on the phone", "670000004", end: "payment_attempt_ended"),
        card("4242… is approved", ["4242 4242 4242 4242", "12/40", "123", ""], end: "paid"),
        card("4000…0002 is declined", ["4000 0000 0000 0002", "12/40", "123", "", "n"], end: "payment_declined"),
        card("4000…9995 lacks funds", ["4000 0000 0000 9995", "12/40", "123", "", "n"], end: "insufficient_funds"),
        card("4000…0119 is blocked", ["4000 0000 0000 0119", "12/40", "123", ""], end: "shield_blocked"),
        card("4000…0101 asks for a code", ["4000 0000 0000 0101", "12/40", "123", "", "123456"], end: "paid"),
        card("4000…0341 asks for a PIN", ["4000 0000 0000 0341", "12/40", "123", "", "1234"], end: "paid"),
        card(
            "4000…5556 asks for the 3-D Secure code, and a wrong one first",
            ["4000 0566 5566 5556", "12/40", "123", "", "000000", "123456"], end: "paid"),
    ]

    private static func mobileMoney(_ name: String, _ number: String, end: String) -> Scenario {
        let isPaid = end == "paid"
        return Scenario(
            name: "Mobile Money \(name)", answers: ["cm.mobile", number] + (isPaid ? [] : ["n"]),
            end: end, status: isPaid ? "success" : "pending", decline: isPaid ? nil : end,
            events: ["payment.processing", isPaid ? "payment.succeeded" : "payment.declined"])
    }

    private static func card(_ name: String, _ answers: [String], end: String) -> Scenario {
        let isPaid = end == "paid"
        return Scenario(
            name: "Card \(name)", answers: ["card"] + answers, end: end, status: isPaid ? "success" : "pending",
            decline: isPaid ? nil : end,
            events: ["payment.processing", isPaid ? "payment.succeeded" : "payment.declined"])
    }

    func differences(from found: Found) -> [String] {
        var list: [String] = []
        func compare(_ what: String, _ expected: String, _ actual: String) {
            if expected != actual { list.append("\(what) is \(actual), expected \(expected)") }
        }
        compare("the result in the app", end, found.end)
        compare("the status", status, found.status)
        compare("the refusal", decline ?? "none", found.decline ?? "none")
        compare("webhooks", events.sorted().joined(separator: " "), found.events.sorted().joined(separator: " "))
        compare("every signature right", "true", String(found.isTrusted))
        compare("what the payer did not get to type", "nothing", found.unused.isEmpty ? "nothing" : "\(found.unused)")
        return list
    }
}

/// What came of a scenario.
struct Found: Sendable {
    let end: String
    let status: String
    let decline: String?
    let events: Set<String>
    let isTrusted: Bool
    let unused: [String]
}

/// A script that plays the payer.
final class ScriptedPayer: Payer {
    let style: TerminalStyle
    private let answers: Mutex<[String]>

    init(_ answers: [String], style: TerminalStyle) {
        self.answers = Mutex(answers)
        self.style = style
    }

    var unusedAnswers: [String] { answers.withLock { $0 } }

    func show(_ line: String) {
        if !line.isEmpty { print("  " + line) }
    }

    func showPassing(_ line: String) {}

    func ask(_ prompt: String, isSecret: Bool) async throws -> String? {
        let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        print("  \(prompt) \(isSecret ? "••••" : answer.map(masked) ?? "(closed)")")
        return answer
    }

    /// Test cards are no secret, but a demo shows how it should be done.
    private func masked(_ answer: String) -> String {
        let digits = answer.filter(\.isNumber)
        return digits.count >= 13 ? "•••• \(digits.suffix(4))" : answer
    }
}
