import Foundation
import Gateway
import Kernel

/// What a provider's page shows, and where it leads.
struct ProviderPages: Sendable {
    let language: Language
    private let texts: ProviderTexts

    init(language: Language) {
        self.language = language
        texts = ProviderTexts(language: language)
    }

    /// The page as it stands.
    /// - Parameters:
    ///   - refusal: why what the payer did was not taken.
    ///   - wasLeft: whether the payer went away without deciding, and has nowhere to go.
    func page(_ open: OpenPage, refusal: Refusal? = nil, wasLeft: Bool = false) -> ServerResponse {
        guard !open.choices.isEmpty else { return done(open, name(open), status: refusal == nil ? 200 : 409) }
        var document = document(open, name: name(open), text: texts("ask.\(open.page.kind.rawValue)", codes))
        if open.page.kind == .threeDS {
            document.field = ProviderDocument.Field(name: "code", label: texts("code"))
        }
        document.buttons = buttons(open)
        complain(&document, refusal, wasLeft: wasLeft)
        return document.response()
    }

    private func buttons(_ open: OpenPage) -> [ProviderDocument.Button] {
        open.choices.map {
            let rank: ProviderDocument.Button.Rank = $0 == .approve ? .main : $0 == .leave ? .quiet : .plain
            return ProviderDocument.Button(value: $0.rawValue, label: texts($0.rawValue), rank: rank)
        }
    }

    private func complain(_ document: inout ProviderDocument, _ refusal: Refusal?, wasLeft: Bool) {
        if wasLeft { document.alert = texts("left") }
        guard let refusal else { return }
        let left = refusal.attemptsLeft.map(String.init) ?? ""
        document.alert =
            refusal.code == "invalid_code"
            ? texts("wrong", ["n": left])
            : ErrorCatalogue.wajub[refusal.code]?.message(language) ?? refusal.code
        document.status = 422
    }

    private func back(_ open: OpenPage) -> (address: String, label: String)? {
        open.attempt.returnURL.flatMap { PageEnding.canLead($0) ? ($0, texts("back")) : nil }
    }

    /// The bank's challenge (spec Yuno 9): a code, or what became of it, told to whoever shows the page.
    func challenge(_ open: OpenPage, isEmbedded: Bool, refusal: Refusal? = nil) -> ServerResponse {
        var document = document(
            open, name: name(open), text: texts("ask.challenge", ["code": SandboxChallenge.codes[0].code]))
        document.mayBeFramed = true
        if let fault = open.page.fault {
            document.text = texts("unconfigured")
            document.ending = PageEnding(status: .error, data: fault, address: nil, isEmbedded: isEmbedded)
            document.link = isEmbedded ? nil : back(open)
            return document.response()
        }
        guard !open.choices.isEmpty else {
            document.text = texts("done.challenge")
            let address = open.attempt.returnURL
            document.ending = PageEnding(
                status: .completed, data: address ?? "", address: address, isEmbedded: isEmbedded)
            document.link = isEmbedded ? nil : back(open)
            return document.response()
        }
        document.field = ProviderDocument.Field(name: "code", label: texts("code"), takesFocus: !isEmbedded)
        // Whoever shows the page has its own way to close it.
        document.buttons = buttons(open).filter { $0.value != PageChoice.leave.rawValue }
        complain(&document, refusal, wasLeft: false)
        return document.response()
    }

    /// The bank, the counter or the cash machine where a code is paid; the sandbox's only.
    /// - Parameter refusal: why it was not done.
    func code(_ payment: Payment, of merchant: Merchant, refusal: Bool = false) -> ServerResponse {
        let kind = payment.attempt?.code?.kind == .voucher ? "voucher" : "code"
        var document = document(payment, merchant, back: nil, name: texts("name.\(kind)"), text: texts("ask.\(kind)"))
        guard payment.requiresAction, payment.attempt?.code != nil else {
            let outcome =
                switch payment.status {
                case .success: "done.approved"
                case .expired: "done.expired"
                case .failed, .cancelled: "done.refused"
                case .pending, .processing: "done.noted"
                }
            document.text = texts(outcome)
            document.status = refusal ? 409 : 200
            return document.response()
        }
        document.buttons = [
            ProviderDocument.Button(value: "pay", label: texts("pay"), rank: .main),
            ProviderDocument.Button(value: "refuse", label: texts("refuse"), rank: .plain),
            ProviderDocument.Button(value: "expire", label: texts("expire"), rank: .plain),
        ]
        return document.response(button: "do")
    }

