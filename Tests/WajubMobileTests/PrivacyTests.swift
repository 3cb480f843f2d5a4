import Foundation
import Testing

@testable import WajubMobile

/// The manifest an app's privacy report is made from.
@Suite struct PrivacyTests {
    static func manifest() throws -> [String: Any] {
        let url = try #require(Bundle.module.url(forResource: "PrivacyInfo", withExtension: "xcprivacy"))
        let plist = try PropertyListSerialization.propertyList(from: try Data(contentsOf: url), format: nil)
        return try #require(plist as? [String: Any])
    }

    @Test("W126 No tracking, and no tracking domain")
    func tracking() throws {
        let manifest = try Self.manifest()
        #expect(manifest["NSPrivacyTracking"] as? Bool == false)
        #expect((manifest["NSPrivacyTrackingDomains"] as? [String])?.isEmpty == true)
        #expect(
            Set(manifest.keys) == [
                "NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSPrivacyAccessedAPITypes",
                "NSPrivacyCollectedDataTypes",
            ])
    }

    @Test("One required-reason API only: the time since boot, to measure waits")
    func reasons() throws {
        let types = try #require(try Self.manifest()["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
        #expect(types.count == 1)
        #expect(types.first?["NSPrivacyAccessedAPIType"] as? String == "NSPrivacyAccessedAPICategorySystemBootTime")
        #expect(types.first?["NSPrivacyAccessedAPITypeReasons"] as? [String] == ["35F9.1"])
    }

    @Test("W128 The data collected, linked to the person, never for tracking, for the app's own working")
    func collected() throws {
        let types = try #require(try Self.manifest()["NSPrivacyCollectedDataTypes"] as? [[String: Any]])
        #expect(
            types.compactMap { $0["NSPrivacyCollectedDataType"] as? String }
                == [
                    "Name", "EmailAddress", "PhoneNumber", "PhysicalAddress", "PaymentInfo", "DeviceID",
                    "OtherDataTypes",
                ].map { "NSPrivacyCollectedDataType\($0)" })
        for type in types {
            #expect(type["NSPrivacyCollectedDataTypeLinked"] as? Bool == true)
            #expect(type["NSPrivacyCollectedDataTypeTracking"] as? Bool == false)
            #expect(
                type["NSPrivacyCollectedDataTypePurposes"] as? [String] == [
                    "NSPrivacyCollectedDataTypePurposeAppFunctionality"
                ])
        }
    }
}
