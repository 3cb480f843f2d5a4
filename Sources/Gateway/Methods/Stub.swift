import Kernel
package struct MobileMoneyMethod: PaymentMethod {
    package init() {}
    package func channels(currency: Currency, environment: Environment) -> [Channel] { [] }
    package func read(_ data: [String: JSONValue], channel: Channel, environment: Environment, today: Timestamp)
        -> InstrumentReading
    { .invalid([:]) }
}
package typealias CardMethod = MobileMoneyMethod
