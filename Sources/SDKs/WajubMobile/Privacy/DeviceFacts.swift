import Foundation
import Kernel

#if os(iOS)
    import UIKit
#endif

/// What the SDK tells the gateway about the device, and nothing else (W121 to W123).
package struct DeviceFacts: Sendable, Hashable {
    package var sdk = "wajub-ios/1.0.0"
    /// `ios` on iOS, else the platform's own name.
    package var osName: String
    package var osVersion: String
    package var appName: String
    package var appVersion: String
    /// IANA name of the time zone.
    package var timeZone: String
    /// The languages the person prefers, first one first, as BCP 47 tags.
    package var languages: [String]
    /// The main screen, in pixels.
    package var screen: Screen?

    package struct Screen: Sendable, Hashable {
        package var width: Int
        package var height: Int

        package init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    package init(
        osName: String, osVersion: String, appName: String, appVersion: String, timeZone: String,
        languages: [String], screen: Screen? = nil
    ) {
        self.osName = osName
        self.osVersion = osVersion
        self.appName = appName
        self.appVersion = appVersion
        self.timeZone = timeZone
        self.languages = languages
        self.screen = screen
    }

    /// This device, now; the languages and the time zone may change while the app runs.
    package static func current() async -> DeviceFacts {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        let parts =
            [version.majorVersion, version.minorVersion] + (version.patchVersion > 0 ? [version.patchVersion] : [])
        let info = Bundle.main.infoDictionary ?? [:]
        return DeviceFacts(
            osName: platform, osVersion: parts.map(String.init).joined(separator: "."),
            appName: info["CFBundleName"] as? String ?? ProcessInfo.processInfo.processName,
            appVersion: info["CFBundleShortVersionString"] as? String ?? "0",
            timeZone: TimeZone.current.identifier, languages: Locale.preferredLanguages,
            screen: await mainScreen())
    }

    private static var platform: String {
        #if os(iOS)
            "ios"
        #elseif os(macOS)
            "macos"
        #elseif os(Linux)
            "linux"
        #else
            "other"
        #endif
    }

    @MainActor private static func mainScreen() -> Screen? {
        #if os(iOS)
            let size = UIScreen.main.nativeBounds.size
            return Screen(width: Int(size.width), height: Int(size.height))
        #else
            return nil
        #endif
    }
}

extension DeviceFacts {
    /// `wajub-ios/1.0.0 (ios 18.1)`: names the SDK and the system (W123).
    package var client: String { "\(sdk) (\(osName) \(osVersion))" }

    /// The app's name and version, then ``client``.
    package var userAgent: String {
        "\(Self.token(appName, orElse: "app"))/\(Self.token(appVersion, orElse: "0")) \(client)"
    }

    /// The checkout's language first, then the person's, each once and each a little less wished for:
    /// `fr,fr-CI;q=0.9,en;q=0.8`.
    package func acceptLanguage(_ language: Language) -> String {
        var tags: [String] = []
        for tag in [language.rawValue] + languages {
            let clean = tag.replacingOccurrences(of: "_", with: "-")
                .filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            guard !clean.isEmpty, !tags.contains(where: { $0.lowercased() == clean.lowercased() }) else { continue }
            tags.append(clean)
        }
        return tags.prefix(10).enumerated().map { index, tag in
            index == 0 ? tag : "\(tag);q=0.\(max(1, 10 - index))"
        }.joined(separator: ",")
    }

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

    /// The letters a header may carry (RFC 9110, token); accents are dropped rather than the letters (O52).
    private static func token(_ text: String, orElse fallback: String) -> String {
        let marks = Set("!#$%&'*+-.^_`|~")
        let plain = text.folding(options: .diacriticInsensitive, locale: Locale(identifier: "en_US_POSIX"))
        let token = plain.filter { $0.isASCII && ($0.isLetter || $0.isNumber || marks.contains($0)) }
        return token.isEmpty ? fallback : token
    }
}