    /// P11: approve or decline, without the provider's questions.
    func simulator(_ open: OpenPage) -> ServerResponse {
        guard !open.choices.isEmpty else { return done(open, texts("name.simulator"), status: 200) }
        var document = document(open, name: texts("name.simulator"), text: texts("ask.simulator"))
        document.buttons = [
            ProviderDocument.Button(value: "approve", label: texts("approve"), rank: .main),
            ProviderDocument.Button(value: "decline", label: texts("decline"), rank: .plain),
        ]
        return document.response(button: "action")
    }

    /// A link that opens nothing.
    var gone: ServerResponse { message("gone", status: 404) }

    /// A form another site sent.
    var foreign: ServerResponse { message("foreign", status: 403) }

    private func message(_ key: String, status: Int) -> ServerResponse {
        let name = texts("name.3ds")
        return ProviderDocument(language: language, title: name, name: name, text: texts(key), status: status)
            .response()
    }

    private func done(_ open: OpenPage, _ name: String, status: Int) -> ServerResponse {
        let outcome =
            switch open.attempt.state {
            case .authorized, .succeeded: "done.approved"
            case .declined: "done.refused"
            case .submitting, .accepted, .actionRequired: "done.noted"
            }
        var document = document(open, name: name, text: texts(outcome))
        document.link = back(open)
        document.status = status
        return document.response()
    }

    private func document(_ open: OpenPage, name: String, text: String) -> ProviderDocument {
        document(open.payment, open.merchant, back: open.attempt.returnURL, name: name, text: text)
    }

    private func document(
        _ payment: Payment, _ merchant: Merchant, back: String?, name: String, text: String
    ) -> ProviderDocument {
        var document = ProviderDocument(language: language, title: name, name: name, text: text)
        document.badge = payment.environment == .sandbox ? texts("test") : nil
        document.purpose = texts("to", ["merchant": merchant.look(payment.environment).name ?? merchant.name])
        document.amount = payment.total.formatted(locale: locale)
        document.formOrigin = back.flatMap(Self.origin)
        return document
    }

    /// Amounts stand on these pages as on receipts of the country most readers are of.
    private var locale: Locale {
        let wanted = ["en": "en_US", "ar": "en_US", "fr": "fr_FR", "pt": "pt_BR"][language.rawValue]
        return wanted.map { Locale(identifier: $0) } ?? language.locale
    }

    private func name(_ open: OpenPage) -> String {
        let issuer = open.attempt.instrument.issuer ?? ""
        let country = open.attempt.instrument.country.flatMap(Country.init)
        let method = open.payment.server.flatMap { TokenMethods().kind($0.methodType, in: $0.country) }
        let named = country.flatMap { MobileMoneyCatalogue.operator(issuer, in: $0)?.name }
        let wallet = named ?? method?.name ?? issuer
        return texts("name.\(open.page.kind.rawValue)", ["wallet": wallet])
    }

    private var codes: [String: String] { ["code": SandboxSteps.code] }

    /// `https://shop.example:8443` of an address in it.
    static func origin(_ address: String) -> String? {
        guard let url = URL(string: address), let scheme = url.scheme?.lowercased(), let host = url.host,
            host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"'\";,".utf8.contains($0) })
        else { return nil }
        return "\(scheme)://\(host.contains(":") ? "[\(host)]" : host)\(url.port.map { ":\($0)" } ?? "")"
    }
}
