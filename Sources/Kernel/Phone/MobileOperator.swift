/// A Mobile Money operator or wallet in one country.
package struct MobileOperator: Sendable, Hashable {
    /// The code the API uses: `mtn`, `orange`, `wave`…
    package let id: String
    /// Other codes it goes by in this country: its wallet's or an earlier name.
    package let aliases: [String]
    /// The name the payer knows: "MTN MoMo".
    package let name: String
    package let country: Country
    /// A wallet that takes the number of any operator: never told from the number, never refused (W78).
    package let acceptsAnyNumber: Bool
    /// What is drawn where its logo is missing (W81).
    package let badge: OperatorBadge
    /// What the payer dials to see the request, e.g. `*126#`; nil when we know of none.
    package let ussdCode: String?

    /// Whether a session's operator code means this one.
    package func goes(by code: String) -> Bool {
        let code = code.lowercased()
        return code == id || aliases.contains(code)
    }

    /// What the payer is told after Pay (W80).
    package func payerInstruction(_ language: Language) -> String {
        let words = payerInstructions[acceptsAnyNumber ? .ownApp : ussdCode == nil ? .prompt : .dial]?[language] ?? ""
        return language.fill(words, ["name": name, "code": ussdCode ?? ""])
    }

    /// What the payer is told where a code must be dialled.
    package static func dialInstruction(_ code: String, _ language: Language) -> String {
        language.fill(payerInstructions[.dial]?[language] ?? "", ["code": code])
    }
}

/// What a payer is told, by how the operator asks.
private enum Asking: Sendable { case ownApp, dial, prompt }

private let payerInstructions: [Asking: [Language: String]] = [
    .ownApp: [
        .english: "Open the {name} app and approve the payment.",
        .french: "Ouvrez l’application {name} et validez le paiement.",
        .arabic: "افتح تطبيق {name} ووافق على الدفع.",
        .spanish: "Abre la aplicación {name} y aprueba el pago.",
        .portuguese: "Abra o aplicativo {name} e aprove o pagamento.",
    ],
    .dial: [
        .english: "Dial {code} and confirm with your secret code.",
        .french: "Composez {code} et validez avec votre code secret.",
        .arabic: "اطلب {code} وأكّد برمزك السري.",
        .spanish: "Marca {code} y confirma con tu código secreto.",
        .portuguese: "Disque {code} e confirme com seu código secreto.",
    ],
    .prompt: [
        .english: "Approve the {name} request on your phone.",
        .french: "Validez la demande {name} sur votre téléphone.",
        .arabic: "وافق على طلب {name} على هاتفك.",
        .spanish: "Aprueba la solicitud de {name} en tu teléfono.",
        .portuguese: "Aprove a solicitação de {name} no seu celular.",
    ],
]

/// A badge drawn in the place of a logo: a few letters on a colour. Text and background differ by 4.5 to 1 or more
/// (WCAG AA).
package struct OperatorBadge: Sendable, Hashable {
    /// 1 to 3 characters.
    package let text: String
    /// `#RRGGBB`.
    package let background: String
    /// `#RRGGBB`.
    package let foreground: String

    package init(text: String, background: String, foreground: String) {
        self.text = text
        self.background = background
        self.foreground = foreground
    }

    /// For an operator nobody knows: the first letters of its name on grey; `?` when it has none.
    package init(fallbackName: String) {
        let words = fallbackName.split { !$0.isLetter && !$0.isNumber }
        let letters =
            words.count > 1 ? String(words.prefix(2).compactMap(\.first)) : String(words.first?.prefix(2) ?? "")
        text = letters.isEmpty ? "?" : letters.uppercased()
        background = "#5F6368"
        foreground = "#FFFFFF"
    }
}
