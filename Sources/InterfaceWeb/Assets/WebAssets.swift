import Kernel

/// The two files a page needs. Their names change with what is in them, so browsers may keep them for good.
package struct WebAsset: Sendable {
    /// E.g. `/assets/live-0a1b2c3d.js`.
    package let path: String
    package let contentType: String
    package let bytes: [UInt8]

    fileprivate init(_ name: String, _ suffix: String, _ contentType: String, _ bytes: [UInt8]) {
        self.bytes = bytes
        path = "/assets/\(name)-\(Crypto.sha256(bytes).hex.prefix(10)).\(suffix)"
        self.contentType = contentType
    }

    /// Without indentation, blank lines and lines that are comments. Our sources hold no text over several lines.
    fileprivate static func lines(_ source: [UInt8]) -> [ArraySlice<UInt8>] {
        source.split(separator: UInt8(ascii: "\n")).map { $0.drop { $0 == 0x20 } }
            .filter { !$0.isEmpty && !$0.starts(with: "//".utf8) && !$0.starts(with: "/*".utf8) }
    }

    fileprivate static func compact(_ source: [UInt8]) -> [UInt8] {
        lines(source).flatMap { $0 + [UInt8(ascii: "\n")] }
    }

    /// `let` for a `const` that begins a line.
    private static func short(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.starts(with: "const ".utf8) ? ArraySlice(Array("let".utf8) + line.dropFirst(5)) : line
    }

    /// As ``compact(_:)``, with the shorter word for what is declared, without the spaces beside a sign, except in a string, and without the ends of lines that
    /// end no statement. Our script writes no sign twice with a space between (`a + +b`), and no space in a regular
    /// expression.
    fileprivate static func compactScript(_ source: [UInt8]) -> [UInt8] {
        let signs = Set("{}()[]=<>+*,;:?&|!-/".utf8)
        let quotes = Set("'\"`".utf8)
        let goesOn = Set("{([,;&|?:=".utf8)
        let goesOnBefore = Set("})].?:&|,".utf8)
        var out: [UInt8] = []
        for written in lines(source) {
            let line = short(written)
            if let last = out.last, let first = line.first, !goesOn.contains(last), !goesOnBefore.contains(first) {
                out.append(0x0A)
            }
            var quote: UInt8?
            var before: UInt8 = 0x0A
            for (index, byte) in zip(line.indices, line) {
                if let open = quote {
                    if byte == open, before != UInt8(ascii: "\\") { quote = nil }
                } else if quotes.contains(byte) {
                    quote = byte
                } else if byte == 0x20 {
                    let next = line.index(after: index)
                    if signs.contains(before) || (next < line.endIndex && signs.contains(line[next])) { continue }
                }
                out.append(byte)
                before = byte
            }
        }
        return out + [0x0A]
    }
}

package enum WebAssets {
    package static let script = WebAsset(
        "live", "js", "text/javascript; charset=utf-8", WebAsset.compactScript(PackageResources.live_js))
    package static let style = WebAsset(
        "sheet", "css", "text/css; charset=utf-8", WebAsset.compact(PackageResources.sheet_css))
    package static let all = [script, style]
}
