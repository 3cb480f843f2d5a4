/// The names of a provider's SDK that the published card collector sample uses. The package depends on no such SDK
/// (W87); this is here only so that the sample can be compiled as it is printed.
public struct STPPaymentMethodParams: Sendable {
    public let standInNumber: String
    public init(standInNumber: String) { self.standInNumber = standInNumber }
}

public struct STPPaymentMethod: Sendable {
    public let stripeId: String
}

@MainActor public final class STPAPIClient {
    public static let shared = STPAPIClient()
    public var publishableKey: String?

    public func createPaymentMethod(with params: STPPaymentMethodParams) async throws -> STPPaymentMethod {
        STPPaymentMethod(stripeId: "pm_\(publishableKey ?? "")_\(params.standInNumber.suffix(4))")
    }
}
