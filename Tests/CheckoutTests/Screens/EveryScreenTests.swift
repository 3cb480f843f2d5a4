import Foundation
import Interface
import Kernel
import Testing

@testable import Checkout

/// What is true of every screen, in every language.
@Suite struct EveryScreenTests {
    @Test("The pictures show every screen there is")
    func complete() {
        let shown = Set(Pictures.all.map(\.picture.screen))
        let steps = StepKind.allCases.filter { $0 != .threeDS }.map(CheckoutScreen.step)
        let all: [CheckoutScreen] = [
            .loading, .loadError, .methods, .mobileMoney, .card, .wallet, .processing, .approval, .ussd, .redirect,
            .threeDSCode, .verifying, .success, .failure, .ended,
        ]
        #expect(shown == Set(all + steps))
        #expect(Set(Pictures.all.map(\.picture.language)) == Set(Language.allCases))
    }

    @Test("Nothing is without words, or with a hole in them; every control has a name", arguments: Pictures.all)
    func words(_ named: Pictures.Named) {
        let screen = named.picture.drawn
        for words in screen.allWords {
            #expect(words.contains { $0.isLetter || $0.isNumber }, "\(screen.id)")
            #expect(!words.contains("{") && !words.contains("}"), "\(words)")
        }
        #expect(!screen.title.isEmpty && screen.header.closeLabel?.isEmpty == false)
    }

    @Test("A screen has one heading, which is its title, and one main button at most", arguments: Pictures.all)
    func heading(_ named: Pictures.Named) {
        let screen = named.picture.drawn
        // The skeleton says itself what is loaded.
        #expect(screen.headings == (named.picture.screen == .loading ? [] : [screen.title]))
        #expect(screen.buttons.filter { $0.role == .primary }.count <= 1)
    }

    @Test("Ids are unique, and stay when the words change their language", arguments: Pictures.all)
    func ids(_ named: Pictures.Named) {
        let ids = named.picture.drawn.nodes.map(\.id)
        #expect(Set(ids).count == ids.count, "\(ids)")
        var english = named.picture
        english.language = .english
        #expect(english.drawn.nodes.map(\.id) == ids && english.drawn.id == named.picture.drawn.id)
    }

    @Test("The amount stands first wherever it is known", arguments: Pictures.all)
    func amount(_ named: Pictures.Named) throws {
        let screen = named.picture.drawn
        guard named.picture.amount != nil else {
            #expect(screen.node("amount") == nil)
            return
        }
        guard case .amount(let amount) = screen.content.first?.all.dropFirst().first?.content else {
            Issue.record("no amount on \(screen.id)")
            return
        }
        #expect(amount.text.filter(\.isNumber) == "25500" && amount.text.contains("FCFA"))
    }

    @Test("W58 \"Cancel the payment\" is offered exactly when it may be", arguments: Pictures.all)
    func cancel(_ named: Pictures.Named) {
        for canCancel in [true, false] {
            var picture = named.picture
            picture.canCancel = canCancel
            picture.isCancelling = false
            let places: [CheckoutScreen] = [.methods, .mobileMoney, .card, .wallet, .failure]
            let isOffered = picture.drawn.button("cancel")?.role == .destructive
            #expect(isOffered == (canCancel && places.contains(picture.screen)), "\(picture.screen)")
        }
    }

    @Test("Errors stand in their fields, and are said once", arguments: Pictures.all)
    func errors(_ named: Pictures.Named) {
        let screen = named.picture.drawn
        let shown = screen.nodes.flatMap { node -> [String] in
            switch node.content {
            case .field(let field): return [field.error].compactMap(\.self)
            case .picker(let picker): return [picker.error].compactMap(\.self)
            case .choices(let choices): return [choices.error].compactMap(\.self)
            default: return []
            }
        }
        #expect(shown.sorted() == named.picture.fieldErrors.values.sorted())
        var both = named.picture
        both.banner = named.picture.fieldErrors.values.first
        if both.banner != nil { #expect(both.drawn.node("banner") == nil) }
    }

    @Test("Arabic runs from the right, the others from the left; numbers and codes always from the left")
    func direction() {
        for named in Pictures.all {
            let screen = named.picture.drawn
            #expect(screen.isRightToLeft == (named.picture.language == .arabic))
            #expect(screen.language == named.picture.language.rawValue)
            for node in screen.nodes {
                if case .text(let run) = node.content, run.style == .code { #expect(run.isLeftToRight) }
                if case .facts(let facts) = node.content {
                    for fact in facts where fact.value.contains("+237") || fact.copyTitle != nil {
                        #expect(fact.isLeftToRight)
                    }
                }
            }
        }
    }

    @Test("French breaks no line before a high mark, and no text stands twice the same", arguments: Pictures.all)
    func french(_ named: Pictures.Named) {
        let screen = named.picture.drawn
        let runs = screen.nodes.compactMap { node -> String? in
            if case .text(let run) = node.content { return run.text }
            return nil
        }
        #expect(Set(runs).count == runs.count, "\(runs)")
        guard named.picture.language == .french else { return }
        for words in screen.allWords {
            for mark in [" :", " ;", " !", " ?", " »", "« "] { #expect(!words.contains(mark), "\(words)") }
        }
    }

    @Test("The way back to the list is on the forms only", arguments: Pictures.all)
    func back(_ named: Pictures.Named) {
        var picture = named.picture
        picture.canGoBack = true
        let isForm = [.mobileMoney, .card, .wallet].contains(picture.screen)
        #expect((picture.drawn.header.backLabel != nil) == (isForm && !picture.isBusy))
        picture.canGoBack = false
        #expect(picture.drawn.header.backLabel == nil)
    }

    @Test("A screen can be swiped away exactly when the picture says so", arguments: Pictures.all)
    func swipe(_ named: Pictures.Named) {
        #expect(named.picture.drawn.canDismiss == named.picture.canDismissBySwipe)
    }
}
