import Foundation
import Interface
import Kernel
import Testing

@testable import Checkout

@Suite struct WaitingScreenTests {
    @Test("W86 While a page is open elsewhere, nothing says that the payment goes on without the payer")
    func redirectPromisesNothing() throws {
        #expect(CheckoutDrawing(try Pictures.base(.redirect)).screen.words("can-close") == nil)
        #expect(CheckoutDrawing(try Pictures.base(.approval)).screen.words("can-close") != nil)
    }

    @Test("A shop's own words keep their order in Arabic")
    func shopsWordsInArabic() throws {
        #expect(CheckoutDrawing(try Pictures.base(.methods)).screen.words("about") == "Panier 4172")
        #expect(
            CheckoutDrawing(try Pictures.base(.methods, .arabic)).screen.words("about")
                == "\u{2068}Panier 4172\u{2069}")
    }

    @Test("W80 \"Approve the payment on your phone\", with the number and the operator's instruction")
    func approval() throws {
        var picture = try Pictures.base(.approval)
        picture.waiting = CheckoutPicture.Waiting(
            phone: "+237 6 77 12 34 56", operatorName: "MTN MoMo",
            instruction: "Composez *126# et validez avec votre code secret.", elapsedSeconds: 7)
        let screen = picture.drawn
        #expect(screen.title == "Validez le paiement sur votre téléphone")
        #expect(screen.words("text") == "Composez *126# et validez avec votre code secret.")
        #expect(screen.allWords.contains("+237 6 77 12 34 56") && screen.allWords.contains("MTN MoMo"))
        guard case .waiting(let ring) = screen.node("wait")?.content else {
            Issue.record("no ring")
            return
        }
        #expect(ring.elapsedSeconds == 7)
        #expect(
            screen.words("can-close") == "Vous pouvez fermer cet écran\u{A0}: le paiement continue.")
        #expect(screen.buttons.isEmpty, "there is nothing to press")
    }

    @Test("W45 A payment found running without a word of its operator still says what to do")
    func bareApproval() throws {
        let screen = try Pictures.base(.approval).drawn
        #expect(screen.words("text")?.hasPrefix("Une demande vient d’arriver") == true)
        #expect(screen.node("facts") == nil)
    }

    @Test("A code to dial stands alone, from the left")
    func ussd() throws {
        var picture = try Pictures.base(.ussd, .arabic)
        picture.waiting = CheckoutPicture.Waiting(ussdCode: "#150*50#")
        guard case .text(let run) = picture.drawn.node("code")?.content else {
            Issue.record("no code")
            return
        }
        #expect(run.text == "#150*50#" && run.style == .code && run.isLeftToRight)
    }

    @Test("W48 An unanswered payment is \"in progress\", never a failure; after 15 minutes too")
    func processing() throws {
        var picture = try Pictures.base(.processing)
        for waiting in [nil, CheckoutPicture.Waiting(), CheckoutPicture.Waiting(elapsedSeconds: 900, over: true)] {
            picture.waiting = waiting
            let screen = picture.drawn
            #expect(screen.title == "Paiement en cours")
            #expect(!screen.nodes.contains { $0.content == .outcome(.failure) || $0.id == "retry" || $0.id == "pay" })
        }
        #expect(picture.drawn.words("text")?.contains("Chez Comptoir recevra la réponse") == true)
        #expect(picture.drawn.node("wait") == nil, "nothing is awaited any more")
        picture.merchantName = nil
        #expect(picture.drawn.words("text")?.contains("\u{A0}: le marchand recevra la réponse") == true)

        picture.waiting = CheckoutPicture.Waiting()
        picture.isBusy = true
        #expect(picture.drawn.node("can-close") == nil, "while the request is on its way nothing invites to close")
    }

    @Test("W86 While a page is open elsewhere, \"Continue the payment\" opens it again")
    func redirect() throws {
        var picture = try Pictures.base(.redirect)
        #expect(picture.drawn.button("continue")?.title == "Continuer le paiement")
        picture.banner = ErrorCatalogue.wajub["redirect_unavailable"]?.message(.french)
        #expect(picture.drawn.words("banner") == "La page de paiement n’a pas pu s’ouvrir.")
        picture.isWalletPage = true
        picture.method = Pictures.wallet
        #expect(picture.drawn.title == "Validez le paiement dans Djamo")
    }
}

