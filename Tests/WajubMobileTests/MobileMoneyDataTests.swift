import Testing
import WajubMobile

/// As an app sees it: no `@testable`.
@Suite struct MobileMoneyDataTests {
    @Test("W82: an app's own screens have the checkout's rules for numbers and operators")
    func rules() {
        let data = MobileMoneyData.shared
        #expect(data.nationalDigits("+237 677 12 34 56", country: "cm") == "677123456")
        #expect(data.isValid("677123456", country: "CM") && !data.isValid("67712345", country: "CM"))
        #expect(data.detectOperator("655112233", country: "CM") == "orange")
        #expect(data.formatAsYouType("677123456") == "67 71 23 45 6")
        let badge = data.badge(operatorId: "nobody", fallbackName: "Zed Pay")
        #expect(badge.text.hasPrefix("Z") && badge.background.hasPrefix("#"))
        #expect(data.nationalDigits("1", country: "??").isEmpty && data.e164("1", country: "") == nil)
    }

    @Test("W79: the number leaves in E.164, and Côte d'Ivoire keeps its leading 0")
    func e164() {
        #expect(MobileMoneyData.shared.e164("07 07 12 34 56", country: "CI") == "+2250707123456")
        #expect(MobileMoneyData.shared.e164("024 123 4567", country: "GH") == "+233241234567")
    }
}
