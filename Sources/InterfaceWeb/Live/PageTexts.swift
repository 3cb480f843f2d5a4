/// What the page says by itself, before and between what the screens say.
package struct PageTexts: Sendable, Hashable {
    package let language: String
    package let opening: String
    package let noScript: String
    package let reconnecting: String
    package let copied: String
    package let close: String

    package var isRightToLeft: Bool { language == "ar" }

    /// English for a language that is not in the table.
    package init(_ language: String) {
        let primary = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
        self = Self.table.first { $0.language == primary } ?? Self.table[0]
    }

    private init(
        _ language: String, _ opening: String, _ noScript: String, _ reconnecting: String, _ copied: String,
        _ close: String
    ) {
        self.language = language
        self.opening = opening
        self.noScript = noScript
        self.reconnecting = reconnecting
        self.copied = copied
        self.close = close
    }

    package static let languages = table.map(\.language)

    private static let table = [
        PageTexts(
            "en", "Opening your payment…",
            "This page needs JavaScript. Turn it on in your browser’s settings, then reload the page. Nothing has "
                + "been charged.",
            "Connection lost. Reconnecting…", "Copied", "Close"),
        PageTexts(
            "fr", "Ouverture de votre paiement…",
            "Cette page a besoin de JavaScript. Activez-le dans les réglages de votre navigateur, puis rechargez la "
                + "page. Rien n’a été débité.",
            "Connexion perdue. Reconnexion…", "Copié", "Fermer"),
        PageTexts(
            "ar", "جارٍ فتح عملية الدفع…",
            "تحتاج هذه الصفحة إلى JavaScript. فعِّله في إعدادات المتصفح ثم أعد تحميل الصفحة. لم يُخصم أي مبلغ.",
            "انقطع الاتصال. جارٍ إعادة الاتصال…", "تم النسخ", "إغلاق"),
        PageTexts(
            "es", "Abriendo tu pago…",
            "Esta página necesita JavaScript. Actívalo en los ajustes de tu navegador y vuelve a cargar la página. No "
                + "se cobró nada.",
            "Se perdió la conexión. Reconectando…", "Copiado", "Cerrar"),
        PageTexts(
            "pt", "Abrindo seu pagamento…",
            "Esta página precisa de JavaScript. Ative-o nas configurações do navegador e recarregue a página. Nada "
                + "foi cobrado.",
            "Conexão perdida. Reconectando…", "Copiado", "Fechar"),
    ]
}
