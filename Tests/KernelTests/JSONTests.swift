import Foundation
import Testing

@testable import Kernel

@Suite struct JSONTests {
    @Test("Numbers keep their digits", arguments: ["0", "-0", "12.50", "1e400", "123456789012345678901234567890.1"])
    func digits(text: String) throws {
        #expect(try JSONValue.parse(text).text == text)
    }

    @Test("Every value survives being written and read")
    func roundTrip() throws {
        let value: JSONValue = [
            "s": "é\"\\\n\u{1}\u{1F600}", "n": nil, "b": [true, false], "o": ["x": 1, "y": -2.5], "e": [:], "a": [],
        ]
        #expect(try JSONValue.parse(value.bytes) == value)
        #expect(try JSONValue.parse(#" "\u00e9\ud83d\ude00\/" "#) == "é😀/")
    }

    @Test(
        "Broken texts are refused with their place",
        arguments: [
            ("", .truncated), ("{", .truncated), ("[1,]", .syntax), ("01", .syntax), ("1.", .truncated),
            ("+1", .syntax), ("tru", .truncated), ("nul1", .syntax), (#"{"a":1,"a":2}"#, .duplicateName),
            (#""\ud800""#, .syntax), (#""\ud800\u0041""#, .syntax), (#""\x""#, .syntax), ("\"\u{0}\"", .syntax),
            ("[1] x", .syntax), ("{'a':1}", .syntax), ("NaN", .syntax), (#"{"a" 1}"#, .syntax),
        ] as [(String, JSONError.Reason)])
    func broken(text: String, reason: JSONError.Reason) {
        #expect { try JSONValue.parse(text) } throws: { ($0 as? JSONError)?.reason == reason }
    }

    @Test("Size, depth, count and encoding have limits")
    func limits() {
        let deep = String(repeating: "[", count: 10_000)
        #expect { try JSONValue.parse(deep) } throws: { ($0 as? JSONError)?.reason == .tooLarge }
        let many = "[" + String(repeating: "1,", count: 200_000) + "1]"
        #expect { try JSONValue.parse(many) } throws: { ($0 as? JSONError)?.reason == .tooLarge }
        #expect { try JSONValue.parse("[1,2]", limits: JSONLimits(bytes: 4)) } throws: {
            ($0 as? JSONError)?.reason == .tooLarge
        }
        #expect { try JSONValue.parse([0x22, 0xFF, 0x22]) } throws: { ($0 as? JSONError)?.reason == .syntax }
        #expect { try JSONValue.parse([0x22, 0xED, 0xA0, 0x80, 0x22]) } throws: {
            ($0 as? JSONError)?.reason == .syntax
        }
    }

    @Test("Letters with a heap of marks on them are refused, before anything compares them; real writing is not")
    func streamSafe() throws {
        for units in ["a" + String(repeating: "\u{301}\u{323}", count: 16), String(repeating: "\u{5B0}", count: 31)] {
            for text in ["\"\(units)\"", "{\"\(units)\":1}"] {
                #expect { try JSONValue.parse(text) } throws: { ($0 as? JSONError)?.reason == .tooLarge }
            }
        }
        let kind = "\u{1112}\u{1161}\u{11AB} a\u{301}\u{323} \u{5E9}\u{5C1}\u{5B8} 👩‍👩‍👧‍👦 किताब"
        #expect(try JSONValue.parse("\"\(kind)\"").string == kind)
    }

    @Test("Decimals that Decimal cannot hold exactly are nil, not rounded")
    func decimals() throws {
        #expect(try JSONValue.parse("12.50").number?.decimal == Decimal(string: "12.5"))
        #expect(try JSONValue.parse("1e400").number?.decimal == nil)
        #expect(try JSONValue.parse(String(repeating: "9", count: 39)).number?.decimal == nil)
        #expect(try JSONValue.parse("9223372036854775808").number?.int64 == nil)
    }
}
