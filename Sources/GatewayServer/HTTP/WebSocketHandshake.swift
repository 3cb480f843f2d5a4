import Foundation
import Wire

/// What a route says to a request for a WebSocket.
package enum WebSocketAnswer: Sendable {
    /// Opens the socket, naming one of the ``ServerRequest/webSocketProtocols`` the client offered, if any. The
    /// closure runs in a task of its own; when it returns, the socket is closed.
    case accept(subprotocol: String? = nil, @Sendable (ServerSocket) async -> Void)
    /// Answers as to any other request, e.g. 401 or 403; the connection stays what it was.
    case refuse(ServerResponse)
}

/// An upgrade that was agreed on.
package struct WebSocketUpgrade: Sendable {
    let acceptance: String
    let subprotocol: String?
    let limits: WebSocketLimits
    let run: @Sendable (ServerSocket) async -> Void

    /// The head of the answer that opens the socket.
    func head(requestID: String, date: String) -> [UInt8] {
        var lines = [
            "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Accept: \(acceptance)", "X-Request-Id: \(requestID)", "Date: \(date)",
        ]
        if let subprotocol { lines.append("Sec-WebSocket-Protocol: \(subprotocol)") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}

/// The client's half of the opening handshake (RFC 6455 §4.2.1), checked.
struct WebSocketHandshake {
    let acceptance: String

    init(_ request: ServerRequest) throws(ServerRefusal) {
        let headers = request.headers
        guard request.method == "GET", headers.lists("Upgrade", "websocket"), headers.lists("Connection", "upgrade")
        else {
            throw .upgradeRequired
        }
        guard headers.values("Sec-WebSocket-Version") == ["13"] else { throw .upgradeRequired }
        let keys = headers.values("Sec-WebSocket-Key")
        guard request.body.isEmpty, keys.count == 1, Self.isKey(keys[0]) else { throw .badRequest }
        acceptance = WebSocketOpening.acceptance(for: keys[0])
    }

    /// Sixteen bytes in base64.
    private static func isKey(_ text: String) -> Bool {
        text.utf8.count == 24 && Data(base64Encoded: text)?.count == 16
    }
}

extension HTTPHeaders {
    func values(_ name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// The items of a comma-separated field, over all its lines.
    func items(_ name: String) -> [String] {
        values(name).flatMap { $0.split(separator: ",") }
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    fileprivate func lists(_ name: String, _ token: String) -> Bool {
        items(name).contains { $0.lowercased() == token }
    }
}

extension ServerRequest {
    /// The protocols a WebSocket's client offers, the dearest first.
    package var webSocketProtocols: [String] { headers.items("Sec-WebSocket-Protocol") }

    /// Whether a page of another site sent this. Browsers always say which page opens a socket, and let any page open
    /// one to anybody, cookies included; programs that are no browser say nothing.
    package var isFromAnotherSite: Bool {
        guard let origin = headers["Origin"] else { return false }
        guard let host = headers["Host"], let end = origin.range(of: "://")?.upperBound else { return true }
        return origin[end...].lowercased() != host.lowercased()
    }
}

extension ServerRefusal {
    /// This address speaks WebSocket version 13 only.
    package static let upgradeRequired = ServerRefusal(status: 426, code: "upgrade_required")
}

extension Router {
    /// Adds a WebSocket. The closure decides before anything is upgraded: whether the caller may come in, whether a
    /// page of another site may (``ServerRequest/isFromAnotherSite``), which subprotocol is spoken.
    package mutating func webSocket(
        _ pattern: String, limits: WebSocketLimits = WebSocketLimits(),
        _ decide: @escaping @Sendable (ServerRequest) async -> WebSocketAnswer
    ) {
        let refuse = refuse
        add("GET", pattern) { request in
            let handshake: WebSocketHandshake
            do throws(ServerRefusal) {
                handshake = try WebSocketHandshake(request)
            } catch {
                var response = refuse(error, request)
                if error == .upgradeRequired {
                    response.headers["Upgrade"] = "websocket"
                    response.headers["Sec-WebSocket-Version"] = "13"
                }
                return response
            }
            switch await decide(request) {
            case .refuse(let response): return response
            case .accept(let subprotocol, let run):
                precondition(
                    subprotocol.map(request.webSocketProtocols.contains) ?? true,
                    "A socket speaks one of the protocols its client offered")
                let upgrade = WebSocketUpgrade(
                    acceptance: handshake.acceptance, subprotocol: subprotocol, limits: limits, run: run)
                return ServerResponse(status: 101, fate: .upgrade(upgrade))
            }
        }
    }
}
