import Gateway
import Kernel

/// The JSON shapes of the Wajub API (spec 3 to 5), made of the gateway's facts.
struct WajubShapes: Sendable {
    /// Where this gateway is reached from outside, without a slash at the end.
    let origin: String
    let language: Language

    /// - Parameter forPayer: whether it says which page the payer must go to; a merchant's server has no use for it.
    func transaction(_ payment: Payment, forPayer: Bool = true) -> JSONValue {
        [
            "id": .string(payment.id.rawValue), "reference": .string(payment.reference),
            "trxref": .string(payment.trxref), "amount": payment.amount.json, "amount_total": payment.total.json,
            "fees": payment.fees.json, "currency": .string(payment.amount.currency.code),
            "status": .string(payment.status.rawValue), "status_label": .string(label(payment.status)),
            "sandbox": .bool(payment.environment == .sandbox), "description": .optional(payment.description),
            "created_at": .string(payment.createdAt.iso8601), "expires_at": .string(payment.expiresAt.iso8601),
            "paid_at": .optional(payment.paidAt?.iso8601), "method": .optional(payment.method),
            "customer": [
                "name": .optional(payment.customer.name), "email": .optional(payment.customer.email),
                "phone": .optional(payment.customer.phone),
            ],
            "receipt_url": nil, "last_decline": .optional(payment.lastDecline.map(decline)),
            "processing_context": .optional(processingContext(payment, forPayer: forPayer)),
        ]
    }

    /// What a merchant sees of its payment: its own facts, too.
    func merchantTransaction(_ payment: Payment) -> JSONValue {
        var fields = transaction(payment, forPayer: false).object ?? [:]
        fields["metadata"] = payment.metadata.flatMap { try? JSONValue.parse($0) } ?? .null
        fields["callback"] = .optional(payment.callback)
        fields["refunded_amount"] = payment.refunded.json
        func kept(_ text: String?) -> JSONValue { text.flatMap { try? JSONValue.parse($0) } ?? .null }
        fields["items"] = kept(payment.order?.items)
        fields["address"] = kept(payment.order?.address)
        fields["shipping"] = kept(payment.order?.shipping)
        fields["customer_id"] = .optional(payment.order?.customerID)
        fields["theming"] = .optional(
            payment.order?.theming.map {
                ["primary_color": .optional($0.primaryColor), "logo_url": .optional($0.logoURL)]
            })
        return .object(fields)
    }

    func created(_ created: CreatedPayment) -> JSONValue {
        let token = created.token.expose()
        return [
            "transaction": merchantTransaction(created.payment), "authorization_token": .string(token),
            "authorization_url": .string("\(origin)/checkout/\(token)"),
        ]
    }

    private func label(_ status: PaymentStatus) -> String {
        switch (status, language) {
        case (.pending, .french): "En attente"
        case (.pending, .english): "Pending"
        case (.pending, .arabic): "في الانتظار"
        case (.pending, .spanish): "Pendiente"
        case (.pending, .portuguese): "Pendente"
        case (.processing, .french): "En cours"
        case (.processing, .english): "Processing"
        case (.processing, .arabic): "قيد التنفيذ"
        case (.processing, .spanish): "En curso"
        case (.processing, .portuguese): "Em andamento"
        case (.success, .french): "Payé"
        case (.success, .english): "Paid"
        case (.success, .arabic): "مدفوع"
        case (.success, .spanish): "Pagado"
        case (.success, .portuguese): "Pago"
        case (.failed, .french): "Échoué"
        case (.failed, .english): "Failed"
        case (.failed, .arabic): "فشل"
        case (.failed, .spanish): "Fallido"
        case (.failed, .portuguese): "Falhou"
        case (.cancelled, .french): "Annulé"
        case (.cancelled, .english): "Cancelled"
        case (.cancelled, .arabic): "ملغى"
        case (.cancelled, .spanish): "Cancelado"
        case (.cancelled, .portuguese): "Cancelado"
        case (.expired, .french): "Expiré"
        case (.expired, .english): "Expired"
        case (.expired, .arabic): "منتهي الصلاحية"
        case (.expired, .spanish): "Vencido"
        case (.expired, .portuguese): "Expirado"
        }
    }

    func decline(_ decline: Decline) -> JSONValue {
        [
            "id": .string(decline.id.rawValue), "code": .string(decline.code),
            "message": .string(
                ErrorCatalogue.wajub[decline.code]?.message(language, ["ref": decline.blockReference ?? ""])
                    ?? decline.code),
            "at": .string(decline.at.iso8601), "block_reference": .optional(decline.blockReference),
        ]
    }

    private func processingContext(_ payment: Payment, forPayer: Bool) -> JSONValue? {
        guard payment.status == .processing, let attempt = payment.attempt else { return nil }
        var fields: [String: JSONValue] = [
            "channel_slug": .string(attempt.channel),
            "is_mobile_money": .bool(attempt.instrument.kind == .mobileMoney),
            "payer_instruction": .optional(attempt.instruction?.text(language)),
            "action_url": forPayer ? action(payment, attempt)["confirm_url"] ?? .null : .null,
        ]
        if let code = attempt.instruction?.ussdCode {
            fields["kind"] = "ussd"
            fields["ussd_code"] = .string(code)
        }
        return .object(fields)
    }

