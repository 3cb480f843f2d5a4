import Foundation

/// Colours, when there is a terminal to show them; `NO_COLOR` turns them off.
struct TerminalStyle: Sendable {
    let isTerminal: Bool

    init(isTerminal: Bool) {
        self.isTerminal =
            isTerminal && ProcessInfo.processInfo.environment["NO_COLOR"]?.isEmpty ?? true
            && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }

    private func wrap(_ text: String, _ code: String) -> String { isTerminal ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }

    func strong(_ text: String) -> String { wrap(text, "1") }
    func quiet(_ text: String) -> String { wrap(text, "2") }
    func good(_ text: String) -> String { wrap(text, "32") }
    func bad(_ text: String) -> String { wrap(text, "31") }
    func accent(_ text: String) -> String { wrap(text, "36") }
}

/// Whoever sits at the checkout: a person at a terminal, or a script that plays one.
protocol Payer: Sendable {
    /// Shows a line.
    func show(_ line: String)
    /// Shows something that passes, in place of the last such thing; nothing where that cannot be done.
    func showPassing(_ line: String)
    /// Asks for a line. Secret lines are not echoed.
    /// - Returns: nil when the payer has closed the checkout.
    func ask(_ prompt: String, isSecret: Bool) async throws -> String?
    var style: TerminalStyle { get }
}

/// A person at the terminal.
final class TerminalPayer: Payer {
    let style: TerminalStyle

    init() {
        style = TerminalStyle(isTerminal: isatty(STDOUT_FILENO) == 1)
    }

    func show(_ line: String) {
        clearPassing()
        print(line)
        fflush(nil)
    }

    func showPassing(_ line: String) {
        guard style.isTerminal else { return }
        print("\r\u{1B}[2K\(line)", terminator: "")
        fflush(nil)
    }

    private func clearPassing() {
        if style.isTerminal { print("\r\u{1B}[2K", terminator: "") }
    }

    func ask(_ prompt: String, isSecret: Bool) async throws -> String? {
        print(prompt, terminator: " ")
        fflush(nil)
        let hidden = isSecret && isatty(STDIN_FILENO) == 1
        if hidden { Self.setEcho(false) }
        defer {
            if hidden {
                Self.setEcho(true)
                print("")
            }
        }
        var line: [UInt8] = []
        while line.count < 4096 {
            try Task.checkCancellation()
            var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, 0) > 0 else {
                try await Task.sleep(for: .milliseconds(20))
                continue
            }
            var byte: UInt8 = 0
            guard read(STDIN_FILENO, &byte, 1) == 1 else { return line.isEmpty ? nil : Self.text(line) }
            if byte == UInt8(ascii: "\n") { return Self.text(line) }
            line.append(byte)
        }
        return Self.text(line)
    }

    private static func text(_ line: [UInt8]) -> String {
        String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func setEcho(_ isOn: Bool) {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        if isOn { settings.c_lflag |= tcflag_t(ECHO) } else { settings.c_lflag &= ~tcflag_t(ECHO) }
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }
}
