import Foundation
import Kernel

/// One option of a command.
struct Option: Sendable {
    let name: String
    /// What its value is called in the help; nil for a switch.
    let value: String?
    let help: String
    var isRepeatable = false

    init(_ name: String, value: String? = nil, repeatable: Bool = false, _ help: String) {
        self.name = name
        self.value = value
        self.help = help
        isRepeatable = repeatable
    }
}

/// A command line that cannot be understood; the words say what to do about it.
struct UsageError: Error {
    let message: String

    init(_ message: String) { self.message = message }
}

/// The options and words of a command line, read against what the command knows.
struct Arguments: Sendable {
    private var values: [String: [String]] = [:]
    /// Words that belong to no option.
    private(set) var words: [String] = []

    /// Takes `--name value`, `--name=value` and `--switch`.
    /// - Throws: ``UsageError`` for an option that is unknown, repeated, or lacks its value.
    init(_ arguments: [String], options: [Option]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--"), argument != "--" else {
                words.append(argument)
                continue
            }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts.first.map(String.init) ?? ""
            guard let option = options.first(where: { $0.name == name }) else {
                throw UsageError("there is no option --\(name)")
            }
            var value = parts.count > 1 ? String(parts[1]) : nil
            if option.value == nil {
                guard value == nil else { throw UsageError("--\(name) takes no value") }
                value = ""
            } else if value == nil {
                value = rest.popFirst()
            }
            guard let value else { throw UsageError("--\(name) needs a value") }
            guard values[name] == nil || option.isRepeatable else { throw UsageError("--\(name) stands twice") }
            values[name, default: []].append(value)
        }
    }

    func has(_ name: String) -> Bool { values[name] != nil }

    /// The option's value, or that of the environment variable.
    func string(_ name: String, environment variable: String? = nil) -> String? {
        values[name]?.last
            ?? variable.flatMap { ProcessInfo.processInfo.environment[$0] }.flatMap { $0.isEmpty ? nil : $0 }
    }

    func strings(_ name: String) -> [String] { values[name] ?? [] }

    func integer(_ name: String, _ range: ClosedRange<Int64>) throws -> Int64? {
        guard let text = string(name) else { return nil }
        guard let value = Int64(text), range.contains(value) else {
            throw UsageError("--\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }
}

/// One of the things the program does.
protocol Command: Sendable {
    static var name: String { get }
    static var summary: String { get }
    /// Lines below the options: examples, exit codes.
    static var details: String { get }
    static var options: [Option] { get }
    static var usage: String { get }

    /// - Returns: the exit code.
    static func run(_ arguments: Arguments) async throws -> Int32
}

extension Command {
    static var usage: String { "comptoir \(name) [options]" }

    static var help: String {
        let shown = options + [Option("help", "show this help")]
        let left = shown.map { "--\($0.name)" + ($0.value.map { " \($0)" } ?? "") }
        let width = (left.map(\.count).max() ?? 0) + 2
        let lines = zip(left, shown).map { "  " + $0.padding(toLength: width, withPad: " ", startingAt: 0) + $1.help }
        return "\(summary)\n\nusage: \(usage)\n\n\(lines.joined(separator: "\n"))\n\n\(details)\n"
    }
}

/// What a command ends with.
enum ExitCode {
    static let success: Int32 = 0
    /// Something did not work; the message says what.
    static let failure: Int32 = 1
    /// The command line was not understood.
    static let usage: Int32 = 2
    /// The checkout was closed while a payment was running: money may still move.
    static let processing: Int32 = 10
    /// The payment was refused, or is over.
    static let failed: Int32 = 11
    /// The checkout was closed before anything was paid.
    static let cancelled: Int32 = 12
}

private let commands: [any Command.Type] = [
    DemoCommand.self, ServeCommand.self, PayCommand.self, KeysCommand.self, DoctorCommand.self,
]

private var overview: String {
    let width = (commands.map { $0.name.count }.max() ?? 0) + 2
    let lines = commands.map { "  " + $0.name.padding(toLength: width, withPad: " ", startingAt: 0) + $0.summary }
    return """
        Comptoir takes money inside an app: a payments gateway, its sandbox, and a checkout for the terminal.

        usage: comptoir COMMAND [options]

        \(lines.joined(separator: "\n"))

        `comptoir COMMAND --help` tells more, `comptoir version` the version. New here? Start with `comptoir demo`.

        """
}

/// Runs the program.
/// - Returns: its exit code.
func run(_ arguments: [String]) async -> Int32 {
    // A reader of our output that goes away is an error of that write, not the end of a gateway.
    signal(SIGPIPE, SIG_IGN)
    var arguments = arguments
    if arguments.first == "help", arguments.count > 1 { arguments = [arguments[1], "--help"] }
    guard let name = arguments.first, name != "--help", name != "help", name != "-h" else {
        print(overview, terminator: "")
        return arguments.isEmpty ? ExitCode.usage : ExitCode.success
    }
    if name == "--version" || name == "version" {
        print("comptoir \(version)")
        return ExitCode.success
    }
    guard let command = commands.first(where: { $0.name == name }) else {
        complain("there is no command '\(name)'.\n\n\(overview)")
        return ExitCode.usage
    }
    let rest = Array(arguments.dropFirst())
    if rest.contains("--help") || rest.contains("-h") {
        print(command.help, terminator: "")
        return ExitCode.success
    }
    do {
        return try await command.run(try Arguments(rest, options: command.options))
    } catch let error as UsageError {
        complain("\(error.message). `comptoir \(name) --help` shows what there is.\n")
        return ExitCode.usage
    } catch {
        complain("\(error)\n")
        return ExitCode.failure
    }
}

let version = "0.1.0"

extension Language {
    /// The language asked for, else that of the environment as the system orders its variables.
    /// - Throws: ``UsageError`` for one we do not have.
    static func asked(_ arguments: Arguments) throws -> Language {
        if let tag = arguments.string("language") {
            guard tag.lowercased().hasPrefix("fr") || tag.lowercased().hasPrefix("en") else {
                throw UsageError("--language must be fr or en")
            }
            return Language(tag: tag)
        }
        let environment = ProcessInfo.processInfo.environment
        let tag = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
        return Language(tag: tag ?? "en")
    }
}

/// Says something on standard error.
func complain(_ message: String) {
    FileHandle.standardError.write(Data("comptoir: \(message)".utf8))
}
