import Checkout
import Foundation
import Kernel

/// Which channels can be offered, and with which screen (spec 5.6). It only decides.
enum MethodChoice {
    /// - Parameter config: nil when it could not be read: Mobile Money needs none (W46).
    static func methods(_ session: SessionData, _ config: SdkConfig?, hasCollector: Bool) -> [CheckoutMethod] {
        session.channels.compactMap { channel in
            guard takes(session.transaction.amountTotal, channel) else { return nil }
            return form(channel, config?.channels[channel.slug], isRead: config != nil, hasCollector).map {
                CheckoutMethod(channel.slug, $0)
            }
        }
    }

    private static func takes(_ amount: Decimal, _ channel: Channel) -> Bool {
        amount >= channel.minAmount ?? amount && amount <= channel.maxAmount ?? amount
    }

    private static func form(
        _ channel: Channel, _ config: ChannelConfig?, isRead: Bool, _ hasCollector: Bool
    ) -> CheckoutMethod.Form? {
        if isRead, config?.available != true { return nil }
        let sdk = config?.sdk ?? "form"
        switch channel.type {
        case .mobileMoney: return .mobileMoney
        case .wallet:
            // One tap only: a wallet that asks for more has no screen.
            return !isRead || sdk == "form" && config?.requiredFields.isEmpty == true ? .wallet : nil
        case .card:
            guard let config else { return .card }
            // A client session needs no code of the app's: it comes before Stripe.
            if config.clientSession { return .clientSession }
            switch sdk {
            case "stripe_elements": return hasCollector && config.publishableKey != nil ? .collectedCard : nil
            case "hosted_redirect": return .hostedCard
            case "form": return .card
            default: return nil
            }
        default: return nil
        }
    }
}

extension MobileMoneyForm {
    /// The form of a channel (spec 11.3).
    /// - Parameter region: the device's.
    init?(_ channel: Channel, _ session: SessionData, _ options: MobileMoneyOptions, region: String?) {
        let currency = Currency(session.transaction.currency)
        let fallback = currency.map(MobileMoneyCatalogue.countries) ?? MobileMoneyCatalogue.countries
        let named = channel.countries.compactMap(Country.init)
        let countries = named.isEmpty ? fallback : named
        let known = session.transaction.customer?.phone.flatMap { PhoneNumber(international: $0)?.country }
        // A slug that names its operator leaves none to name in the request.
        let suffix = channel.slug.split(separator: ".").dropFirst().first
        let isSingle = suffix != nil && suffix != "mobile"
        self.init(
            countries: countries,
            // A country the app has fixed and the session does not offer gives way to the first that is offered.
            wanted: [options.country.flatMap(Country.init)]
                + (options.countryLocked ? [] : [known, region.flatMap(Country.init)]),
            locked: options.countryLocked, operators: Self.operators(channel, countries), singleOperator: isSingle,
            mode: options.operatorMode, sandbox: session.transaction.sandbox)
    }

    /// The session's operators; those of the countries where it names none.
    private static func operators(_ channel: Channel, _ countries: [Country]) -> [MobileMoneyOperator] {
        guard channel.operators.isEmpty else {
            return channel.operators.map {
                MobileMoneyOperator(
                    id: $0.id, name: $0.name, logo: $0.logo.flatMap(Self.picture), country: $0.country,
                    acceptsAnyNumber: $0.anyNumber || MobileMoneyCatalogue.acceptsAnyNumber($0.id))
            }
        }
        return countries.flatMap(MobileMoneyCatalogue.operators).map {
            MobileMoneyOperator(
                id: $0.id, name: $0.name, logo: nil, country: $0.country.code, acceptsAnyNumber: $0.acceptsAnyNumber)
        }
    }

    /// W81: pictures come by https only.
    static func picture(_ url: URL) -> String? { url.scheme?.lowercased() == "https" ? url.absoluteString : nil }
}
