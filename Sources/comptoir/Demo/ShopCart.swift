import Foundation
import Kernel

/// What the demo's shop sells, and where.
enum ShopCatalogue {
    struct Product: Sendable {
        let id: String
        let names: Words
        let details: Words
    }

    struct Place: Sendable {
        let country: Country
        let currency: Currency
    }

    static let places: [Place] = ["CM XAF", "CI XOF", "SN XOF", "GH GHS", "FR EUR", "BR BRL", "CO COP", "MX MXN"]
        .compactMap { row in
            guard let country = Country(String(row.prefix(2))), let currency = Currency(String(row.suffix(3))) else {
                return nil
            }
            return Place(country: country, currency: currency)
        }

    static let products: [Product] = rows.map {
        Product(id: $0[0], names: Words($0[1], $0[2]), details: Words($0[3], $0[4]))
    }

    /// Of one piece.
    static func price(of product: String, in currency: Currency) -> Money? {
        prices["\(product) \(currency.code)"].map { Money(minorUnits: $0, currency: currency) }
    }

    private static let rows = [
        ["coffee", "Ground coffee", "Café moulu", "Mount Cameroon, 250 g", "Mont Cameroun, 250 g"],
        ["cup", "Stoneware cup", "Tasse en grès", "Made by hand, 20 cl", "Faite à la main, 20 cl"],
        ["pot", "Moka pot", "Cafetière italienne", "Six cups, steel", "Six tasses, acier"],
    ]

    /// Minor units.
    private static let prices: [String: Int64] = [
        "coffee BRL": 3990, "coffee COP": 2_600_000, "coffee MXN": 12_900,
        "cup BRL": 6450, "cup COP": 4_500_000, "cup MXN": 21_900,
        "pot BRL": 15_900, "pot COP": 10_900_000, "pot MXN": 52_900,
        "coffee XAF": 4500, "coffee XOF": 4500, "coffee GHS": 8500, "coffee EUR": 690,
        "cup XAF": 7500, "cup XOF": 7500, "cup GHS": 14_000, "cup EUR": 1150,
        "pot XAF": 18_000, "pot XOF": 18_000, "pot GHS": 34_000, "pot EUR": 2790,
    ]
}

/// A text in the two languages of the demo's page.
struct Words: Sendable {
    let english: String
    let french: String

    init(_ english: String, _ french: String) { (self.english, self.french) = (english, french) }

    var json: JSONValue { ["en": .string(english), "fr": .string(french)] }

    subscript(_ language: Language) -> String { language == .french ? french : english }
}

/// A cart. What it costs is the shop's to say: a browser names pieces, never amounts.
struct ShopCart: Sendable {
    struct Line: Sendable {
        let product: ShopCatalogue.Product
        let quantity: Int
        let total: Money
    }

    static let mostPieces = 20
    let place: ShopCatalogue.Place
    let lines: [Line]
    let total: Money

    /// Nil when it names a country or a product the shop does not have, or more pieces than it sells at once.
    init?(_ json: JSONValue) {
        guard let code = json["country"]?.string,
            let place = ShopCatalogue.places.first(where: { $0.country.code == code })
        else { return nil }
        self.place = place
        var lines: [Line] = []
        var total = Money(minorUnits: 0, currency: place.currency)
        let pieces = json["items"]?.object ?? [:]
        guard pieces.count <= ShopCatalogue.products.count else { return nil }
        for product in ShopCatalogue.products {
            guard let quantity = pieces[product.id] else { continue }
            guard let quantity = quantity.int, (0...Self.mostPieces).contains(quantity),
                let price = ShopCatalogue.price(of: product.id, in: place.currency)
            else { return nil }
            let line = Money(minorUnits: price.minorUnits * Int64(quantity), currency: place.currency)
            guard let sum = total.adding(line) else { return nil }
            if quantity > 0 { lines.append(Line(product: product, quantity: quantity, total: line)) }
            total = sum
        }
        self.lines = lines
        self.total = total
    }

    func description(_ language: Language) -> String {
        let pieces = lines.reduce(0) { $0 + $1.quantity }
        return pieces == 1
            ? lines[0].product.names[language] : Words("\(pieces) items", "\(pieces) articles")[language]
    }

    /// The body of `POST /payments` for this cart.
    func payment(reference: String, scenario: DemoScenario?, _ language: Language) -> JSONValue {
        var body: [String: JSONValue] = [
            "amount": total.json, "currency": .string(place.currency.code), "reference": .string(reference),
            "description": .string(description(language)),
        ]
        if let seconds = scenario?.expiresInSeconds { body["expires_in"] = .integer(seconds) }
        if let provider = scenario?.cardProvider { body["metadata"] = ["card_provider": .string(provider)] }
        return .object(body)
    }
}
