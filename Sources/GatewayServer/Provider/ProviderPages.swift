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
        document.buttons = open.choices.map {
            let rank: ProviderDocument.Button.Rank = $0 == .approve ? .main : $0 == .leave ? .quiet : .plain
            return ProviderDocument.Button(value: $0.rawValue, label: texts($0.rawValue), rank: rank)
        }
        if wasLeft { document.alert = texts("left") }
        if let refusal {
            let left = refusal.attemptsLeft.map(String.init) ?? ""
            document.alert =
                refusal.code == "invalid_code"
                ? texts("wrong", ["n": left])
                : ErrorCatalogue.wajub[refusal.code]?.message(language) ?? refusal.code
            document.status = 422
        }
        return document.response()
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
        document.link = open.attempt.returnURL.map { ($0, texts("back")) }
        document.status = status
        return document.response()
    }

    private func document(_ open: OpenPage, name: String, text: String) -> ProviderDocument {
        let payment = open.payment
        var document = ProviderDocument(language: language, title: name, name: name, text: text)
        document.badge = payment.environment == .sandbox ? texts("test") : nil
        document.purpose = texts("to", ["merchant": open.merchant.look(payment.environment).name ?? open.merchant.name])
        document.amount = payment.total.formatted(locale: Locale(identifier: language == .french ? "fr_FR" : "en_US"))
        document.formOrigin = open.attempt.returnURL.flatMap(Self.origin)
        return document
    }

    private func name(_ open: OpenPage) -> String {
        let issuer = open.attempt.instrument.issuer ?? ""
        let country = open.attempt.instrument.country.flatMap(Country.init)
        let wallet = country.flatMap { MobileMoneyCatalogue.operator(issuer, in: $0)?.name } ?? issuer
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
