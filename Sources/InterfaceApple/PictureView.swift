#if canImport(SwiftUI) && canImport(UIKit)
    import Combine
    import Foundation
    import Interface
    import SwiftUI
    import UIKit
    import Wire

    /// Fetches a picture's bytes over https; nil for anything but a whole, small answer.
    package typealias PictureFetch = @Sendable (URL) async -> [UInt8]?

    /// The pictures of one sheet, each asked for once.
    @MainActor package final class PictureShelf {
        private let fetch: PictureFetch
        private var loads: [String: Task<UIImage?, Never>] = [:]

        package init(fetch: @escaping PictureFetch) {
            self.fetch = fetch
        }

        /// Pictures from the network, a megabyte each at most.
        package static func ofNetwork() -> PictureShelf {
            let transport = SystemTransport(maximumAnswerBytes: 1 << 20)
            return PictureShelf { url in
                let answer = try? await transport.send(HTTPRequest(.get, url, timeoutSeconds: 15))
                return answer.flatMap { $0.isSuccess ? $0.body : nil }
            }
        }

        /// W81: nil when there is none, or when what came is no image, an SVG for instance.
        func image(_ address: String) async -> UIImage? {
            if let load = loads[address] { return await load.value }
            guard let url = URL(string: address), url.scheme?.lowercased() == "https" else { return nil }
            let load = Task { [fetch] in
                await fetch(url).flatMap { UIImage(data: Data($0)) }.flatMap { Self.isDrawable($0) ? $0 : nil }
            }
            loads[address] = load
            return await load.value
        }

        /// A few bytes may claim a picture that fills the memory once it is drawn.
        private static func isDrawable(_ image: UIImage) -> Bool {
            let sides = [image.size.width * image.scale, image.size.height * image.scale]
            return sides.allSatisfy { (1...2048).contains($0) }
        }
    }

    /// One picture on its way.
    @MainActor final class PictureLoad: ObservableObject {
        @Published private(set) var image: UIImage?
        private var address: String?

        func start(_ address: String?, from shelf: PictureShelf) {
            guard address != self.address else { return }
            self.address = address
            image = nil
            guard let address else { return }
            Task { [weak self] in
                let image = await shelf.image(address)
                if self?.address == address { self?.image = image }
            }
        }
    }

    /// A picture, or its badge.
    struct PictureView: View {
        let picture: Picture
        let side: CGFloat
        let radius: CGFloat
        let shelf: PictureShelf
        @StateObject private var load = PictureLoad()

        var body: some View {
            tile
                .frame(width: side, height: side)
                .clipShape(RoundedRectangle(cornerRadius: radius))
                .onAppear { load.start(picture.url, from: shelf) }
                .onChange(of: picture.url) { load.start($0, from: shelf) }
                .accessibilityElement(children: .ignore)
                .accessibilityLabel(Text(verbatim: picture.label))
                .accessibilityHidden(picture.label.isEmpty)
        }

        @ViewBuilder private var tile: some View {
            if let image = load.image {
                Image(uiImage: image).resizable().scaledToFit()
            } else {
                BadgeView(badge: picture.badge, side: side)
            }
        }
    }

    /// Initials on a brand's colour, or a sign of our own.
    struct BadgeView: View {
        let badge: Badge
        let side: CGFloat
        @Environment(\.style) private var style

        var body: some View {
            ZStack {
                Rectangle().fill(background.drawn)
                if let symbol = badge.symbol {
                    Image(systemName: symbol.systemName).font(.system(size: side * 0.45)).ink(foreground)
                } else {
                    Text(verbatim: badge.text).font(.system(size: side * 0.36, weight: .bold)).ink(foreground)
                        .minimumScaleFactor(0.5).lineLimit(1)
                }
            }
        }

        private var background: Interface.Color {
            badge.background.flatMap(Interface.Color.init(css:)) ?? style.colors.selectedRow
        }

        private var foreground: Interface.Color {
            badge.foreground.flatMap(Interface.Color.init(css:)) ?? Interface.Color.readable(on: background)
        }
    }

    extension Badge.Symbol {
        var systemName: String {
            switch self {
            case .card: "creditcard.fill"
            case .phone: "phone.fill"
            case .wallet: "wallet.pass.fill"
            case .shop: "bag.fill"
            }
        }
    }

    extension Interface.Color {
        fileprivate static func readable(on background: Interface.Color) -> Interface.Color {
            blackOrWhite(on: [background])
        }
    }
#endif