    // MARK: Checkout

    /// - Parameter echo: where its changes are announced.
    func session(_ session: CheckoutSession, echo: JSONValue) -> JSONValue {
        var branding = self.branding(session.branding).object ?? [:]
        // Older apps read it as text.
        branding["white_label"] = .string(session.branding.whiteLabel ? "1" : "0")
        return [
            "transaction": transaction(session.payment), "channels": .array(session.channels.map(channel)),
            "locale": .string(language.rawValue), "branding": .object(branding), "echo": echo,
            "callback": .optional(session.payment.callback),
            "environment": .string(session.payment.environment.rawValue),
        ]
    }

    func branding(_ look: Branding) -> JSONValue {
        [
            "name": .optional(look.name), "logo": .optional(look.logo),
            "primary_color": .optional(look.primaryColor), "secondary_color": .optional(look.secondaryColor),
            "background_color": .optional(look.backgroundColor), "font_family": .optional(look.fontFamily),
            "border_radius": .optional(look.borderRadius), "white_label": .bool(look.whiteLabel),
        ]
    }

    private func channel(_ channel: Channel) -> JSONValue {
        [
            "id": .string("ch_\(channel.slug)"), "slug": .string(channel.slug), "name": .string(channel.name),
            "name_fr": .string(channel.frenchName), "type": .string(channel.kind.rawValue), "logo": nil,
            "countries": .array(channel.countries.map { .string($0.code) }),
            "currency": .string(channel.currency.code), "min_amount": .optional(channel.minimum?.json),
            "max_amount": .optional(channel.maximum?.json),
            "operators": .array(
                channel.operators.map { found in
                    [
                        "id": .string(found.id), "name": .string(found.name), "logo": nil,
                        "country": .string(found.country.code), "any_number": .bool(found.acceptsAnyNumber),
                    ]
                }),
        ]
    }

    func configuration(_ channels: [Channel]) -> JSONValue {
        let entries = channels.map { channel in
            (
                channel.slug,
                [
                    "available": true, "provider": .string(channel.provider), "sdk": .string(channel.sdk.rawValue),
                    "publishable_key": .optional(channel.publishableKey),
                    "required_fields": .array(channel.requiredFields.map(JSONValue.string)),
                    "client_session": .bool(channel.clientSession),
                ] as JSONValue
            )
        }
        return ["channels": .object(Dictionary(uniqueKeysWithValues: entries))]
    }

    func status(_ payment: Payment) -> JSONValue {
        var fields: [String: JSONValue] = [
            "status": .string(payment.status.rawValue), "transaction": transaction(payment),
            "last_decline": .optional(payment.lastDecline.map(decline)), "attempt": nil, "step": nil, "action": nil,
            "confirm_url": nil, "client_session": nil,
        ]
        if let attempt = payment.attempt {
            fields["attempt"] = [
                "id": .string(attempt.id.rawValue),
                "idempotency_key": attempt.idempotencyKey.hasPrefix(IdempotencyClaim.inventedPrefix)
                    ? .null : .string(attempt.idempotencyKey),
                "channel": .string(attempt.channel), "state": .string(attempt.state.rawValue),
            ]
            fields.merge(action(payment, attempt)) { $1 }
        }
        return .object(fields)
    }

    /// What the payer must do next, if anything (spec 7.1).
    private func action(_ payment: Payment, _ attempt: Attempt) -> [String: JSONValue] {
        guard payment.status == .processing, attempt.state == .actionRequired else { return [:] }
        if let step = attempt.step {
            return ["action": .string("confirm_\(step.kind.rawValue)"), "step": self.step(step)]
        }
        var fields: [String: JSONValue] = [:]
        if payment.environment == .sandbox {
            let way = attempt.page.map { "?link=\($0.link)" } ?? ""
            fields["simulator_url"] = .string("\(origin)/sandbox/payments/\(payment.id)/simulate\(way)")
        }
        guard let page = attempt.page else {
            // An attempt of the first databases.
            fields["action"] = "confirm_3ds"
            return fields
        }
        switch page.kind {
        case .threeDS: fields["action"] = "confirm_3ds"
        case .wallet, .card, .challenge, .bank: fields["action"] = "redirect"
        case .reauthorization: fields["action"] = "card_reauth"
        case .session:
            fields["action"] = "client_session"
            fields["client_session"] = .optional(clientSession(page, payment))
        }
        if page.kind != .session, page.kind != .reauthorization { fields["confirm_url"] = .string(address(page)) }
        return fields
    }

    func address(_ page: ProviderPage) -> String { "\(origin)/provider/\(page.link)" }

