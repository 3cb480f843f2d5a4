import Kernel

/// The gallery's words in three languages.
struct GalleryTexts {
    private let column: Int

    init(_ language: Language) {
        column = [Language.english: 0, .french: 1, .arabic: 2][language] ?? 0
    }

    subscript(_ key: String) -> String { Self.table[key]?[column] ?? key }

    private static let table: [String: [String]] = [
        "shop": ["Star Shop", "Boutique Étoile", "متجر النجمة"],
        "test_mode": ["Test mode", "Mode test", "وضع الاختبار"],
        "close": ["Close", "Fermer", "إغلاق"], "back": ["Back", "Retour", "رجوع"],
        "fees": ["fees included", "frais compris", "شامل الرسوم"],
        "secured": ["Secured by Comptoir", "Sécurisé par Comptoir", "مؤمَّن بواسطة Comptoir"],
        "cancel": ["Cancel the payment", "Annuler le paiement", "إلغاء الدفع"],
        "cancel_text": [
            "It can then no longer be paid.", "Il ne pourra plus être payé ensuite.", "لن يكون من الممكن دفعه بعد ذلك.",
        ],
        "keep": ["Keep it", "Le garder", "الاحتفاظ به"],
        "choose": ["How do you want to pay?", "Comment voulez-vous payer ?", "كيف تريد أن تدفع؟"],
        "mobile": ["Mobile Money", "Mobile Money", "الدفع عبر الهاتف"],
        "card": ["Bank card", "Carte bancaire", "بطاقة بنكية"],
        "wallet": ["Wallet", "Portefeuille", "محفظة"],
        "unavailable": [
            "Not available for this amount", "Indisponible pour ce montant", "غير متاح لهذا المبلغ",
        ],
        "country": ["Country", "Pays", "البلد"], "search": ["Search a country", "Chercher un pays", "ابحث عن بلد"],
        "none": ["No country found", "Aucun pays trouvé", "لم يُعثر على أي بلد"],
        "operator": ["Operator", "Opérateur", "المشغّل"],
        "number_label": ["Phone number", "Numéro de téléphone", "رقم الهاتف"],
        "phone_help": [
            "The number that will be debited.", "Le numéro qui sera débité.", "الرقم الذي سيُخصم منه المبلغ.",
        ],
        "phone_error": [
            "This number is too short.", "Ce numéro est trop court.", "هذا الرقم قصير جدًا.",
        ],
        "number_error": ["Check this number.", "Vérifiez ce numéro.", "تحقق من هذا الرقم."],
        "pay": ["Pay 25 500 FCFA", "Payer 25 500 FCFA", "ادفع 25 500 فرنك"],
        "page": ["Continue the payment", "Continuer le paiement", "متابعة الدفع"],
        "elapsed": ["Time elapsed", "Temps écoulé", "الوقت المنقضي"],
        "dial": ["Dial this code", "Composez ce code", "اطلب هذا الرمز"],
        "approve": [
            "Approve the payment on your phone", "Validez le paiement sur votre téléphone", "وافق على الدفع من هاتفك",
        ],
        "waiting_more": [
            "Enter your secret code when your operator asks. You may close this page: the payment goes on.",
            "Saisissez votre code secret quand votre opérateur le demande. Vous pouvez fermer cette page : le paiement continue.",
            "أدخل رمزك السري عندما يطلبه المشغّل. يمكنك إغلاق هذه الصفحة: سيستمر الدفع.",
        ],
        "paid": ["Payment received", "Paiement reçu", "تم استلام الدفعة"],
        "paid_more": ["Thank you.", "Merci.", "شكرًا لك."],
        "refused": ["The payment was refused", "Le paiement a été refusé", "رُفضت عملية الدفع"],
        "refused_more": [
            "Your balance is too low. Nothing was debited; try another number or another method.",
            "Votre solde est insuffisant. Rien n’a été débité ; essayez un autre numéro ou un autre moyen.",
            "رصيدك غير كافٍ. لم يُخصم أي مبلغ؛ جرّب رقمًا آخر أو وسيلة أخرى.",
        ],
        "again": ["Try again", "Réessayer", "أعد المحاولة"],
        "other": ["Choose another method", "Choisir un autre moyen", "اختر وسيلة أخرى"],
        "done": ["Done", "Terminé", "تم"],
        "loading": ["Loading the payment", "Chargement du paiement", "جارٍ تحميل الدفعة"],
        "method": ["Method", "Moyen", "الوسيلة"], "reference": ["Reference", "Référence", "المرجع"],
        "copy": ["Copy", "Copier", "نسخ"],
        "warning": [
            "This number looks like Orange’s.", "Ce numéro ressemble à un numéro Orange.",
            "يبدو أن هذا الرقم تابع لأورنج.",
        ],
        "card_number": ["Card number", "Numéro de carte", "رقم البطاقة"],
        "expiry": ["Expiry date", "Date d’expiration", "تاريخ الانتهاء"],
        "expiry_hint": ["MM / YY", "MM / AA", "MM / YY"],
        "security": ["Security code", "Code de sécurité", "رمز الأمان"],
        "holder": ["Name on the card", "Nom sur la carte", "الاسم على البطاقة"],
        "email": ["E-mail", "E-mail", "البريد الإلكتروني"],
        "email_help": ["For the receipt.", "Pour le reçu.", "لإرسال الإيصال."],
        "otp": ["Code received by SMS", "Code reçu par SMS", "الرمز المستلم برسالة"],
        "pin": ["Secret code", "Code secret", "الرمز السري"],
        "save": ["Remember this card", "Se souvenir de cette carte", "تذكّر هذه البطاقة"],
        "pix": ["Pay with PIX", "Payer avec PIX", "ادفع عبر PIX"],
        "pix_more": [
            "Scan the code with your bank’s app, or copy it and paste it there.",
            "Scannez le code avec l’application de votre banque, ou copiez-le et collez-le dedans.",
            "امسح الرمز بتطبيق مصرفك، أو انسخه والصقه هناك.",
        ],
        "pix_label": ["PIX code to scan", "Code PIX à scanner", "رمز PIX للمسح"],
        "pix_code": ["PIX code", "Code PIX", "رمز PIX"],
        "pix_copy": ["Copy the code", "Copier le code", "انسخ الرمز"],
        "pix_copied": ["Code copied", "Code copié", "تم نسخ الرمز"],
        "left": ["Expires in", "Expire dans", "ينتهي خلال"],
        "expires": ["Expires 12/30", "Expire 12/30", "تنتهي 12/30"],
        "remove": ["Remove", "Retirer", "إزالة"],
        "bank": ["Your bank checks the card", "Votre banque vérifie la carte", "مصرفك يتحقق من البطاقة"],
        "city": ["City", "Ville", "المدينة"],
    ]
}
