/// How a card is asked for (YL60, YF44).
public enum CardFormType: String, Sendable, Hashable, CaseIterable {
    /// Every field on one screen.
    case oneStep = "ONE_STEP"
    /// A group of fields a screen, one after the other.
    case multiStep = "STEP_BY_STEP"

    /// Another spelling of ``multiStep``.
    public static var stepByStep: CardFormType { .multiStep }
}

/// What can be set up about the checkout (YL11, YF11). Everything is optional: `YunoConfig()` is complete (YL8).
public final class YunoConfig: Sendable {
    /// How a new card is asked for, in payments and enrolments; `.oneStep` by default.
    public let cardFormType: CardFormType
    /// The look; what it leaves out is Comptoir's own.
    public let appearance: Yuno.Appearance
    /// Whether the payer may tick "save this card"; false by default. It needs a session with a customer.
    public let saveCardEnabled: Bool
    /// Whether the loader stays after the one-time token, until ``Yuno/hideLoader()`` or ``Yuno/continuePayment(showPaymentStatus:)``;
    /// false by default. Payments only.
    public let keepLoader: Bool
    /// Whether the holder's name is not asked for; false by default. Tell the gateway yourself when your provider
    /// needs it.
    public let hideCardholderName: Bool

    /// - Parameter isDynamicViewEnabled: taken for older apps; it changes nothing.
    public init(
        cardFormType: CardFormType = .oneStep, appearance: Yuno.Appearance? = nil, saveCardEnabled: Bool = false,
        keepLoader: Bool = false, hideCardholderName: Bool = false, isDynamicViewEnabled: Bool = false
    ) {
        self.cardFormType = cardFormType
        self.appearance = appearance ?? Yuno.Appearance()
        self.saveCardEnabled = saveCardEnabled
        self.keepLoader = keepLoader
        self.hideCardholderName = hideCardholderName
    }

    /// Another spelling of ``saveCardEnabled`` (YL59).
    @available(*, deprecated, renamed: "saveCardEnabled")
    public var cardSaveEnable: Bool { saveCardEnabled }
}

extension Yuno {
    /// The look of the checkout (YL61). What is nil is Comptoir's own, never transparent.
    public struct Appearance: Sendable {
        /// A font family the app ships; regular and bold are used.
        public let fontFamily: String?
        /// Rows that are chosen, focus, loaders, progress.
        public let accentColor: YunoColor?
        /// The button that pays.
        public let buttonBackgroundColor: YunoColor?
        /// The words of the button that pays.
        public let buttonTitleColor: YunoColor?
        /// The edge of the button that pays.
        public let buttonBorderColor: YunoColor?
        /// The other buttons.
        public let secondaryButtonBackgroundColor: YunoColor?
        /// The words of the other buttons.
        public let secondaryButtonTitleColor: YunoColor?
        /// The edge of the other buttons.
        public let secondaryButtonBorderColor: YunoColor?
        /// A button that cannot be pressed yet.
        public let disableButtonBackgroundColor: YunoColor?
        /// The words of a button that cannot be pressed yet.
        public let disableButtonTitleColor: YunoColor?
        /// A box that is ticked.
        public let checkboxColor: YunoColor?

        /// Everything may be left out.
        public init(
            fontFamily: String? = nil, accentColor: YunoColor? = nil, buttonBackgroundColor: YunoColor? = nil,
            buttonTitleColor: YunoColor? = nil, buttonBorderColor: YunoColor? = nil,
            secondaryButtonBackgroundColor: YunoColor? = nil, secondaryButtonTitleColor: YunoColor? = nil,
            secondaryButtonBorderColor: YunoColor? = nil, disableButtonBackgroundColor: YunoColor? = nil,
            disableButtonTitleColor: YunoColor? = nil, checkboxColor: YunoColor? = nil
        ) {
            self.fontFamily = fontFamily
            self.accentColor = accentColor
            self.buttonBackgroundColor = buttonBackgroundColor
            self.buttonTitleColor = buttonTitleColor
            self.buttonBorderColor = buttonBorderColor
            self.secondaryButtonBackgroundColor = secondaryButtonBackgroundColor
            self.secondaryButtonTitleColor = secondaryButtonTitleColor
            self.secondaryButtonBorderColor = secondaryButtonBorderColor
            self.disableButtonBackgroundColor = disableButtonBackgroundColor
            self.disableButtonTitleColor = disableButtonTitleColor
            self.checkboxColor = checkboxColor
        }
    }
}
