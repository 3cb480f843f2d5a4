import Checkout
import Interface
import Kernel

/// A checkout as a sheet that any renderer can draw: the controller's screens, in the app's appearance.
@MainActor
package final class CheckoutSheet: LiveInterface {
    package let controller: CheckoutController
    package private(set) var look: Look
    package var onRedraw: (@MainActor () -> Void)?

    private var device: DeviceLook
    private var branding: Branding?

    /// Takes the controller's `onChange`; whoever presents keeps its `onFinish`.
    package init(_ controller: CheckoutController, device: DeviceLook = DeviceLook()) {
        self.controller = controller
        self.device = device
        look = Look(
            appearance: controller.options.appearance, loader: controller.options.loader, device: device)
        controller.onChange = { [weak self] in self?.redraw() }
    }

    package var screen: Screen { CheckoutDrawing(controller.picture).screen }

    package func perform(_ event: InterfaceEvent) {
        guard let action = CheckoutAction(event, controller.picture) else { return }
        controller.perform(action)
    }

    /// Reduced motion, the presenting screen's colours or the app's fonts are others now.
    package func update(_ device: DeviceLook) {
        self.device = device
        resolveLook()
        onRedraw?()
    }

    private func redraw() {
        if controller.session?.branding != branding { resolveLook() }
        onRedraw?()
    }

    private func resolveLook() {
        branding = controller.session?.branding
        look = Look(
            appearance: controller.options.appearance, branding: branding, loader: controller.options.loader,
            device: device)
    }
}
