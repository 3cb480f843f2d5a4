/// A typed identifier: a payment's id cannot be handed where a merchant's is wanted.
package struct Identifier<Owner>: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    package init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    package var description: String { rawValue }
}

/// Where new identifiers and tokens come from. Injected, so that a simulation or a test repeats itself.
package protocol IdentifierSource: Sendable {
    /// A string that nobody can guess: at least 128 bits, letters and digits only.
    func next() -> String
}

/// The system's secure generator: 24 characters of 62, 142 bits.
package struct RandomIdentifiers: IdentifierSource {
    package init() {}

    package func next() -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
        var units: [UInt8] = []
        units.reserveCapacity(24)
        while units.count < 24 {
            // 248 is the largest multiple of 62 in a byte: what lies above would favour some letters.
            for byte in Crypto.randomBytes(32) where byte < 248 && units.count < 24 {
                units.append(alphabet[Int(byte % 62)])
            }
        }
        return String(decoding: units, as: UTF8.self)
    }
}

extension IdentifierSource {
    /// A new typed identifier, e.g. `trx_…`.
    package func make<Owner>(_ prefix: String) -> Identifier<Owner> {
        Identifier("\(prefix)_\(next())")
    }
}
