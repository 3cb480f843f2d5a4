import Foundation
import Testing

@testable import Wire

@Suite struct InstallIdentityTests {
    /// A directory of the test's own, gone afterwards.
    final class Directory {
        let url: URL
        var file: URL { url.appendingPathComponent("com.wajub.mobile/install-id") }

        init() throws {
            url = FileManager.default.temporaryDirectory.appendingPathComponent("install-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: url) }

        func write(_ text: String) throws {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }

        func identity() -> InstallIdentity {
            InstallIdentity(folder: "com.wajub.mobile", directory: url)
        }
    }

    final class Files: @unchecked Sendable {
        private let lock = NSLock()
        private var urls: [URL] = []
        var all: [URL] { lock.withLock { urls } }
        func add(_ url: URL) { lock.withLock { urls.append(url) } }
    }

    @Test("T18 The fingerprint is the SHA-256 of the id exactly as stored, in lower-case hexadecimal")
    func fingerprint() throws {
        let directory = try Directory()
        try directory.write("6f9619ff-8b86-d011-b42d-00cf4fc964ff")
        #expect(
            directory.identity().fingerprint == "6eb625cafaafbbd18aeaf47b4bc6325aa4fa60321adec38f3069d4fde0555446")
        try directory.write("6F9619FF-8B86-D011-B42D-00CF4FC964FF")
        #expect(directory.identity().identifier == "6F9619FF-8B86-D011-B42D-00CF4FC964FF")
    }

    @Test("W124 The id is random, made at first use, and the same ever after")
    func created() throws {
        let directory = try Directory()
        let first = directory.identity()
        #expect(!FileManager.default.fileExists(atPath: directory.file.path))
        let identifier = first.identifier
        #expect(UUID(uuidString: identifier) != nil)
        #expect(identifier == identifier.lowercased())
        #expect(directory.identity().identifier == identifier)
        let other = try Directory()
        #expect(other.identity().identifier != identifier)
    }

    @Test("W125 It is kept in com.wajub.mobile/install-id, left out of backups, and nothing else stays there")
    func place() throws {
        let directory = try Directory()
        let excluded = Files()
        let identity = InstallIdentity(
            folder: "com.wajub.mobile", directory: directory.url, excludeFromBackup: { excluded.add($0) })
        let identifier = identity.identifier
        #expect(try String(contentsOf: directory.file, encoding: .utf8) == identifier)
        #expect(excluded.all.map(\.path) == [directory.file.path])
        let names = try FileManager.default.contentsOfDirectory(
            atPath: directory.file.deletingLastPathComponent().path)
        #expect(names == ["install-id"])
    }

    @Test("W124 Many callers at once, of one owner or of many, see one id")
    func concurrency() async throws {
        for _ in 0..<20 {
            let directory = try Directory()
            let owners = (0..<4).map { _ in directory.identity() }
            let seen = await withTaskGroup(of: String.self) { group in
                for index in 0..<16 { group.addTask { owners[index % 4].identifier } }
                return await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(seen.count == 1)
        }
    }

    @Test("W125 A corrupt file is replaced", arguments: ["", "not an id", "6f9619ff-8b86-d011-b42d-00cf4fc964ff\n"])
    func corrupt(text: String) throws {
        let directory = try Directory()
        try directory.write(text)
        let identifier = directory.identity().identifier
        #expect(UUID(uuidString: identifier) != nil)
        #expect(try String(contentsOf: directory.file, encoding: .utf8) == identifier)
    }

    @Test("W125 What cannot be read is replaced")
    func unreadable() throws {
        let directory = try Directory()
        try FileManager.default.createDirectory(at: directory.file, withIntermediateDirectories: true)
        let identifier = directory.identity().identifier
        #expect(try String(contentsOf: directory.file, encoding: .utf8) == identifier)
    }

    @Test("W125 Where nothing can be written, one id holds until the process ends")
    func unwritable() throws {
        let directory = try Directory()
        // A file stands where the folder should be.
        try Data().write(to: directory.url.appendingPathComponent("com.wajub.mobile"))
        let identity = directory.identity()
        let identifier = identity.identifier
        #expect(UUID(uuidString: identifier) != nil)
        #expect(identity.identifier == identifier)
        let nowhere = InstallIdentity(folder: "com.wajub.mobile", directory: nil)
        #expect(nowhere.identifier == nowhere.identifier)
    }
}
