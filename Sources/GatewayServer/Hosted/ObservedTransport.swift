import Kernel
import Wire

/// Tells of every request and its answer, without what is secret in them.
struct ObservedTransport: Transport {
    let inner: any Transport
    let tell: @Sendable (HostedNote.Kind) async -> Void

    private static let largestBodyBytes = 64 << 10

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer {
        let path = Redaction.redact(request.url.path)
        let asked = (request.body ?? []).isEmpty ? nil : Self.shown(request.body ?? [], isRequest: true)
        func note(_ status: Int?, _ answer: JSONValue?) async {
            await tell(
                .exchange(
                    method: request.method.rawValue, path: path, request: asked, status: status, answer: answer))
        }
        do throws(TransportFailure) {
            let answer = try await inner.send(request)
            await note(answer.status, Self.shown(answer.body, isRequest: false))
            return answer
        } catch {
            await note(nil, nil)
            throw error
        }
    }

    private static func shown(_ body: [UInt8], isRequest: Bool) -> JSONValue? {
        guard body.count <= largestBodyBytes, let json = try? JSONValue.parse(body) else { return nil }
        return json.redacted(alsoHiding: isRequest ? ["code", "pin", "birthday", "address"] : [])
    }
}

extension JSONValue {
    /// Without card numbers, keys and tokens, and without fields whose name says that they are secret.
    func redacted(alsoHiding more: Set<String>) -> JSONValue {
        switch self {
        case .null, .bool, .number: self
        case .string(let text): .string(Redaction.redact(text))
        case .array(let items): .array(items.map { $0.redacted(alsoHiding: more) })
        case .object(let members):
            .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { name, value in
                        let isHidden = Redaction.isForbidden(name) || more.contains(name.lowercased())
                        let isPlain = value.object == nil && value.array == nil
                        return (name, isHidden && isPlain ? .string(Redaction.mask) : value.redacted(alsoHiding: more))
                    }))
        }
    }
}
