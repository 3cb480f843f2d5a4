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
        let lines = providerTextTable.split(separator: "\n").map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
        guard let names = lines.first else { return [:] }
        let entries = lines.dropFirst().map { cells in
            (cells[0], Dictionary(uniqueKeysWithValues: zip(names, cells).dropFirst().map { ($0, $1) }))
        }
        return Dictionary(uniqueKeysWithValues: entries)
    }()
}

/// key | English | French | Arabic | Spanish | Portuguese. What stands in {braces} is filled in.
private let providerTextTable = """
    key | en | fr | ar | es | pt
    test | Test mode | Mode test | وضع التجربة | Modo de prueba | Modo de teste
    name.wallet | {wallet} · test wallet | {wallet} · portefeuille de test | {wallet} · محفظة اختبار | {wallet} · billetera de prueba | {wallet} · carteira de teste
    name.card | Test card page | Page carte de test | صفحة بطاقة تجريبية | Página de tarjeta de prueba | Página de cartão de teste
    name.session | Test checkout | Caisse de test | صفحة دفع تجريبية | Pago de prueba | Pagamento de teste
    name.3ds | Test bank | Banque de test | مصرف تجريبي | Banco de prueba | Banco de teste
    name.challenge | Test bank | Banque de test | مصرف تجريبي | Banco de prueba | Banco de teste
    name.code | Test bank app | Application bancaire de test | تطبيق مصرفي تجريبي | App bancaria de prueba | App de banco de teste
    name.voucher | Test counter | Guichet de test | شباك تجريبي | Ventanilla de prueba | Guichê de teste
    name.bank | Test bank | Banque de test | مصرف تجريبي | Banco de prueba | Banco de teste
    name.reauthorization | Test bank | Banque de test | مصرف تجريبي | Banco de prueba | Banco de teste
    name.simulator | Simulator | Simulateur | محاكي | Simulador | Simulador
    to | Payment to {merchant} | Paiement à {merchant} | دفع إلى {merchant} | Pago a {merchant} | Pagamento a {merchant}
    ask.wallet | For real money, the payer approves in the wallet’s app. In test mode, you decide here. | En réel, le payeur valide dans l’application du portefeuille. En mode test, c’est vous qui décidez ici. | في الوضع الحقيقي يوافق الدافع في تطبيق المحفظة. في وضع التجربة القرار لك هنا. | Con dinero real, el pagador aprueba en la app de la billetera. En modo de prueba, usted decide aquí. | Com dinheiro real, o pagador aprova no app da carteira. No modo de teste, você decide aqui.
    ask.card | For real money, the card is typed here and stays with the provider. In test mode no card is asked for: choose what it does. | En réel, la carte est saisie ici et reste chez le prestataire. En mode test, aucune carte n’est demandée : choisissez ce qu’elle fait. | في الوضع الحقيقي تُكتب البطاقة هنا وتبقى لدى مقدم الخدمة. في وضع التجربة لا تُطلب أي بطاقة: اختر ما تفعله. | Con dinero real, la tarjeta se escribe aquí y se queda con el proveedor. En modo de prueba no se pide ninguna: elija qué hace. | Com dinheiro real, o cartão é digitado aqui e fica com o provedor. No modo de teste nenhum é pedido: escolha o que ele faz.
    ask.session | For real money, the provider’s own checkout is here. In test mode, you decide. | En réel, la caisse du prestataire est ici. En mode test, c’est vous qui décidez. | في الوضع الحقيقي تظهر هنا صفحة دفع مقدم الخدمة. في وضع التجربة القرار لك. | Con dinero real, aquí está el pago del proveedor. En modo de prueba, usted decide. | Com dinheiro real, aqui fica o pagamento do provedor. No modo de teste, você decide.
    ask.3ds | Your bank asks who pays. In test mode the code is {code}. | Votre banque vérifie qui paie. En mode test, le code est {code}. | يتحقق مصرفك من هوية الدافع. في وضع التجربة الرمز هو {code}. | Su banco pregunta quién paga. En modo de prueba el código es {code}. | Seu banco pergunta quem paga. No modo de teste o código é {code}.
    ask.challenge | Your bank asks who pays: type the code it sent you. In test mode {code} is right, 1111 fails the check, 2222 is refused, 3333 finds no check available, 4444 is only attempted. | Votre banque vérifie qui paie : saisissez le code reçu. En mode test, {code} est le bon, 1111 échoue, 2222 est refusé, 3333 dit la vérification indisponible, 4444 la laisse à l’état de tentative. | يتحقق مصرفك من هوية الدافع: اكتب الرمز الذي أرسله. في وضع التجربة {code} هو الصحيح، و1111 يفشل التحقق، و2222 يُرفض، و3333 لا تحقق متاح، و4444 محاولة فقط. | Su banco pregunta quién paga: escriba el código que le envió. En modo de prueba {code} es el correcto, 1111 falla, 2222 se rechaza, 3333 no encuentra verificación disponible y 4444 queda en intento. | Seu banco pergunta quem paga: digite o código que ele enviou. No modo de teste {code} é o certo, 1111 falha, 2222 é recusado, 3333 não encontra verificação disponível e 4444 fica só na tentativa.
    ask.code | For real money, the payer scans or pastes the code in a bank’s app. In test mode, you decide here. | En réel, le payeur scanne ou colle le code dans l’application de sa banque. En mode test, c’est vous qui décidez ici. | في الوضع الحقيقي يمسح الدافع الرمز أو يلصقه في تطبيق مصرفه. في وضع التجربة القرار لك هنا. | Con dinero real, el pagador escanea o pega el código en la app de su banco. En modo de prueba, usted decide aquí. | Com dinheiro real, o pagador lê ou cola o código no app do banco. No modo de teste, você decide aqui.
    ask.voucher | For real money, the payer pays the voucher at a counter or in a bank’s app. In test mode, you decide here. | En réel, le payeur règle le bon à un guichet ou dans l’application de sa banque. En mode test, c’est vous qui décidez ici. | في الوضع الحقيقي يدفع الدافع القسيمة عند الشباك أو في تطبيق مصرفه. في وضع التجربة القرار لك هنا. | Con dinero real, el pagador paga el cupón en una ventanilla o en la app de su banco. En modo de prueba, usted decide aquí. | Com dinheiro real, o pagador paga o boleto num guichê ou no app do banco. No modo de teste, você decide aqui.
    ask.bank | For real money, the payer signs in to the bank here. In test mode, you decide. | En réel, le payeur s’identifie ici auprès de sa banque. En mode test, c’est vous qui décidez. | في الوضع الحقيقي يسجل الدافع الدخول إلى مصرفه هنا. في وضع التجربة القرار لك. | Con dinero real, el pagador entra aquí en su banco. En modo de prueba, usted decide. | Com dinheiro real, o pagador entra aqui no banco. No modo de teste, você decide.
    unconfigured | No 3-D Secure provider is set up for this payment. Go back to the shop. | Aucun prestataire 3-D Secure n’est configuré pour ce paiement. Revenez à la boutique. | لا يوجد مقدم خدمة ‎3-D Secure مهيأ لهذا الدفع. عد إلى المتجر. | Este pago no tiene proveedor de 3-D Secure. Vuelva a la tienda. | Este pagamento não tem provedor de 3-D Secure. Volte à loja.
    ask.reauthorization | The card must be authorised again, which no page of the sandbox can do. | La carte doit être autorisée à nouveau, ce qu’aucune page du bac à sable ne sait faire. | يجب تفويض البطاقة من جديد، ولا تستطيع أي صفحة تجريبية ذلك. | La tarjeta debe autorizarse de nuevo, y ninguna página de prueba puede hacerlo. | O cartão precisa ser autorizado de novo, e nenhuma página de teste consegue.
    ask.simulator | Decide for the bank, without its questions. | Décidez à la place de la banque, sans ses questions. | قرر بدلاً من المصرف دون أسئلته. | Decida por el banco, sin sus preguntas. | Decida pelo banco, sem as perguntas dele.
    code | Security code | Code de sécurité | رمز الأمان | Código de seguridad | Código de segurança
    wrong | Wrong code. Tries left: {n}. | Code incorrect. Essais restants : {n}. | رمز غير صحيح. المحاولات المتبقية: {n}. | Código incorrecto. Intentos restantes: {n}. | Código errado. Tentativas restantes: {n}.
    approve | Approve | Valider | موافقة | Aprobar | Aprovar
    approve_later | Approve, confirmed later | Valider, confirmé plus tard | موافقة مع تأكيد لاحق | Aprobar, con confirmación posterior | Aprovar, com confirmação depois
    challenge | Approve with a 3-D Secure check | Valider avec une vérification 3-D Secure | موافقة مع تحقق ‎3-D Secure | Aprobar con verificación 3-D Secure | Aprovar com verificação 3-D Secure
    insufficient_funds | Refuse: not enough money | Refuser : solde insuffisant | رفض: الرصيد غير كافٍ | Rechazar: fondos insuficientes | Recusar: saldo insuficiente
    refuse | Refuse | Refuser | رفض | Rechazar | Recusar
    decline | Refuse | Refuser | رفض | Rechazar | Recusar
    pay | Pay | Payer | دفع | Pagar | Pagar
    expire | Let it expire now | Le laisser expirer maintenant | دعه ينتهي الآن | Dejar que venza ahora | Deixar vencer agora
    leave | Go back without deciding | Revenir sans décider | العودة دون قرار | Volver sin decidir | Voltar sem decidir
    left | Nothing was decided. You can go back to the shop, and come back to this page. | Rien n’a été décidé. Vous pouvez revenir à la boutique, puis à cette page. | لم يُتخذ أي قرار. يمكنك العودة إلى المتجر ثم إلى هذه الصفحة. | No se decidió nada. Puede volver a la tienda y regresar a esta página. | Nada foi decidido. Você pode voltar à loja e a esta página.
    done.approved | Approved. You can go back to the shop. | Validé. Vous pouvez revenir à la boutique. | تمت الموافقة. يمكنك العودة إلى المتجر. | Aprobado. Puede volver a la tienda. | Aprovado. Você pode voltar à loja.
    done.refused | Refused. You can go back to the shop. | Refusé. Vous pouvez revenir à la boutique. | تم الرفض. يمكنك العودة إلى المتجر. | Rechazado. Puede volver a la tienda. | Recusado. Você pode voltar à loja.
    done.expired | Expired. You can go back to the shop. | Expiré. Vous pouvez revenir à la boutique. | انتهت الصلاحية. يمكنك العودة إلى المتجر. | Vencido. Puede volver a la tienda. | Vencido. Você pode voltar à loja.
    done.challenge | The check is over. You can go back to the shop: it knows the outcome. | La vérification est terminée. Vous pouvez revenir à la boutique : elle connaît l’issue. | انتهى التحقق. يمكنك العودة إلى المتجر فهو يعرف النتيجة. | La verificación terminó. Puede volver a la tienda: conoce el resultado. | A verificação terminou. Você pode voltar à loja: ela conhece o resultado.
    done.noted | Noted. You can go back to the shop: it will learn the outcome. | C’est noté. Vous pouvez revenir à la boutique : elle connaîtra l’issue. | تم التسجيل. يمكنك العودة إلى المتجر وسيعرف النتيجة. | Anotado. Puede volver a la tienda: conocerá el resultado. | Anotado. Você pode voltar à loja: ela saberá o resultado.
    back | Back to the shop | Retour à la boutique | العودة إلى المتجر | Volver a la tienda | Voltar à loja
    gone | This page is not valid any more. Go back to the shop. | Cette page n’est plus valable. Revenez à la boutique. | هذه الصفحة لم تعد صالحة. عد إلى المتجر. | Esta página ya no es válida. Vuelva a la tienda. | Esta página não é mais válida. Volte à loja.
    foreign | This came from another site, so nothing was done. | Cela venait d’un autre site : rien n’a été fait. | جاء هذا الطلب من موقع آخر فلم يُنفذ شيء. | Esto vino de otro sitio: no se hizo nada. | Isto veio de outro site: nada foi feito.
    """
