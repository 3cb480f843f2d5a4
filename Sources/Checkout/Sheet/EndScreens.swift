import Foundation
import Interface
import Kernel

/// How it ended: paid, refused, over, or never loaded.
extension CheckoutDrawing {
    var success: Body {
        let title = texts["success_title"]
        var facts: [Fact] = []
        if let name = picture.receipt?.methodName { facts.append(Fact(texts["paid_with"], name)) }
        if let date = picture.receipt?.paidAt.flatMap(date) { facts.append(Fact(texts["paid_at"], date)) }
        if let reference = picture.receipt?.reference, !reference.isEmpty {
            facts.append(Fact(texts["reference"], reference, copyTitle: texts["copy"], leftToRight: true))
        }
        var content = [middle([Node(NodeID.sign, .outcome(.success)), heading(title)])]
        if !facts.isEmpty { content.append(Node(NodeID.facts, .facts(facts))) }
        if picture.receipt?.url != nil { content.append(button(NodeID.receipt, texts["receipt"], .secondary)) }
        return Body(id: "success", title: title, content: content, actions: [button(NodeID.done, texts["done"])])
    }

    /// A moment as the language writes it, with its time zone: the reader may be in another one.
    private func date(_ iso8601: String) -> String? {
        guard let moment = Timestamp(iso8601: iso8601) else { return nil }
        let formatter = DateFormatter()
        formatter.locale = picture.language.locale
        formatter.timeZone = timeZone
        formatter.setLocalizedDateFormatFromTemplate("dMMMyHmz")
        return formatter.string(from: Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000))
    }

    /// What was refused in plain words, and what to do next.
    var failure: Body {
        guard let failure = picture.failure else { return notice("failure", texts["failure_title"], .failure, nil) }
        let title = texts[Self.failureTitles[failure.code] ?? "failure_title"]
        var lines = [Node(NodeID.sign, .outcome(.failure)), heading(title), text(NodeID.text, failure.message)]
        if let next = nextStep(failure) { lines.append(text(NodeID.more, next, .secondary)) }
        var content = [middle(lines)]
        if let reference = failure.blockReference {
            let fact = Fact(texts["reference"], reference, copyTitle: texts["copy"], leftToRight: true)
            content.append(Node(NodeID.facts, .facts([fact])))
        }
        return Body(id: "failure", title: title, content: content, actions: actions(failure) + cancel)
    }

    private func actions(_ failure: CheckoutPicture.Failure) -> [Node] {
        guard failure.isRetryable else { return [button(NodeID.done, texts["close"])] }
        let retry = button(NodeID.retry, texts["retry"])
        return picture.hasOtherMethods
            ? [retry, button(NodeID.otherMethod, texts["other_method"], .secondary)] : [retry]
    }

    /// nil where the words of the error tell it already.
    private func nextStep(_ failure: CheckoutPicture.Failure) -> String? {
        guard failure.isRetryable else { return texts["next_contact", ["merchant": merchant]] }
        guard !Self.tellsWhatToDo.contains(failure.code) else { return nil }
        return texts[picture.hasOtherMethods ? "next_retry_or_other" : "next_retry"]
    }

    private static let tellsWhatToDo: Set = ["insufficient_funds", "rate_limited", "network_error"]

    private static let failureTitles = [
        "insufficient_funds": "failure_declined", "payment_declined": "failure_declined",
        "security_check_failed": "failure_declined", "payment_attempt_ended": "failure_unapproved",
        "shield_blocked": "failure_blocked", "session_terminal_expired": "failure_expired",
    ]

    /// W44.
    var ended: Body { notice("ended", texts["ended_title"], .over, picture.failure?.message) }

    /// It could not be loaded (W47), or there is nothing to pay with.
    var loadError: Body {
        let isRetryable = picture.failure?.isRetryable ?? true
        let words = picture.failure?.message
        guard isRetryable else { return notice("load-error", texts["load_error_title"], .over, words) }
        var body = notice("load-error", texts["load_error_title"], .failure, words)
        body.actions = [button(NodeID.reload, texts["retry"])]
        return body
    }

    private func notice(_ id: String, _ title: String, _ sign: Outcome, _ words: String?) -> Body {
        let lines = [Node(NodeID.sign, .outcome(sign)), heading(title)]
        return Body(
            id: id, title: title,
            content: [middle(lines + (words.map { [text(NodeID.text, $0, .secondary)] } ?? []))],
            actions: [button(NodeID.done, texts["close"])])
    }
}
