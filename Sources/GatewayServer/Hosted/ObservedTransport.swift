import Kernel
import Wire

/// Tells of every request and its answer, without what is secret in them.
struct ObservedTransport: Transport {
    let inner: any Transport
    let tell: @Sendable (HostedNote.Kind) async -> Void

    private static let largestBodyBytes = 64 << 10

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer {
        let path = Redaction.redact(request.url.path)
        let asked = (request.body ?? []).isEmpty ? nil : Self.shown(request.body ?? [])
        func note(_ status: Int?, _ answer: JSONValue?) async {
            await tell(
                .exchange(
                    method: request.method.rawValue, path: path, request: asked, status: status, answer: answer))
        }
        do throws(TransportFailure) {
            let answer = try await inner.send(request)
            await note(answer.status, Self.shown(answer.body))
            return answer
        } catch {
            await note(nil, nil)
            throw error
        }
    }

    private static func shown(_ body: [UInt8]) -> JSONValue? {
        guard body.count <= largestBodyBytes, let json = try? JSONValue.parse(body) else { return nil }
        return json.redacted
    }
}
