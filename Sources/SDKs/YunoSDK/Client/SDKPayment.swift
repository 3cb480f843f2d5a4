import Foundation
import Kernel
import Wire

/// A session's payment, as the SDK sees it.
package struct SDKPayment: Sendable, Hashable {
    package let id: String
    /// Changes whenever anything else here does.
    package let mark: String
    package let status: String
    package let subStatus: String?
    package let responseCode: String?
    /// For the payer, in their language, of a refusal.
    package let message: String?
    /// ISO 8601.
    package let paidAt: String?
    package let reference: String?
    package let method: String?
    package let vaultedToken: String?
    package let action: SDKAction?

    init?(_ json: JSONValue) {
        guard let id = json.short("id"), let status = json.short("status") else { return nil }
        self.id = id
        self.status = status.uppercased()
        subStatus = json.short("sub_status")?.uppercased()
        mark = json.short("mark") ?? "\(status) \(subStatus ?? "")"
        responseCode = json.short("response_code")
        message = json.words("message")
        paidAt = json.short("paid_at")
        reference = json.short("reference")
        method = json.short("method")
        vaultedToken = json.short("vaulted_token")
        action = json.map("action").flatMap(SDKAction.init)
    }
}

/// What the payer must do now.
package struct SDKAction: Sendable, Hashable {
    package let kind: Kind
    /// The simulator's page for it, in the sandbox only.
    package let simulator: URL?

    package enum Kind: Sendable, Hashable {
        /// The bank's page, inside the app.
        case challenge(URL)
        /// A provider's page, inside the app or in another one.
        case redirect(URL, isExternal: Bool)
        case code(PaymentCode)
        case voucher(Voucher)
        case otp(OneTimeCode)
        /// The payer approves it on their phone.
        case approval(instruction: String?, ussdCode: String?)
        /// Something this version does not know, or cannot read.
        case unknown(String)
    }

    /// What is scanned or pasted to pay.
    package struct PaymentCode: Sendable, Hashable {
        package let text: String
        /// E.g. `PIX`.
        package let kind: String
        /// Whole seconds from the answer on; nil when it does not end.
        package let expiresInSeconds: Int?
    }

    /// What is paid at a counter.
    package struct Voucher: Sendable, Hashable {
        package let number: String
        package let barcode: String?
        package let expiresInSeconds: Int?
    }

    /// A code the payer is sent.
    package struct OneTimeCode: Sendable, Hashable {
        package let id: String
        package let length: Int?
        /// Where it was sent, as it may be shown.
        package let destination: String?
        package let attemptsLeft: Int?
        /// Whole seconds until it may be sent again; nil when it may not.
        package let resendInSeconds: Int?
    }

    init?(_ json: JSONValue) {
        guard let type = json.short("type") else { return nil }
        kind = Self.kind(type, json) ?? .unknown(type)
        simulator = Self.page(json.address("simulator"), otherSchemes: false)
    }

    private static func kind(_ type: String, _ json: JSONValue) -> Kind? {
        switch type {
        case "CHALLENGE": return page(json.address("url"), otherSchemes: false).map(Kind.challenge)
        case "REDIRECT":
            let isExternal = json.short("mode") == "external"
            return page(json.address("url"), otherSchemes: isExternal).map { .redirect($0, isExternal: isExternal) }
        case "CODE":
            guard let code = json.map("code"), let text = code.address("text") else { return nil }
            return .code(
                PaymentCode(text: text, kind: code.short("kind") ?? "", expiresInSeconds: seconds(code, "expires_in")))
        case "VOUCHER":
            guard let voucher = json.map("voucher"), let number = voucher.short("number") else { return nil }
            return .voucher(
                Voucher(
                    number: number, barcode: voucher.address("barcode"),
                    expiresInSeconds: seconds(voucher, "expires_in")))
        case "OTP":
            guard let otp = json.map("otp"), let id = otp.short("id") else { return nil }
            return .otp(
                OneTimeCode(
                    id: id, length: otp.whole("length").flatMap { (1...20).contains($0) ? $0 : nil },
                    destination: otp.short("destination"), attemptsLeft: otp.whole("attempts_left"),
                    resendInSeconds: seconds(otp, "resend_in")))
        case "APPROVAL":
            return .approval(instruction: json.words("instruction"), ussdCode: json.short("ussd_code"))
        default: return nil
        }
    }

    /// From zero to a year; a count from outside must not overflow a clock.
    private static func seconds(_ json: JSONValue, _ name: String) -> Int? {
        json.whole(name).map { min(max($0, 0), 31_622_400) }
    }

    /// An address that may be opened: https, plain http to this machine only, and other apps' schemes where the payer
    /// leaves for another app.
    static func page(_ text: String?, otherSchemes: Bool) -> URL? {
        guard let url = text.flatMap(URL.init(string:)), let scheme = url.scheme?.lowercased() else { return nil }
        switch scheme {
        case "https": return url.host?.isEmpty == false ? url : nil
        case "http": return GatewayOrigin.isLoopback(url.host?.lowercased() ?? "") ? url : nil
        case "javascript", "data", "file", "about", "blob": return nil
        default: return otherSchemes ? url : nil
        }
    }
}

/// What a customer session is for.
package struct EnrollmentInfo: Sendable, Hashable {
    package let session: String
    package let customerID: String?
    package let environment: YunoEnvironment
    package let merchant: MerchantInfo
    package let country: Country?
    package let callbackURL: String?
    package let method: Method?
    package let enrollment: SDKEnrollment?

    /// The method to enrol, chosen by the merchant's server.
    package struct Method: Sendable, Hashable {
        package let type: String
        package let name: String
        package let form: SDKPaymentMethod.Form
        /// Whether the card is tried out first.
        package let verifies: Bool
    }

    init?(_ json: JSONValue) {
        guard let session = json.short("customer_session") else { return nil }
        self.session = session
        customerID = json.short("customer_id")
        environment = json.short("environment").flatMap(YunoEnvironment.init) ?? .prod
        merchant = MerchantInfo(json.map("merchant") ?? [:])
        country = json.short("country").flatMap { Country($0) }
        callbackURL = json.address("callback_url")
        method = json.map("payment_method").flatMap { json in
            guard let type = json.short("type") else { return nil }
            return Method(
                type: type, name: json.words("name") ?? type,
                form: json.short("form").flatMap(SDKPaymentMethod.Form.init) ?? .nothing,
                verifies: json.flag("verify"))
        }
        enrollment = json.map("enrollment").flatMap(SDKEnrollment.init)
    }
}

/// How enrolling a method stands.
package struct SDKEnrollment: Sendable, Hashable {
    package let status: String
    /// Changes whenever anything else here does.
    package let mark: String
    package let methodID: String?
    package let vaultedToken: String?
    package let responseCode: String?
    package let message: String?
    package let action: SDKAction?

    init?(_ json: JSONValue) {
        guard let status = json.short("status") else { return nil }
        self.status = status
        mark = json.short("mark") ?? status
        methodID = json.short("payment_method_id")
        vaultedToken = json.short("vaulted_token")
        responseCode = json.short("response_code")
        message = json.words("message")
        action = json.map("action").flatMap(SDKAction.init)
    }
}