@Suite struct EndScreenTests {
    @Test("W43 Paid: the amount, the method, the reference to copy, the receipt")
    func success() throws {
        var picture = try Pictures.base(.success)
        picture.receipt = CheckoutPicture.Receipt(
            reference: "order-4172", methodName: "MTN MoMo", paidAt: "2026-11-30T09:12:04Z",
            url: "https://shop.example/r/1")
        let screen = picture.drawn
        #expect(screen.title == "Paiement réussi" && screen.node("sign")?.content == .outcome(.success))
        guard case .facts(let facts) = screen.node("facts")?.content else {
            Issue.record("no facts")
            return
        }
        #expect(facts.map(\.label) == ["Moyen de paiement", "Date", "Référence"])
        #expect(facts[1].value.contains("30") && facts[1].value.contains("2026") && facts[1].value.contains("9:12"))
        #expect(facts[2].value == "order-4172" && facts[2].copyTitle == "Copier" && facts[2].isLeftToRight)
        #expect(screen.button("receipt")?.title == "Voir le reçu" && screen.button("done")?.title == "Terminé")
        picture.receipt?.url = nil
        picture.receipt?.paidAt = "yesterday"
        #expect(picture.drawn.node("receipt") == nil && !picture.drawn.allWords.contains("Date"))
    }

    @Test("W44 \"This payment is over\", and why")
    func ended() throws {
        var picture = try Pictures.base(.ended)
        picture.failure = try Pictures.failure("session_terminal_expired", retryable: false).failure
        let screen = picture.drawn
        #expect(screen.title == "Ce paiement est terminé" && screen.words("text") == "Ce paiement a expiré.")
        #expect(screen.buttons.map(\.title) == ["Fermer"] && screen.node("sign")?.content == .outcome(.over))
    }

    @Test("A refusal says what was refused and what to do next: try again first, another method second")
    func refused() throws {
        let screen = try Pictures.failure("payment_declined").drawn
        #expect(screen.title == "Paiement refusé")
        #expect(screen.words("text") == "Le paiement a été refusé. Rien n’a été débité.")
        #expect(screen.words("more") == "Vous pouvez réessayer, ou choisir un autre moyen.")
        #expect(screen.actions.map(\.id) == ["retry", "other-method", "cancel"])
        #expect(screen.buttons.map(\.role) == [.primary, .secondary, .destructive])

        let alone = try Pictures.failure("payment_declined", others: false).drawn
        #expect(alone.actions.map(\.id) == ["retry", "cancel"] && alone.words("more") == "Vous pouvez réessayer.")
        let known = try Pictures.failure("insufficient_funds").drawn
        #expect(known.node("more") == nil, "its words say what to do already")
    }

    @Test("What cannot be tried again offers no try, names the merchant, and gives the reference to quote")
    func blocked() throws {
        let screen = try Pictures.failure("shield_blocked", retryable: false).drawn
        #expect(screen.buttons.map(\.title) == ["Fermer"])
        #expect(screen.words("more") == "Si vous avez besoin d’aide, contactez Chez Comptoir.")
        guard case .facts(let facts) = screen.node("facts")?.content else {
            Issue.record("no reference")
            return
        }
        #expect(facts.map(\.value) == ["BR-1"] && facts[0].copyTitle == "Copier")
    }

    @Test("W97 After a step that is over, Retry is there")
    func stepOver() throws {
        let screen = try Pictures.failure("step_expired").drawn
        #expect(screen.title == "Le paiement n’a pas abouti" && screen.words("text") == "Le code a expiré.")
        #expect(screen.button("retry")?.title == "Réessayer")
    }

    @Test("What could not be loaded can be loaded again; a payment without a method cannot")
    func loadError() throws {
        var picture = CheckoutPicture(.loadError, .french)
        picture.failure = try Pictures.failure("load_error").failure
        #expect(picture.drawn.button("reload")?.title == "Réessayer" && picture.drawn.header.name == "Paiement")
        picture.failure = try Pictures.failure("no_payment_method", retryable: false).failure
        #expect(picture.drawn.buttons.map(\.title) == ["Fermer"])
        #expect(picture.drawn.words("text") == "Aucun moyen de paiement disponible.")
    }

    @Test("W71 A white-label merchant hides \"Secured by Wajub\"")
    func whiteLabel() throws {
        var picture = try Pictures.base(.methods)
        #expect(picture.drawn.credit == "Sécurisé par Wajub")
        picture.isWhiteLabel = true
        #expect(picture.drawn.credit == nil)
        #expect(CheckoutPicture(.loading, .french).drawn.credit == nil, "whose label it is is not known yet")
    }

    @Test("A cancellation is asked about before, and can be refused; while it runs its button spins")
    func dialog() throws {
        var picture = try Pictures.base(.methods)
        picture.canCancel = true
        #expect(picture.drawn.dialog == nil)
        picture.asksToCancel = true
        let dialog = try #require(picture.drawn.dialog)
        #expect(dialog.title == "Annuler le paiement\u{A0}?" && dialog.confirmTitle == "Annuler le paiement")
        #expect(dialog.refuseTitle == "Ne pas annuler")
        picture.asksToCancel = false
        picture.canCancel = false
        picture.isBusy = true
        picture.isCancelling = true
        #expect(picture.drawn.button("cancel")?.isBusy == true)
        picture.screen = .mobileMoney
        picture.mobileMoney = try Pictures.mobileForm()
        #expect(picture.drawn.button("pay")?.isBusy == false)
    }
}
