import Interface

// The names of the screens' toolkit. With UIKit they are UIKit's and SwiftUI's own types; without it they are the types
// below, so that every declaration of this module is written once.

#if canImport(UIKit) && canImport(SwiftUI)
    import SwiftUI
    import UIKit

    /// `UIView`.
    public typealias YunoUIView = UIView
    /// SwiftUI's `AnyView`.
    public typealias YunoAnyView = AnyView
    /// `UIViewController`.
    public typealias YunoViewController = UIViewController
    /// `UIColor`.
    public typealias YunoColor = UIColor
#else
    import Foundation

    /// A view of the SDK's where there is no UIKit: it is drawn by whoever shows it.
    @MainActor public final class YunoView {
        /// What it shows, live.
        package var interface: any LiveInterface

        package init(_ interface: any LiveInterface) {
            self.interface = interface
        }
    }

    /// ``YunoView``.
    public typealias YunoUIView = YunoView
    /// ``YunoView``.
    public typealias YunoAnyView = YunoView

    /// Shows the SDK's screens where there is no UIKit. Subclasses draw them.
    @MainActor open class YunoViewController {
        /// What is shown now.
        public private(set) final var presented: YunoView?

        /// A controller that shows nothing yet.
        nonisolated public init() {}

        /// Shows a view over everything else.
        open func present(_ view: YunoView) { presented = view }

        /// Takes the view away.
        open func dismiss() { presented = nil }

        /// Opens a page of a provider's over everything else.
        /// - Parameter closed: call it when the payer is back.
        /// - Returns: false when it cannot, as here.
        open func open(_ url: URL, closed: @escaping @MainActor () -> Void) -> Bool { false }
    }

    /// An sRGB colour where there is no `UIColor`.
    public struct YunoColor: Sendable, Hashable {
        package let color: Interface.Color

        package init(_ color: Interface.Color) { self.color = color }

        /// Channels from 0 to 1; what is beyond is taken to the nearest end.
        public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat = 1) {
            func channel(_ value: CGFloat) -> UInt8 {
                value.isFinite ? UInt8((min(max(value, 0), 1) * 255).rounded()) : 0
            }
            color = Interface.Color(
                red: channel(red), green: channel(green), blue: channel(blue), alpha: channel(alpha))
        }

        /// `#rgb`, `#rrggbb` or `#rrggbbaa`, with or without the sign; nil for anything else.
        public init?(hex: String) {
            guard let color = Interface.Color(css: hex.hasPrefix("#") ? hex : "#" + hex) else { return nil }
            self.color = color
        }
    }
#endif
