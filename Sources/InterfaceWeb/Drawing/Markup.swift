/// HTML that is safe by construction: a text put into it is escaped, only other markup goes in as it is.
package struct Markup: Sendable, Hashable, ExpressibleByStringInterpolation {
    package private(set) var html: String

    package init(stringLiteral value: String) { html = value }

    package init(stringInterpolation: StringInterpolation) { html = stringInterpolation.html }

    package init(_ parts: [Markup]) { html = parts.map(\.html).joined() }

    static let empty: Markup = ""

    static func + (a: Markup, b: Markup) -> Markup { Markup([a, b]) }

    /// ` name="value"`, or nothing for nil.
    static func attribute(_ name: StaticString, _ value: String?) -> Markup {
        guard let value else { return .empty }
        return Markup(verbatim: " \(name)=\"\(escaped(value))\"")
    }

    /// ` name`, when it holds.
    static func attribute(_ name: StaticString, if isOn: Bool) -> Markup {
        isOn ? Markup(verbatim: " \(name)") : .empty
    }

    private init(verbatim: String) { html = verbatim }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var html = ""

        package init(literalCapacity: Int, interpolationCount: Int) { html.reserveCapacity(literalCapacity * 2) }

        package mutating func appendLiteral(_ literal: String) { html += literal }
        package mutating func appendInterpolation(_ text: String) { html += Markup.escaped(text) }
        package mutating func appendInterpolation(_ number: Int) { html += String(number) }
        package mutating func appendInterpolation(_ markup: Markup) { html += markup.html }
        package mutating func appendInterpolation(_ parts: [Markup]) { for part in parts { html += part.html } }
    }

    private static func escaped(_ text: String) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count + 16)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): out.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): out.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): out.append(contentsOf: "&gt;".utf8)
            case UInt8(ascii: "\""): out.append(contentsOf: "&quot;".utf8)
            case UInt8(ascii: "'"): out.append(contentsOf: "&#39;".utf8)
            // A browser reads these as something else, or not at all.
            case 0..<0x09, 0x0B, 0x0C, 0x0E..<0x20, 0x7F: out.append(0x20)
            default: out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}

/// Names of elements in the page, made from the ids of nodes.
enum ElementID {
    /// Letters, digits, `-`, `.` and `:` stay; the rest would split a list of ids or mean something to a selector.
    static func of(_ node: String, _ part: String = "") -> String {
        var out = "n-"
        for scalar in node.unicodeScalars {
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            if isPlain || "-.:".unicodeScalars.contains(scalar) {
                out.unicodeScalars.append(scalar)
            } else {
                out += "_\(String(scalar.value, radix: 16))_"
            }
        }
        return part.isEmpty ? out : out + "__" + part
    }

    static let header = "s-header"
    static let content = "s-content"
    static let actions = "s-actions"
    static let credit = "s-credit"
    static let dialog = "s-dialog"
}
