import Foundation
import Kernel

/// What a flow asks the gateway: for a payment, or for an enrolment.
protocol FlowSource: Sendable {
    var client: YunoClient { get }
    /// The session it is about.
    var session: String { get }
    func load() async throws -> FlowInfo
    func read() async throws -> FlowState?
    /// Answers when the state is another than the one with that mark, or after a while.
    func change(from mark: String) async throws -> FlowState?
    /// Makes a one-time token.
    func token(_ method: Secret<JSONValue>) async throws -> OneTimeToken
    /// Pays or enrols without the app's server.
    func submit(_ method: Secret<JSONValue>, type: String) async throws -> FlowState
    func answer(_ step: String, _ code: Secret<String>) async throws -> StepAnswer
    func resend(_ step: String) async throws -> FlowState
}

enum StepAnswer: Sendable {
    case taken(FlowState)
    case wrong(attemptsLeft: Int?)
}

/// What the first screen needs.
struct FlowInfo: Sendable {
    let merchant: MerchantInfo
    let isSandbox: Bool
    let country: Country?
    var amount: Money?
    var about: String?
    let callbackURL: String?
    let methods: [SDKPaymentMethod]
    var card: CheckoutInfo.CardRules?
    var installments: [CheckoutInfo.InstallmentPlan] = []
    let state: FlowState?

    init(_ info: CheckoutInfo) {
        merchant = info.merchant
        isSandbox = info.environment != .prod
        country = info.country
        amount = info.amount
        about = info.description
        callbackURL = info.callbackURL
        methods = info.methods
        card = info.card
        installments = info.installments
        state = info.payment.map(FlowState.payment)
    }

    init(_ info: EnrollmentInfo) {
        merchant = info.merchant
        isSandbox = info.environment != .prod
        country = info.country
        callbackURL = info.callbackURL
        methods = info.method.map { [SDKPaymentMethod($0)] } ?? []
        state = info.enrollment.map(FlowState.enrollment)
    }
}

struct PaymentSource: FlowSource {
    let client: YunoClient
    let session: String
    /// ISO 3166, as the app says.
    let country: String

    func load() async throws -> FlowInfo { FlowInfo(try await client.checkout(session)) }

    func read() async throws -> FlowState? { try await client.payment(session).map(FlowState.payment) }

    func change(from mark: String) async throws -> FlowState? {
        try await client.payment(session, waitSeconds: 20, known: mark).map(FlowState.payment)
    }

    func token(_ method: Secret<JSONValue>) async throws -> OneTimeToken {
        do {
            return try await client.token(session, try await method.withDevice(client, country).expose())
        } catch let error as YunoError where error.code == "CHECKOUT_SESSION_NOT_FOUND" {
            guard let state = try? await read() else { throw error }
            throw PaidAlready(state: state)
        }
    }

    func submit(_ method: Secret<JSONValue>, type: String) async throws -> FlowState {
        let token: OneTimeToken
        do {
            token = try await self.token(method)
        } catch let paid as PaidAlready {
            return paid.state
        } catch {
            throw NothingSent(cause: error)
        }
        return .payment(try await client.createPayment(session, type: type, token: token))
    }

    func answer(_ step: String, _ code: Secret<String>) async throws -> StepAnswer {
        switch try await client.answer(session, code: step, code) {
        case .taken(let payment): .taken(.payment(payment))
        case .wrong(let left): .wrong(attemptsLeft: left)
        }
    }

    func resend(_ step: String) async throws -> FlowState {
        .payment(try await client.resend(session, code: step))
    }
}

struct EnrollmentSource: FlowSource {
    let client: YunoClient
    let session: String
    /// ISO 3166, as the app says.
    let country: String

    func load() async throws -> FlowInfo { FlowInfo(try await client.enrollmentInfo(session)) }

    func read() async throws -> FlowState? { try await client.enrollment(session).map(FlowState.enrollment) }

    func change(from mark: String) async throws -> FlowState? {
        try await client.enrollment(session, waitSeconds: 20, known: mark).map(FlowState.enrollment)
    }

    /// Nothing is paid: there is no token.
    func token(_ method: Secret<JSONValue>) async throws -> OneTimeToken {
        throw YunoError.providerError("OPERATION_NOT_SUPPORTED")
    }

    func submit(_ method: Secret<JSONValue>, type: String) async throws -> FlowState {
        .enrollment(try await client.enroll(session, try await method.withDevice(client, country).expose()))
    }

    /// Enrolments ask for no codes of ours: the bank does, on its page.
    func answer(_ step: String, _ code: Secret<String>) async throws -> StepAnswer {
        throw YunoError.providerError("OPERATION_NOT_SUPPORTED")
    }

    func resend(_ step: String) async throws -> FlowState {
        throw YunoError.providerError("OPERATION_NOT_SUPPORTED")
    }
}

/// The session has had its payment, e.g. from another device: that one's end is this one's.
struct PaidAlready: Error {
    let state: FlowState
}

/// A payment request that never left: no money can move.
struct NothingSent: Error {
    let cause: any Error
}

extension Secret<JSONValue> {
    /// With what fraud checks need to know of the device.
    fileprivate func withDevice(_ client: YunoClient, _ country: String) async throws -> Secret<JSONValue> {
        let facts = await client.world.device()
        var fields = expose().object ?? [:]
        fields["country"] = .string(country.uppercased())
        fields["customer"] = [
            "browser_info": facts.browserInfo(client.language),
            "device_fingerprint": .string(client.world.install.fingerprint),
        ]
        return Secret(.object(fields))
    }
}
