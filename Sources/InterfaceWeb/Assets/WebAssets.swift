import Kernel

/// The two files a page needs. Their names change with what is in them, so browsers may keep them for good.
package struct WebAsset: Sendable {
    /// E.g. `/assets/live-0a1b2c3d.js`.
    package let path: String
    package let contentType: String
    package let bytes: [UInt8]

    fileprivate init(_ name: String, _ suffix: String, _ contentType: String, _ source: [UInt8]) {
        bytes = Self.compact(source)
        path = "/assets/\(name)-\(Crypto.sha256(bytes).hex.prefix(10)).\(suffix)"
        self.contentType = contentType
    }

    /// Without indentation, blank lines and lines that are comments. Our sources hold no text over several lines.
    private static func compact(_ source: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(source.count)
        for line in source.split(separator: UInt8(ascii: "\n")) {
            let rest = line.drop { $0 == 0x20 }
            guard !rest.isEmpty, !rest.starts(with: "//".utf8), !rest.starts(with: "/*".utf8) else { continue }
            out += rest
            out.append(UInt8(ascii: "\n"))
        }
        return out
    }
}

package enum WebAssets {
    package static let script = WebAsset("live", "js", "text/javascript; charset=utf-8", PackageResources.live_js)
    package static let style = WebAsset("sheet", "css", "text/css; charset=utf-8", PackageResources.sheet_css)
    package static let all = [script, style]
}
