import Kernel

/// The words of the demo's page, as data: key | English | French.
enum ShopTexts {
    static let json: JSONValue = {
        let rows = table.split(separator: "\n").map { row in
            row.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
        }
        return .object(
            Dictionary(uniqueKeysWithValues: rows.filter { $0.count == 3 }.map { ($0[0], Words($0[1], $0[2]).json) }))
    }()

    private static let table = """
        title | A shop that takes payments | Une boutique qui encaisse
        test | Test mode: no money moves | Mode test : aucun argent ne bouge
        scenarios | What should happen? | Que doit-il se passer ?
        money | Mobile Money | Mobile Money
        card | Card | Carte
        network | Network | Réseau
        life | Life of a payment | Vie d’un paiement
        appearance | Appearance of the checkout | Apparence du checkout
        theme | Preset | Préréglage
        theme_none | None | Aucun
        scheme | Light or dark | Clair ou sombre
        light | Light | Clair
        dark | Dark | Sombre
        auto | Auto | Auto
        color | Primary colour | Couleur principale
        color_own | Own colour | Autre couleur
        color_default | Default | Par défaut
        language | Language | Langue
        page_language | Language of this page | Langue de cette page
        cart | Your cart | Votre panier
        country | Country | Pays
        total | Total | Total
        fewer | One less | Un de moins
        more | One more | Un de plus
        quantity | Quantity | Quantité
        pay | Pay | Payer
        empty | The cart is empty. | Le panier est vide.
        paid | Order paid. The shop knows it from a webhook it verified. | Commande payée. La boutique le sait par un webhook vérifié.
        code | The code for this cart | Le code pour ce panier
        server | Server (curl) | Serveur (curl)
        ios | iOS (Swift) | iOS (Swift)
        web | Web (HTML) | Web (HTML)
        copy | Copy | Copier
        copied | Copied | Copié
        checkout | The payer’s checkout | Le checkout du payeur
        idle | Press Pay, or choose what should happen. | Appuyez sur Payer, ou choisissez ce qui doit se passer.
        again | New payment | Nouveau paiement
        type | Type in the checkout | À saisir dans le checkout
        free | Pay as you like. | Payez comme vous voulez.
        hint_number | Number | Numéro
        hint_card | Card | Carte
        hint_expiry | Expiry | Expiration
        hint_cvc | Security code | Code de sécurité
        hint_code | Code | Code
        hint_pin | PIN | Code PIN
        hint_method | Method | Moyen
        unavailable | Not in this country | Pas dans ce pays
        log | What is said | Ce qui se dit
        log_empty | Callbacks, requests and webhooks appear here as they happen. | Les callbacks, requêtes et webhooks apparaissent ici au fur et à mesure.
        all | All | Tout
        callbacks | Callbacks | Callbacks
        requests | Requests | Requêtes
        webhooks | Webhooks | Webhooks
        clear | Clear | Effacer
        redacted | Keys, tokens, codes and cards are masked. | Clés, jetons, codes et cartes sont masqués.
        party_app | app | app
        party_checkout | checkout | checkout
        party_shop | shop | boutique
        party_gateway | gateway | passerelle
        new_payment | New payment | Nouveau paiement
        outcome_verified | signature ✓ | signature ✓
        outcome_lost | answer lost | réponse perdue
        own_tab | Open in its own tab | Ouvrir dans un onglet
        stopped | The demo has stopped. Start it again with make demo. | La démo est arrêtée. Relancez-la avec make demo.
        failed | That did not work. | Cela n’a pas marché.
        """
}
