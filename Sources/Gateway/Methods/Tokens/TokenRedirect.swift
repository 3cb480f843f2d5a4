import Kernel

/// Methods that ask for nothing and send the payer to a page: a bank's, or a wallet's.
package struct TokenRedirect: TokenMethod {
    package init() {}

    // type, name, category, countries, currencies, whether it opens an app
    private static let rows: [TokenMethodKind] = [
        row("PSE", "PSE", .bankTransfer, "CO", "COP"),
        row("BANCOLOMBIA_TRANSFER", "Bancolombia", .bankTransfer, "CO", "COP", opensApp: true),
        row("NEQUI", "Nequi", .wallet, "CO", "COP", opensApp: true),
        row("WEBPAY", "Webpay", .bankTransfer, "CL", "CLP"), row("IDEAL", "iDEAL", .bankTransfer, "NL", "EUR"),
        row(
            "MERCADO_PAGO_CHECKOUT_PRO", "Mercado Pago Checkout Pro", .wallet, "AR BR CL CO MX PE UY",
            "ARS BRL CLP COP MXN PEN UYU"),
        row("MERCADO_PAGO_WALLET", "Mercado Pago", .wallet, "AR BR MX", "ARS BRL MXN", needsCustomer: true),
        row("PAYPAL", "PayPal", .wallet, "", ""),
    ]

    private static func row(
        _ type: String, _ name: String, _ category: MethodCategory, _ countries: String, _ currencies: String,
        opensApp: Bool = false, needsCustomer: Bool = false
    ) -> TokenMethodKind {
        var kind = TokenMethodKind(type, name, category, .none)
        kind.countries = countries.isEmpty ? nil : countries.split(separator: " ").compactMap { Country(String($0)) }
        kind.currencies =
            currencies.isEmpty ? nil : currencies.split(separator: " ").compactMap { Currency(String($0)) }
        kind.leaves = true
        kind.opensApp = opensApp
        kind.needsCustomer = needsCustomer
        return kind
    }

    package func kinds(in country: Country) -> [TokenMethodKind] { Self.rows }

    package func read(
        _ fields: [String: JSONValue], _ kind: TokenMethodKind, _ context: TokenContext
    ) -> TokenReading {
        let page: ProviderPage.Kind = kind.category == .wallet ? .wallet : .bank
        return .instrument(
            TokenInstrument(
                type: kind.type, category: kind.category,
                summary: InstrumentSummary(
                    kind: page == .wallet ? .wallet : .bank, issuer: kind.type.lowercased(),
                    country: context.country.code),
                behaviour: .answers(.page(ProviderPageRequest(page)), followUp: nil)))
    }
}
