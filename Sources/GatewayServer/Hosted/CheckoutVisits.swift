import Foundation
import Gateway
import Interface
import Kernel
import WajubMobile
import Wire

extension HostedDesign {
    /// The SDK's own sheet, driven by the SDK's own controller, which asks this gateway as an app would.
    package static let checkout = HostedDesign(
        make: { world in
            let browser = HostedBrowser(open: world.open)
            let controller = CheckoutController(
                options: world.options, browser: browser, world: world.session)
            controller.onFinish = { _ in world.finished() }
            let sheet = CheckoutSheet(controller)
            controller.start()
            // The controller keeps its browser, and the sheet its controller.
            return HostedInterface(live: sheet, hostGone: { controller.hostGone() })
        },
        look: { session, appearance in
            let merchant = session.branding
            let branding = Branding([
                "primary_color": .optional(merchant.primaryColor),
                "secondary_color": .optional(merchant.secondaryColor),
                "background_color": .optional(merchant.backgroundColor),
                "font_family": .optional(merchant.fontFamily), "border_radius": .optional(merchant.borderRadius),
            ])
            return Look(appearance: appearance.map(Appearance.init(json:)), branding: branding)
        })
}

/// Provider's pages open in the visitor's browser. Whether they were closed nobody tells: the page says when the
/// visitor is back.
@MainActor
private final class HostedBrowser: BrowserOpening {
    private let send: @MainActor (String) -> Bool

    init(open: @escaping @MainActor (String) -> Bool) { send = open }

    func open(_ url: URL, mode: BrowserMode, onClose: @escaping @MainActor @Sendable () -> Void) async -> Bool {
        send(url.absoluteString)
    }
}

extension HostedWorld {
    fileprivate var options: PresentOptions {
        var options = PresentOptions(sessionToken: token.expose(), locale: language)
        options.appearance = appearance.map(Appearance.init(json:))
        options.returnURL = returnURL
        options.callbacks = callbacks
        return options
    }

    fileprivate var session: SessionWorld {
        let facts = facts
        // Only the path of it is used: the way to the gateway is the transport's.
        let origin = Result { () throws(GatewayOrigin.Fault) in try GatewayOrigin("http://127.0.0.1") }
        let install = facts.install
        var world = SessionWorld(
            origin: origin, transport: transport, clock: SystemWaitClock(), keys: RandomIdempotencyKeys(),
            install: InstallIdentity(
                folder: "hosted", directory: nil,
                makeIdentifier: { install.isEmpty ? RandomIdentifiers().next() : install }),
            journal: MemoryJournal(), device: { facts.device }, jitter: { Double.random(in: 0...1) })
        world.region = facts.region
        let (changes, payment) = (changes, payment.id)
        world.announce = { changed in changes.subscribe { if $0.payment == payment { changed() } } }
        return world
    }

    private var callbacks: CheckoutCallbacks {
        let told = told
        return CheckoutCallbacks(
            onReady: { event in
                told(
                    "onReady",
                    ["environment": .string(event.environment), "methods": .array(event.methods.map(JSONValue.string))])
            },
            onLoadError: { told("onLoadError", $0.toJSON()) },
            onStateChange: { event in
                told(
                    "onStateChange",
                    ["state": .string(event.state.rawValue), "previous": .optional(event.previous?.rawValue)])
            },
            onPaymentStarted: { event in
                told(
                    "onPaymentStarted", ["channel": .string(event.channel), "operator": .optional(event.operatorId)])
            },
            onRedirect: { event in
                told(
                    "onRedirect",
                    ["url": .string(Redaction.redact(event.url.absoluteString)), "mode": .string(event.mode.rawValue)])
            },
            onSuccess: { told("onSuccess", $0.json) },
            onError: { told("onError", $0.toJSON()) },
            onCancel: { told("onCancel", ["reason": .string($0.reason.rawValue)]) },
            onComplete: { told("onComplete", $0.json) })
    }
}

extension VisitorFacts {
    /// As an app tells of its device, with what a browser knows of it.
    fileprivate var device: DeviceFacts {
        DeviceFacts(
            sdk: "comptoir-web/1.0.0", osName: "web", osVersion: "0", appName: "checkout", appVersion: "1",
            timeZone: timeZone, languages: languages,
            screen: screen.map { DeviceFacts.Screen(width: $0.width, height: $0.height) })
    }

    /// The first country one of the languages names: `fr-CM` names Cameroon.
    fileprivate var region: String? {
        for tag in languages {
            let parts = tag.split { $0 == "-" || $0 == "_" }.dropFirst()
            if let country = parts.lazy.compactMap({ Country($0.uppercased()) }).first { return country.code }
        }
        return nil
    }
}

extension PaymentSuccess {
    fileprivate var json: JSONValue {
        [
            "id": .string(id), "reference": .string(reference), "amount": .decimal(amount),
            "currency": .string(currency), "method": .string(method), "status": .string(status),
            "timestamp": .string(timestamp), "receipt_url": .optional(receiptURL?.absoluteString),
        ]
    }
}

extension CheckoutResult {
    fileprivate var json: JSONValue {
        switch self {
        case .complete(let payment, _): ["status": .string(status), "payment": payment.json]
        case .processing: ["status": .string(status)]
        case .failed(let error, _): ["status": .string(status), "error": error.toJSON()]
        case .cancelled(let reason, _): ["status": .string(status), "reason": .string(reason.rawValue)]
        }
    }
}
