import Kernel

/// The ways to take a payment with `YunoSDK` that the demo shows.
enum YunoIntegration: String, Sendable, CaseIterable {
    case full, lite, render, headless, seamless, enrollment
}

/// Something that can happen with `YunoSDK`, and how a payer makes it happen in the sandbox.
struct YunoScenario: Sendable {
    enum Group: String, Sendable { case cards, codes, pages, shop }

    /// What is different about an order.
    enum Twist: String, Sendable {
        /// A card has been saved before.
        case saved
        /// The token is used a second time.
        case twice
        /// The money is held first.
        case held
        /// The app is ended while a provider's page is open.
        case killed
    }

    let id: String
    let group: Group
    let integrations: [YunoIntegration]
    /// Where it happens; nil anywhere.
    let country: String?
    /// `CARD`, `PIX`.
    let method: String
    let twist: Twist?
    let hints: [DemoScenario.Hint]
    let title: Words
    let note: Words

    static let all: [YunoScenario] = table.split(separator: "\n").compactMap(YunoScenario.init)

    static func named(_ id: String) -> YunoScenario? { all.first { $0.id == id } }

    private init?(row: Substring) {
        let cells = row.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
        guard cells.count == 10, let group = Group(rawValue: cells[1]) else { return nil }
        id = cells[0]
        self.group = group
        integrations = YunoIntegration.allCases.filter { cells[2].contains($0.letter) }
        country = cells[3] == "*" ? nil : cells[3]
        method = cells[4]
        hints = Self.hints(cells[5].split(separator: " ").map(String.init), country.flatMap { Country($0) })
        twist = cells[6].split(separator: " ").first.flatMap { Twist(rawValue: String($0)) }
        let words = cells[6...].map { $0 }
        title = Words(words[1].before, words[1].after)
        note = Words(words[2], words[3])
    }

    /// For the page.
    var json: JSONValue {
        [
            "id": .string(id), "group": .string(group.rawValue), "country": .optional(country),
            "integrations": .array(integrations.map { .string($0.rawValue) }), "title": title.json, "note": note.json,
            "hints": .array(hints.map(\.json)),
        ]
    }

    private static func hints(_ words: [String], _ country: Country?) -> [DemoScenario.Hint] {
        switch words.first {
        case "card": DemoScenario.card(words[1]) + words.dropFirst(2).map { DemoScenario.Hint(label: .code, value: $0) }
        case "number":
            country.flatMap { DemoScenario.number(ending: words[1], $0) }
                .map { [DemoScenario.Hint(label: .number, value: $0)] } ?? []
        default: []
        }
    }

    /// id | group | integrations | country | method | what to type | twist | English / French | note in English | in French
    private static let table = """
        paid | cards | flrhse | * | CARD | card 4507990000000002 | - | Paid / Payé | Approved at once. | Approuvé aussitôt.
        declined | cards | flrhs | * | CARD | card 4507990000000028 | - | Declined / Refusé | The bank says no. | La banque refuse.
        error | cards | flrhs | * | CARD | card 4507990000000077 | - | Error / Erreur | The provider cannot do it; nobody refused. | Le prestataire n’y arrive pas ; personne n’a refusé.
        challenge | cards | flrhs | * | CARD | card 4916994064252017 1234 1111 | - | 3-D Secure challenge / Défi 3-D Secure | The bank asks: 1234 passes, 1111 fails. | La banque demande : 1234 passe, 1111 échoue.
        frictionless | cards | flrhs | * | CARD | card 4929251897047956 | - | 3-D Secure, no challenge / 3-D Secure sans défi | Authenticated without asking. | Authentifié sans rien demander.
        saved | cards | flrs | * | CARD | none | saved | Saved card / Carte enregistrée | A card is saved already: pay with it. Full lets it be removed, too. | Une carte est déjà enregistrée : payez avec. Full permet aussi de la supprimer.
        pix | codes | flrs | BR | PIX | none | - | PIX / PIX | Close it and open it again, pay it or let it expire. | Fermez-le et rouvrez-le, payez-le ou laissez-le expirer.
        voucher | codes | flrs | BR | BOLETO | none | - | Voucher / Bon de paiement | A number to pay at a bank or shop. | Un numéro à payer en banque ou en boutique.
        mobile | codes | flrs | CM | MOBILE_MONEY | number 000000 | - | Mobile Money / Mobile Money | The payer approves on the phone. | Le payeur valide sur son téléphone.
        redirect | pages | flrs | CO | PSE | none | - | Redirect / Redirection | The bank’s page decides; Done closes it undecided. | La page de la banque décide ; OK la ferme sans décision.
        link | pages | fl | CO | PSE | none | killed | Deep link, app ended / Lien, app fermée | The app is ended while the page is open; the link brings the payment back. | L’app est fermée pendant la page ; le lien ramène le paiement.
        wallet | pages | fl | * | APPLE_PAY | none | - | Apple Pay closed / Apple Pay fermé | Close the wallet’s panel: nothing was paid. | Fermez le panneau du portefeuille : rien n’est payé.
        twice | shop | flrh | * | CARD | card 4507990000000002 | twice | Token used twice / Jeton utilisé deux fois | The shop tries a token again: the gateway refuses. | La boutique réessaie un jeton : la passerelle refuse.
        held | shop | flrh | * | CARD | card 4507990000000002 | held | Held, then captured / Réservé, puis encaissé | Authorised first; the shop takes the money, or lets it go. | D’abord autorisé ; la boutique encaisse ou annule.
        """
}

extension YunoIntegration {
    fileprivate var letter: Character { self == .enrollment ? "e" : rawValue.first ?? " " }
}

extension String {
    /// `Paid / Payé`
    fileprivate var before: String { components(separatedBy: " / ").first ?? self }
    fileprivate var after: String { components(separatedBy: " / ").last ?? self }
}
