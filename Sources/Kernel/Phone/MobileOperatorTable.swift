// The Mobile Money operators as data, kept by hand. docs/DATA.md tells where it comes from.

/// code | name | initials on the badge | background | foreground | any: takes every number (W78)
/// `MG/yas` is the operator `yas` as it is known in Madagascar.
let mobileOperatorTable = """
    mtn | MTN MoMo | MTN | FFCC00 | 000000
    orange | Orange Money | OM | FF7900 | 000000
    moov | Moov Money | MM | 00559F | FFFFFF
    airtel | Airtel Money | AM | C8102E | FFFFFF
    wave | Wave | W | 1DC8FF | 000000 | any
    djamo | Djamo | D | 1A1A5E | FFFFFF | any
    nexttel | Nexttel Possa | NP | B5121B | FFFFFF
    camtel | Camtel Blue | CB | 00569E | FFFFFF
    free | Mixx by Yas | YAS | FFD400 | 000000
    yas | Mixx by Yas | YAS | FFD400 | 000000
    MG/yas | MVola | MV | FFD400 | 000000
    togocom | Mixx by Yas | YAS | FFD400 | 000000
    expresso | E-Money | EM | 6A1B7A | FFFFFF
    promobile | Promobile | P | 00713D | FFFFFF
    celtiis | Celtiis Cash | CC | 1B3E93 | FFFFFF
    telecel | Telecel Cash | TC | CC0000 | FFFFFF
    zamani | Zamani Cash | ZC | 00573D | FFFFFF
    nigertelecoms | Niger Telecoms | NT | 00622F | FFFFFF
    cellcom | Cellcom | C | B71C1C | FFFFFF
    intercel | Intercel | I | 0D47A1 | FFFFFF
    vodacom | M-PESA | MP | C40000 | FFFFFF
    mpesa | M-PESA | MP | 00702E | FFFFFF
    africell | Afrimoney | AF | 7A1F7E | FFFFFF
    at | AT Money | AT | 0B3A82 | FFFFFF
    glo | Glo | GLO | 2E7D1E | FFFFFF
    9mobile | 9mobile | 9M | 0A5C0A | FFFFFF
    halotel | HaloPesa | HP | C25100 | FFFFFF
    zamtel | Zamtel Money | ZM | 00672F | FFFFFF
    econet | EcoCash | EC | 0A4EA2 | FFFFFF
    lumitel | Lumicash | LC | 006B54 | FFFFFF
    mascom | MyZaka | MZ | FFD200 | 000000
    btc | Smega | S | 00538B | FFFFFF
    telebirr | telebirr | TB | 2B6E12 | FFFFFF
    qcell | QMoney | QM | 9C1C20 | FFFFFF
    tnm | TNM Mpamba | TNM | 00703C | FFFFFF
    tmcel | mKesh | MK | FFCB05 | 000000
    movitel | e-Mola | EM | B34700 | FFFFFF
    mtc | MTC Maris | MTC | 00457C | FFFFFF
    eswatinimobile | e-Mali | EM | 00558C | FFFFFF
    netone | OneMoney | 1M | B34700 | FFFFFF
    """

/// country | currencies, its own first | operators: code, other codes it goes by behind ~, the code to dial behind =
let mobileMoneyCountryTable = """
    CM | XAF | mtn=*126# orange=#150*50# nexttel camtel
    CI | XOF | orange=#144# mtn=*133# moov=*155# wave djamo
    SN | XOF | orange=#144# free~yas expresso promobile wave djamo
    BJ | XOF | mtn=*880# moov=*855# celtiis
    TG | XOF | togocom~yas~tmoney=*145# moov=*155#
    BF | XOF | orange=*144# moov=*555# telecel wave
    ML | XOF | orange=#144# moov~malitel~sotelma telecel~atel wave
    NE | XOF | airtel moov zamani~orange nigertelecoms
    GN | GNF | orange=#144# mtn~areeba=*440# cellcom intercel
    GW | XOF | orange=#144# telecel~mtn
    GA | XAF | airtel=*150# moov=*555#
    CG | XAF | mtn=*105# airtel=*128#
    CD | CDF USD | vodacom~mpesa=*1122# airtel=*501# orange=*144# africell
    TD | XAF | airtel moov
    CF | XAF | orange=#150# telecel
    GH | GHS | mtn=*170# telecel~vodafone=*110# at~airteltigo=*110#
    NG | NGN | mtn airtel glo 9mobile
    KE | KES | mpesa~safaricom airtel=*334#
    TZ | TZS | vodacom~mpesa=*150*00# airtel=*150*60# yas~tigo=*150*01# halotel=*150*88#
    UG | UGX | mtn=*165# airtel=*185#
    RW | RWF | mtn=*182# airtel=*182#
    ZM | ZMW | mtn=*115# airtel=*115# zamtel
    BI | BIF | lumitel~lumicash econet~ecocash
    BW | BWP | orange mascom~myzaka btc
    ET | ETB | telebirr~ethiotelecom=*127# mpesa~safaricom
    GM | GMD | africell~afrimoney qcell~qmoney wave
    LR | LRD USD | mtn orange
    LS | LSL | vodacom~mpesa econet~ecocash
    MG | MGA | yas~mvola~telma orange airtel
    MW | MWK | airtel tnm~mpamba
    MZ | MZN | vodacom~mpesa movitel~emola tmcel~mkesh
    NA | NAD | mtc
    SL | SLE | orange=#144# africell~afrimoney qcell~qmoney
    SS | SSP | mtn
    SZ | SZL | mtn eswatinimobile
    ZW | ZWG USD | econet~ecocash=*151# netone~onemoney=*111# telecel
    """
