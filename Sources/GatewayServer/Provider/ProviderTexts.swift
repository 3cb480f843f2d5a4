import Kernel

/// The words of the sandbox's provider pages. A language that a row lacks reads English.
struct ProviderTexts: Sendable {
    let language: Language

    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String {
        let row = Self.rows[key] ?? [:]
        let words = row[language.rawValue] ?? row["en"] ?? key
        return values.reduce(words) { $0.replacingOccurrences(of: "{\($1.key)}", with: $1.value) }
    }

    static let rows: [String: [String: String]] = {
        func row(_ cells: [String], _ languages: [Language]) -> (String, [String: String]) {
            (cells[0], Dictionary(uniqueKeysWithValues: zip(languages.map(\.rawValue), cells.dropFirst())))
        }
        let first = TextTable.cells(providerTextTable).map { row($0, TextTable.first) }
        let more = Dictionary(
            uniqueKeysWithValues: TextTable.cells(providerTextTableIberian).map { row($0, TextTable.iberian) })
        return Dictionary(
            uniqueKeysWithValues: first.map { key, words in
                (key, words.merging(more[key] ?? [:]) { own, _ in own })
            })
    }()
}

/// key | English | French | Arabic. What stands in {braces} is filled in.
private let providerTextTable = """
    test | Test mode | Mode test | وضع التجربة
    name.wallet | {wallet} · test wallet | {wallet} · portefeuille de test | {wallet} · محفظة اختبار
    name.card | Test card page | Page carte de test | صفحة بطاقة تجريبية
    name.session | Test checkout | Caisse de test | صفحة دفع تجريبية
    name.3ds | Test bank | Banque de test | مصرف تجريبي
    name.code | Test bank app | Application bancaire de test | تطبيق مصرفي تجريبي
    name.voucher | Test counter | Guichet de test | شباك تجريبي
    name.bank | Test bank | Banque de test | مصرف تجريبي
    name.reauthorization | Test bank | Banque de test | مصرف تجريبي
    name.simulator | Simulator | Simulateur | محاكي
    to | Payment to {merchant} | Paiement à {merchant} | دفع إلى {merchant}
    ask.wallet | For real money, the payer approves in the wallet’s app. In test mode, you decide here. | En réel, le payeur valide dans l’application du portefeuille. En mode test, c’est vous qui décidez ici. | في الوضع الحقيقي يوافق الدافع في تطبيق المحفظة. في وضع التجربة القرار لك هنا.
    ask.card | For real money, the card is typed here and stays with the provider. In test mode no card is asked for: choose what it does. | En réel, la carte est saisie ici et reste chez le prestataire. En mode test, aucune carte n’est demandée : choisissez ce qu’elle fait. | في الوضع الحقيقي تُكتب البطاقة هنا وتبقى لدى مقدم الخدمة. في وضع التجربة لا تُطلب أي بطاقة: اختر ما تفعله.
    ask.session | For real money, the provider’s own checkout is here. In test mode, you decide. | En réel, la caisse du prestataire est ici. En mode test, c’est vous qui décidez. | في الوضع الحقيقي تظهر هنا صفحة دفع مقدم الخدمة. في وضع التجربة القرار لك.
    ask.3ds | Your bank asks who pays. In test mode the code is {code}. | Votre banque vérifie qui paie. En mode test, le code est {code}. | يتحقق مصرفك من هوية الدافع. في وضع التجربة الرمز هو {code}.
    ask.challenge | Your bank asks who pays: type the code it sent you. In test mode {code} is right, 1111 fails the check, 2222 is refused, 3333 finds no check available, 4444 is only attempted. | Votre banque vérifie qui paie : saisissez le code reçu. En mode test, {code} est le bon, 1111 échoue, 2222 est refusé, 3333 dit la vérification indisponible, 4444 la laisse à l’état de tentative. | يتحقق مصرفك من هوية الدافع: اكتب الرمز الذي أرسله. في وضع التجربة {code} هو الصحيح، و1111 يفشل التحقق، و2222 يُرفض، و3333 لا تحقق متاح، و4444 محاولة فقط.
    ask.code | For real money, the payer scans or pastes the code in a bank’s app. In test mode, you decide here. | En réel, le payeur scanne ou colle le code dans l’application de sa banque. En mode test, c’est vous qui décidez ici. | في الوضع الحقيقي يمسح الدافع الرمز أو يلصقه في تطبيق مصرفه. في وضع التجربة القرار لك هنا.
    ask.voucher | For real money, the payer pays the voucher at a counter or in a bank’s app. In test mode, you decide here. | En réel, le payeur règle le bon à un guichet ou dans l’application de sa banque. En mode test, c’est vous qui décidez ici. | في الوضع الحقيقي يدفع الدافع القسيمة عند الشباك أو في تطبيق مصرفه. في وضع التجربة القرار لك هنا.
    ask.bank | For real money, the payer signs in to the bank here. In test mode, you decide. | En réel, le payeur s’identifie ici auprès de sa banque. En mode test, c’est vous qui décidez. | في الوضع الحقيقي يسجل الدافع الدخول إلى مصرفه هنا. في وضع التجربة القرار لك.
    unconfigured | No 3-D Secure provider is set up for this payment. Go back to the shop. | Aucun prestataire 3-D Secure n’est configuré pour ce paiement. Revenez à la boutique. | لا يوجد مقدم خدمة ‎3-D Secure مهيأ لهذا الدفع. عد إلى المتجر.
    ask.reauthorization | The card must be authorised again, which no page of the sandbox can do. | La carte doit être autorisée à nouveau, ce qu’aucune page du bac à sable ne sait faire. | يجب تفويض البطاقة من جديد، ولا تستطيع أي صفحة تجريبية ذلك.
    ask.simulator | Decide for the bank, without its questions. | Décidez à la place de la banque, sans ses questions. | قرر بدلاً من المصرف دون أسئلته.
    code | Security code | Code de sécurité | رمز الأمان
    wrong | Wrong code. Tries left: {n}. | Code incorrect. Essais restants : {n}. | رمز غير صحيح. المحاولات المتبقية: {n}.
    approve | Approve | Valider | موافقة
    approve_later | Approve, confirmed later | Valider, confirmé plus tard | موافقة مع تأكيد لاحق
    challenge | Approve with a 3-D Secure check | Valider avec une vérification 3-D Secure | موافقة مع تحقق ‎3-D Secure
    insufficient_funds | Refuse: not enough money | Refuser : solde insuffisant | رفض: الرصيد غير كافٍ
    refuse | Refuse | Refuser | رفض
    decline | Refuse | Refuser | رفض
    pay | Pay | Payer | دفع
    expire | Let it expire now | Le laisser expirer maintenant | دعه ينتهي الآن
    leave | Go back without deciding | Revenir sans décider | العودة دون قرار
    left | Nothing was decided. You can go back to the shop, and come back to this page. | Rien n’a été décidé. Vous pouvez revenir à la boutique, puis à cette page. | لم يُتخذ أي قرار. يمكنك العودة إلى المتجر ثم إلى هذه الصفحة.
    done.approved | Approved. You can go back to the shop. | Validé. Vous pouvez revenir à la boutique. | تمت الموافقة. يمكنك العودة إلى المتجر.
    done.refused | Refused. You can go back to the shop. | Refusé. Vous pouvez revenir à la boutique. | تم الرفض. يمكنك العودة إلى المتجر.
    done.expired | Expired. You can go back to the shop. | Expiré. Vous pouvez revenir à la boutique. | انتهت الصلاحية. يمكنك العودة إلى المتجر.
    done.challenge | The check is over. You can go back to the shop: it knows the outcome. | La vérification est terminée. Vous pouvez revenir à la boutique : elle connaît l’issue. | انتهى التحقق. يمكنك العودة إلى المتجر فهو يعرف النتيجة.
    done.noted | Noted. You can go back to the shop: it will learn the outcome. | C’est noté. Vous pouvez revenir à la boutique : elle connaîtra l’issue. | تم التسجيل. يمكنك العودة إلى المتجر وسيعرف النتيجة.
    back | Back to the shop | Retour à la boutique | العودة إلى المتجر
    gone | This page is not valid any more. Go back to the shop. | Cette page n’est plus valable. Revenez à la boutique. | هذه الصفحة لم تعد صالحة. عد إلى المتجر.
    foreign | This came from another site, so nothing was done. | Cela venait d’un autre site : rien n’a été fait. | جاء هذا الطلب من موقع آخر فلم يُنفذ شيء.
    """
