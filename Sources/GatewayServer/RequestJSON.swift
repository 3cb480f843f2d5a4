import Kernel

extension ServerRequest {
    /// The body as JSON; an empty one is `{}`. Nil when it says that it is something else.
    /// - Throws: ``JSONError``.
    func json() throws(JSONError) -> JSONValue? {
        guard !body.isEmpty else { return [:] }
        let type = headers["Content-Type"]?.lowercased() ?? "application/json"
        guard type.hasPrefix("application/json") || type.hasPrefix("text/json") else { return nil }
        return try JSONValue.parse(body, limits: JSONLimits(bytes: 1 << 20, depth: 32, values: 10_000))
    }
}
