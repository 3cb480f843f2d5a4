import Kernel
import Wire

extension DeviceFacts {
    package static let wajub = "wajub-ios/1.0.0"

    /// The device block of a payment request (W122).
    package func block(fingerprint: String, returnURL: String?) -> JSONValue {
        var block: [String: JSONValue] = [
            "timezone": .string(timeZone), "color_depth": 24, "fingerprint": .string(fingerprint),
        ]
        if let language = languages.first { block["language"] = .string(language) }
        if let screen {
            block["screen_width"] = .integer(screen.width)
            block["screen_height"] = .integer(screen.height)
        }
        if let returnURL { block["return_url"] = .string(returnURL) }
        return .object(block)
    }
}
