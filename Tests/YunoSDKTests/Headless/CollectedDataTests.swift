import Foundation
import Kernel
import Testing

@testable import YunoSDK

@Suite struct CollectedDataTests {
    private static let snake = """
        {"checkout_session": "s1", "payment_method": {"type": "CARD", "vaulted_token": null, "card": {"save": true,
        "detail": {"number": "4111111111111111", "expiration_month": 11, "expiration_year": "28",
        "security_code": "123", "holder_name": "John Doe", "type": "credit"}, "installment": {"id": "i1", "value": 3}},
        "customer": {"first_name": "Ana", "document": {"document_type": "CPF", "document_number": "1"},
        "billing_address": {"address_line_1": "Rua 1", "zip_code": "01"}}}}
        """
    private static let camel = """
        {"checkoutSession": "s1", "paymentMethod": {"type": "CARD", "card": {"save": true,
        "detail": {"number": "4111111111111111", "expirationMonth": 11, "expirationYear": 28,
        "securityCode": "123", "holderName": "John Doe", "type": "CREDIT"}, "installment": {"id": "i1", "value": 3}},
        "customer": {"firstName": "Ana", "document": {"documentType": "CPF", "documentNumber": "1"},
        "billingAddress": {"addressLine1": "Rua 1", "zipCode": "01"}}}}
        """

    @Test("YH22 YH23 YH24 Collected data from JSON, in either spelling", arguments: [snake, camel])
    func fromJSON(text: String) throws {
        let data = try TokenCollectedData(from: text)
        #expect(data.checkoutSession == "s1" && data.paymentMethod.type == "CARD")
        #expect(data.paymentMethod.vaultedToken == nil && data.paymentMethod.card?.save == true)
        #expect(
            data.paymentMethod.card?.detail?.json == [
                "number": "4111111111111111", "expiration_month": 11, "expiration_year": 28, "security_code": "123",
                "holder_name": "John Doe", "type": "CREDIT",
            ])
        #expect(data.paymentMethod.card?.installment == CardData.Installment(id: "i1", value: 3))
        #expect(data.paymentMethod.customer?.firstName == "Ana")
        #expect(data.paymentMethod.customer?.billingAddress?.addressLine1 == "Rua 1")
        #expect(data.paymentMethod.customer?.document?.documentNumber == "1")
    }

    @Test("YH22 Written and read again by Foundation's coders, nothing is lost")
    func coders() throws {
        let data = try TokenCollectedData(from: Self.snake)
        let again = try JSONDecoder().decode(TokenCollectedData.self, from: JSONEncoder().encode(data))
        #expect(again.paymentMethod.json == data.paymentMethod.json && again.checkoutSession == "s1")
        let enrollment = try EnrollmentCollectedData(
            from: #"{"customer_session":"c","payment_method":{"type":"CARD"}}"#)
        let other = try JSONDecoder().decode(
            EnrollmentCollectedData.self, from: JSONEncoder().encode(enrollment))
        #expect(other.customerSession == "c" && other.paymentMethod.type == "CARD")
    }

    @Test(
        "What cannot be read is refused, naming the place and never what stands there",
        arguments: [
            "", "4111111111111111", "{\"number\":4111111111111111", "[]", "{}", #"{"payment_method": 7}"#,
            #"{"payment_method": {"card": {}}}"#,
            #"{"payment_method": {"type": "CARD", "card": {"detail": {"number": ["4111111111111111"]}}}}"#,
            #"{"payment_method": {"type": "CARD", "card": {"detail": {"expiration_month": "4111111111111111x"}}}}"#,
            #"{"payment_method": {"type": "CARD", "card": {"detail": {"type": "4111111111111111"}}}}"#,
            #"{"payment_method": {"type": "CARD", "card": {"save": "4111111111111111"}}}"#,
            #"{"payment_method": {"type": "CARD", "card": {"installment": {"id": "4111111111111111"}}}}"#,
            "{\"payment_method\":" + String(repeating: "[", count: 100),
            "{\"payment_method\":\"" + String(repeating: "x", count: 70_000) + "\"}",
        ])
    func refused(text: String) throws {
        let error = try #require(throws: YunoError.self) { try TokenCollectedData(from: text) }
        guard case .invalidData = error else {
            Issue.record("\(error)")
            return
        }
        #expect(!"\(error) \(error.localizedDescription)".contains("4111"))
    }

    @Test("YH25 YH26 YH27 YH29 The pages' calls compile; nothing of a card shows in any description")
    func nothingShown() {
        let data = TokenCollectedData(
            checkoutSession: "s1",
            paymentMethod: CollectedData(
                type: "CARD", vaultedToken: nil,
                card: CardData(
                    save: false,
                    detail: CardData.Detail(
                        number: "4111111111111111", expirationMonth: 11, expirationYear: 25, securityCode: "739",
                        holderName: "Andrea", type: .credit),
                    installment: CardData.Installment(id: "cca80084-961b-4212-9c34-54f03f4f10ae", value: 24)),
                customer: Customer()))
        var dumped = ""
        dump(data, to: &dumped)
        let shown = "\(data) \(String(reflecting: data)) \(dumped)"
        for secret in ["4111", "739", "Andrea"] { #expect(!shown.contains(secret)) }
    }
}
