import Kernel

/// Methods that ask for nothing and give the payer a code: scanned, dictated at a counter, or transferred to.
package struct TokenCode: TokenMethod {
    private struct Row: Sendable {
        let kind: TokenMethodKind
        let code: PaymentCode.Kind
    }

    package init() {}

    // type, name, category, country, currency, code
    private static let rows: [Row] = [
        row("PIX", "Pix", .bankTransfer, "BR", "BRL", .pix), row("BOLETO", "Boleto", .ticket, "BR", "BRL", .voucher),
        row("OXXO", "OXXO", .ticket, "MX", "MXN", .voucher, maximum: 10_000),
        row("SPEI", "SPEI", .bankTransfer, "MX", "MXN", .account),
        row("EFECTY", "Efecty", .ticket, "CO", "COP", .voucher, minimum: 5000),
    ]

    private static func row(
        _ type: String, _ name: String, _ category: MethodCategory, _ country: String, _ currency: String,
        _ code: PaymentCode.Kind, minimum: Int64? = nil, maximum: Int64? = nil
    ) -> Row {
        var kind = TokenMethodKind(type, name, category, .none)
        kind.countries = Country(country).map { [$0] }
        kind.currencies = Currency(currency).map { [$0] }
        kind.minimum = minimum
        kind.maximum = maximum
        return Row(kind: kind, code: code)
    }

    package func kinds(in country: Country) -> [TokenMethodKind] { Self.rows.map(\.kind) }

    package func read(
        _ fields: [String: JSONValue], _ kind: TokenMethodKind, _ context: TokenContext
    ) -> TokenReading {
        guard let row = Self.rows.first(where: { $0.kind.type == kind.type }) else {
            return .invalid(["type": "is no method of this gateway"])
        }
        return .instrument(
            TokenInstrument(
                type: kind.type, category: kind.category,
                summary: InstrumentSummary(
                    kind: row.code == .voucher ? .cash : .bank, issuer: kind.type.lowercased(),
                    country: context.country.code), behaviour: .code(row.code)))
    }
}
