import Foundation
import Testing

@testable import Kernel

@Suite struct SecurityTests {
    @Test("A secret shows nothing of itself, however it is printed")
    func secret() {
        let secret = Secret("4242424242424242")
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), dumped, "\([secret])", "\(Optional(secret) as Any)"] {
            #expect(!text.contains("4242"))
        }
        #expect(secret.expose() == "4242424242424242")
    }

    @Test("SHA-256 and HMAC-SHA256 give published values")
    func digests() {
        #expect(
            Crypto.sha256(Array("abc".utf8)).hex
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        // RFC 4231, test case 2.
        #expect(
            Crypto.hmacSHA256(key: Array("Jefe".utf8), Array("what do ya want for nothing?".utf8)).hex
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(Crypto.hmacSHA256(key: [], []).hex.hasPrefix("b613679a0814d9ec772f95d778c35fc5"))
    }

    @Test("Sealed bytes open with their key only, and not when changed")
    func sealing() {
        let key = Crypto.randomBytes(32)
        let plain = Array("the first answer".utf8)
        let sealed = Crypto.seal(plain, key: key)
        #expect(Crypto.open(sealed, key: key) == plain)
        #expect(Crypto.open(Crypto.seal([], key: key), key: key) == [])
        #expect(Crypto.open(sealed, key: Crypto.randomBytes(32)) == nil)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(Crypto.open(changed, key: key) == nil)
        }
        #expect(Crypto.open([1, 2, 3], key: key) == nil)
    }

    @Test("Random identifiers are 24 letters and digits, all of them used alike, none twice")
    func identifiers() {
        let made = (0..<2000).map { _ in RandomIdentifiers().next() }
        #expect(Set(made).count == 2000)
        #expect(made.allSatisfy { $0.utf8.count == 24 && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } })
        let counts = Dictionary(grouping: made.joined(), by: \.self).mapValues(\.count)
        #expect(counts.count == 62)
        // 774 of each are expected, with a deviation of 28.
        #expect(counts.values.allSatisfy { (600...950).contains($0) })
        #expect(Set((0..<100).map { _ in Crypto.randomBytes(5) }).allSatisfy { $0.count == 5 })
    }

    @Test("Timestamps are written as ISO 8601 in UTC")
    func timestamps() {
        #expect(Timestamp(seconds: 0).iso8601 == "1970-01-01T00:00:00Z")
        #expect(Timestamp(milliseconds: 1_796_022_724_050).iso8601 == "2026-11-30T07:12:04.050Z")
        #expect(Timestamp(seconds: 951_782_400).iso8601 == "2000-02-29T00:00:00Z")
        #expect(Timestamp(milliseconds: -1).iso8601 == "1969-12-31T23:59:59.999Z")
        for text in ["2000-02-29T00:00:00Z", "2026-11-30T07:12:04.050Z"] {
            #expect(Timestamp(iso8601: text)?.iso8601 == text)
        }
        #expect(Timestamp(iso8601: "2026-11-30")?.iso8601 == "2026-11-30T00:00:00Z")
        #expect(Timestamp(iso8601: "2026-11-30T01:00:00+01:00")?.iso8601 == "2026-11-30T00:00:00Z")
        for bad in [
            "", "today", "2026-13-01", "2026-11-30T25:00:00Z", "9999999999-01-01", "2026-11-30T07:12:04Zx",
            "-99999-1-1",
        ] {
            #expect(Timestamp(iso8601: bad) == nil)
        }
    }
}
