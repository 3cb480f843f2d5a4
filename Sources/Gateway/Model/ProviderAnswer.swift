import Kernel

/// What a provider says of an attempt.
package indirect enum ProviderAnswer: Sendable, Codable, Equatable {
    /// The provider has it; money may move later.
    case accepted(Instruction?)
    case approved
    /// Refused; a catalogue code.
    case declined(code: String, blockReference: String?)
    /// The payer must answer a question.
    case step(StepRequest)
    /// The payer must go to a page. Nil is what the first databases have: a 3-D Secure page.
    case page(ProviderPageRequest?)
    /// The bank has said who pays; and what follows, unless that ends it.
    case authentication(Authentication, then: ProviderAnswer)
    /// The payer has a code to pay elsewhere.
    case code(PaymentCode)
    /// It could not be done: nobody refused it. A response code.
    case failed(code: String)
    /// The gateway itself refuses it, and asks no provider. A response code.
    case rejected(code: String)

    package static func declined(_ code: String) -> ProviderAnswer { .declined(code: code, blockReference: nil) }
}

/// What the payer is told to do outside the app.
package struct Instruction: Sendable, Codable, Equatable {
    package let english: String
    package let french: String
    /// Nil in payments that were kept before Arabic was spoken.
    package var arabic: String?
    /// Nil in payments that were kept before Spanish and Portuguese were spoken.
    package var spanish: String?
    package var portuguese: String?
    /// A code the payer must dial, or nothing happens (W108); nil when the request comes to the phone by itself.
    package var ussdCode: String?

    package init(
        english: String, french: String, arabic: String? = nil, spanish: String? = nil, portuguese: String? = nil,
        ussdCode: String? = nil
    ) {
        self.english = english
        self.french = french
        self.arabic = arabic
        self.spanish = spanish
        self.portuguese = portuguese
        self.ussdCode = ussdCode
    }

    /// What each language says.
    package init(ussdCode: String? = nil, _ words: (Language) -> String) {
        self.init(
            english: words(.english), french: words(.french), arabic: words(.arabic), spanish: words(.spanish),
            portuguese: words(.portuguese), ussdCode: ussdCode)
    }

    package func text(_ language: Language) -> String {
        switch language {
        case .english: english
        case .french: french
        case .arabic: arabic ?? english
        case .spanish: spanish ?? english
        case .portuguese: portuguese ?? english
        }
    }
}

/// A provider's answer that will come at a known time.
package struct ScheduledAnswer: Sendable, Codable, Equatable {
    package let at: Timestamp
    package let answer: ProviderAnswer
    /// What follows it, after so many milliseconds.
    package let followUp: FollowUp?

    package struct FollowUp: Sendable, Codable, Equatable {
        package let afterMilliseconds: Int64
        package let answer: ProviderAnswer

        package init(afterMilliseconds: Int64, answer: ProviderAnswer) {
            self.afterMilliseconds = afterMilliseconds
            self.answer = answer
        }
    }

    package init(at: Timestamp, answer: ProviderAnswer, followUp: FollowUp? = nil) {
        self.at = at
        self.answer = answer
        self.followUp = followUp
    }
}
