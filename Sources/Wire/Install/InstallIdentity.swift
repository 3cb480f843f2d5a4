import Foundation
import Kernel

/// A random name for this installation of the app, made at first use (W124, W125). It comes from no hardware
/// and no advertising identifier, is left out of backups, and goes away with the app.
///
/// One owner per process and folder: it remembers the id, so an unwritable disk still gives one id until the
/// process ends. Several owners, in one process or in several, agree through the file.
package final class InstallIdentity: @unchecked Sendable {
    private let file: URL?
    private let makeIdentifier: @Sendable () -> String
    private let excludeFromBackup: @Sendable (URL) -> Void
    private let lock = NSLock()
    private var known: String?

    /// - Parameters:
    ///   - folder: the SDK's folder, e.g. `com.wajub.mobile`.
    ///   - directory: where the folder stands; the app's Application Support directory by default.
    package init(
        folder: String, directory: URL? = InstallIdentity.applicationSupport,
        makeIdentifier: @escaping @Sendable () -> String = { UUID().uuidString.lowercased() },
        excludeFromBackup: @escaping @Sendable (URL) -> Void = InstallIdentity.leaveOutOfBackups
    ) {
        file = directory?.appendingPathComponent(folder, isDirectory: true)
            .appendingPathComponent("install-id", isDirectory: false)
        self.makeIdentifier = makeIdentifier
        self.excludeFromBackup = excludeFromBackup
    }

    /// The id, exactly as stored.
    package var identifier: String {
        lock.withLock {
            if let known { return known }
            let identifier = readOrCreate()
            known = identifier
            return identifier
        }
    }

    /// SHA-256 of the id as stored, in lower-case hexadecimal: the only form that leaves the device.
    package var fingerprint: String { Crypto.sha256(identifier.utf8).hex }

    private enum Stored {
        case valid(String)
        case missing
        case broken
        /// It is there, but the system withholds it for now (before the first unlock): it must survive.
        case withheld
    }

    private func readOrCreate() -> String {
        let fresh = makeIdentifier()
        guard let file else { return fresh }
        switch stored(file) {
        case .valid(let identifier): return identifier
        case .withheld: return fresh
        case .missing: break
        case .broken: try? FileManager.default.removeItem(at: file)
        }
        create(file, fresh)
        // Whoever came first decided; nil when the disk took nothing.
        if case .valid(let identifier) = stored(file) { return identifier }
        return fresh
    }

    private func stored(_ file: URL) -> Stored {
        do {
            let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            return UUID(uuidString: text) == nil ? .broken : .valid(text)
        } catch let error as CocoaError {
            switch error.code {
            case .fileReadNoSuchFile, .fileNoSuchFile: return .missing
            case .fileReadNoPermission: return .withheld
            default: return .broken
            }
        } catch {
            return .broken
        }
    }

    /// Writes a file of its own, then gives it the name with a hard link, which fails when the name is taken:
    /// nobody ever reads a half-written id, and two creators end with one.
    private func create(_ file: URL, _ identifier: String) {
        let manager = FileManager.default
        let folder = file.deletingLastPathComponent()
        let draft = folder.appendingPathComponent(".\(UUID().uuidString)", isDirectory: false)
        do {
            try manager.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(identifier.utf8).write(to: draft)
            defer { try? manager.removeItem(at: draft) }
            #if os(iOS)
                // Readable from the first unlock on, also while the phone is locked.
                try manager.setAttributes(
                    [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
                    ofItemAtPath: draft.path)
            #endif
            try manager.linkItem(at: draft, to: file)
            excludeFromBackup(file)
        } catch {}
    }

    /// The app's Application Support directory; on Linux `$XDG_DATA_HOME` or what Foundation says.
    package static var applicationSupport: URL? {
        FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
    }

    /// Sets `isExcludedFromBackup`; does nothing where there is no such thing.
    @Sendable package static func leaveOutOfBackups(_ file: URL) {
        #if canImport(Darwin)
            var file = file
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            try? file.setResourceValues(values)
        #endif
    }
}
