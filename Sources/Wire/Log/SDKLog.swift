import Foundation

/// What an SDK says to the app's developer. Never a token, a number or a code.
package struct SDKLog: Sendable {
    private let name: String

    /// - Parameter name: of the SDK; each line begins with it.
    package init(_ name: String) { self.name = name }

    package func warning(_ text: String) {
        FileHandle.standardError.write(Data("\(name): \(text)\n".utf8))
    }
}
