import Foundation
import Interface
import Kernel
import QRCodes
import WajubMobile

/// The checkout in a terminal: the SDK's own controller and screens, drawn in lines and answered by typing.
@MainActor
final class TerminalCheckout {
    private let controller: CheckoutController
    private let sheet: CheckoutSheet
    private let payer: any Payer
    private let language: Language
    private var shown: (screen: String, lines: [String]) = ("", [])
    private var ticker: Task<Void, Never>?

    /// How it ended.
    enum End: Sendable {
        case paid
        /// Closed while a payment was running: money may still move.
        case processing
        /// Refused, over, or impossible to open.
        case failed(WajubError)
        /// Closed before anything was paid.
        case closed

        var exitCode: Int32 {
            switch self {
            case .paid: ExitCode.success
            case .processing: ExitCode.processing
            case .failed: ExitCode.failed
            case .closed: ExitCode.cancelled
            }
        }

        /// `paid`, `processing`, `closed` or the code of the error.
        var name: String {
            switch self {
            case .paid: "paid"
            case .processing: "processing"
            case .closed: "closed"
            case .failed(let error): error.code
            }
        }
    }

    init(token: String, world: SessionWorld, payer: any Payer, language: Language) {
        self.payer = payer
        self.language = language
        let browser = TerminalBrowser(payer: payer, language: language)
        controller = CheckoutController(
            options: PresentOptions(sessionToken: token, locale: language.rawValue), browser: browser, world: world)
        sheet = CheckoutSheet(controller)
    }

    /// Runs it. Cancelling the task closes the checkout, as Ctrl-C does.
    func run() async -> End {
        let (news, told) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        sheet.onRedraw = { told.yield() }
        controller.onFinish = { _ in told.yield() }
        controller.start()
        do {
            for await _ in news where controller.result == nil {
                try await show()
                if controller.result != nil { break }
            }
        } catch {}
        let loadError = controller.screen == .loadError ? controller.error : nil
        ticker?.cancel()
        controller.dismiss()
        return loadError.map(End.failed) ?? end
    }

    private var end: End {
        switch controller.result {
        case .complete: return .paid
        case .failed(let error, _): return .failed(error)
        case .cancelled: return .closed
        case .processing, nil:
            payer.show(
                words(
                    "The payment goes on without this window. Its result will be known to the merchant.",
                    "Le paiement continue sans cette fenêtre. Le marchand en connaîtra le résultat."))
            return .processing
        }
    }

    func words(_ english: String, _ french: String) -> String { language == .french ? french : english }

    // MARK: Drawing

    private func show() async throws {
        let screen = sheet.screen
        draw(screen)
        ticker?.cancel()
        switch controller.screen {
        case .loading, .processing, .approval, .ussd, .verifying, .redirect, .page, .code, .handedOver:
            if controller.picture.waiting?.isOver == true { return controller.dismiss() }
            tick(from: controller.picture.waiting?.elapsedSeconds ?? 0)
        case .methods: try await choose(screen)
        case .mobileMoney, .card, .step, .threeDSCode: try await fill()
        case .wallet: try await confirm(screen)
        case .failure: try await offerAgain()
        case .loadError, .success, .ended: controller.dismiss()
        }
    }

    /// Says what is new on the screen; the same line is not said twice in a row.
    private func draw(_ screen: Screen) {
        let isNew = screen.id != shown.screen
        let lines = screen.content.flatMap(lines)
        if isNew, shown.screen.isEmpty || shown.screen == "loading" {
            let badge = screen.header.badge.map { "  " + payer.style.accent("[\($0)]") } ?? ""
            payer.show("\n" + payer.style.strong(screen.header.name) + badge)
        }
        for line in lines where !shown.lines.contains(line) { payer.show(line) }
        shown = (screen.id, lines)
    }

    private func lines(_ node: Node) -> [String] {
        let style = payer.style
        switch node.content {
        case .column(let column): return column.children.flatMap(lines)
        case .line(let nodes), .form(let nodes): return nodes.flatMap(lines)
        case .text(let run):
            return [run.style == .heading ? style.strong(run.text) : style.quiet(run.text)]
        case .amount(let amount):
            return [style.strong(amount.text) + (amount.caption.map { "  " + style.quiet($0) } ?? "")]
        case .banner(let banner):
            return [banner.kind == .error ? style.bad("✗ \(banner.text)") : style.quiet(banner.text)]
        case .facts(let facts): return facts.map { style.quiet("  \($0.label): \($0.value)") }
        case .countdown(let countdown):
            return [style.quiet("\(countdown.label): \(Countdown.clock(countdown.secondsLeft))")]
        case .code(let code): return QRCode(code.text)?.lines(colored: style.isTerminal) ?? []
        case .copy(let copy): return [style.quiet(copy.label), copy.text]
        case .page(let page): return [style.quiet("\(page.label): \(page.url)")]
        case .outcome(.success): return [style.good("✓ " + words("Paid", "Payé"))]
        case .outcome(.failure): return [style.bad("✗")]
        default: return []
        }
    }

    private func tick(from seconds: Int) {
        ticker = Task { [payer, words = words("waiting", "en attente")] in
            var elapsed = seconds
            while !Task.isCancelled {
                payer.showPassing(payer.style.quiet("\(words), \(elapsed) s"))
                try? await Task.sleep(for: .seconds(1))
                elapsed += 1
            }
        }
    }

    // MARK: Answering

