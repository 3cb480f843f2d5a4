import Foundation
import Kernel

/// The answer of `GET /pay/session`: the payment and what it can be paid with.
public struct SessionData: Sendable, Hashable {
    /// The payment.
    public let transaction: SessionTransaction
    /// What it can be paid with, in the merchant's order.
    public let channels: [Channel]
    /// The language the merchant chose for this payment.
    public let locale: String?
    /// How the merchant wants the checkout to look.
    public let branding: Branding?
    /// Where status changes are announced as they happen.
    public let realtime: RealtimeInfo?
    /// Where the hosted checkout returns to.
    public let callback: URL?
    /// `sandbox` or `live`.
    public let environment: String

    /// nil without a transaction: there is nothing to pay then.
    init?(_ json: JSONValue) {
        guard let transaction = json.map("transaction") else { return nil }
        self.transaction = SessionTransaction(transaction)
        channels = (json["channels"]?.array ?? []).compactMap(Channel.init)
        locale = json.text("locale")
        branding = json.map("branding").map(Branding.init)
        realtime = json.map("echo").flatMap(RealtimeInfo.init)
        callback = json.url("callback")
        environment = json.text("environment") ?? (self.transaction.sandbox ? "sandbox" : "live")
    }
}

/// How a channel takes money. More kinds may come: a kind that is not known is not offered.
public struct ChannelType: RawRepresentable, Sendable, Hashable {
    /// The server's word, in lower case.
    public let rawValue: String

    /// Any word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A mobile operator's money account.
    public static let mobileMoney = ChannelType(rawValue: "mobile_money")
    /// A bank card.
    public static let card = ChannelType(rawValue: "card")
    /// A wallet with an app or page of its own.
    public static let wallet = ChannelType(rawValue: "wallet")
    /// The server named no kind.
    public static let unknown = ChannelType(rawValue: "")

    init(word: String?) {
        let word = word?.lowercased() ?? ""
        self = word == "mobile" ? .mobileMoney : ChannelType(rawValue: word)
    }
}

/// One way to pay. Amounts are in major units of ``currency``.
public struct Channel: Sendable, Hashable {
    /// The channel's id.
    public let id: String
    /// What ``WajubSession/process(channel:data:idempotencyKey:)`` takes: `cm.mobile`, `cm.mtn`, `card`.
    public let slug: String
    /// The name to show.
    public let name: String
    /// The name to show in French.
    public let nameFR: String?
    /// How it takes money.
    public let type: ChannelType
    /// Its logo.
    public let logo: URL?
    /// ISO 3166 codes of the countries it serves; empty when it serves any.
    public let countries: [String]
    /// ISO 4217 code.
    public let currency: String?
    /// The least it takes.
    public let minAmount: Decimal?
    /// The most it takes.
    public let maxAmount: Decimal?
    /// The operators behind a Mobile Money channel, as far as the server named them.
    public let operators: [OperatorInfo]

    /// nil without a slug: it could not be paid with.
    init?(_ json: JSONValue) {
        guard let slug = json.text("slug") else { return nil }
        self.slug = slug
        id = json.text("id") ?? slug
        name = json.text("name") ?? slug
        nameFR = json.text("name_fr")
        type = ChannelType(word: json.text("type"))
        logo = json.url("logo")
        countries = json.texts("countries").map { $0.uppercased() }
        currency = json.text("currency")
        minAmount = json.decimal("min_amount")
        maxAmount = json.decimal("max_amount")
        if let list = json["operators"]?.array {
            operators = list.compactMap(OperatorInfo.init)
        } else if type == .mobileMoney, let only = Self.operatorID(slug) {
            operators = [OperatorInfo(id: only, name: name, logo: logo, country: countries.first)]
        } else {
            operators = []
        }
    }

    /// The name in a language: ``nameFR`` in French when there is one, else ``name``. No gateway sends names in other
    /// languages: those of brands are the same, and a card's is this package's.
    public func displayName(language: String) -> String {
        switch Language(tag: language) {
        case .french: nameFR ?? name
        case .arabic where slug == "card": "بطاقة"
        case .spanish where slug == "card": "Tarjeta"
        case .portuguese where slug == "card": "Cartão"
        default: name
        }
    }

    /// `mtn` for `cm.mtn`; nil for the aggregate `cm.mobile` and for a slug without a country.
    private static func operatorID(_ slug: String) -> String? {
        let parts = slug.split(separator: ".")
        guard parts.count == 2, parts[1] != "mobile" else { return nil }
        return String(parts[1])
    }
}

/// A mobile operator.
public struct OperatorInfo: Sendable, Hashable {
    /// `mtn`, `orange`, …
    public let id: String
    /// The name to show.
    public let name: String
    /// Its logo.
    public let logo: URL?
    /// ISO 3166 code.
    public let country: String?
    /// Whether it takes the numbers of every operator, as Wave does.
    public let anyNumber: Bool

    init?(_ json: JSONValue) {
        guard let id = json.text("id") else { return nil }
        self.id = id
        name = json.text("name") ?? id
        logo = json.url("logo")
        country = json.text("country")?.uppercased()
        anyNumber = json.flag("any_number")
    }

    init(id: String, name: String, logo: URL?, country: String?) {
        self.id = id
        self.name = name
        self.logo = logo
        self.country = country
        anyNumber = false
    }
}
