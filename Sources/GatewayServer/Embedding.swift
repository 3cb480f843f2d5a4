import Wire

/// Who may show our pages inside theirs. Nobody, unless the operator names them: a page that asks for a card must not
/// be framed by somebody who draws over it.
struct Embedding: Sendable {
    /// Origins, e.g. `https://shop.example`.
    let allowed: [String]

    /// What a page says that our own pages show inside themselves.
    static let ours = "frame-ancestors 'self'"

    /// Pages say it in their policy; whatever they said of it themselves is replaced.
    func applied(to response: ServerResponse) -> ServerResponse {
        guard response.headers["Content-Type"]?.hasPrefix("text/html") ?? false else { return response }
        var response = response
        let policy = (response.headers["Content-Security-Policy"] ?? "").split(separator: ";")
            .map { $0.drop { $0 == " " } }.filter { !$0.lowercased().hasPrefix("frame-ancestors") && !$0.isEmpty }
        let mayOurs = response.headers["Content-Security-Policy"]?.contains(Self.ours) ?? false
        let ancestors = (mayOurs ? ["'self'"] : []) + allowed
        response.headers["Content-Security-Policy"] =
            (policy.map(String.init) + [
                "frame-ancestors \(ancestors.isEmpty ? "'none'" : ancestors.joined(separator: " "))"
            ])
            .joined(separator: "; ")
        response.headers["X-Frame-Options"] = allowed.isEmpty ? mayOurs ? "SAMEORIGIN" : "DENY" : nil
        return response
    }
}