    private func choose(_ screen: Screen) async throws {
        let rows = screen.nodes.compactMap { node -> (id: String, row: Row)? in
            if case .row(let row) = node.content { (node.id, row) } else { nil }
        }
        let slugs = controller.methods.map(\.slug)
        for (index, row) in rows.enumerated() {
            payer.show("  \(index + 1)  \(row.row.title)  " + payer.style.quiet(row.row.detail ?? ""))
        }
        let chosen = try await pick(
            words("Pay with", "Payer avec"), count: rows.count, named: { slugs.firstIndex(of: $0) })
        guard let chosen else { return controller.dismiss() }
        sheet.perform(.press(rows[chosen].id))
    }

    /// - Returns: nil when the payer closed the checkout.
    private func pick(_ question: String, count: Int, named: (String) -> Int? = { _ in nil }) async throws -> Int? {
        let prompt =
            question + words(" [1-\(count), default 1]:", " [1-\(count), 1 par défaut] :")
        while true {
            guard let answer = try await payer.ask(prompt, isSecret: false) else { return nil }
            if answer.isEmpty { return 0 }
            if let number = Int(answer), (1...count).contains(number) { return number - 1 }
            if let index = named(answer.lowercased()) { return index }
            payer.show(words("Type a number from 1 to \(count).", "Tapez un nombre de 1 à \(count)."))
        }
    }

    /// Asks for every field that is empty or wrong, then submits.
    private func fill() async throws {
        let before = sheet.screen.id
        var asked: Set<String> = []
        while let (id, question) = nextQuestion(asked), sheet.screen.id == before {
            asked.insert(id)
            guard try await ask(id, question) else { return controller.dismiss() }
        }
        guard sheet.screen.id == before, let form = questions.form else { return }
        sheet.perform(.submit(form))
    }

    private enum Question {
        case field(TextField)
        case options([(id: String, title: String)], label: String)
    }

    private var questions: (form: String?, nodes: [Node]) {
        let nodes = sheet.screen.nodes
        let form = nodes.first { if case .form = $0.content { true } else { false } }
        return (form?.id, nodes)
    }

    private func nextQuestion(_ asked: Set<String>) -> (String, Question)? {
        for node in questions.nodes {
            switch node.content {
            case .field(let field) where field.error != nil || field.text.isEmpty && !asked.contains(node.id):
                return (node.id, .field(field))
            case .choices(let choices) where choices.selected == nil:
                return (node.id, .options(choices.options.map { ($0.id, $0.title) }, label: choices.label))
            case .picker(let picker) where picker.selected == nil:
                return (node.id, .options(picker.options.map { ($0.id, $0.title) }, label: picker.label))
            default: continue
            }
        }
        return nil
    }

    private func ask(_ id: String, _ question: Question) async throws -> Bool {
        switch question {
        case .options(let options, let label):
            for (index, option) in options.enumerated() { payer.show("  \(index + 1)  \(option.title)") }
            let ids = options.map { $0.id.lowercased() }
            guard let index = try await pick(label, count: options.count, named: { ids.firstIndex(of: $0) }) else {
                return false
            }
            sheet.perform(.choose(id, option: options[index].id))
        case .field(let field):
            if let error = field.error { payer.show(payer.style.bad(error)) }
            let example = example(field.purpose)
            let hint = example.map { payer.style.quiet(" [\($0)]") } ?? ""
            let prompt = (field.lead.map { $0 + " " } ?? "") + field.label + hint + words(":", " :")
            let isSecret = field.isSecure || field.purpose == .securityCode
            guard let answer = try await payer.ask(prompt, isSecret: isSecret) else { return false }
            let text = answer.isEmpty ? example ?? "" : answer
            sheet.perform(.input(id, FieldText(text), caret: text.utf16.count))
            sheet.perform(.leave(id))
        }
        return true
    }

    /// What an empty line stands for, in the sandbox.
    private func example(_ purpose: TextField.Purpose) -> String? {
        guard controller.isSandbox else { return nil }
        switch purpose {
        case .phone:
            let form = controller.mobileMoney
            return form.flatMap { form in
                Country(form.country).flatMap {
                    SandboxScenario.success.testNumber(country: $0, operatorID: form.operators.first?.id)
                }
            }.map { String($0.dropFirst(form?.dialCode.count ?? 0)) }
        case .cardNumber: return "4242 4242 4242 4242"
        case .cardExpiry: return "12/40"
        case .securityCode: return controller.cardForm.brand == "amex" ? "1234" : "123"
        case .name: return "A. Payer"
        case .oneTimeCode: return "123456"
        case .pin: return "1234"
        case .birthday: return "1990-01-31"
        case .email: return "payer@example.com"
        default: return nil
        }
    }

    private func confirm(_ screen: Screen) async throws {
        guard let button = screen.actions.first, case .button(let words) = button.content else { return }
        guard try await payer.ask("\(words.title) [Enter]:", isSecret: false) != nil else {
            return controller.dismiss()
        }
        sheet.perform(.press(button.id))
    }

    private func offerAgain() async throws {
        guard controller.error?.retryable ?? false else { return controller.dismiss() }
        let answer = try await payer.ask(words("Try again? [y/N]", "Réessayer ? [o/N]"), isSecret: false)
        let wantsTo = ["y", "yes", "o", "oui"].contains(answer?.lowercased() ?? "")
        if wantsTo { controller.tryAgain() } else { controller.dismiss() }
    }
}

/// A page is named; the payer opens it.
@MainActor
private final class TerminalBrowser: BrowserOpening {
    private let payer: any Payer
    private let language: Language

    init(payer: any Payer, language: Language) {
        self.payer = payer
        self.language = language
    }

    func open(_ url: URL, mode: BrowserMode, onClose: @escaping @MainActor @Sendable () -> Void) async -> Bool {
        let words =
            language == .french ? "Ouvrez cette page dans votre navigateur :" : "Open this page in your browser:"
        payer.show("\(words) \(url.absoluteString)")
        return true
    }
}
