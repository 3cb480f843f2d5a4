import Foundation
import Gateway
import Kernel

/// Where a session's changes are announced, and who may listen: P8 (spec 4.1, 10).
extension WajubDialect {
    func addRealtimeRoutes(to router: inout Router) {
        router.add("POST", "/pay/broadcasting/auth") { request in
            await asPayer(request) { try await broadcastingAuth(request, $0) }
        }
    }

    private func broadcastingAuth(_ request: ServerRequest, _ payment: Payment) async throws -> ServerResponse {
        let fields = try form(request)
        var errors: [String: String] = [:]
        let channel = fields["channel_name"] ?? ""
        if channel.isEmpty { errors["channel_name"] = "is required" }
        let socketID = fields["socket_id"] ?? ""
        if !Self.isSocketID(socketID) { errors["socket_id"] = "must be two numbers with a dot between" }
        guard errors.isEmpty else { throw FieldErrors(errors) }
        guard channel == RealtimeHub.channel(of: payment.trxref) else { throw Refusal("forbidden") }
        let keys = try await realtime.currentKeys()
        return ServerResponse(
            json: ["auth": .string(keys.authorization(socketID: socketID, channel: channel))])
    }

    /// Only what a server gives out: it becomes part of what is signed.
    private static func isSocketID(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && text.utf8.count <= 64
            && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }

    /// A form-encoded body; of a name given twice, the first value.
    private func form(_ request: ServerRequest) throws -> [String: String] {
        let type = request.headers["Content-Type"]?.lowercased() ?? ""
        guard type.hasPrefix("application/x-www-form-urlencoded") else {
            throw FieldErrors(["body": "must be sent as application/x-www-form-urlencoded"])
        }
        guard request.body.count <= 4096 else { throw Refusal("payload_too_large") }
        let pairs: [(String, String)]
        do throws(ServerRefusal) {
            pairs = try RequestTarget.query(request.body[...])
        } catch {
            throw FieldErrors(["body": "cannot be read as a form"])
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// The `echo` block of a session: how its changes can be followed (O22).
    func echo(_ payment: Payment) async throws -> JSONValue {
        let keys = try await realtime.currentKeys()
        guard let url = URLComponents(string: origin), let host = url.host else { return .null }
        let isSecure = url.scheme == "https"
        return [
            "broadcaster": "reverb", "key": .string(keys.key),
            "ws_host": .string("\(isSecure ? "wss" : "ws")://\(host)"),
            "ws_port": .integer(url.port ?? (isSecure ? 443 : 80)),
            "channel_prefix": .string(RealtimeHub.channelPrefix),
            "channel": .string(RealtimeHub.channel(of: payment.trxref)),
        ]
    }
}
