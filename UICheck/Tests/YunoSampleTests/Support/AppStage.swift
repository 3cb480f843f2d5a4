import Foundation
import Interface
import SafariServices
import SwiftUI
import Testing
import UIKit
import WebKit
import WireTesting

@testable import InterfaceApple
@testable import YunoSDK

/// One application, one screen, one flow at a time: the tests take turns.
@Suite(.serialized) @MainActor struct YunoSamples {}

/// An app with one window, set up against a gateway made by hand.
@MainActor final class AppStage {
    let gateway = HandGateway()
    let clock = HandClock()
    let core: YunoCore
    let window = UIWindow()
    let root: UIViewController
    let scene = UIWindowScene()
    private let swiftUI = StandInHost()

    /// - Parameter world: nil for the gateway made by hand.
    init(_ root: UIViewController? = nil, config: YunoConfig = YunoConfig(), world: YunoWorld? = nil) {
        let root = root ?? UIViewController()
        self.root = root
        core = YunoCore(world: world ?? .hand(gateway, clock))
        core.initialize(apiKey: "sandbox_hand", config: config, callback: nil)
        window.rootViewController = root
        window.isKeyWindow = true
        scene.windows = [window]
        UIApplication.shared.standInScenes = [scene]
        UIApplication.shared.standInOpened = []
        UIApplication.shared.standInOpens = true
        swiftUI.window = window
    }

    /// Runs what an app does, and waits until nothing moves any more.
    @discardableResult func act<Value>(_ work: @MainActor () async throws -> Value) async rethrows -> Value {
        let value = try await YunoCore.$current.withValue(core) { try await work() }
        await settle()
        return value
    }

    /// Until neither a flow nor a list waits for anything.
    private func settle() async {
        for _ in 0..<100 {
            await settleAll()
            let desk = core.desk
            if (desk.flow?.workUnderWay ?? 0) + (desk.list?.workUnderWay ?? 0) == 0 { break }
        }
        await settleAll()
    }

    /// Until what an app's own tasks bring about is there.
    func until(_ isTrue: () -> Bool) async {
        for _ in 0..<200 where !isTrue() { await settle() }
    }

    func sync<Value>(_ work: () throws -> Value) rethrows -> Value {
        try YunoCore.$current.withValue(core) { try work() }
    }

    /// What our own screen shows over the app's.
    var sheet: SheetController? { presented as? SheetController }
    var screen: Interface.Screen? { sheet?.model.screen }

    /// The topmost of what the root presents.
    var presented: UIViewController? {
        var top = root.presentedViewController
        while let next = top?.presentedViewController { top = next }
        return top
    }

    var safari: SFSafariViewController? { presented as? SFSafariViewController }

    func press(_ id: String) async { await act { sheet?.model.perform(.press(id)) } }
    func close() async { await act { sheet?.model.perform(.close) } }

    /// Types a card into our own screen.
    func type(_ number: String = "4507990000000002", expiry: String = "11/40", code: String = "123") {
        for (field, text) in [("card.number", number), ("card.expiry", expiry), ("card.cvc", code)] {
            sheet?.model.perform(.input(field, FieldText(text), caret: text.utf16.count))
        }
    }

    /// Draws a view of the app's, as SwiftUI does whenever something has changed.
    func draw(_ view: any View) -> StandInDrawn { YunoCore.$current.withValue(core) { swiftUI.draw(view) } }

    /// Draws it until what its tasks bring about is there.
    func drawSettled(_ view: any View) async -> StandInDrawn {
        for _ in 0..<3 {
            _ = draw(view)
            await settle()
        }
        return draw(view)
    }

    /// Types into the real text fields that were drawn.
    func type(into drawn: StandInDrawn, _ number: String = "4507990000000002") async {
        for (label, text) in [("Card number", number), ("Expiry date", "11/40"), ("Security code", "123")] {
            await act { drawn.fill(label, text) }
        }
    }
}

extension StandInDrawn {
    var texts: [String] { all.filter { $0.kind == "text" }.compactMap(\.text) }

    func button(_ label: String) -> StandInDrawn? {
        all.first { drawn in
            drawn.traits.contains(.isButton) && (drawn.label == label || drawn.texts == [label])
        }
    }

    var fields: [String] { all.filter { $0.kind == "field" }.compactMap(\.label) }
    var page: WKWebView? { all.lazy.compactMap { $0.uiView as? WKWebView }.first }

    @MainActor func fill(_ label: String, _ text: String) {
        guard
            let field = all.first(where: { $0.kind == "field" && ($0.label ?? "").hasPrefix(label) })?.uiView
                as? UITextField
        else {
            Issue.record("no field \(label) in \(fields)")
            return
        }
        field.becomeFirstResponder()
        field.standInType(text)
    }
}