    /// A provider's own checkout (spec 5.5). The amount is in the provider's unit, the smallest one.
    private func clientSession(_ page: ProviderPage, _ payment: Payment) -> JSONValue? {
        guard let session = page.session else { return nil }
        return [
            "id": .string(session.id.rawValue), "provider": .string(ClientSessionMethod.provider),
            "reference": .string(session.reference), "amount": .integer(payment.total.minorUnits),
            "currency": .string(payment.total.currency.code), "hosted_url": .string(address(page)),
            "access_code": .string(session.accessCode), "public_key": "pk_test_sandbox", "encryption_key": nil,
        ]
    }

    func step(_ step: Step) -> JSONValue {
        [
            "id": .string(step.id.rawValue), "kind": .string(step.kind.rawValue),
            "destination": .optional(step.destination), "attempts_left": .integer(step.attemptsLeft),
            "resend": .bool(step.canResend), "expires_at": .string(step.expiresAt.iso8601),
        ]
    }

    /// The answer to a payment request (spec 3.1, 8.1).
    func reply(_ reply: ProcessReply) -> StoredAnswer {
        let errors = WajubErrors(language: language)
        switch reply {
        case .refused(let payment, let refusal):
            return errors.answer(refusal, transaction: transaction(payment))
        case .attempt(let payment, let attempt):
            guard attempt.state != .declined else {
                let isLast = payment.lastDecline?.at == attempt.decidedAt
                let reference = isLast ? payment.lastDecline?.blockReference : nil
                return errors.answer(
                    Refusal(attempt.declineCode ?? "payment_declined", blockReference: reference),
                    transaction: transaction(payment))
            }
            let status = attempt.state == .succeeded ? 200 : 202
            var fields: [String: JSONValue] = [
                "code": .integer(status), "status": .string(ResponseHead.reason(status)),
                "message": .string(label(payment.status)), "action": nil, "transaction": transaction(payment),
            ]
            fields.merge(action(payment, attempt)) { $1 }
            return StoredAnswer(status: status, body: JSONValue.object(fields).bytes)
        }
    }

    // MARK: Refunds and webhooks

    func refund(_ refund: Refund) -> JSONValue {
        [
            "id": .string(refund.id.rawValue), "payment": .string(refund.paymentID.rawValue),
            "amount": refund.amount.json, "currency": .string(refund.amount.currency.code),
            "reason": .string(refund.reason.rawValue), "status": .string(refund.status),
            "sandbox": .bool(refund.environment == .sandbox), "created_at": .string(refund.createdAt.iso8601),
        ]
    }

    func endpoint(_ endpoint: WebhookEndpoint) -> JSONValue {
        [
            "id": .string(endpoint.id.rawValue), "url": .string(endpoint.url),
            "enabled_events": .array(
                endpoint.events.map { $0.map(\.rawValue).sorted().map(JSONValue.string) } ?? ["*"]),
            "secret": .string(endpoint.secret), "sandbox": .bool(endpoint.environment == .sandbox),
            "created_at": .string(endpoint.createdAt.iso8601),
        ]
    }

    /// An event as webhooks carry it; equal events give equal bytes (spec 15).
    static func webhook(_ event: Event, origin: String) -> JSONValue {
        // A server's log is no payer's screen: webhooks are in English.
        let shapes = WajubShapes(origin: origin, language: .english)
        var data = event.payment.flatMap { shapes.merchantTransaction($0).object } ?? [:]
        if let refund = event.refund { data["refund"] = shapes.refund(refund) }
        return [
            "id": .string(event.id.rawValue), "event": .string(event.name.rawValue),
            "type": .string(event.name.rawValue), "created_at": .string(event.createdAt.iso8601),
            "sandbox": .bool(event.environment == .sandbox), "data": .object(data),
        ]
    }

    func event(_ event: Event, _ deliveries: [Delivery]) -> JSONValue {
        var fields = Self.webhook(event, origin: origin).object ?? [:]
        fields["deliveries"] = .array(
            deliveries.map { delivery in
                [
                    "id": .string(delivery.id.rawValue), "endpoint": .string(delivery.endpointID.rawValue),
                    "state": .string(delivery.state.rawValue), "tries": .integer(delivery.tries),
                    "next_at": delivery.state == .pending ? .string(delivery.nextAt.iso8601) : .null,
                    "last_status": .optional(delivery.lastStatus.map { .integer($0) }),
                    "last_error": .optional(delivery.lastError),
                    "delivered_at": .optional(delivery.deliveredAt?.iso8601),
                ]
            })
        return .object(fields)
    }

    /// A page of a list (spec 4.5).
    func list<Item>(
        _ name: String, _ page: Page<Item>, _ request: PageRequest, _ shape: (Item) -> JSONValue
    ) -> JSONValue {
        let items = JSONValue.array(page.items.map(shape))
        var meta: [String: JSONValue] = [
            "per_page": .integer(request.size), "has_more": .bool(page.next != nil),
            "next_cursor": .optional(page.next?.text), "prev_cursor": nil,
        ]
        if case .number(let number) = request.position, let total = page.total {
            meta["total"] = .integer(total)
            meta["current_page"] = .integer(number)
            meta["last_page"] = .integer(max(1, (total + request.size - 1) / request.size))
        }
        return [name: items, "items": items, "meta": .object(meta)]
    }
}
