import Kernel

/// Which API a fact was made through. A merchant may speak several; each hears of its own payments only.
package enum Dialect: String, Sendable, Codable, CaseIterable {
    case wajub
    case yuno
}

extension IdentifierSource {
    /// A new UUID of version 4, in lower case.
    package func uuid() -> String { UUIDText.make(Crypto.sha256(Array(next().utf8)), version: 4) }

    /// A new typed identifier that is a UUID.
    package func makeUUID<Owner>() -> Identifier<Owner> { Identifier(uuid()) }
}

/// UUIDs as text: 36 characters, lower case.
package enum UUIDText {
    /// - Parameter bytes: at least 16; the bits of version and variant are overwritten.
    static func make(_ bytes: [UInt8], version: UInt8) -> String {
        precondition(bytes.count >= 16, "a UUID has 16 bytes")
        var bytes = Array(bytes.prefix(16))
        bytes[6] = bytes[6] & 0x0F | version << 4
        bytes[8] = bytes[8] & 0x3F | 0x80
        let hex = bytes.hex
        var text = ""
        for (index, digit) in hex.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append("-") }
            text.append(digit)
        }
        return text
    }

    /// Whether a text is a UUID, in any case. What is none is no identifier of ours, and no database is asked for it.
    package static func isUUID(_ text: String) -> Bool {
        guard text.utf8.count == 36 else { return false }
        return text.utf8.enumerated().allSatisfy { index, byte in
            [8, 13, 18, 23].contains(index)
                ? byte == UInt8(ascii: "-")
                : (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
        }
    }
}

extension Merchant {
    /// The account its payments belong to, in the words of the Yuno dialect: one for each environment, always the
    /// same.
    package func accountID(_ environment: Environment) -> String {
        UUIDText.make(Crypto.sha256(Array("account:\(environment.rawValue):\(id)".utf8)), version: 8)
    }
}
