package struct Country: Sendable, Hashable {
    package let code: String; package init?(_ c: String) { code = c.uppercased() }
}
package enum SandboxScenario: Sendable { case success, insufficientFunds, failure, timeout, cancelled }
package struct CardNumber: Sendable { package let digits: Secret<String> }
package enum MobileMoneyCatalogue {
    package static func instruction(operatorID: String, country: Country) -> (english: String, french: String)? { nil }
}
