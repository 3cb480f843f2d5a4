import CLibwebsockets
import CSQLite
import Foundation
import Gateway
import GatewaySQLite
import Kernel
import Wire

#if os(Linux)
    import COpenSSL
#endif

/// `comptoir doctor`
enum DoctorCommand: Command {
    static let name = "doctor"
    static let summary = "check that this machine can run the gateway"
    static let options = [
        Option("database", value: "FILE", "the gateway's database to look at (comptoir.sqlite, if there is one)"),
        Option("port", value: "N", "the port the gateway shall listen on (8787)"),
    ]
    static let details = """
        Each line says what was looked at; one that fails says what to do. Nothing is changed: the database is only
        read, and written to beside it.

        exit codes: 0 all is well, 1 something is not, 2 usage
        """

    private struct Finding {
        let subject: String
        let text: String
        /// What to do; nil when all is well.
        let remedy: String?
    }

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let port = UInt16(try arguments.integer("port", 1...65_535) ?? 8787)
        let path = arguments.string("database") ?? "comptoir.sqlite"
        let style = TerminalStyle(isTerminal: isatty(STDOUT_FILENO) == 1)
        var findings = libraries()
        findings.append(await listening(port))
        findings.append(clock())
        findings.append(space(path))
        findings += await database(path)
        for finding in findings {
            let mark = finding.remedy == nil ? style.good("ok  ") : style.bad("FAIL")
            print("\(mark) \(finding.subject): \(finding.text)")
            if let remedy = finding.remedy { print("       \(remedy)") }
        }
        return findings.allSatisfy { $0.remedy == nil } ? ExitCode.success : ExitCode.failure
    }

    private static func libraries() -> [Finding] {
        let sqlite = String(cString: sqlite3_libversion())
        let isThreadSafe = sqlite3_threadsafe() != 0
        let websockets = lws_get_library_version().map { String(cString: $0).prefix { $0 != "-" } } ?? "unknown"
        #if os(Linux)
            let cryptography = OpenSSL_version(0).map { String(cString: $0) } ?? "unknown"
        #else
            let cryptography = "CryptoKit"
        #endif
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        let digestWorks = Crypto.sha256(Array("abc".utf8)).hex == abc
        return [
            Finding(
                subject: "SQLite", text: sqlite,
                remedy: isThreadSafe ? nil : "it was built without thread safety: install libsqlite3-dev"),
            Finding(subject: "libwebsockets", text: String(websockets), remedy: nil),
            Finding(
                subject: "cryptography", text: cryptography,
                remedy: digestWorks ? nil : "SHA-256 gives a wrong digest: reinstall the system's OpenSSL"),
        ]
    }

    private static func listening(_ port: UInt16) async -> Finding {
        let subject = "port \(port)"
        #if os(Linux)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        defer { close(descriptor) }
        var reuse: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard bound == 0 else {
            let reason = String(cString: strerror(errno))
            if let url = URL(string: "http://127.0.0.1:\(port)/healthz"),
                let answer = try? await SystemTransport().send(HTTPRequest(.get, url, timeoutSeconds: 2)),
                answer.json == ["status": "ok"]
            {
                return Finding(subject: subject, text: "a gateway that is well listens there", remedy: nil)
            }
            return Finding(
                subject: subject, text: "cannot be listened on: \(reason)",
                remedy: "another program has it, perhaps a gateway that runs; stop that or use --port")
        }
        return Finding(subject: subject, text: "free", remedy: nil)
    }

    private static func clock() -> Finding {
        let now = SystemClock().now()
        // A clock before this program was written cannot be right, and signatures would be refused.
        let written = Timestamp(seconds: 1_790_000_000)
        return Finding(
            subject: "clock", text: now.iso8601,
            remedy: now > written ? nil : "the clock is behind: set it, or webhooks will be refused as too old")
    }

    private static func space(_ path: String) -> Finding {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        guard let free = (attributes?[.systemFreeSize] as? NSNumber)?.int64Value else {
            return Finding(
                subject: "disk", text: "\(folder) cannot be looked at", remedy: "make the folder, or use --database")
        }
        return Finding(
            subject: "disk", text: "\(free / 1_048_576) MiB free in \(folder)",
            remedy: free > 100 * 1_048_576 ? nil : "free at least 100 MiB: a full disk stops payments")
    }

    private static func database(_ path: String) async -> [Finding] {
        let probe = path + ".doctor-\(getpid())"
        var findings: [Finding] = []
        do {
            let store = try SQLiteStore(path: probe)
            let started = DispatchTime.now()
            for _ in 0..<20 { try await store.write { try $0.save(probeRecord()) } }
            let milliseconds = Double(DispatchTime.now().uptimeNanoseconds - started.uptimeNanoseconds) / 20e6
            await store.close()
            let text = String(format: "%.2f ms", milliseconds)
            findings.append(
                Finding(subject: "durable write", text: "\(text) each", remedy: nil))
        } catch {
            findings.append(
                Finding(
                    subject: "durable write", text: "\(error)",
                    remedy: "let this user write to the folder, or use --database"))
        }
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: probe + suffix) }
        guard FileManager.default.fileExists(atPath: path) else {
            guard findings.allSatisfy({ $0.remedy == nil }) else { return findings }
            return findings + [
                Finding(subject: "database", text: "\(path) is not there yet; `comptoir serve` makes it", remedy: nil)
            ]
        }
        do {
            let faults = try SQLiteStore.check(path: path)
            return findings + [
                Finding(
                    subject: "database", text: faults.isEmpty ? "\(path) is sound" : faults.joined(separator: "; "),
                    remedy: faults.isEmpty ? nil : "restore your last backup; keep this file for whoever looks into it")
            ]
        } catch {
            return findings + [
                Finding(
                    subject: "database", text: "\(error)",
                    remedy: "check that \(path) is a database of comptoir and can be read")
            ]
        }
    }

    private static func probeRecord() -> IdempotencyRecord {
        IdempotencyRecord(scope: "doctor", key: "probe", fingerprint: [], createdAt: Timestamp(milliseconds: 0))
    }
}
