// The words of the checkout as data: key | English | French | Arabic.
// `{name}` is filled in; `{n?# try/# tries}` is the form that goes with a count (``Language/fill(_:_:)``).

let checkoutTextTable = """
    payment | Payment | Paiement | الدفع
    the_shop | the shop | le marchand | المتجر
    test_mode | Test mode | Mode test | وضع التجربة
    secured_by | Secured by {name} | Sécurisé par {name} | مؤمَّن بواسطة {name}
    fees_included | fees included | frais compris | شاملةً الرسوم
    close | Close | Fermer | إغلاق
    back | Back | Retour | رجوع
    next | Next | Suivant | التالي
    retry | Try again | Réessayer | إعادة المحاولة
    done | Done | Terminé | تم

    loading | Loading the payment… | Chargement du paiement… | جارٍ تحميل عملية الدفع…
    load_error_title | Payment unavailable | Paiement indisponible | الدفع غير متاح

    methods_title | Choose how to pay | Choisissez comment payer | اختر طريقة الدفع
    mobile_money | Mobile Money | Mobile Money | محفظة الهاتف
    list_comma | , | , | ،
    mobile_money_detail | You approve on your phone | Vous validez sur votre téléphone | توافق على الدفع من هاتفك
    card_detail | Bank card | Carte bancaire | بطاقة مصرفية
    card_page_detail | On a secure payment page | Sur une page de paiement sécurisée | على صفحة دفع آمنة
    wallet_detail | In the {name} app | Dans l’application {name} | في تطبيق {name}

    country | Country | Pays | البلد
    country_search | Search for a country | Rechercher un pays | ابحث عن بلد
    country_none | No country found | Aucun pays trouvé | لم يُعثر على أي بلد
    phone | Phone number | Numéro de téléphone | رقم الهاتف
    operator | Operator | Opérateur | المشغّل
    test_number | Test number: {number} | Numéro de test : {number} | رقم للتجربة: {number}
    test_card | Test card: {number} | Carte de test : {number} | بطاقة للتجربة: {number}
    test_go_on | In test mode you can go on. | En mode test, vous pouvez continuer. | يمكنك المتابعة في وضع التجربة.

    pay | Pay {amount} | Payer {amount} | ادفع {amount}
    pay_plain | Pay | Payer | ادفع
    pay_by_card | Pay by card | Payer par carte | ادفع بالبطاقة

    card_title | Card payment | Paiement par carte | الدفع بالبطاقة
    card_number | Card number | Numéro de carte | رقم البطاقة
    card_expiry | Expiry date | Date d’expiration | تاريخ الانتهاء
    card_expiry_hint | MM/YY | MM/AA | MM/YY
    card_code | Security code | Code de sécurité | رمز الأمان
    card_code_back | 3 digits on the back | 3 chiffres au dos | 3 أرقام على ظهر البطاقة
    card_code_front | 4 digits on the front | 4 chiffres au recto | 4 أرقام على وجه البطاقة
    card_holder | Name on the card | Nom sur la carte | الاسم على البطاقة
    card_holder_optional | Name on the card (optional) | Nom sur la carte (facultatif) | الاسم على البطاقة (اختياري)
    card_saved_text | Confirm with the security code of your card. | Confirmez avec le code de sécurité de votre carte. | أكّد برمز أمان بطاقتك.
    card_save | Keep this card for my next payments | Garder cette carte pour mes prochains paiements | احفظ هذه البطاقة لدفعاتي القادمة
    card_saved | Saved | Enregistré | محفوظة
    card_remove_title | Remove this card? | Supprimer cette carte ? | إزالة هذه البطاقة؟
    card_remove_text | {name} will not be offered any more. | {name} ne sera plus proposée. | لن تُعرض {name} بعد الآن.
    card_remove_do | Remove | Supprimer | إزالة
    card_keep | Keep it | La garder | الاحتفاظ بها
    methods_unavailable | The ways to pay could not be loaded. | Les moyens de paiement n’ont pas pu être chargés. | تعذّر تحميل وسائل الدفع.
    method_unavailable | Not available for this payment | Indisponible pour ce paiement | غير متاحة لهذا الدفع
    card_remove | Remove {name} | Supprimer {name} | إزالة {name}
    instalments | Instalments | Paiement en plusieurs fois | الأقساط
    instalments_n | {n?# payment/# payments} | {n?# paiement/# paiements} | {n?بلا أقساط/دفعة واحدة/دفعتان/# دفعات/# دفعة/# دفعة}
    device_wallet_detail | With the wallet of this device | Avec le portefeuille de cet appareil | بمحفظة هذا الجهاز
    card_next_screen | You enter your card on the next screen. | Vous saisirez votre carte à l’écran suivant. | ستُدخل بيانات بطاقتك في الشاشة التالية.
    card_next_page | You finish on a secure payment page. | Vous terminerez sur une page de paiement sécurisée. | ستُكمل الدفع على صفحة دفع آمنة.
    wallet_text | You approve the payment in the {name} app. | Vous validerez le paiement dans l’application {name}. | ستوافق على الدفع في تطبيق {name}.

    billing | Billing details | Coordonnées de facturation | بيانات الفوترة
    first_name | First name | Prénom | الاسم الأول
    last_name | Last name | Nom | اسم العائلة
    email | E-mail address | Adresse e-mail | البريد الإلكتروني
    address | Address | Adresse | العنوان
    city | Town | Ville | المدينة
    state | Region | Région | المنطقة
    zip_code | Postal code | Code postal | الرمز البريدي

    progress_title | Payment in progress | Paiement en cours | عملية الدفع جارية
    progress_sending | We are sending your payment. One moment, please. | Nous envoyons votre paiement. Un instant, s’il vous plaît. | نُرسل عملية الدفع. لحظة من فضلك.
    progress_following | We are waiting for the answer. Please do not pay a second time. | Nous attendons la réponse. Ne payez pas une seconde fois. | ننتظر الرد. من فضلك لا تدفع مرة ثانية.
    progress_over | Your payment is still being confirmed. Please do not pay a second time: {merchant} will be told as soon as the answer is known. | Votre paiement est toujours en cours de confirmation. Ne payez pas une seconde fois : {merchant} recevra la réponse dès qu’elle sera connue. | ما زال تأكيد الدفع جاريًا. من فضلك لا تدفع مرة ثانية. سيُبلَّغ {merchant} فور معرفة النتيجة.
    can_close | You can close this screen: the payment goes on. | Vous pouvez fermer cet écran : le paiement continue. | يمكنك إغلاق هذه الشاشة، وستستمر عملية الدفع.
    waiting_answer | Waiting for the answer | En attente de la réponse | في انتظار الرد
    waiting_approval | Waiting for your approval | En attente de votre validation | في انتظار موافقتك
    approval_title | Approve the payment on your phone | Validez le paiement sur votre téléphone | وافق على الدفع من هاتفك
    approval_text | We sent a request to your phone. Approve it with your secret code. | Une demande vient d’arriver sur votre téléphone. Validez-la avec votre code secret. | أرسلنا طلبًا إلى هاتفك. وافق عليه برمزك السري.
    ussd_title | Dial this code on your phone | Composez ce code sur votre téléphone | اطلب هذا الرمز من هاتفك
    ussd_text | Then confirm with your secret code. | Validez ensuite avec votre code secret. | ثم أكّد برمزك السري.
    number | Number | Numéro | الرقم
    redirect_title | Finish on the payment page | Terminez sur la page de paiement | أكمل الدفع على صفحة الدفع
    redirect_text | When you are done, come back here: we check the payment at once. | Quand c’est fait, revenez ici : nous vérifions aussitôt le paiement. | عند الانتهاء عُد إلى هنا، وسنتحقق من الدفع فورًا.
    redirect_wallet_title | Approve the payment in {name} | Validez le paiement dans {name} | وافق على الدفع في {name}
    continue_payment | Continue the payment | Continuer le paiement | متابعة الدفع

    confirm | Confirm | Valider | تأكيد
    otp_title | Enter the code you received | Saisissez le code reçu | أدخل الرمز الذي وصلك
    threeds_title | Enter the code sent by e-mail | Saisissez le code envoyé par e-mail | أدخل الرمز المرسل إلى بريدك الإلكتروني
    pin_title | Enter your PIN | Saisissez votre code secret | أدخل رمزك السري
    phone_title | Confirm your phone number | Confirmez votre numéro de téléphone | أكّد رقم هاتفك
    phone_hint | Begin with + and the country code, such as {example}. | Commencez par + et l’indicatif du pays, par exemple {example}. | ابدأ بعلامة + ورمز البلد، مثل {example}.
    birthday_title | Enter your date of birth | Saisissez votre date de naissance | أدخل تاريخ ميلادك
    address_title | Enter your billing address | Saisissez votre adresse de facturation | أدخل عنوان الفوترة
    code | Code | Code | الرمز
    pin | PIN | Code secret | الرمز السري
    birthday | Date of birth | Date de naissance | تاريخ الميلاد
    birthday_hint | YYYY-MM-DD | AAAA-MM-JJ | YYYY-MM-DD
    sent_to | Sent to {destination} | Envoyé à {destination} | أُرسل إلى {destination}
    step_why | Your bank asks for this to make sure that it is you. | Votre banque le demande pour s’assurer que c’est bien vous. | يطلب مصرفك ذلك للتأكد من هويتك.
    resend | Resend the code | Renvoyer le code | إعادة إرسال الرمز
    resend_in | No code? You can ask for a new one in {n?# second/# seconds}. | Pas de code ? Vous pourrez en demander un autre dans {n?# seconde/# secondes}. | لم يصلك الرمز؟ يمكنك طلب رمز جديد بعد {n?لحظات/ثانية واحدة/ثانيتين/# ثوانٍ/# ثانية/# ثانية}.
    page_title | Confirm with your bank | Confirmez auprès de votre banque | أكّد مع مصرفك
    pix_title | Pay with PIX | Payez avec PIX | ادفع عبر PIX
    pix_text | Scan the code in your bank’s app, or copy it there. | Scannez le code dans l’application de votre banque, ou copiez-le. | امسح الرمز في تطبيق مصرفك أو انسخه إليه.
    pix_image | QR code to pay with PIX | Code QR pour payer avec PIX | رمز QR للدفع عبر PIX
    pix_code | PIX code | Code PIX | رمز PIX
    pix_can_close | You can close this screen: the code stays good until its time is over. | Vous pouvez fermer cet écran : le code reste valable jusqu’à son terme. | يمكنك إغلاق هذه الشاشة، ويبقى الرمز صالحًا حتى انتهاء وقته.
    voucher_title | Pay with this number | Payez avec ce numéro | ادفع بهذا الرقم
    voucher_text | Show the number where you pay, or enter it in your bank’s app. | Présentez le numéro au point de paiement, ou saisissez-le dans l’application de votre banque. | أظهر الرقم في نقطة الدفع أو أدخله في تطبيق مصرفك.
    voucher_number | Payment number | Numéro de paiement | رقم الدفع
    voucher_barcode | Barcode | Code-barres | الرمز الشريطي
    voucher_can_close | You can close this screen: the number stays good until its time is over. | Vous pouvez fermer cet écran : le numéro reste valable jusqu’à son terme. | يمكنك إغلاق هذه الشاشة، ويبقى الرقم صالحًا حتى انتهاء وقته.
    code_left | Good for | Valable encore | صالح لمدة
    copied | Copied | Copié | تم النسخ
    copy_code | Copy the code | Copier le code | نسخ الرمز

    verifying_title | Checking | Vérification en cours | جارٍ التحقق
    verifying_text | One moment, please. | Un instant, s’il vous plaît. | لحظة من فضلك.

    success_title | Payment successful | Paiement réussi | تم الدفع بنجاح
    paid_with | Method | Moyen de paiement | وسيلة الدفع
    paid_at | Date | Date | التاريخ
    reference | Reference | Référence | الرقم المرجعي
    copy | Copy | Copier | نسخ
    receipt | View the receipt | Voir le reçu | عرض الإيصال

    failure_title | Payment not completed | Le paiement n’a pas abouti | لم يكتمل الدفع
    failure_declined | Payment declined | Paiement refusé | رُفض الدفع
    failure_unapproved | Payment not approved | Paiement non validé | لم تتم الموافقة على الدفع
    failure_blocked | Payment blocked | Paiement bloqué | حُظر الدفع
    failure_expired | Payment expired | Paiement expiré | انتهت صلاحية الدفع
    next_retry | You can try again. | Vous pouvez réessayer. | يمكنك إعادة المحاولة.
    next_retry_or_other | You can try again, or choose another method. | Vous pouvez réessayer, ou choisir un autre moyen. | يمكنك إعادة المحاولة أو اختيار وسيلة أخرى.
    next_contact | If you need help, contact {merchant}. | Si vous avez besoin d’aide, contactez {merchant}. | إذا احتجت إلى مساعدة، تواصل مع {merchant}.
    other_method | Choose another method | Choisir un autre moyen | اختيار وسيلة أخرى
    ended_expired | Its time is over. Nothing was charged. | Son délai est dépassé. Rien n’a été débité. | انتهت مدته. لم يُخصم أي مبلغ.
    session_gone | This payment cannot be opened any more. Go back to the shop and start again. | Ce paiement ne peut plus être ouvert. Revenez à la boutique et recommencez. | لم يعد من الممكن فتح عملية الدفع هذه. عُد إلى المتجر وابدأ من جديد.
    payment_not_found | The shop has not made the payment. Ask the shop before you pay again. | La boutique n’a pas créé le paiement. Renseignez-vous auprès d’elle avant de payer à nouveau. | لم ينشئ المتجر عملية الدفع. اسأل المتجر قبل أن تدفع مرة أخرى.
    failed_plain | The payment could not be made. | Le paiement n’a pas pu être effectué. | تعذّر إتمام الدفع.
    code_wrong | This is not the code. | Ce n’est pas le bon code. | الرمز غير صحيح.
    ended_title | This payment is over | Ce paiement est terminé | انتهت عملية الدفع هذه

    cancel | Cancel the payment | Annuler le paiement | إلغاء الدفع
    cancel_title | Cancel the payment? | Annuler le paiement ? | إلغاء الدفع؟
    cancel_text | This is for good: the payment can no longer be made afterwards. | C’est définitif : ce paiement ne pourra plus être effectué ensuite. | الإلغاء نهائي، ولن يمكن إتمام هذا الدفع بعده.
    cancel_keep | Do not cancel | Ne pas annuler | عدم الإلغاء

    field_required | Fill in this field. | Remplissez ce champ. | املأ هذا الحقل.
    operator_required | Choose the operator. | Choisissez l’opérateur. | اختر المشغّل.
    email_invalid | Check the e-mail address. | Vérifiez l’adresse e-mail. | تحقّق من البريد الإلكتروني.
    country_invalid | Choose the country. | Choisissez le pays. | اختر البلد.
    code_length | The code has {n?# digit/# digits}. | Le code compte {n?# chiffre/# chiffres}. | يتكوّن الرمز من {n?# أرقام/رقم واحد/رقمين/# أرقام/# رقمًا/# رقم}.
    code_length_range | The code has {min} to {max} digits. | Le code compte de {min} à {max} chiffres. | يتكوّن الرمز من {min} إلى {max} أرقام.
    date_invalid | Enter a date in the past. | Saisissez une date passée. | أدخل تاريخًا ماضيًا.
    card_field_empty | Fill in this field. | Remplissez ce champ. | املأ هذا الحقل.
    card_field_unreadable | Use digits only. | Utilisez seulement des chiffres. | استخدم الأرقام فقط.
    card_number_too_short | The card number is not complete. | Le numéro de la carte est incomplet. | رقم البطاقة غير مكتمل.
    card_number_too_long | The card number is too long. | Le numéro de la carte est trop long. | رقم البطاقة طويل جدًا.
    card_number_mistyped | Check the card number. | Vérifiez le numéro de la carte. | تحقّق من رقم البطاقة.
    card_expiry_incomplete | Enter month and year. | Saisissez le mois et l’année. | أدخل الشهر والسنة.
    card_expiry_month | The month goes from 01 to 12. | Le mois va de 01 à 12. | الشهر من 01 إلى 12.
    card_expired | This card has expired. | Cette carte a expiré. | انتهت صلاحية هذه البطاقة.
    card_expiry_too_far | Check the expiry date. | Vérifiez la date d’expiration. | تحقّق من تاريخ الانتهاء.
    card_security_code_length | Check the security code. | Vérifiez le code de sécurité. | تحقّق من رمز الأمان.
    """
