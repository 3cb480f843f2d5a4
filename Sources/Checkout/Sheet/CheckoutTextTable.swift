// The words of the checkout as data: key | English | French | Arabic.

let checkoutTextTable = """
    field_required | Fill in this field. | Remplissez ce champ. | املأ هذا الحقل.
    operator_required | Choose the operator. | Choisissez l’opérateur. | اختر المشغّل.
    email_invalid | Check the e-mail address. | Vérifiez l’adresse e-mail. | تحقّق من البريد الإلكتروني.
    country_invalid | Choose the country. | Choisissez le pays. | اختر البلد.
    code_length | The code has {n} digits. | Le code compte {n} chiffres. | يتكوّن الرمز من {n} أرقام.
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
