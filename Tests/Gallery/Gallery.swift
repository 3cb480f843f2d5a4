import Gateway
import GatewayServer
import Interface
import Kernel

/// A live interface that shows every kind of node and answers every kind of event: what renderers are tried on.
@MainActor
final class Gallery: LiveInterface {
    private(set) var screen: Screen
    let look: Look
    var onRedraw: (@MainActor () -> Void)?
    private var state = GalleryState()
    private let language: Language
    private let world: HostedWorld

    init(_ world: HostedWorld, look: Look, bank: String?) {
        self.look = look
        state.bank = bank
        self.world = world
        language = Language(tag: world.language)
        screen = GalleryDrawing(state, language).screen
    }

    func hostGone() { world.told("hostGone", .null) }

    func perform(_ event: InterfaceEvent) {
        world.told("event", .string("\(event)"))
        switch event {
        case .press("pay"): pay()
        case .press("cancel"): state.asks = true
        case .press("keep"): state.asks = false
        case .press("cancel-for-good"): (state.asks, state.place) = (false, .failure)
        case .press("page"): _ = world.open("\(world.origin)/healthz?from=gallery")
        case .press("done"): world.finished()
        case .press(let id):
            if let place = GalleryState.Place(rawValue: id) {
                state.place = place
                if place == .waiting { state.waitingSince = .now }
            } else if state.saved.contains(id) {
                state.chosenCard = id
            } else if id.hasPrefix("remove-") {
                state.saved.removeAll { "remove-\($0)" == id }
            }
        case .input(let id, let text, let caret): state.type(id, text, caret)
        case .leave(let id): state.leave(id, GalleryTexts(language))
        case .choose("country", let option): state.country = Country(option) ?? state.country
        case .choose("operator", let option): state.chosenOperator = option
        case .choose: break
        case .toggle("save", let isOn): state.saves = isOn
        case .toggle: break
        case .submit: pay()
        case .message(let id, let text): if screen.offers(event) { state.messages.append("\(id): \(text)") }
        case .close: world.finished()
        case .back: state.place = .methods
        case .cameBack: state.timesBack += 1
        }
        redraw()
    }

    /// Takes a second and a half, as a network does, and remembers that it was asked once.
    private func pay() {
        state.leave("phone", GalleryTexts(language))
        guard state.place == .form, state.errors["phone"] == nil, !state.isBusy else { return }
        state.isBusy = true
        state.payments += 1
        Task {
            try? await Task.sleep(for: .milliseconds(1500))
            state.isBusy = false
            state.place = .success
            redraw()
        }
    }

    private func redraw() {
        screen = GalleryDrawing(state, language).screen
        onRedraw?()
    }
}

struct GalleryState {
    enum Place: String, CaseIterable {
        case methods, form, waiting, ussd, success, failure, loading, spinner, everything
        case pix, saved, bank, embedded
    }

    var place = Place.methods
    var texts: [String: TypedText] = [:]
    var errors: [String: String] = [:]
    var country = Country("CM")
    var chosenOperator: String?
    var saves = false
    var isBusy = false
    var asks = false
    var payments = 0
    var timesBack = 0
    var waitingSince = ContinuousClock.now
    var bank: String?
    var messages: [String] = []
    var saved = ["visa", "master"]
    var chosenCard = "visa"
    let codeUntil = ContinuousClock.now + .seconds(598)

    mutating func type(_ id: String, _ text: FieldText, _ caret: Int) {
        let typed = text.expose()
        errors[id] = nil
        switch id {
        case "phone":
            guard let country else { return }
            texts[id] = PhoneRules.formatAsYouType(typed, caret: caret, country: country)
        case "number": texts[id] = CardNumber.format(typed, caret: caret)
        case "expiry": texts[id] = CardExpiry.format(typed, caret: caret)
        case "code", "otp", "pin": texts[id] = Digits.typed(typed, caret: caret, limit: id == "code" ? 4 : 6)
        default: texts[id] = TypedText(typed, caret: caret)
        }
    }

    mutating func leave(_ id: String, _ words: GalleryTexts) {
        let text = texts[id]?.text ?? ""
        switch id {
        case "phone": errors[id] = text.filter(\.isNumber).count < 8 ? words["phone_error"] : nil
        case "number": errors[id] = (try? CardNumber(text)) == nil ? words["number_error"] : nil
        default: break
        }
    }
}
