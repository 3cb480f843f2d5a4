import GatewayServer
import Kernel
import Testing

@Suite struct RedactedJSONTests {
    @Test("What is shown of a body holds no key, token, code, card or phone number")
    func masks() {
        let body: JSONValue = [
            "authorization_token": "tok_test_abc", "Secret": "whatever", "pin": "1234", "cvc": 123, "code": "123456",
            "phone": "+237670000000", "authorization_url": "http://g.example/checkout/tok_test_abcdef",
            "note": "paid with 4242 4242 4242 4242", "reference": 4_242_424_242_424_242,
            "card": ["number": "4242424242424242", "exp_month": 12],
            "list": [["token": "x"], "Bearer abcdef"], "null": nil, "token": nil,
        ]
        let shown = body.redacted
        #expect(
            shown["authorization_token"] == "[masked]" && shown["Secret"] == "[masked]" && shown["pin"] == "[masked]")
        #expect(shown["cvc"] == "[masked]" && shown["code"] == "[masked]" && shown["phone"] == "•••• 0000")
        #expect(shown["authorization_url"] == "http://g.example/checkout/tok_[masked]")
        #expect(shown["note"] == "paid with [masked]" && shown["reference"] == "[masked]")
        #expect(shown["card"] == ["number": "[masked]", "exp_month": "[masked]"])
        #expect(shown["list"] == [["token": "[masked]"], "Bearer [masked]"])
        #expect(shown["null"] == .null && shown["token"] == .null)
    }

    @Test("What is harmless is shown as it is")
    func keeps() {
        let body: JSONValue = [
            "code": 202, "status": "Accepted", "amount": 16500, "last_decline": ["code": "insufficient_funds"],
            "transaction": ["id": "trx_GOF7ufTNluDnJPQ423oG2fih"], "endpoint": ["secret": ["rotated": true]],
        ]
        #expect(body.redacted == body)
    }
}
