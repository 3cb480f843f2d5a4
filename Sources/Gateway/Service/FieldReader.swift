import Foundation
import Kernel

/// Reads the fields of a request's body, and remembers what is wrong with them. Names may be paths: `card.number`.
package struct FieldReader {
    private let body: JSONValue
    /// Field → what is wrong with it.
    package private(set) var errors: [String: String] = [:]

    static let missing = "is required"
    /// The most an amount may be, in ten-thousandths of the major unit: far from overflow in every sum.
    static let maximumUnits: Int64 = 10_000_000_000_000_000

    /// Schemes of addresses that are a program or a document of their own, and lead nowhere.
    package static let programs: Set = [
        "javascript", "data", "vbscript", "file", "filesystem", "blob", "about", "view-source", "jar",
    ]

    package init(_ body: JSONValue) {
        self.body = body
    }

    package mutating func fault(_ name: String, _ words: String) { errors[name] = words }

    package func value(_ path: String) -> JSONValue? {
        path.split(separator: ".").reduce(body as JSONValue?) { $0?[String($1)] }
    }

    private mutating func given(_ path: String, required: Bool) -> JSONValue? {
        // A ternary with `nil` would make JSON's own null of it: that is a literal, too.
        guard let value = value(path), !value.isNull else {
            if required { fault(path, Self.missing) }
            return nil
        }
        return value
    }

    package mutating func text(_ path: String, _ length: ClosedRange<Int>, required: Bool = true) -> String? {
        guard let value = given(path, required: required) else { return nil }
        // An empty text is none.
        if value.string == "" {
            if required { fault(path, Self.missing) }
            return nil
        }
        guard let text = value.string, length.contains(text.count), text.utf8.count <= length.upperBound * 4,
            !StyleText.hasControls(text)
        else {
            fault(path, "must be a text of \(length.lowerBound) to \(length.upperBound) characters")
            return nil
        }
        return text
    }

    package mutating func country(_ path: String, required: Bool = true) -> Country? {
        guard let value = given(path, required: required) else { return nil }
        guard let country = value.string.flatMap({ $0.utf8.count == 2 ? Country($0) : nil }) else {
            fault(path, "must be two letters of ISO 3166-1")
            return nil
        }
        return country
    }

    /// An amount of money: `{"currency": "COP", "value": 8000}`, up to four decimals whatever the currency.
    package mutating func amount(_ path: String, required: Bool = true, mayBeZero: Bool = false) -> Money? {
        guard let value = given(path, required: required) else { return nil }
        guard value.object != nil else {
            fault(path, "must be an object of currency and value")
            return nil
        }
        guard let code = given("\(path).currency", required: true), let number = given("\(path).value", required: true)
        else { return nil }
        guard let currency = code.string.flatMap(Currency.init) else {
            fault("\(path).currency", "is not a currency of ISO 4217")
            return nil
        }
        guard number.number != nil, let money = try? Money(json: number, currency, fractionDigits: 4),
            (mayBeZero ? 0 : 1)...Self.maximumUnits ~= money.minorUnits
        else {
            fault("\(path).value", "must be a number of major units, a multiple of 0.0001, more than zero")
            return nil
        }
        return money
    }

    package mutating func bool(_ path: String) -> Bool? {
        guard let value = given(path, required: false) else { return nil }
        if value.bool == nil { fault(path, "must be true or false") }
        return value.bool
    }

    /// An address to send the payer back to: of the web, or of an app.
    package mutating func address(_ path: String) -> String? {
        guard let text = text(path, 3...526, required: false) else { return nil }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let url = URL(string: text),
            let scheme = url.scheme?.lowercased(), !Self.programs.contains(scheme)
        else {
            fault(path, "must be an address, as https://shop.example/back or myapp://back")
            return nil
        }
        return text
    }

    /// Anything, as it is.
    package mutating func json(_ path: String, limit: Int) -> JSONValue? {
        guard let value = given(path, required: false) else { return nil }
        guard value.bytes.count <= limit else {
            fault(path, "must be at most \(limit) bytes")
            return nil
        }
        return value
    }
}

extension FieldErrors {
    /// Whether all that is wrong is that something is missing.
    package var areMissing: Bool { fields.values.allSatisfy { $0 == FieldReader.missing } }

    /// The same as a refusal in the Yuno dialect's codes.
    package var refusal: Refusal {
        Refusal(areMissing ? "MISSING_PARAMETERS" : "INVALID_PARAMETERS", fields: fields)
    }
}
