import Kernel

/// Something that can happen to a payment, and how a payer makes it happen in the sandbox.
struct DemoScenario: Sendable {
    enum Group: String, Sendable, CaseIterable { case money, card, network, life }

    /// What the payer types, or chooses.
    struct Hint: Sendable {
        enum Label: String, Sendable { case number, card, expiry, cvc, code, pin, method }
        let label: Label
        let value: String

        var json: JSONValue { ["label": .string(label.rawValue), "value": .string(value)] }
    }

    let id: String
    let group: Group
    let title: Words
    let note: Words
    private let recipe: [Substring]
    private let preparations: [[Substring]]

    static let all: [DemoScenario] = table.split(separator: "\n").compactMap(DemoScenario.init)

    static func named(_ id: String) -> DemoScenario? { all.first { $0.id == id } }

    private init?(row: Substring) {
        let cells = row.split(separator: "|").map { cell in
            cell.split(separator: " ").joined(separator: " ")
        }
        guard cells.count == 8, let group = Group(rawValue: cells[1]) else { return nil }
        id = cells[0]
        self.group = group
        recipe = cells[2].split(separator: " ")
        preparations = cells[3].split(separator: ";").map { $0.split(separator: " ") }
        title = Words(cells[4], cells[5])
        note = Words(cells[6], cells[7])
    }

    // MARK: What the shop does first

    /// In the words of `POST /sandbox/faults`.
    var faults: [String] { preparation("fault").map { $0.joined(separator: " ") } }
    var expiresInSeconds: Int? { preparation("expires").first?.first.flatMap { Int($0) } }
    /// Who takes the card: the sandbox reads it in the payment's metadata.
    var cardProvider: String? { preparation("provider").first?.first.map(String.init) }
    var isCancelledByShop: Bool { !preparation("cancel").isEmpty }

    private func preparation(_ name: String) -> [ArraySlice<Substring>] {
        preparations.filter { $0.first.map(String.init) == name }.map { $0.dropFirst() }
    }

    // MARK: What the payer does

    /// Nil where it cannot happen: no Mobile Money there, or no such wallet.
    func hints(in country: Country) -> [Hint]? {
        let words = recipe.map(String.init)
        switch words.first {
        case "number":
            guard let number = Self.number(ending: words[1], country) else {
                // Elsewhere a card shows the same of the network.
                return group == .network ? Self.card("4242424242424242") : nil
            }
            return [Hint(label: .number, value: number)] + extra(words.dropFirst(2))
        case "card": return Self.card(words[1]) + extra(words.dropFirst(2))
        case "method":
            guard MobileMoneyCatalogue.operator(words[1], in: country) != nil else { return nil }
            return [Hint(label: .method, value: words[1].prefix(1).uppercased() + words[1].dropFirst())]
                + (Self.number(ending: "000000", country).map { [Hint(label: .number, value: $0)] } ?? [])
        default: return []
        }
    }

    private func extra(_ words: ArraySlice<String>) -> [Hint] {
        guard words.count == 2, let label = words.first.flatMap(Hint.Label.init(rawValue:)), let value = words.last
        else { return [] }
        return [Hint(label: label, value: value)]
    }

    static func card(_ number: String) -> [Hint] {
        let groups = stride(from: 0, to: number.count, by: 4).map { String(number.dropFirst($0).prefix(4)) }
        return [
            Hint(label: .card, value: groups.joined(separator: " ")), Hint(label: .expiry, value: "12/40"),
            Hint(label: .cvc, value: "123"),
        ]
    }

    /// National digits of the country's first operator; nil where there is no Mobile Money.
    static func number(ending: String, _ country: Country) -> String? {
        guard let first = MobileMoneyCatalogue.operators(in: country).first,
            let number = SandboxScenario.success.testNumber(country: country, operatorID: first.id)
        else { return nil }
        return number.dropFirst(country.dialCode.count + 1).dropLast(ending.count) + ending
    }

