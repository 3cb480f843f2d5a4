import Wire

/// Finds the handler for a path and a method.
///
/// A pattern is made of fixed segments and `{name}`s, each of which matches one segment: `/payments/{id}`. Fixed
/// segments win over names. A path that exists under other methods answers 405 with `Allow`; `HEAD` is answered by
/// `GET`'s handler, `OPTIONS` by the list of methods unless somebody added it.
package struct Router: Sendable {
    /// What the `{name}`s of the pattern matched, percent-decoded.
    package struct Parameters: Sendable, Hashable {
        private var values: [String: String]

        package init(_ values: [String: String] = [:]) { self.values = values }

        package subscript(_ name: String) -> String? { values[name] }
    }

    package typealias Handler = @Sendable (ServerRequest) async -> ServerResponse

    private struct Route: Sendable {
        let pattern: String
        let names: [String]
        let handler: Handler
    }

    private struct Node: Sendable {
        var fixed: [String: Int] = [:]
        var any: Int?
        /// By method.
        var routes: [String: Route] = [:]
    }

    private static let knownMethods: Set = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

    private var nodes: [Node] = [Node()]
    let refuse: @Sendable (ServerRefusal, ServerRequest) -> ServerResponse

    /// - Parameter configuration: words the router's refusals.
    package init(configuration: ServerConfiguration) {
        refuse = { configuration.response(to: $0, request: $1) }
    }

    /// Adds a handler. The pattern starts with `/`; the same method and pattern twice is a programmer's error.
    package mutating func add(_ method: String, _ pattern: String, _ handler: @escaping Handler) {
        precondition(pattern.hasPrefix("/"), "A pattern starts with a slash: \(pattern)")
        var node = 0
        var names: [String] = []
        for part in pattern == "/" ? [] : pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            if part.hasPrefix("{"), part.hasSuffix("}") {
                names.append(String(part.dropFirst().dropLast()))
                node = nodes[node].any ?? grow { nodes, new in nodes[node].any = new }
            } else {
                let key = String(part)
                node = nodes[node].fixed[key] ?? grow { nodes, new in nodes[node].fixed[key] = new }
            }
        }
        precondition(nodes[node].routes[method] == nil, "\(method) \(pattern) is there already")
        nodes[node].routes[method] = Route(pattern: pattern, names: names, handler: handler)
    }

    private mutating func grow(_ link: (inout [Node], Int) -> Void) -> Int {
        nodes.append(Node())
        link(&nodes, nodes.count - 1)
        return nodes.count - 1
    }

    /// Runs the matching handler, or answers 404, 405, 501 or `OPTIONS` itself.
    package func respond(to request: ServerRequest) async -> ServerResponse {
        if request.path == "*" { return options(allowed: Self.knownMethods, route: "*") }
        var values: [String] = []
        guard let node = find(request.segments[...], from: 0, &values) else { return refuse(.notFound, request) }
        let routes = nodes[node].routes
        let method = request.method == "HEAD" && routes["HEAD"] == nil ? "GET" : request.method
        if let route = routes[method] {
            var matched = request
            matched.parameters = Parameters(.init(zip(route.names, values)) { _, last in last })
            var response = await route.handler(matched)
            response.route = route.pattern
            return response
        }
        let pattern = routes.values.first?.pattern
        var allowed = Set(routes.keys).union(["OPTIONS"])
        if allowed.contains("GET") { allowed.insert("HEAD") }
        if method == "OPTIONS" { return options(allowed: allowed, route: pattern) }
        let isKnown = Self.knownMethods.contains(request.method)
        var response = refuse(isKnown ? .methodNotAllowed : .notImplemented, request)
        if isKnown { response.headers["Allow"] = allowed.sorted().joined(separator: ", ") }
        response.route = pattern
        return response
    }

    private func options(allowed: Set<String>, route: String?) -> ServerResponse {
        var response = ServerResponse(status: 204, headers: ["Allow": allowed.sorted().joined(separator: ", ")])
        response.route = route
        return response
    }

    private func find(_ segments: ArraySlice<String>, from node: Int, _ values: inout [String]) -> Int? {
        guard let segment = segments.first else { return nodes[node].routes.isEmpty ? nil : node }
        if let next = nodes[node].fixed[segment], let found = find(segments.dropFirst(), from: next, &values) {
            return found
        }
        // A name stands for something: `/payments/` is not `/payments/{id}`.
        guard let next = nodes[node].any, !segment.isEmpty else { return nil }
        values.append(segment)
        if let found = find(segments.dropFirst(), from: next, &values) { return found }
        values.removeLast()
        return nil
    }
}
