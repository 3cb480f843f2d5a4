// The error catalogue as data: code | type | can trying again help | English | French | Arabic.
// `{name}` is filled in; `{n?# try/# tries}` is the form that goes with a count. What only a
// merchant's server meets has no Arabic.

let wajubErrorTable = """
    insufficient_funds | payment_error | yes | Insufficient balance. Try another number or method. | Solde insuffisant. Essayez un autre numéro ou un autre moyen. | الرصيد غير كافٍ. جرّب رقمًا آخر أو وسيلة دفع أخرى.
    payment_declined | payment_error | yes | The payment was declined. Nothing was charged. | Le paiement a été refusé. Rien n'a été débité. | رُفضت عملية الدفع. لم يُخصم أي مبلغ.
    payment_attempt_ended | payment_error | yes | The payment was not approved. Nothing was charged. | Le paiement n'a pas été validé. Rien n'a été débité. | لم تتم الموافقة على الدفع. لم يُخصم أي مبلغ.
    payment_failed | payment_error | no | The payment failed. | Le paiement a échoué. | فشلت عملية الدفع.
    payment_cancelled | payment_error | no | This payment was cancelled. | Ce paiement a été annulé. | أُلغيت عملية الدفع هذه.
    shield_blocked | payment_error | no | This payment was blocked for security reasons. Reference: {ref} | Ce paiement a été bloqué pour des raisons de sécurité. Référence : {ref} | حُظرت عملية الدفع هذه لأسباب أمنية. الرقم المرجعي: {ref}
    merchant_restricted | payment_error | no | This merchant cannot accept payments right now. | Ce marchand ne peut pas encaisser pour le moment. | لا يستطيع هذا المتجر استلام المدفوعات حاليًا.
    rate_limited | rate_limit_error | yes | Too many attempts. Try again in a moment. | Trop de tentatives. Réessayez dans un instant. | محاولات كثيرة. أعد المحاولة بعد قليل.
    session_terminal_expired | invalid_request_error | no | This payment has expired. | Ce paiement a expiré. | انتهت صلاحية عملية الدفع هذه.
    session_not_found | authentication_error | no | This payment could not be found. | Ce paiement est introuvable. | تعذّر العثور على عملية الدفع هذه.
    unsupported_action | payment_error | yes | This method needs a step that is not available here. | Ce moyen demande une étape indisponible ici. | تتطلب هذه الوسيلة خطوة غير متاحة هنا.
    redirect_unavailable | api_error | yes | The payment page could not be opened. | La page de paiement n'a pas pu s'ouvrir. | تعذّر فتح صفحة الدفع.
    security_check_failed | payment_error | yes | The security check failed. Nothing was charged. | La vérification de sécurité a échoué. Rien n'a été débité. | فشل التحقق الأمني. لم يُخصم أي مبلغ.
    not_processable | invalid_request_error | yes | The payment could not be started. | Le paiement n'a pas pu être lancé. | تعذّر بدء عملية الدفع.
    validation_error | invalid_request_error | yes | Check the information entered. | Vérifiez les informations saisies. | تحقّق من المعلومات المُدخلة.
    load_error | api_error | yes | The payment could not be loaded. | Le paiement n'a pas pu être chargé. | تعذّر تحميل عملية الدفع.
    no_payment_method | invalid_request_error | no | No payment method is available. | Aucun moyen de paiement disponible. | لا توجد وسيلة دفع متاحة.
    sheet_already_presented | invalid_request_error | no | A payment sheet is already open. | Une interface de paiement est déjà ouverte. | شاشة الدفع مفتوحة بالفعل.
    network_error | api_error | yes | Connection problem. Check your network and try again. | Problème de connexion. Vérifiez votre réseau et réessayez. | مشكلة في الاتصال. تحقّق من الشبكة وأعد المحاولة.
    server_error | api_error | yes | The service is unavailable. | Le service est indisponible. | الخدمة غير متاحة حاليًا.
    payment_error | payment_error | yes | The payment could not be completed. | Le paiement n'a pas pu aboutir. | تعذّر إتمام عملية الدفع.
    missing_fields | invalid_request_error | yes | More information is needed. | Des informations manquent. | يلزم مزيد من المعلومات.
    operator_mismatch | invalid_request_error | yes | This number belongs to {op}. | Ce numéro appartient à {op}. | هذا الرقم تابع لـ {op}.
    invalid_phone | invalid_request_error | yes | Enter a valid number. | Saisissez un numéro valide. | أدخل رقمًا صحيحًا.
    invalid_code | invalid_request_error | yes | Wrong code. {n?# try/# tries} left. | Code incorrect. Il reste {n?# essai/# essais}. | الرمز غير صحيح. {n?لم تتبقَّ أي محاولة/تبقّت محاولة واحدة/تبقّت محاولتان/تبقّت # محاولات/تبقّت # محاولة/تبقّت # محاولة}.
    step_expired | payment_error | yes | The code has expired. | Le code a expiré. | انتهت صلاحية الرمز.
    step_attempts_exhausted | payment_error | yes | Too many wrong codes. | Trop de codes incorrects. | أُدخلت رموز خاطئة أكثر من المسموح به.
    not_cancellable | invalid_request_error | no | This payment can no longer be cancelled. | Ce paiement ne peut plus être annulé. | لم يعد إلغاء عملية الدفع هذه ممكنًا.
    bad_request | invalid_request_error | no | The request cannot be read as HTTP. | La requête n’est pas lisible en HTTP.
    upgrade_required | invalid_request_error | no | A WebSocket (version 13) is spoken at this address. | Cette adresse parle WebSocket (version 13).
    headers_too_large | invalid_request_error | no | The header fields are too large. | Les en-têtes sont trop volumineux.
    expectation_failed | invalid_request_error | no | This Expect header cannot be met. | Cet en-tête Expect ne peut être satisfait.
    not_implemented | invalid_request_error | no | This method is not known. | Cette méthode est inconnue.
    version_not_supported | invalid_request_error | no | Use HTTP/1.1. | Utilisez HTTP/1.1.
    invalid_card_number | invalid_request_error | yes | Check the card number. | Vérifiez le numéro de la carte. | تحقّق من رقم البطاقة.
    invalid_expiry | invalid_request_error | yes | Check the expiry date. | Vérifiez la date d’expiration. | تحقّق من تاريخ انتهاء الصلاحية.
    invalid_security_code | invalid_request_error | yes | Check the security code. | Vérifiez le code de sécurité. | تحقّق من رمز الأمان.
    unknown_channel | invalid_request_error | yes | This method is not available for this payment. | Ce moyen n’est pas disponible pour ce paiement. | هذه الوسيلة غير متاحة لعملية الدفع هذه.
    unknown_operator | invalid_request_error | yes | This operator is not available. | Cet opérateur n’est pas disponible. | هذا المشغّل غير متاح.
    attempt_in_progress | invalid_request_error | yes | A payment attempt is already running. | Une tentative de paiement est déjà en cours. | هناك محاولة دفع جارية بالفعل.
    idempotency_conflict | invalid_request_error | no | This Idempotency-Key was used with another request. | Cette Idempotency-Key a servi à une autre requête.
    idempotency_in_progress | invalid_request_error | yes | A request with this Idempotency-Key is still running. Send it again in a moment. | Une requête avec cette Idempotency-Key est encore en cours. Renvoyez-la dans un instant.
    idempotency_key_invalid | invalid_request_error | no | Idempotency-Key must be 1 to 255 visible ASCII characters. | Idempotency-Key doit compter de 1 à 255 caractères ASCII visibles.
    invalid_json | invalid_request_error | no | The body is not valid JSON: {detail}. | Le corps n’est pas un JSON valide : {detail}.
    unknown_field | invalid_request_error | no | This field is not known. | Ce champ est inconnu.
    payload_too_large | invalid_request_error | no | The body is larger than {limit}. | Le corps dépasse {limit}.
    unsupported_media_type | invalid_request_error | no | Send the body as application/json. | Envoyez le corps en application/json.
    not_found | invalid_request_error | no | Nothing was found at this address, or under this id. | Rien n’a été trouvé à cette adresse, ou sous cet identifiant. | لم يُعثر على شيء في هذا العنوان.
    method_not_allowed | invalid_request_error | no | This address does not take this method. The Allow header names those it takes. | Cette adresse n’accepte pas cette méthode. L’en-tête Allow nomme celles qu’elle accepte.
    unauthorized | authentication_error | no | Send a secret key that works in the Authorization header: this one is missing, unknown or revoked. | Envoyez une clé secrète valable dans l’en-tête Authorization : celle-ci manque, est inconnue ou révoquée.
    token_required | authentication_error | no | Payment session token required. | Payment session token required.
    forbidden | authentication_error | no | This key may not do this. | Cette clé n’en a pas le droit.
    refund_not_possible | invalid_request_error | no | This payment cannot be refunded, or not by that amount. | Ce paiement ne peut pas être remboursé, ou pas de ce montant.
    service_unavailable | api_error | yes | The service cannot store anything right now. Nothing was done; send the request again. | Le service ne peut rien enregistrer pour le moment. Rien n’a été fait ; renvoyez la requête. | لا تستطيع الخدمة حفظ أي شيء حاليًا. لم يُنفَّذ أي إجراء. أعد المحاولة.
    internal_error | api_error | yes | Something went wrong on our side. | Une erreur est survenue de notre côté. | حدث خطأ من جانبنا.
    request_timeout | api_error | yes | The request took too long to arrive. | La requête a mis trop de temps à arriver. | استغرق وصول الطلب وقتًا طويلًا.
    """
