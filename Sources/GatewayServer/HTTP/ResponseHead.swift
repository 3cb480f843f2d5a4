import Foundation
import Wire

/// Writes the head of an answer.
enum ResponseHead {
    static let continueLine = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    /// - Parameter date: the `Date` field's value.
    static func bytes(
        _ response: ServerResponse, requestID: String, date: String, version10: Bool, keepsAlive: Bool
    ) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(256)
        out.append(contentsOf: "HTTP/1.1 \(response.status) \(reason(response.status))\r\n".utf8)
        var hasCacheControl = false
        var hasRequestID = false
        for field in response.headers.fields {
            let name = field.name.lowercased()
            switch name {
            case "content-length", "date", "connection", "transfer-encoding", "keep-alive": continue
            case "cache-control": hasCacheControl = true
            case "x-request-id": hasRequestID = true
            default: break
            }
            append(field.name, field.value, to: &out)
        }
        // Our own values are known to be clean.
        if !hasRequestID { out.append(contentsOf: "X-Request-Id: \(requestID)\r\n".utf8) }
        // Answers about money are nobody's to keep.
        if !hasCacheControl { out.append(contentsOf: "Cache-Control: no-store\r\n".utf8) }
        out.append(contentsOf: "Date: \(date)\r\n".utf8)
        if hasBody(response.status) { out.append(contentsOf: "Content-Length: \(response.body.count)\r\n".utf8) }
        if !keepsAlive {
            out.append(contentsOf: "Connection: close\r\n".utf8)
        } else if version10 {
            out.append(contentsOf: "Connection: keep-alive\r\n".utf8)
        }
        out.append(contentsOf: "\r\n".utf8)
        return out
    }

    /// RFC 9110 §6.4.1: these never have a body.
    static func hasBody(_ status: Int) -> Bool {
        status >= 200 && status != 204 && status != 304
    }

    /// RFC 9110 §5.6.7, e.g. `Mon, 30 Nov 2026 09:12:04 GMT`.
    static func date(secondsSince1970: Int) -> String {
        var seconds = time_t(secondsSince1970)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) "
            + "\(parts.tm_year + 1900) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }

    /// A name or value with characters of another line would let its author write headers, or a second answer.
    private static func append(_ name: String, _ value: String, to out: inout [UInt8]) {
        guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenCharacter) else { return }
        out.append(contentsOf: name.utf8)
        out.append(contentsOf: ": ".utf8)
        for byte in value.utf8 {
            out.append(byte == 0x7F || (byte < 0x20 && byte != 0x09) ? 0x20 : byte)
        }
        out.append(0x0D)
        out.append(0x0A)
    }

    static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 402: "Payment Required"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 411: "Length Required"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 417: "Expectation Failed"
        case 422: "Unprocessable Entity"
        case 425: "Too Early"
        case 426: "Upgrade Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        default: "Status"
        }
    }
}
