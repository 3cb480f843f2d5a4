import Foundation
import Kernel
import WajubMobile
import Wire

/// From `present` to the first screen that can be used, against one bare request on the same connections, alternately.
///
/// usage: sheet-bench ORIGIN TOKEN RUNS
/// Prints the two medians in milliseconds.
@main
enum SheetBenchmark {
    @MainActor
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let runs = Int(arguments[3]), runs > 0,
            let session = URL(string: arguments[1] + "/pay/session")
        else {
            FileHandle.standardError.write(Data("usage: sheet-bench ORIGIN TOKEN RUNS\n".utf8))
            exit(2)
        }
        let transport = SystemTransport()
        var world = SessionWorld.real
        world.origin = .success(try GatewayOrigin(arguments[1]))
        world.transport = transport
        world.journal = MemoryJournal()
        let bare = HTTPRequest(
            .get, session, headers: ["Authorization": "Bearer \(arguments[2])"], body: nil, timeoutSeconds: 30)
        var (requests, sheets): ([Double], [Double]) = ([], [])
        // The first of each opens the connections, and does not count.
        for run in 0...runs {
            let request = try await milliseconds { _ = try await transport.send(bare) }
            let sheet = await milliseconds { await firstScreen(arguments[2], world) }
            if run > 0 {
                requests.append(request)
                sheets.append(sheet)
            }
        }
        print(median(requests), median(sheets))
    }

    @MainActor
    private static func firstScreen(_ token: String, _ world: SessionWorld) async {
        let controller = CheckoutController(
            options: PresentOptions(sessionToken: token), browser: NoBrowser(), world: world)
        let sheet = CheckoutSheet(controller)
        await withCheckedContinuation { continuation in
            var isDrawn = false
            sheet.onRedraw = {
                guard !isDrawn, controller.screen != .loading, !sheet.screen.content.isEmpty else { return }
                isDrawn = true
                continuation.resume()
            }
            controller.start()
        }
        precondition(controller.screen == .methods, "the checkout did not open")
        controller.dismiss()
    }

    @MainActor
    private static func milliseconds(_ work: () async throws -> Void) async rethrows -> Double {
        let began = DispatchTime.now().uptimeNanoseconds
        try await work()
        return Double(DispatchTime.now().uptimeNanoseconds - began) / 1e6
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

@MainActor
private final class NoBrowser: BrowserOpening {
    func open(_ url: URL, mode: BrowserMode, onClose: @escaping @MainActor @Sendable () -> Void) async -> Bool { false }
}
