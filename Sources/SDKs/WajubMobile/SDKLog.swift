import Foundation

/// What the SDK says to the app's developer. Never a token, a number or a code.
enum SDKLog {
    static func warning(_ text: String) {
        FileHandle.standardError.write(Data("WajubMobile: \(text)\n".utf8))
    }
}
