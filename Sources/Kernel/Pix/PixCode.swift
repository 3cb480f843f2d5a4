import Foundation

/// A BR Code: the text in the QR code of a PIX, which a payer's bank reads or takes as a pasted text.
///
/// It is EMV's merchant-presented code as the Banco Central do Brasil profiles it. What is built or parsed keeps every
/// limit of the two; fields that are not known here are kept and written again where they stood.
package struct PixCode: Sendable, Hashable {
    /// Where the money goes.
    package enum Account: Sendable, Hashable {
        /// A PIX key: a tax number, a phone number, an e-mail address or a random key; 1 to 77 characters. The
        /// information, if any, is shown to the payer.
        case key(String, information: String?)
        /// Where the bank reads the charge, without `https://`; 1 to 77 characters.
        case charge(at: String)
    }

    package enum Fault: Error, Sendable, Equatable {
        /// No list of fields, or more than ``longest`` bytes.
        case unreadable
        /// A field that must be there is missing, or says what it may not.
        case wrongField(tag: Int)
        /// The last four characters do not belong to the rest: a letter was lost or changed.
        case wrongChecksum
    }

    /// Bytes.
    package static let longest = 512
    /// When there is no name for the payment.
    package static let noTransactionID = "***"

    package let account: Account
    /// True when it is for one payment, false when for many; nil when it does not say.
    package let isForOnePayment: Bool?
    /// Of the merchant: four digits, 0000 for none.
    package let categoryCode: String
    /// Nil when the payer, or the charge, says the amount.
    package let amount: Money?
    /// 1 to 25 characters.
    package let merchantName: String
    /// 1 to 15 characters.
    package let city: String
    /// 1 to 25 letters and digits; nil when there is none.
    package let transactionID: String?
    /// All there is, without the checksum.
    package let fields: EMVFields

    /// What stands in the QR code, and what is copied.
    package var text: String { Self.sealed(fields) }

    // MARK: Building

    /// A code for one payment to a key.
    ///
    /// Names may have accents, which a code cannot: they are dropped, and what is too long is cut.
    /// - Parameters:
    ///   - amount: more than nothing, in BRL; nil lets the payer choose.
    ///   - transactionID: 1 to 25 letters and digits.
    /// - Throws: ``Fault/wrongField(tag:)``.
    package init(
        key: String, merchantName: String, city: String, amount: Money?, transactionID: String?,
        information: String? = nil
    ) throws(Fault) {
        try self.init(
            .key(key, information: information), isForOnePayment: nil, merchantName: merchantName, city: city,
            amount: amount, transactionID: transactionID)
    }

    /// A code for one charge, which the payer's bank reads at its address.
    /// - Throws: ``Fault/wrongField(tag:)``.
    package init(chargeAt url: String, merchantName: String, city: String, amount: Money? = nil) throws(Fault) {
        try self.init(
            .charge(at: url), isForOnePayment: true, merchantName: merchantName, city: city, amount: amount,
            transactionID: nil)
    }

    private init(
        _ account: Account, isForOnePayment: Bool?, merchantName: String, city: String, amount: Money?,
        transactionID: String?
    ) throws(Fault) {
        var inner = EMVFields()
        var data = EMVFields()
        var outer = EMVFields()
        func put(_ tag: Int, _ value: String, _ fields: inout EMVFields) throws(Fault) {
            guard fields.append(tag, value) else { throw .wrongField(tag: tag) }
        }
        guard inner.append(Tag.scheme, Self.scheme) else { throw .wrongField(tag: Tag.account) }
        let isWritten: Bool
        switch account {
        case .key(let key, let information):
            isWritten =
                inner.append(Tag.key, key) && (information.map { inner.append(Tag.information, $0) } ?? true)
        case .charge(let url): isWritten = inner.append(Tag.charge, url)
        }
        guard isWritten, data.append(Tag.transactionID, transactionID ?? Self.noTransactionID) else {
            throw .wrongField(tag: isWritten ? Tag.data : Tag.account)
        }
        try put(Tag.format, "01", &outer)
        if let isForOnePayment { try put(Tag.initiation, isForOnePayment ? "12" : "11", &outer) }
        try put(Tag.account, inner.text, &outer)
        try put(Tag.category, "0000", &outer)
        try put(Tag.currency, Self.currency, &outer)
        if let amount {
            guard let text = Self.text(amount) else { throw .wrongField(tag: Tag.amount) }
            try put(Tag.amount, text, &outer)
        }
        try put(Tag.country, Self.country, &outer)
        try put(Tag.name, Self.plain(merchantName, longest: 25), &outer)
        try put(Tag.city, Self.plain(city, longest: 15), &outer)
        try put(Tag.data, data.text, &outer)
        // The same rules for what we write as for what we read.
        try self.init(outer)
    }

    /// Letters of ASCII: accents are dropped, and what has no such letter.
    private static func plain(_ text: String, longest: Int) -> String {
        let folded = text.folding(options: .diacriticInsensitive, locale: nil)
        let bytes = folded.utf8.filter(EMVFields.isPrintable).prefix(longest)
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    }

    /// With a point and two digits; nil when it is no amount a code can ask for.
    private static func text(_ amount: Money) -> String? {
        guard amount.currency.code == "BRL", amount.minorUnits > 0 else { return nil }
        let cents = String(amount.minorUnits % 100 + 100).dropFirst()
        let text = "\(amount.minorUnits / 100).\(cents)"
        return text.utf8.count <= longestAmount ? text : nil
    }

    private static func sealed(_ fields: EMVFields) -> String {
        let bytes = fields.bytes + checksumHead
        let sum = String(EMVFields.checksum(bytes), radix: 16, uppercase: true)
        return String(decoding: bytes, as: UTF8.self) + String(repeating: "0", count: 4 - sum.count) + sum
    }

    // MARK: Parsing

    /// - Throws: ``Fault``, and nothing else, whatever the text is.
    package init(parsing text: String) throws(Fault) {
        let bytes = Array(text.utf8.prefix(Self.longest + 1))
        guard bytes.count <= Self.longest, bytes.count > 8, bytes.dropLast(4).suffix(4).elementsEqual(Self.checksumHead)
        else { throw .unreadable }
        let told = String(decoding: bytes.suffix(4), as: UTF8.self)
        guard bytes.suffix(4).allSatisfy(Self.isHexadecimal),
            UInt16(told, radix: 16) == EMVFields.checksum(bytes.dropLast(4))
        else { throw .wrongChecksum }
        guard let fields = EMVFields(parsing: bytes.dropLast(8)), fields[Tag.checksum] == nil else { throw .unreadable }
        try self.init(fields)
    }

    private init(_ fields: EMVFields) throws(Fault) {
        func need(_ tag: Int, _ isRight: (String) -> Bool) throws(Fault) -> String {
            guard let value = fields[tag], isRight(value) else { throw .wrongField(tag: tag) }
            return value
        }
        guard fields.bytes.count + 8 <= Self.longest else { throw .unreadable }
        guard fields.all.first?.tag == Tag.format, fields[Tag.format] == "01" else {
            throw .wrongField(tag: Tag.format)
        }
        switch fields[Tag.initiation] {
        case nil: isForOnePayment = nil
        case "11": isForOnePayment = false
        case "12": isForOnePayment = true
        default: throw .wrongField(tag: Tag.initiation)
        }
        account = try Self.account(fields)
        categoryCode = try need(Tag.category) { $0.utf8.count == 4 && $0.utf8.allSatisfy(Self.isDigit) }
        _ = try need(Tag.currency) { $0 == Self.currency }
        _ = try need(Tag.country) { $0 == Self.country }
        merchantName = try need(Tag.name) { $0.utf8.count <= 25 }
        city = try need(Tag.city) { $0.utf8.count <= 15 }
        amount = try fields[Tag.amount].flatMap { text throws(Fault) in try Self.amount(text) }
        let data = try need(Tag.data) { !$0.isEmpty }
        guard let inner = EMVFields(parsing: data.utf8), let name = inner[Tag.transactionID],
            name == Self.noTransactionID || name.utf8.count <= 25 && name.utf8.allSatisfy(Self.isLetterOrDigit)
        else { throw .wrongField(tag: Tag.data) }
        transactionID = name == Self.noTransactionID ? nil : name
        self.fields = fields
    }

    /// Of the schemes a code may name, ours.
    private static func account(_ fields: EMVFields) throws(Fault) -> Account {
        for field in fields.all where Tag.accounts.contains(field.tag) {
            guard let inner = EMVFields(parsing: field.value.utf8), let scheme = inner[Tag.scheme] else {
                throw .wrongField(tag: field.tag)
            }
            guard scheme.lowercased() == Self.scheme else { continue }
            switch (inner[Tag.key], inner[Tag.charge]) {
            case (let key?, nil) where key.utf8.count <= 77 && !key.utf8.contains(0x20):
                return .key(key, information: inner[Tag.information])
            case (nil, let url?) where url.utf8.count <= 77 && !url.utf8.contains(0x20): return .charge(at: url)
            default: throw .wrongField(tag: field.tag)
            }
        }
        throw .wrongField(tag: Tag.account)
    }

    /// Digits, with or without a point and one or two more. Nothing at all is written as no amount.
    private static func amount(_ text: String) throws(Fault) -> Money? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard text.utf8.count <= longestAmount, parts.count <= 2, let whole = parts.first, !whole.isEmpty,
            text.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }), parts.count == 1 || parts[1].count <= 2,
            let real = Currency("BRL"), let money = try? Money(json: .string(Self.number(parts)), real)
        else { throw .wrongField(tag: Tag.amount) }
        return money.minorUnits == 0 ? nil : money
    }

    /// As a JSON number is written: no zeros in front, no point without digits.
    private static func number(_ parts: [Substring.UTF8View.SubSequence]) -> String {
        let whole = String(decoding: parts[0].drop { $0 == 0x30 }, as: UTF8.self)
        let rest = parts.count == 2 && !parts[1].isEmpty ? "." + String(decoding: parts[1], as: UTF8.self) : ""
        return (whole.isEmpty ? "0" : whole) + rest
    }

    // MARK: Words of the code

    private enum Tag {
        static let format = 0
        static let initiation = 1
        static let account = 26
        static let accounts = 26...51
        static let category = 52
        static let currency = 53
        static let amount = 54
        static let country = 58
        static let name = 59
        static let city = 60
        static let data = 62
        static let checksum = 63
        // In an account.
        static let scheme = 0
        static let key = 1
        static let information = 2
        static let charge = 25
        // In the additional data.
        static let transactionID = 5
    }

    private static let scheme = "br.gov.bcb.pix"
    /// BRL, by its number.
    private static let currency = "986"
    private static let country = "BR"
    private static let longestAmount = 13
    private static let checksumHead = Array("6304".utf8)

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) }

    private static func isHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x66).contains(byte | 0x20) }
}