    /// id | group | what to type | what is prepared | English | French | note in English | note in French
    private static let table = """
        paid | money | number 000000 | - | Paid | Payé | The payer approves on the phone. | Le payeur valide sur son téléphone.
        insufficient_funds | money | number 000001 | - | Insufficient funds | Solde insuffisant | Refused, and the payer may try another way. | Refusé, et le payeur peut essayer autrement.
        failure | money | number 000002 | - | Failure | Échec | The operator says no. | L’opérateur refuse.
        timeout | money | number 000003 | - | Nobody answers | Sans réponse | The attempt ends by itself after 20 seconds. | La tentative se termine d’elle-même après 20 secondes.
        cancelled | money | number 000004 | - | Cancelled | Annulé | The payer declines on the phone. | Le payeur refuse sur son téléphone.
        sms_code | money | number 000005 code 123456 | - | Code by SMS | Code par SMS | A code first, then the approval. | Un code d’abord, puis la validation.
        ussd | money | number 000006 | - | Code to dial | Code à composer | The payer dials a code on the phone. | Le payeur compose un code sur son téléphone.
        wallet | money | method wave | - | Wallet page | Page du portefeuille | The wallet opens a page of its own. | Le portefeuille ouvre sa propre page.
        one_tap | money | method djamo | - | One-tap wallet | Portefeuille en un geste | Nothing to type: the wallet opens. | Rien à saisir : le portefeuille s’ouvre.
        card_paid | card | card 4242424242424242 | - | Paid | Payé | Approved at once. | Approuvé aussitôt.
        card_declined | card | card 4000000000000002 | - | Declined | Refusé | The bank says no. | La banque refuse.
        card_funds | card | card 4000000000009995 | - | Insufficient funds | Solde insuffisant | Refused, and another card may work. | Refusé ; une autre carte peut passer.
        card_blocked | card | card 4000000000000119 | - | Blocked | Bloqué | Blocked for security, with a reference. | Bloqué par sécurité, avec une référence.
        restricted | card | card 4000000000000804 | - | Shop restricted | Boutique restreinte | This shop may take no payment now. | La boutique ne peut pas encaisser.
        code_3ds | card | card 4000056655665556 code 123456 | - | 3-D Secure code | Code 3-D Secure | A code by e-mail; try a wrong one first. | Un code par e-mail ; essayez d’abord un faux.
        page_3ds | card | card 4000002500003155 | - | 3-D Secure page | Page 3-D Secure | The bank asks on its own page. | La banque demande sur sa propre page.
        otp | card | card 4000000000000101 code 123456 | - | One-time code | Code à usage unique | A code by SMS. | Un code par SMS.
        pin | card | card 4000000000000341 pin 1234 | - | PIN | Code PIN | The card’s own PIN. | Le code de la carte.
        telephone | card | card 4000000000000200 number +237677123456 | - | Telephone number | Numéro de téléphone | The bank asks for the payer’s number. | La banque demande le numéro du payeur.
        birthday | card | card 4000000000000309 | - | Date of birth | Date de naissance | Any day in the past. | N’importe quel jour passé.
        address | card | card 4000000000000408 | - | Billing address | Adresse de facturation | The bank asks where the payer lives. | La banque demande où habite le payeur.
        two_steps | card | card 4000000000000507 pin 1234 | - | PIN, then code | Code PIN, puis code | Two steps in a row; the code is 123456. | Deux étapes de suite ; le code est 123456.
        late_code | card | card 4000000000000705 code 123456 | - | Code that expires | Code qui expire | The code is good for 15 seconds. | Le code est valable 15 secondes.
        unknown_step | card | card 4000000000000903 | - | Unknown step | Étape inconnue | A step no app knows; another try is possible after 15 seconds. | Une étape qu’aucune app ne connaît ; réessayez après 15 secondes.
        hosted_card | card | none | provider hosted | Hosted card | Carte hébergée | The provider takes the card on its own page. | Le prestataire prend la carte sur sa propre page.
        hosted_email | card | none | provider hosted_email | Hosted card, e-mail only | Carte hébergée, e-mail seul | Only an e-mail address first. | D’abord une simple adresse e-mail.
        client_session | card | none | provider client_session | Provider’s checkout | Page du prestataire | The provider’s own checkout, checked on coming back. | Le paiement du prestataire, vérifié au retour.
        lost_answer | network | number 000000 | fault POST /pay/process drop-answer 1 | Lost answer | Réponse perdue | The payment begins, the answer is lost. It is followed, never paid twice. | Le paiement commence, la réponse se perd. Il est suivi, jamais payé deux fois.
        slow | network | number 000000 | fault * /pay/ delay=2500 12 | Slow network | Réseau lent | Every request takes 2.5 seconds. | Chaque requête prend 2,5 secondes.
        down | network | number 000000 | fault POST /pay/process status=503 1 | Gateway down | Passerelle en panne | The first try meets a fault and is sent again. | Le premier essai échoue et repart.
        expired | life | number 000000 | expires 60 | Expires | Expire | It can be paid for 60 seconds: wait, then try. | Payable pendant 60 secondes : attendez, puis essayez.
        cancelled_by_shop | life | none | cancel | Cancelled by shop | Annulé par la boutique | The shop cancels it before anybody pays. | La boutique l’annule avant tout paiement.
        """
}
