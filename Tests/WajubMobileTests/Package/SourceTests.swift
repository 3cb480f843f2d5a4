import Foundation
import Testing

/// What must not stand in the sources an app links. The rules are about code: comments are left out.
@Suite struct SourceTests {
    private struct Line {
        let file: String
        let text: String
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The folders of the targets that `WajubMobileUI` brings into an app.
    static let linked = ["Kernel", "Wire", "Interface", "InterfaceApple", "Checkout", "SDKs"]
    /// Its own.
    static let own = ["SDKs/WajubMobile", "SDKs/WajubMobileUI"]

    private static func lines(_ folders: [String] = linked) throws -> [Line] {
        try folders.flatMap { folder -> [Line] in
            let top = root.appendingPathComponent("Sources/\(folder)")
            let files = try #require(FileManager.default.enumerator(at: top, includingPropertiesForKeys: nil))
                .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
            #expect(!files.isEmpty)
            return try files.flatMap { file in
                try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                    .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.hasPrefix("//") }
                    .map { Line(file: file.lastPathComponent, text: $0) }
            }
        }
    }

    private static func files(_ words: [String], _ folders: [String] = linked) throws -> Set<String> {
        Set(try lines(folders).filter { line in words.contains { line.text.contains($0) } }.map(\.file))
    }

    @Test("W2 W129 No web view: a provider's page is Safari's, and what is typed there never reaches the SDK")
    func noWebView() throws {
        let words = ["WebKit", "WKWebView", "UIWebView", "JavaScriptCore", "evaluateJavaScript", "ASWebAuthentication"]
        #expect(try Self.files(words).isEmpty)
        // The only thing a page tells is that it was closed.
        #expect(try Self.files(["SFSafariViewController"]) == ["SafariPages.swift"])
        // The SDK that shows pages inside the sheet links what can; this one's own targets never name it.
        #expect(try Self.files(["InterfaceAppleWeb", "WebPages"], Self.linked.dropLast() + Self.own).isEmpty)
    }

    @Test("W10 No call to /payments, and no secret key")
    func noSecret() throws {
        #expect(try Self.files(["\"/payments", "sk_test", "sk_live"]).isEmpty)
    }

    @Test("W20 The sheet is no SwiftUI view or modifier: an app presents it, and nothing else is public")
    func noView() throws {
        let shown = try Self.lines(["SDKs/WajubMobileUI"]).map(\.text).filter { $0.hasPrefix("public ") }
        #expect(shown == ["public enum WajubCheckout {", "public static func present("])
        #expect(try Self.lines(["InterfaceApple"]).allSatisfy { !$0.text.hasPrefix("public ") })
    }

    @Test("W127 The time since boot is read in one place, and no other API that needs a reason is used")
    func requiredReasons() throws {
        #expect(try Self.files(["systemUptime"]) == ["WaitClock.swift"])
        #expect(try Self.files(["mach_absolute_time", "mach_continuous_time", "CLOCK_UPTIME"]).isEmpty)
        #expect(try Self.files(["UserDefaults", "CFPreferences", "AppStorage"]).isEmpty)
        // File time stamps, disk space, active keyboards.
        let others = [
            "creationDate", "modificationDate", "contentModificationDateKey", "getattrlist", "fstat(", "lstat(",
            " stat(", "systemFreeSize", "systemSize", "volumeAvailableCapacity", "volumeTotalCapacity", "statfs",
            "statvfs", "activeInputModes",
        ]
        #expect(try Self.files(others).isEmpty)
    }

    @Test("W128 Nothing identifies the device or the person beyond what the manifest says")
    func noIdentifiers() throws {
        let words = [
            "identifierForVendor", "ASIdentifierManager", "advertisingIdentifier", "AppTrackingTransparency",
            "CNContact", "CLLocation", "SecItemAdd",
        ]
        #expect(try Self.files(words).isEmpty)
    }

    @Test("W137 The page for integrators names everything the manifest declares, by the names of App Store Connect")
    func appPrivacy() throws {
        let page = try String(
            contentsOf: Self.root.appendingPathComponent("docs/app-privacy.md"), encoding: .utf8)
        let shown = [
            "Name": "Name", "EmailAddress": "Email Address", "PhoneNumber": "Phone Number",
            "PhysicalAddress": "Physical Address", "PaymentInfo": "Payment Info", "DeviceID": "Device ID",
            "OtherDataTypes": "Other Data Types",
        ]
        let declared = try #require(try PrivacyTests.manifest()["NSPrivacyCollectedDataTypes"] as? [[String: Any]])
        let types = declared.compactMap { ($0["NSPrivacyCollectedDataType"] as? String)?.dropFirst(26) }.map(
            String.init)
        #expect(types.count == 7)
        for type in types {
            let name = try #require(shown[type], "\(type) has no name on the page")
            #expect(page.contains("| \(name) |"))
        }
        for fact in ["35F9.1", "App Functionality", "linked", "not used for tracking", "does not fill"] {
            #expect(page.contains(fact), "\(fact)")
        }
    }
}
