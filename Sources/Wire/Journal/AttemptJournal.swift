import Foundation
import Kernel

/// A payment attempt whose end is not known.
package struct JournalEntry: Sendable, Hashable {
    /// The idempotency key its requests carry.
    package let key: IdempotencyKey
    package let channel: String
    /// SHA-256 of the payment's token in hexadecimal: names the payment without letting anyone pay it.
    package let tokenHash: String
    /// The payment's id, when it was known.
    package let paymentID: String?
    /// Of the device's wall clock: data for people, never compared.
    package let beganAt: Timestamp

    package init(
        key: IdempotencyKey, channel: String, tokenHash: String, paymentID: String?, beganAt: Timestamp
    ) {
        self.key = key
        self.channel = channel
        self.tokenHash = tokenHash
        self.paymentID = paymentID
        self.beganAt = beganAt
    }
}

/// Remembers attempts from before their request leaves until they are settled, also over the end of the process.
package protocol AttemptJournal: Sendable {
    /// Returns when the entry is safe; a key that is there already stays as it is.
    /// - Throws: what the disk said. The attempt is not safe then.
    func record(_ entry: JournalEntry) throws
    /// Forgets a settled attempt.
    func settle(_ key: IdempotencyKey)
    /// The attempts without a known end, oldest first.
    var entries: [JournalEntry] { get }
}

/// A journal that ends with the process, for a gateway's own checkouts: its requests end with it, too.
package final class MemoryJournal: AttemptJournal, @unchecked Sendable {
    private let lock = NSLock()
    private var kept: [JournalEntry] = []

    package init() {}

    package func record(_ entry: JournalEntry) {
        lock.withLock {
            if !kept.contains(where: { $0.key == entry.key }) { kept.append(entry) }
        }
    }

    package func settle(_ key: IdempotencyKey) {
        lock.withLock { kept.removeAll { $0.key == key } }
    }

    package var entries: [JournalEntry] { lock.withLock { kept } }
}

/// One file an attempt, in a folder of the app's own that no backup takes along. A file is written beside its place,
/// forced to the disk and renamed: it is whole or it is not there.
package final class FileJournal: AttemptJournal, @unchecked Sendable {
    private let folder: URL?
    private let lock = NSLock()

    /// - Parameters:
    ///   - folder: the SDK's folder, e.g. `com.wajub.mobile`.
    ///   - directory: where it stands; the app's Application Support directory by default.
    package init(folder: String, directory: URL? = InstallIdentity.applicationSupport) {
        self.folder = directory?.appendingPathComponent(folder, isDirectory: true)
            .appendingPathComponent("attempts", isDirectory: true)
    }

    package func record(_ entry: JournalEntry) throws {
        guard let folder else { throw CocoaError(.fileNoSuchFile) }
        let file = self.file(entry.key, folder)
        try lock.withLock {
            guard !FileManager.default.fileExists(atPath: file.path) else { return }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            InstallIdentity.leaveOutOfBackups(folder)
            let draft = folder.appendingPathComponent("." + file.lastPathComponent, isDirectory: false)
            try Data().write(to: draft)
            do {
                let handle = try FileHandle(forWritingTo: draft)
                defer { try? handle.close() }
                // The other `write` ends the process when the disk is full.
                try handle.write(contentsOf: Data(Self.json(entry).bytes))
                try handle.synchronize()
                try FileManager.default.moveItem(at: draft, to: file)
            } catch {
                try? FileManager.default.removeItem(at: draft)
                throw error
            }
            Self.synchronize(folder)
            forgetOldest(in: folder)
        }
    }

    /// Attempts whose payment nobody asks about any more must not pile up.
    private func forgetOldest(in folder: URL) {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter(Self.isEntry)
        guard names.count > Self.limit else { return }
        let files = names.map { folder.appendingPathComponent($0, isDirectory: false) }
        let aged = files.map { file in
            (
                file,
                (try? Data(contentsOf: file)).flatMap { Self.entry(Array($0)) }?.beganAt ?? Timestamp(milliseconds: 0)
            )
        }
        for (file, _) in aged.sorted(by: { $0.1 < $1.1 }).prefix(names.count - Self.limit) {
            try? FileManager.default.removeItem(at: file)
        }
    }

    private static func isEntry(_ name: String) -> Bool { name.hasSuffix(".json") && !name.hasPrefix(".") }

    package func settle(_ key: IdempotencyKey) {
        guard let folder else { return }
        lock.withLock { try? FileManager.default.removeItem(at: file(key, folder)) }
    }

    package var entries: [JournalEntry] {
        guard let folder else { return [] }
        return lock.withLock {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            return names.filter(Self.isEntry).compactMap { name in
                let file = folder.appendingPathComponent(name, isDirectory: false)
                guard let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int,
                    size <= Self.sizeLimit, let bytes = try? Data(contentsOf: file)
                else { return nil }
                return Self.entry(Array(bytes))
            }.sorted { $0.beganAt < $1.beganAt }
        }
    }

    /// More attempts without an end than a person makes.
    private static let limit = 500
    private static let sizeLimit = 4096

    /// A key may hold any visible sign: its hash names the file.
    private func file(_ key: IdempotencyKey, _ folder: URL) -> URL {
        folder.appendingPathComponent(Crypto.sha256(key.rawValue.utf8).hex + ".json", isDirectory: false)
    }

    private static func json(_ entry: JournalEntry) -> JSONValue {
        [
            "key": .string(entry.key.rawValue), "channel": .string(entry.channel),
            "token": .string(entry.tokenHash), "payment": .optional(entry.paymentID),
            "began": .integer(Int(entry.beganAt.milliseconds)),
        ]
    }

    /// Nil for a file that is none of ours.
    package static func entry(_ bytes: [UInt8]) -> JournalEntry? {
        guard let json = try? JSONValue.parse(bytes), let key = json["key"]?.string.flatMap(IdempotencyKey.init),
            let channel = json["channel"]?.string, let token = json["token"]?.string,
            let began = json["began"]?.number?.int64
        else { return nil }
        return JournalEntry(
            key: key, channel: channel, tokenHash: token, paymentID: json["payment"]?.string,
            beganAt: Timestamp(milliseconds: began))
    }

    /// A new name is safe only once its folder is on the disk.
    private static func synchronize(_ folder: URL) {
        let descriptor = open(folder.path, O_RDONLY)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
