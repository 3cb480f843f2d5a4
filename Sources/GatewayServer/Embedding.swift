import Wire

/// Who may show our pages inside theirs. Nobody, unless the operator names them: a page that asks for a card must not
/// be framed by somebody who draws over it.
struct Embedding: Sendable {
    /// Origins, e.g. `https://shop.example`.
    let allowed: [String]

    /// Pages say it in their policy; whatever they said of it themselves is replaced.
    func applied(to response: ServerResponse) -> ServerResponse {
        guard response.headers["Content-Type"]?.hasPrefix("text/html") ?? false else { return response }
        var response = response
        let policy = (response.headers["Content-Security-Policy"] ?? "").split(separator: ";")
            .map { $0.drop { $0 == " " } }.filter { !$0.lowercased().hasPrefix("frame-ancestors") && !$0.isEmpty }
        let ancestors = allowed.isEmpty ? "'none'" : allowed.joined(separator: " ")
        response.headers["Content-Security-Policy"] =
            (policy.map(String.init) + ["frame-ancestors \(ancestors)"]).joined(separator: "; ")
        response.headers["X-Frame-Options"] = allowed.isEmpty ? "DENY" : nil
        return response
    }
}
