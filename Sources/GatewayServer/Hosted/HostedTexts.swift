/// What a hosted checkout says around the sheet.
struct HostedTexts: Sendable {
    let testMode: String
    let leaving: String
    let over: String
    let canClose: String
    let cancelled: String
    let ended: String
    let canReturn: String
    let again: String
    let notFound: String
    let busy: String

    init(_ language: String) {
        let primary = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
        self = Self.table[primary] ?? Self.english
    }

    private init(
        _ testMode: String, leaving: String, over: String, canClose: String, cancelled: String, ended: String,
        canReturn: String, again: String, notFound: String, busy: String
    ) {
        self.testMode = testMode
        self.leaving = leaving
        self.over = over
        self.canClose = canClose
        self.cancelled = cancelled
        self.ended = ended
        self.canReturn = canReturn
        self.again = again
        self.notFound = notFound
        self.busy = busy
    }

    private static let english = HostedTexts(
        "Test mode", leaving: "Taking you back to the shop…", over: "You can close this page",
        canClose: "Your payment is safe: what happens next does not need this page.",
        cancelled: "This payment was cancelled. It can no longer be made.",
        ended: "This payment is over. It can no longer be made.",
        canReturn: "You closed the payment page. If you have not paid yet, you can go back to it.",
        again: "Back to the payment",
        notFound: "This payment does not exist, or the link to it is incomplete.",
        busy: "Too many pages of this payment are open. Close one, then reload this page.")

    private static let table = [
        "en": english,
        "fr": HostedTexts(
            "Mode test", leaving: "Retour à la boutique…", over: "Vous pouvez fermer cette page",
            canClose: "Votre paiement est en sécurité : la suite n’a pas besoin de cette page.",
            cancelled: "Ce paiement a été annulé. Il ne peut plus être effectué.",
            ended: "Ce paiement est terminé. Il ne peut plus être effectué.",
            canReturn: "Vous avez fermé la page de paiement. Si vous n’avez pas encore payé, vous pouvez y revenir.",
            again: "Revenir au paiement",
            notFound: "Ce paiement n’existe pas, ou son lien est incomplet.",
            busy: "Trop de pages de ce paiement sont ouvertes. Fermez-en une, puis rechargez cette page."),
        "ar": HostedTexts(
            "وضع التجربة", leaving: "جارٍ إعادتك إلى المتجر…", over: "يمكنك إغلاق هذه الصفحة",
            canClose: "دفعتك في أمان: ما سيحدث لاحقًا لا يحتاج إلى هذه الصفحة.",
            cancelled: "أُلغيت عملية الدفع هذه، ولا يمكن إتمامها بعد الآن.",
            ended: "انتهت عملية الدفع هذه، ولا يمكن إتمامها بعد الآن.",
            canReturn: "لقد أغلقت صفحة الدفع. إذا لم تدفع بعد، فيمكنك العودة إليها.",
            again: "العودة إلى الدفع",
            notFound: "هذه الدفعة غير موجودة، أو أن الرابط إليها غير مكتمل.",
            busy: "صفحات كثيرة من هذه الدفعة مفتوحة. أغلق واحدة منها ثم أعد تحميل هذه الصفحة."),
        "es": HostedTexts(
            "Modo de prueba", leaving: "Volviendo a la tienda…", over: "Puedes cerrar esta página",
            canClose: "Tu pago está a salvo: lo que sigue no necesita esta página.",
            cancelled: "Este pago fue cancelado. Ya no se puede realizar.",
            ended: "Este pago terminó. Ya no se puede realizar.",
            canReturn: "Cerraste la página de pago. Si todavía no pagaste, puedes volver a ella.",
            again: "Volver al pago",
            notFound: "Este pago no existe, o su enlace está incompleto.",
            busy: "Hay demasiadas páginas de este pago abiertas. Cierra una y vuelve a cargar esta página."),
        "pt": HostedTexts(
            "Modo de teste", leaving: "Voltando à loja…", over: "Você pode fechar esta página",
            canClose: "Seu pagamento está seguro: o que vem a seguir não precisa desta página.",
            cancelled: "Este pagamento foi cancelado. Ele não pode mais ser feito.",
            ended: "Este pagamento foi encerrado. Ele não pode mais ser feito.",
            canReturn: "Você fechou a página de pagamento. Se ainda não pagou, pode voltar a ela.",
            again: "Voltar ao pagamento",
            notFound: "Este pagamento não existe, ou o link está incompleto.",
            busy: "Há páginas demais deste pagamento abertas. Feche uma e recarregue esta página."),
    ]
}
