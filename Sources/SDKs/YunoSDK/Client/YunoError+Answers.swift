import Kernel
import Wire

extension YunoError {
    /// The error an answer tells of.
    init(_ answer: HTTPAnswer) {
        let json = YunoClient.parsed(answer) ?? [:]
        let code = json.short("code") ?? "HTTP_\(answer.status)"
        let messages = (json["messages"]?.array ?? []).prefix(20).compactMap(\.string).map(Self.harmless)
        switch (answer.status, code) {
        case (401, "INVALID_CREDENTIALS"), (401, "EXPIRED_CREDENTIALS"): self = .authenticationFailed
        case (_, "INVALID_CHECKOUT_SESSION"): self = .sessionExpired
        default: self = .api(status: answer.status, code: code, messages: messages)
        }
    }

    /// Whether what was asked for may have been done, or is being done, all the same: how it ends is read.
    var leavesOpen: Bool {
        switch self {
        case .networkError, .invalidData, .api(_, "REQUEST_IN_PROCESS", _): true
        case .api(let status, _, _): status >= 500
        default: false
        }
    }

    /// Should a gateway repeat a card number, it stops here.
    private static func harmless(_ message: String) -> String {
        var text = ""
        var run = ""
        func flush() {
            text += run.filter(\.isNumber).count >= 12 ? "••••" : run
            run = ""
        }
        for character in message.prefix(500) {
            if character.isNumber || (!run.isEmpty && (character == " " || character == "-")) {
                run.append(character)
            } else {
                flush()
                text.append(character)
            }
        }
        flush()
        return text
    }
}
