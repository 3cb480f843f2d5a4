import Testing
import YunoSDK

@Suite struct ResultTests {
    @Test("YL55 The result has six cases, in the order bridges rely on") func cases() {
        #expect(Yuno.Result.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
    }
}
