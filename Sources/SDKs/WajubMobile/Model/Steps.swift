import Checkout
import Foundation
import Kernel

/// A step under way.
public struct StepInfo: Sendable, Hashable {
    /// Pass it to ``WajubSession/verify(_:id:fields:)`` and ``WajubSession/resend(_:id:)``.
    public let id: String
    /// What is asked for; nil when this version does not know the kind.
    public let kind: StepKind?
    /// Where the code went, masked by the server.
    public let destination: String?
    /// Tries left.
    public let attemptsLeft: Int?
    /// Whether the code can be sent again.
    public let canResend: Bool
    /// ISO 8601. Data of the server's, never compared with the phone's clock.
    public let expiresAt: String?

    init?(_ json: JSONValue) {
        guard let id = json.text("id") else { return nil }
        self.id = id
        kind = json.text("kind").flatMap { StepKind(rawValue: $0.lowercased()) }
        destination = json.text("destination")
        attemptsLeft = json.whole("attempts_left")
        canResend = json.flag("resend")
        expiresAt = json.text("expires_at")
    }
}

/// What has to happen next. More kinds may come; a kind that this version cannot carry out comes back as
/// `unsupported_action`, never as an endless wait.
public struct ActionKind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The contract's word.
    public let rawValue: String

    /// Any word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Open the page.
    public static let redirect = ActionKind(rawValue: "redirect")
    /// Open the page; the same as ``redirect``.
    public static let confirm = ActionKind(rawValue: "confirm")
    /// With a page: open it. Without: ask for the code sent by e-mail (``StepKind/threeDS``).
    public static let confirm3DS = ActionKind(rawValue: "confirm_3ds")
    /// Open the provider's own checkout, then call ``WajubSession/completeClientSession(id:)``.
    public static let clientSession = ActionKind(rawValue: "client_session")
    /// Ask for ``StepKind/otp``.
    public static let confirmOTP = ActionKind(rawValue: "confirm_otp")
    /// Ask for ``StepKind/pin``.
    public static let confirmPIN = ActionKind(rawValue: "confirm_pin")
    /// Ask for ``StepKind/phone``.
    public static let confirmPhone = ActionKind(rawValue: "confirm_phone")
    /// Ask for ``StepKind/birthday``.
    public static let confirmBirthday = ActionKind(rawValue: "confirm_birthday")
    /// Ask for ``StepKind/address``.
    public static let confirmAddress = ActionKind(rawValue: "confirm_address")

    /// The contract's word.
    public var description: String { rawValue }

    /// The step to show, for actions that are steps.
    public var step: StepKind? {
        switch self {
        case .confirmOTP: .otp
        case .confirmPIN: .pin
        case .confirmPhone: .phone
        case .confirmBirthday: .birthday
        case .confirmAddress: .address
        case .confirm3DS: .threeDS
        default: nil
        }
    }
}

/// A provider's own checkout, opened for this payment. Its codes appear in no description.
public struct ClientSession: Sendable, Hashable {
    /// Pass it to ``WajubSession/completeClientSession(id:)``.
    public let id: String
    /// Who runs the checkout.
    public let provider: String?
    /// The provider's reference. It is never sent back.
    public let reference: String?
    /// In the provider's own unit, which may be the minor one.
    public let amount: Decimal?
    /// ISO 4217 code.
    public let currency: String?
    /// The page to open.
    public let hostedURL: URL?
    /// For the provider's own SDK.
    public let accessCode: String?
    /// For the provider's own SDK.
    public let publicKey: String?
    /// For the provider's own SDK.
    public let encryptionKey: String?

    init?(_ json: JSONValue) {
        guard let id = json.text("id") else { return nil }
        self.id = id
        provider = json.text("provider")
        reference = json.text("reference")
        amount = json.decimal("amount")
        currency = json.text("currency")
        hostedURL = json.url("hosted_url")
        accessCode = json.text("access_code")
        publicKey = json.text("public_key")
        encryptionKey = json.text("encryption_key")
    }
}

extension ClientSession: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The provider only.
    public var description: String { "ClientSession(\(provider ?? "?"))" }
    /// The provider only.
    public var debugDescription: String { description }
    /// Has no children, so that `dump` shows no code.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
