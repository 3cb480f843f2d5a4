import Foundation
import Gateway
import Wire

/// A submitted form: few fields, short values.
struct SubmittedForm {
    private var values: [String: String] = [:]

    static func isOne(_ request: ServerRequest) -> Bool {
        request.headers["Content-Type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false
    }

    init(_ request: ServerRequest) throws {
        guard Self.isOne(request) else { throw Refusal("unsupported_media_type") }
        guard request.body.count <= 2048 else { throw Refusal("payload_too_large") }
        let text = String(decoding: request.body, as: UTF8.self)
        for pair in text.split(separator: "&").prefix(16) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let words = parts.map { $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? "" }
            guard let name = words.first, values[name] == nil else { continue }
            values[name] = words.count > 1 ? words[1] : ""
        }
    }

    /// Whether another site sent it: no other site decides in the payer's name.
    static func isForeign(_ request: ServerRequest) -> Bool {
        request.headers["Sec-Fetch-Site"] == "cross-site" || request.headers["Sec-Fetch-Site"] == "same-site"
    }

    subscript(_ name: String) -> String? { values[name] }
}
