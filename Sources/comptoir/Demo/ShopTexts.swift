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
        ways | How the shop takes money | Comment la boutique encaisse
        way_wajub | Wajub | Wajub
        way_full | Yuno Full | Yuno Full
        way_lite | Lite | Lite
        way_render | Render | Render
        way_headless | Headless | Headless
        way_seamless | Seamless | Seamless
        way_enrollment | Enrolment | Enregistrement
        note_wajub | The hosted checkout in a frame, as in an app’s sheet. | Le checkout hébergé dans un cadre, comme la feuille d’une app.
        note_full | The SDK lists the methods in the shop’s page; the shop has the Pay button. | Le SDK liste les moyens dans la page ; la boutique a le bouton Payer.
        note_lite | The shop lists the methods itself and starts the SDK with one of them. | La boutique liste les moyens elle-même et lance le SDK avec l’un d’eux.
        note_render | The SDK’s form stands in the shop’s page; the shop’s button submits it. | Le formulaire du SDK est dans la page ; le bouton de la boutique l’envoie.
        note_headless | The shop’s own form and frames; the SDK only makes the token. | Formulaire et cadres de la boutique ; le SDK ne fait que le jeton.
        note_seamless | From the form to the result without the shop’s server in between. | Du formulaire au résultat sans passer par le serveur de la boutique.
        note_enrollment | A card is saved for the customer, without paying. | Une carte est enregistrée pour le client, sans payer.
        cards | Card | Carte
        codes | Codes and phones | Codes et téléphone
        pages | Pages and wallets | Pages et portefeuilles
        shop | The shop’s server | Serveur de la boutique
        pay_with | Pay with | Payer avec
        method_saved | saved | enregistrée
        card_number | Card number | Numéro de carte
        card_name | Name on the card | Nom sur la carte
        card_save | Save this card | Enregistrer cette carte
        enroll | Save a card | Enregistrer une carte
        bank_asks | Your bank asks | Votre banque demande
        close | Close | Fermer
        done_page | Done | OK
        page_title | Provider’s page | Page du prestataire
        embedded_title | The SDK’s view in the shop’s page | La vue du SDK dans la page
        idle_yuno | The SDK’s screens stand here. Press Pay. | Les écrans du SDK s’affichent ici. Appuyez sur Payer.
        idle_inside | The SDK’s view stands in the shop’s page. Its screens, if it needs any, come here. | La vue du SDK est dans la page. Ses écrans, s’il en faut, viennent ici.
        idle_headless | Headless has no screens: the form and the bank’s page are the shop’s own. | Headless n’a pas d’écran : le formulaire et la page de la banque sont à la boutique.
        result | Result | Résultat
        result_succeeded | Paid | Payé
        result_reject | Refused | Refusé
        result_fail | Not possible | Impossible
        result_processing | Under way | En cours
        result_internalError | Fault | Incident
        result_userCancell | Closed by the payer | Fermé par le payeur
        result_SUCCEEDED | Paid | Payé
        result_DECLINED | Refused | Refusé
        result_ERROR | Not possible | Impossible
        result_PENDING | Under way | En cours
        result_REJECTED | Refused | Refusé
        result_error | Not possible | Impossible
        enrolled | Card saved | Carte enregistrée
        continue | Continue the payment | Reprendre le paiement
        act_capture | Capture | Encaisser
        act_cancel | Release | Libérer
        act_refund | Refund | Rembourser
        act_again | New order | Nouvelle commande
        wallet | A wallet of the demo’s phone | Un portefeuille du téléphone de la démo
        wallet_pay | Confirm | Confirmer
        simulate | The sandbox’s bank | La banque du bac à sable
        simulate_pay | Pays | Paie
        simulate_refuse | Refuses | Refuse
        simulate_expire | Lets it expire | Laisse expirer
        second_refused | The token a second time: refused | Le jeton une seconde fois : refusé
        payment_refused | The payment was refused | Le paiement est refusé
        signature_mismatch | wrong signature | signature fausse
        stopped | The demo has stopped. Start it again with make demo. | La démo est arrêtée. Relancez-la avec make demo.
        failed | That did not work. | Cela n’a pas marché.
        """
}
