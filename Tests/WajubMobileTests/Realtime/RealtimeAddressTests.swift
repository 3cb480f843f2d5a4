import Kernel
import Testing

@testable import WajubMobile

@Suite struct RealtimeAddressTests {
    private static let query = "?protocol=7&client=wajub-ios&version=1.0.0&flash=false"

    private func address(_ echo: JSONValue, _ options: RealtimeOptions? = nil) -> RealtimeAddress? {
        RealtimeInfo(echo).flatMap { RealtimeAddress($0, reference: "order-4172", options: options) }
    }

    private func echo(_ more: [String: JSONValue] = [:]) -> JSONValue {
        let base: [String: JSONValue] = [
            "broadcaster": "reverb", "key": "app_key", "ws_host": "wss://ws.wajub.com", "ws_port": 443,
            "channel_prefix": "private-payment.",
        ]
        return .object(base.merging(more) { $1 })
    }

    @Test("W27 The options replace host, port and TLS; key and channel stay the session's")
    func overrides() {
        var options = RealtimeOptions(host: "ws.shop.example", port: 443, tls: true)
        #expect(options == RealtimeOptions(host: "ws.shop.example"))
        let replaced = address(echo(), options)
        #expect(replaced?.url.absoluteString == "wss://ws.shop.example:443/app/app_key" + Self.query)
        #expect(replaced?.channel == "private-payment.order-4172")
        options.port = 6001
        options.tls = false
        #expect(address(echo(), options)?.url.absoluteString == "ws://ws.shop.example:6001/app/app_key" + Self.query)
        #expect(address([:], options) == nil && address(["ws_host": "x"], options) == nil)
    }

    @Test(
        "The session's own address: wss or port 443 means TLS, the scheme is taken off",
        arguments: [
            ([:], "wss://ws.wajub.com:443"), (["ws_host": "ws.wajub.com"], "wss://ws.wajub.com:443"),
            (["ws_host": "ws.wajub.com", "ws_port": 8080], "ws://ws.wajub.com:8080"),
            (["ws_host": "wss://ws.wajub.com/", "ws_port": 8443], "wss://ws.wajub.com:8443"),
            (["ws_host": "ws://127.0.0.1", "ws_port": 8787], "ws://127.0.0.1:8787"),
            (["ws_host": "wss://h", "ws_port": .null], "wss://h:443"),
            (["ws_host": "h", "ws_port": .null], "ws://h:80"),
            (["ws_port": "6001", "ws_host": "::1"], "ws://[::1]:6001"),
        ] as [([String: JSONValue], String)])
    func session(more: [String: JSONValue], expected: String) {
        #expect(address(echo(more))?.url.absoluteString == expected + "/app/app_key" + Self.query)
    }

    @Test("The channel is the one the server names, else prefix and reference")
    func channels() {
        #expect(address(echo())?.channel == "private-payment.order-4172")
        #expect(address(echo(["channel": "private-payment.TX1"]))?.channel == "private-payment.TX1")
        #expect(address(echo(["channel_prefix": .null])) == nil)
        #expect(address(echo(["channel": .string(String(repeating: "a", count: 300))])) == nil)
    }

    @Test(
        "What could lead elsewhere is no address",
        arguments: [
            ["ws_host": "a@b"], ["ws_host": "a/b"], ["ws_host": "a?b"], ["ws_host": "a#b"], ["ws_host": "a b"],
            ["ws_host": ""], ["ws_host": .null], ["ws_host": "é.example"], ["ws_host": "a\r\nb"], ["ws_port": 0],
            ["ws_port": 70_000], ["key": "a/b"], ["key": "a?b"], ["key": "../x"], ["key": ""],
        ] as [[String: JSONValue]])
    func hostile(more: [String: JSONValue]) {
        #expect(address(echo(more)) == nil)
    }
}
