import Kernel

package typealias StepID = Identifier<Step>

/// A question the payer must answer before the money moves (spec 7.2).
package struct Step: Sendable, Codable, Equatable {
    package let id: StepID
    package let kind: Kind
    /// Where the code went, masked.
    package let destination: String?
    package var attemptsLeft: Int
    package var sentAt: Timestamp
    package var expiresAt: Timestamp
    package let canResend: Bool
    /// How long a code is good; nil is ``PaymentRules/stepMilliseconds``.
    package var validMilliseconds: Int64?
    /// What the provider says to the right answer; nil is that it approves.
    package var next: ProviderAnswer?

    package enum Kind: String, Sendable, Codable, CaseIterable {
        case otp
        case pin
        case phone
        case birthday
        case address
        case threeDS = "3ds"

        /// Whether it asks for a code that was sent, and can be sent again (W95).
        var isSentCode: Bool { self == .otp || self == .threeDS }
    }
}

/// The step a provider asks for.
package struct StepRequest: Sendable, Codable, Equatable {
    package let kind: Step.Kind
    package let destination: String?
    package let attempts: Int
    /// How long a code is good; nil is ``PaymentRules/stepMilliseconds``.
    package var validMilliseconds: Int64?
    /// What the provider says to the right answer: another step, a page; nil is that it approves.
    package var next: ProviderAnswer?

    package init(
        kind: Step.Kind, destination: String?, attempts: Int = 3, validMilliseconds: Int64? = nil,
        next: ProviderAnswer? = nil
    ) {
        self.kind = kind
        self.destination = destination
        self.attempts = attempts
        self.validMilliseconds = validMilliseconds
        self.next = next
    }
}
