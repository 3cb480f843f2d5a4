import Gateway
import Kernel

/// What a payer reads of a refusal: the words of the catalogue that every dialect shares.
enum PayerWords {
    static func refusal(_ responseCode: String, _ language: Language) -> String {
        ErrorCatalogue.wajub[codes[responseCode] ?? "payment_declined"]?.message(language) ?? responseCode
    }

    /// Why a method cannot be chosen.
    static func reason(_ why: Unavailability, _ language: Language) -> String {
        let row = reasons[why] ?? [:]
        return language.typeset(row[language.rawValue] ?? row["en"] ?? why.rawValue)
    }

    /// What a method is called: a trade name, but for those that have none.
    static func name(_ kind: TokenMethodKind, _ language: Language) -> String {
        guard kind.type == "CARD" else { return kind.name }
        return ["fr": "Carte", "ar": "بطاقة", "es": "Tarjeta", "pt": "Cartão"][language.rawValue] ?? kind.name
    }

    private static let reasons: [Unavailability: [String: String]] = [
        .countryNotSupported: [
            "en": "Not available in this country.", "fr": "Indisponible dans ce pays.", "ar": "غير متاح في هذا البلد.",
            "es": "No disponible en este país.", "pt": "Indisponível neste país.",
        ],
        .currencyNotAllowed: [
            "en": "Not available in this currency.", "fr": "Indisponible dans cette devise.",
            "ar": "غير متاح بهذه العملة.", "es": "No disponible en esta moneda.", "pt": "Indisponível nesta moeda.",
        ],
        .amountTooSmall: [
            "en": "The amount is too small.", "fr": "Le montant est trop faible.", "ar": "المبلغ صغير جدًا.",
            "es": "El importe es demasiado bajo.", "pt": "O valor é baixo demais.",
        ],
        .amountTooLarge: [
            "en": "The amount is too large.", "fr": "Le montant est trop élevé.", "ar": "المبلغ كبير جدًا.",
            "es": "El importe es demasiado alto.", "pt": "O valor é alto demais.",
        ],
        .customerRequired: [
            "en": "Only for known customers.", "fr": "Réservé aux clients connus.", "ar": "للعملاء المعروفين فقط.",
            "es": "Solo para clientes conocidos.", "pt": "Somente para clientes conhecidos.",
        ],
        .callbackRequired: [
            "en": "Not available in this app.", "fr": "Indisponible dans cette application.",
            "ar": "غير متاح في هذا التطبيق.", "es": "No disponible en esta aplicación.",
            "pt": "Indisponível neste aplicativo.",
        ],
        .cardExpired: [
            "en": "This card has expired.", "fr": "Cette carte a expiré.", "ar": "انتهت صلاحية هذه البطاقة.",
            "es": "Esta tarjeta ha caducado.", "pt": "Este cartão expirou.",
        ],
        .notConfigured: [
            "en": "Not available.", "fr": "Indisponible.", "ar": "غير متاح.", "es": "No disponible.",
            "pt": "Indisponível.",
        ],
    ]

    private static let codes: [String: String] = [
        "INSUFFICIENT_FUNDS": "insufficient_funds", "INVALID_SECURITY_CODE": "invalid_security_code",
        "INVALID_CARD_NUMBER": "invalid_card_number", "INVALID_CARD_DATA": "invalid_card_number",
        "EXPIRED_CARD": "invalid_expiry", "AUTHENTICATION_FAILED_THREE_D_SECURE": "security_check_failed",
        "AUTHENTICATION_ATTEMPT": "security_check_failed", "THREE_D_SECURE_REQUIRED": "security_check_failed",
        "REJECTED_THREE_D_SECURE_REQUIRED": "security_check_failed", "CANCELLED_BY_USER": "payment_attempt_ended",
        "EXPIRED": "session_terminal_expired", "EXPIRED_BY_PROVIDER": "session_terminal_expired",
        "ERROR": "payment_failed", "PROVIDER_ERROR": "payment_failed", "PROVIDER_TIMEOUT": "payment_failed",
        "PROVIDER_INTERNAL_ERROR": "payment_failed", "PROVIDER_UNKNOWN_ERROR": "payment_failed",
    ]
}
