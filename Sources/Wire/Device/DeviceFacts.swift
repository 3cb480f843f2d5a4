import Foundation
import Kernel

#if os(iOS)
    import UIKit
#endif

/// What an SDK tells a gateway about the device, and nothing else (W121 to W123).
package struct DeviceFacts: Sendable, Hashable {
    /// Name and version, e.g. `wajub-ios/1.0.0`.
    package var sdk: String
    /// `ios` on iOS, else the platform's own name.
    package var osName: String
    package var osVersion: String
    package var appName: String
    package var appVersion: String
    package var appBuild: String
    /// What the system's own network library calls itself, e.g. `CFNetwork/1406.0.4 Darwin/22.6.0`.
    package var networkAgent: String
    /// IANA name of the time zone.
    package var timeZone: String
    /// The languages the person prefers, first one first, as BCP 47 tags.
    package var languages: [String]
    /// The main screen, in pixels.
    package var screen: Screen?

    package struct Screen: Sendable, Hashable {
        package var width: Int
        package var height: Int
        /// Pixels a point.
        package var scale: Double

        package init(width: Int, height: Int, scale: Double = 1) {
            self.width = width
            self.height = height
            self.scale = scale
        }
    }

    package init(
        sdk: String, osName: String, osVersion: String, appName: String, appVersion: String, appBuild: String = "0",
        networkAgent: String = "", timeZone: String, languages: [String], screen: Screen? = nil
    ) {
        self.sdk = sdk
        self.osName = osName
        self.osVersion = osVersion
        self.appName = appName
        self.appVersion = appVersion
        self.appBuild = appBuild
        self.networkAgent = networkAgent
        self.timeZone = timeZone
        self.languages = languages
        self.screen = screen
    }

    /// This device, now; the languages and the time zone may change while the app runs.
    package static func current(sdk: String) async -> DeviceFacts {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        let parts =
            [version.majorVersion, version.minorVersion] + (version.patchVersion > 0 ? [version.patchVersion] : [])
        let info = Bundle.main.infoDictionary ?? [:]
        return DeviceFacts(
            sdk: sdk, osName: platform, osVersion: parts.map(String.init).joined(separator: "."),
            appName: info["CFBundleName"] as? String ?? ProcessInfo.processInfo.processName,
            appVersion: info["CFBundleShortVersionString"] as? String ?? "0",
            appBuild: info["CFBundleVersion"] as? String ?? "0", networkAgent: networkAgent,
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

    private static var networkAgent: String {
        var system = utsname()
        uname(&system)
        let release = withUnsafeBytes(of: &system.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        #if canImport(Darwin)
            let library = Bundle(identifier: "com.apple.CFNetwork")?.infoDictionary?["CFBundleVersion"] as? String
            return "CFNetwork/\(token(library ?? "0", orElse: "0")) Darwin/\(token(release, orElse: "0"))"
        #else
            return "Linux/\(token(release, orElse: "0"))"
        #endif
    }

    @MainActor private static func mainScreen() -> Screen? {
        #if os(iOS)
            let size = UIScreen.main.nativeBounds.size
            return Screen(
                width: Int(size.width), height: Int(size.height), scale: Double(UIScreen.main.nativeScale))
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

    /// The app and the system's network library, as a request without an SDK would name them:
    /// `Shop/1 CFNetwork/1406.0.4 Darwin/22.6.0`.
    package var browserAgent: String {
        "\(Self.token(appName, orElse: "app"))/\(Self.token(appBuild, orElse: "0"))"
            + (networkAgent.isEmpty ? "" : " " + networkAgent)
    }

    /// The letters a header may carry (RFC 9110, token); accents are dropped rather than the letters (O52).
    private static func token(_ text: String, orElse fallback: String) -> String {
        let marks = Set("!#$%&'*+-.^_`|~")
        let plain = text.folding(options: .diacriticInsensitive, locale: Locale(identifier: "en_US_POSIX"))
        let token = plain.filter { $0.isASCII && ($0.isLetter || $0.isNumber || marks.contains($0)) }
        return token.isEmpty ? fallback : token
    }
}
