/// A field of an EMV code that a merchant presents: a tag of two digits, a length of two digits, a value.
package struct EMVField: Sendable, Hashable {
    /// 0 to 99.
    package let tag: Int
    /// 1 to 99 printable characters of ASCII.
    package let value: String

    /// Nil when the value could not be written.
    package init?(_ tag: Int, _ value: String) {
        guard (0...99).contains(tag), (1...99).contains(value.utf8.count),
            value.utf8.allSatisfy(EMVFields.isPrintable)
        else { return nil }
        self.tag = tag
        self.value = value
    }

    fileprivate var bytes: [UInt8] { EMVFields.digits(tag) + EMVFields.digits(value.utf8.count) + Array(value.utf8) }
}

/// Fields behind each other, each tag once.
package struct EMVFields: Sendable, Hashable {
    package private(set) var all: [EMVField]

    package init() { all = [] }

    /// Nil when the bytes are no whole list of fields, or a tag is there twice.
    package init?(parsing bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        var found: [EMVField] = []
        var place = 0
        while place < bytes.count {
            guard let tag = Self.number(bytes, at: place), let length = Self.number(bytes, at: place + 2),
                place + 4 + length <= bytes.count,
                let field = EMVField(tag, String(decoding: bytes[place + 4..<place + 4 + length], as: UTF8.self)),
                !found.contains(where: { $0.tag == tag })
            else { return nil }
            found.append(field)
            place += 4 + length
        }
        all = found
    }

    package subscript(_ tag: Int) -> String? { all.first { $0.tag == tag }?.value }

    /// - Returns: false when the value could not be written, or the tag is there.
    mutating func append(_ tag: Int, _ value: String) -> Bool {
        guard let field = EMVField(tag, value), self[tag] == nil else { return false }
        all.append(field)
        return true
    }

    package var bytes: [UInt8] { all.flatMap(\.bytes) }
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    static func isPrintable(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }

    fileprivate static func digits(_ number: Int) -> [UInt8] { [UInt8(0x30 + number / 10), UInt8(0x30 + number % 10)] }

    private static func number(_ bytes: [UInt8], at place: Int) -> Int? {
        guard place + 1 < bytes.count, (0x30...0x39).contains(bytes[place]), (0x30...0x39).contains(bytes[place + 1])
        else { return nil }
        return Int(bytes[place] - 0x30) * 10 + Int(bytes[place + 1] - 0x30)
    }

    /// CRC-16/CCITT-FALSE: polynomial 0x1021, begun with 0xFFFF, nothing reflected.
    static func checksum(_ bytes: some Sequence<UInt8>) -> UInt16 {
        var sum: UInt16 = 0xFFFF
        for byte in bytes {
            // Eight steps of the division at once: the polynomial has few terms.
            var part = UInt16(truncatingIfNeeded: sum >> 8) ^ UInt16(byte)
            part ^= part >> 4
            sum = sum << 8 ^ part << 12 ^ part << 5 ^ part
        }
        return sum
    }
}
