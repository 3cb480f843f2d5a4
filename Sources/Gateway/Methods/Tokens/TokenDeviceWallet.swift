import Kernel

/// Wallets of the device, which authorise before the token: what arrives is the wallet's own, sealed for the provider.
package struct TokenDeviceWallet: TokenMethod {
    static let maximumBytes = 16_384

    package init() {}

    package func kinds(in country: Country) -> [TokenMethodKind] {
        [("APPLE_PAY", "Apple Pay"), ("GOOGLE_PAY", "Google Pay")].map { TokenMethodKind($0.0, $0.1, .wallet, .wallet) }
    }

    package func read(
        _ fields: [String: JSONValue], _ kind: TokenMethodKind, _ context: TokenContext
    ) -> TokenReading {
        guard let given = fields["wallet"]?["payment_data"], !given.isNull else {
            return .invalid(["wallet.payment_data": "is required"])
        }
        let size = given.string?.utf8.count ?? (given.object == nil ? 0 : given.bytes.count)
        guard (1...Self.maximumBytes).contains(size) else {
            return .invalid(["wallet.payment_data": "must be what the wallet gave, at most 16,384 bytes"])
        }
        return .instrument(
            TokenInstrument(
                type: kind.type, category: kind.category,
                summary: InstrumentSummary(kind: .wallet, issuer: kind.type.lowercased()), behaviour: .approves))
    }
}
