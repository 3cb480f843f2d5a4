import Foundation
import Testing

/// The pods an app installs are the modules of Package.swift, no more and no less.
@Suite struct PodTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private struct Module {
        let path: String
        let dependencies: Set<String>
    }

    /// The library targets of the manifest, with what they depend on among themselves.
    private static func modules() throws -> [String: Module] {
        let manifest = try String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
        var modules: [String: Module] = [:]
        for part in manifest.components(separatedBy: ".target(").dropFirst() {
            let body = part.components(separatedBy: "swiftSettings:")[0]
            let name = try #require(quoted(body, after: "name: "))
            let list =
                body.components(separatedBy: "dependencies: [").dropFirst().first?
                .components(separatedBy: "]")[0] ?? ""
            let names = list.components(separatedBy: "\"").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
            modules[name] = Module(
                path: quoted(body, after: "path: ") ?? "Sources/\(name)", dependencies: Set(names))
        }
        return modules
    }

    private static func quoted(_ text: String, after mark: String) -> String? {
        text.components(separatedBy: mark + "\"").dropFirst().first?.components(separatedBy: "\"")[0]
    }

    /// The value of a line `s.name = 'value'`, whole.
    private static func value(_ pod: String, _ name: String) -> String? {
        pod.components(separatedBy: "\n").first { $0.hasPrefix("  s.\(name) = ") }
            .map { String($0.dropFirst("  s.\(name) = ".count)) }
    }

    private static func pod(_ module: String) throws -> String {
        let name = module == "YunoSDK" ? module : "Comptoir\(module)"
        return try String(contentsOf: root.appendingPathComponent("\(name).podspec"), encoding: .utf8)
    }

    /// YunoSDK and everything under it.
    private static func closure(_ modules: [String: Module]) -> Set<String> {
        var found: Set<String> = []
        var open = ["YunoSDK"]
        while let name = open.popLast() {
            if found.insert(name).inserted { open += modules[name]?.dependencies ?? [] }
        }
        return found
    }

    @Test("YL5 YL6 YF4 YF5 YH6 YH7 Each module under YunoSDK is a pod with the same sources and dependencies")
    func pods() throws {
        let modules = try Self.modules()
        let needed = Self.closure(modules)
        #expect(needed.count == 7 && needed.contains("Kernel"))
        for name in needed {
            let module = try #require(modules[name])
            let pod = try Self.pod(name)
            #expect(Self.value(pod, "source_files") == "'\(module.path)/**/*.swift'")
            #expect((Self.value(pod, "module_name") ?? "'YunoSDK'") == "'\(name)'")
            let dependencies = pod.components(separatedBy: "s.dependency 'Comptoir").dropFirst()
                .map { $0.components(separatedBy: "'")[0] }
            #expect(Set(dependencies) == module.dependencies, "\(name)")
            // `package` access reaches from pod to pod.
            #expect(Self.value(pod, "pod_target_xcconfig")?.contains("-package-name comptoir") == true)
            #expect(Self.value(pod, "swift_versions") == "['6.0']")
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.root.path)
        #expect(files.filter { $0.hasSuffix(".podspec") }.count == needed.count)
    }

    @Test("YL4 YF3 iOS 14 is enough, for every pod and for the package")
    func system() throws {
        for name in Self.closure(try Self.modules()) {
            #expect(Self.value(try Self.pod(name), "platform") == ":ios, '14.0'")
        }
        let manifest = try String(contentsOf: Self.root.appendingPathComponent("Package.swift"), encoding: .utf8)
        #expect(manifest.contains(".iOS(.v14)"))
        #expect(manifest.contains(#".library(name: "YunoSDK", targets: ["YunoSDK"])"#))
    }

    @Test("YL5 YF4 One version, which the guides' `~> 1.1.22` takes")
    func version() throws {
        let versions = Set(try Self.closure(try Self.modules()).map { Self.value(try Self.pod($0), "version") })
        #expect(versions.count == 1)
        let text = try #require(versions.first ?? nil).trimmingCharacters(in: ["'"])
        let parts = text.split(separator: ".").compactMap { Int($0) }
        #expect(parts.count == 3 && parts[0] == 1 && parts[1] == 1 && parts[2] >= 22)
    }

    @Test("The pod and the package carry the same privacy manifest")
    func privacy() throws {
        let manifest = Self.root.appendingPathComponent("Sources/SDKs/YunoSDK/PrivacyInfo.xcprivacy")
        let plist = try PropertyListSerialization.propertyList(from: try Data(contentsOf: manifest), format: nil)
        let contents = try #require(plist as? [String: Any])
        #expect(contents["NSPrivacyTracking"] as? Bool == false)
        let types = try #require(contents["NSPrivacyCollectedDataTypes"] as? [[String: Any]])
        #expect(types.allSatisfy { $0["NSPrivacyCollectedDataTypeTracking"] as? Bool == false })
        let bundle = Self.value(try Self.pod("YunoSDK"), "resource_bundles")
        #expect(bundle?.contains("'Sources/SDKs/YunoSDK/PrivacyInfo.xcprivacy'") == true)
    }
}
