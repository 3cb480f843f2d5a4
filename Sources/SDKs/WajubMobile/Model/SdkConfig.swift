import Foundation
import Kernel

/// The answer of `GET /pay/sdk-config`: what each channel needs to be paid with.
public struct SdkConfig: Sendable, Hashable {
    /// By channel slug.
    public let channels: [String: ChannelConfig]

    init(_ json: JSONValue) {
        channels = (json["channels"]?.object ?? [:]).mapValues(ChannelConfig.init)
    }
}

/// What a channel needs. A key the server left out reads as "no".
public struct ChannelConfig: Sendable, Hashable {
    /// Whether the channel may be offered.
    public let available: Bool
    /// Who will probably carry the payment; a prediction only.
    public let provider: String?
    /// `form`, `stripe_elements`, `hosted_redirect`, …
    public let sdk: String?
    /// The payment's own Stripe key.
    public let publishableKey: String?
    /// Billing fields the provider's page asks for beforehand.
    public let requiredFields: [String]
    /// Whether the provider's own checkout is opened with ``WajubSession/startClientSession(channel:email:name:returnURL:restart:)``.
    public let clientSession: Bool

    init(_ json: JSONValue) {
        available = json.flag("available")
        provider = json.text("provider")
        sdk = json.text("sdk")
        publishableKey = json.text("publishable_key")
        requiredFields = json.texts("required_fields")
        clientSession = json.flag("client_session")
    }
}

/// How the merchant wants the checkout to look. Values are strings as on the web.
public struct Branding: Sendable, Hashable {
    /// The trade name.
    public let name: String?
    /// The logo.
    public let logo: URL?
    /// A CSS colour.
    public let primaryColor: String?
    /// A CSS colour.
    public let secondaryColor: String?
    /// A CSS colour.
    public let backgroundColor: String?
    /// Used only when the app ships that font.
    public let fontFamily: String?
    /// A CSS length.
    public let borderRadius: String?
    /// Whether "Secured by Wajub" is hidden.
    public let whiteLabel: Bool

    package init(_ json: JSONValue) {
        name = json.text("name") ?? json.text("business_name")
        logo = json.url("logo") ?? json.url("logo_url")
        primaryColor = json.text("primary_color")
        secondaryColor = json.text("secondary_color")
        backgroundColor = json.text("background_color")
        fontFamily = json.text("font_family")
        borderRadius = json.text("border_radius")
        whiteLabel = json.flag("white_label")
    }
}

/// Where status changes are announced (Pusher protocol 7).
public struct RealtimeInfo: Sendable, Hashable {
    /// `reverb` or `pusher`.
    public let broadcaster: String?
    /// The application's public key.
    public let key: String
    /// The host, possibly with a `ws://` or `wss://` before it.
    public let host: String?
    /// The port.
    public let port: Int?
    /// What stands before the payment's reference in a channel's name.
    public let channelPrefix: String?
    /// The channel's whole name, when the server sends it.
    public let channel: String?

    init?(_ json: JSONValue) {
        guard let key = json.text("key") else { return nil }
        self.key = key
        broadcaster = json.text("broadcaster")
        host = json.text("ws_host")
        port = json.whole("ws_port")
        channelPrefix = json.text("channel_prefix")
        channel = json.text("channel")
    }
}
