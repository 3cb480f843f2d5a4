// The card brands as data, from the brands' published issuer ranges (ISO/IEC 7812).
// code | name | lengths | groups for display, by length | security code: name and digits | Luhn | ranges

/// Where two brands list the same beginning, the longer range wins.
let cardBrandTable = """
    visa | Visa | 13,16,19 | 4-4-4-4-3 | CVV 3 | luhn | 4
    mastercard | Mastercard | 16 | 4-4-4-4 | CVC 3 | luhn | 51-55,2221-2720
    amex | American Express | 15 | 4-6-5 | CID 4 | luhn | 34,37
    discover | Discover | 16-19 | 4-4-4-4-3 | CID 3 | luhn | 6011,644-649,65
    diners | Diners Club | 14-19 | 14:4-6-4 4-4-4-4-3 | CVV 3 | luhn | 300-305,3095,36,38-39
    jcb | JCB | 16-19 | 4-4-4-4-3 | CVV 3 | luhn | 3528-3589
    unionpay | UnionPay | 16-19 | 4-4-4-4-3 | CVN 3 | any | 62,8100-8171
    maestro | Maestro | 12-19 | 4-4-4-4-3 | CVC 3 | luhn | 0604,50,56-59,63,67
    elo | Elo | 16 | 4-4-4-4 | CVE 3 | luhn | 401178-401179,431274,438935,451416,457393,457631-457632,504175,\
    506699-506778,509000-509999,627780,636297,636368,650031-650033,650035-650051,650405-650439,650485-650538,\
    650541-650598,650700-650718,650720-650727,650901-650978,651652-651679,655000-655019,655021-655058
    hipercard | Hipercard | 16 | 4-4-4-4 | CVC 3 | luhn | 384100,384140,384160,606282,637095,637568,637599,637609,637612
    verve | Verve | 16,18,19 | 4-4-4-4-3 | CVV 3 | luhn | 506099-506198,507865-507964,650002-650027
    mir | Mir | 16-19 | 4-4-4-4-3 | CVP2 3 | luhn | 2200-2204
    rupay | RuPay | 16 | 4-4-4-4 | CVV 3 | luhn | 508500-508999,606985-607984,608001-608500,652150-653149,817200-820199
    troy | Troy | 16 | 4-4-4-4 | CVV 3 | luhn | 9792
    dankort | Dankort | 16 | 4-4-4-4 | CVC 3 | luhn | 5019
    uatp | UATP | 15,16 | 15:4-5-6 4-4-4-4 | CVV 3 | luhn | 1
    naranja | Naranja | 16 | 4-4-4-4 | CVC 3 | luhn | 589562
    cabal | Cabal | 16 | 4-4-4-4 | CVC 3 | luhn | 589657,603522,604201-604400,627170
    carte_bancaire | Carte Bancaire | 16 | 4-4-4-4 | CVC 3 | luhn | -
    """
