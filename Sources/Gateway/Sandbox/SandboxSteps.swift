import Kernel

/// The right answers to the sandbox's steps. Where anything plausible is right, one answer is wrong, so that both
/// screens can be seen.
package enum SandboxSteps {
    /// The code every one-time code and 3-D Secure check takes.
    package static let code = "123456"
    static let pin = "1234"
    static let wrongPhoneEnding = "000002"
    static let wrongBirthday = "1900-01-01"
    static let wrongZipCode = "00000"

    static func isRight(_ answer: StepAnswer) -> Bool {
        switch answer {
        case .code(let given): isCode(given.expose())
        case .pin(let given): equal(given.expose(), pin)
        case .phone(let number): !number.hasSuffix(wrongPhoneEnding)
        case .birthday(let day): day != wrongBirthday
        case .address(let address): address["zip_code"] != wrongZipCode
        }
    }

    static func isCode(_ given: String) -> Bool { equal(given, code) }

    private static func equal(_ given: String, _ expected: String) -> Bool {
        Crypto.equalInConstantTime(Array(given.utf8), Array(expected.utf8))
    }
}
