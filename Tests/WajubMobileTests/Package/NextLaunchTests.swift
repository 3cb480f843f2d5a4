import Testing

@testable import WajubMobile
@testable import Wire

@Suite struct NextLaunchTests {
    @Test(
        "W41 After the app's process died, the next launch reads the result with the token alone",
        arguments: [("success", TransactionStatus.success), ("processing", .processing), ("failed", .failed)])
    func status(word: String, read: TransactionStatus) async throws {
        let transport = ScriptedTransport(
            ("/pay/status", .json(200, ["status": .string(word), "transaction": transaction(word)])))
        // Nothing of the first process is left: no controller, no session.
        let status = try await SessionWorld.$current.withValue(testWorld(transport)) {
            try await resultAtLaunch(token: "sess_abc123")
        }
        #expect(status == read)
        #expect(transport.requests.first?.headers["Authorization"] == "Bearer sess_abc123")
    }
}
