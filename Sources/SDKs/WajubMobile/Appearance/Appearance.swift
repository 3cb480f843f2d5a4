import Kernel

/// How the checkout looks: the appearance object of Wajub.js 1.8, key for key, so that a web checkout and the native one
/// share a style (W61).
///
/// Values are strings as on the web. One that cannot be read is ignored (W66). For each design token the first source
/// that says something readable wins: ``variables``, the keys here, the ``theme``, the presenting screen when
/// ``inherit`` is true, the merchant's branding from the Dashboard, and our own palette (W69).
///
/// - Colours: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `rgba()`, `hsl()`, `hsla()`, `transparent`, or a CSS
///   name.
/// - Lengths: a number alone or with `px`, `pt`, `rem` or `em`; one point is one pixel, one `rem` is 16 points.
///
/// Buttons, backgrounds and fields are drawn in exactly the colours given here. Letters, signs and borders are too where
/// they can be seen (letters 4.5 to 1, signs and borders 3 to 1, as WCAG 2 measures it); where they cannot, the nearest
/// shade of the same colour that can be seen takes their place. White letters on a yellow button come out dark.
///
/// It is a value: pure, and usable on any thread.
public struct Appearance: Sendable, Hashable {
    /// A ready-made look.
    public enum Theme: String, Sendable, Hashable, CaseIterable {
        /// Sober, with a blue accent and small corners.
        case stripe
        /// Dark, with a green accent. It makes the checkout dark unless ``Appearance/colorScheme`` says otherwise.
        case night
        /// Without borders and shadows.
        case flat
        /// None: what Wajub.js writes `"none"` (W64).
        case noPreset = "none"
    }

    /// Light or dark.
    public enum ColorScheme: String, Sendable, Hashable, CaseIterable {
        /// Always light.
        case light
        /// Always dark.
        case dark
        /// Follows the phone, live.
        case auto
    }

    /// The shadow of cards.
    public enum Shadow: String, Sendable, Hashable, CaseIterable {
        /// None: what Wajub.js writes `"none"` (W64).
        case noShadow = "none"
        /// Small.
        case sm
        /// Middle.
        case md
        /// Large.
        case lg
    }

    /// Where the label of a field stands.
    public enum Labels: String, Sendable, Hashable, CaseIterable {
        /// Above the field.
        case above
        /// In the field, until something is typed.
        case floating
    }

    /// The preset; nil is none.
    public var theme: Theme?
    /// Light, dark, or as the phone is. When nil: dark with ``Theme/night``, else the presenting screen's style when
    /// ``inherit`` is true, else as the phone is.
    public var colorScheme: ColorScheme?
    /// Whether the presenting screen's tint, colours and style are taken over, each colour only when it contrasts
    /// enough with the background (W68). nil is false.
    public var inherit: Bool?
    /// The design tokens; they win over everything else.
    public var variables: AppearanceVariables?
    /// The primary button and the accent. A CSS colour.
    public var primaryColor: String?
    /// Secondary buttons and the selected row; the primary colour when nothing says it. A CSS colour.
    public var secondaryColor: String?
    /// Behind everything. A CSS colour.
    public var backgroundColor: String?
    /// A CSS list of font families; the first that the app ships is used, else the system's font (W73).
    public var fontFamily: String?
    /// Corners of fields, buttons and cards. A CSS length, 0 to 40 points.
    public var borderRadius: String?
    /// Text on the primary button; black or white when nothing says it. A CSS colour.
    public var buttonTextColor: String?
    /// Inside a field. A CSS colour.
    public var inputBackgroundColor: String?
    /// Around a field, and between rows. A CSS colour.
    public var inputBorderColor: String?
    /// Help and other secondary text. A CSS colour.
    public var textMutedColor: String?
    /// The sign of success. A CSS colour.
    public var successColor: String?
    /// Errors, and the button that cancels. A CSS colour.
    public var errorColor: String?
    /// The shadow of cards.
    public var shadow: Shadow?
    /// Where labels stand; nil is above.
    public var labels: Labels?
    /// Whether the skeleton stands still and nothing fades (W72); Reduce Motion on the phone does the same. nil is
    /// false.
    public var disableAnimations: Bool?

    /// An appearance; what is left out is left to the sources after it. Arguments follow the order of the properties
    /// (W63).
    public init(
        theme: Theme? = nil, colorScheme: ColorScheme? = nil, inherit: Bool? = nil,
        variables: AppearanceVariables? = nil, primaryColor: String? = nil, secondaryColor: String? = nil,
        backgroundColor: String? = nil, fontFamily: String? = nil, borderRadius: String? = nil,
        buttonTextColor: String? = nil, inputBackgroundColor: String? = nil, inputBorderColor: String? = nil,
        textMutedColor: String? = nil, successColor: String? = nil, errorColor: String? = nil, shadow: Shadow? = nil,
        labels: Labels? = nil, disableAnimations: Bool? = nil
    ) {
        self.theme = theme
        self.colorScheme = colorScheme
        self.inherit = inherit
        self.variables = variables
        self.primaryColor = primaryColor
        self.secondaryColor = secondaryColor
        self.backgroundColor = backgroundColor
        self.fontFamily = fontFamily
        self.borderRadius = borderRadius
        self.buttonTextColor = buttonTextColor
        self.inputBackgroundColor = inputBackgroundColor
        self.inputBorderColor = inputBorderColor
        self.textMutedColor = textMutedColor
        self.successColor = successColor
        self.errorColor = errorColor
        self.shadow = shadow
        self.labels = labels
        self.disableAnimations = disableAnimations
    }
}

/// The sixteen design tokens of ``Appearance/variables``. Values are strings as on the web; one that cannot be read is
/// ignored (W66).
public struct AppearanceVariables: Sendable, Hashable {
    /// The primary button and the accent. A CSS colour.
    public var colorPrimary: String?
    /// Behind everything. A CSS colour.
    public var colorBackground: String?
    /// Text. A CSS colour.
    public var colorText: String?
    /// Help and other secondary text. A CSS colour.
    public var colorTextSecondary: String?
    /// Examples in empty fields. A CSS colour.
    public var colorTextPlaceholder: String?
    /// Errors, and the button that cancels. A CSS colour.
    public var colorDanger: String?
    /// The sign of success. A CSS colour.
    public var colorSuccess: String?
    /// The sign of a warning. A CSS colour.
    public var colorWarning: String?
    /// A CSS list of font families; the first that the app ships is used, else the system's font (W73).
    public var fontFamily: String?
    /// The size of body text before Dynamic Type. A CSS length, 12 to 32 points.
    public var fontSizeBase: String?
    /// The weight of body text: 100 to 900, `normal`, `medium` or `bold`.
    public var fontWeightNormal: String?
    /// The weight of labels and buttons: 100 to 900, `normal`, `medium` or `bold`.
    public var fontWeightMedium: String?
    /// Corners of fields, buttons and cards. A CSS length, 0 to 40 points.
    public var borderRadius: String?
    /// The step every distance is a multiple of. A CSS length, 2 to 12 points.
    public var spacingUnit: String?
    /// Between fields above each other. A CSS length, 0 to 48 points.
    public var spacingGridRow: String?
    /// Between fields side by side. A CSS length, 0 to 48 points.
    public var spacingGridColumn: String?

    /// Tokens; what is left out is left to the sources after them. Arguments follow the order of the properties (W63).
    public init(
        colorPrimary: String? = nil, colorBackground: String? = nil, colorText: String? = nil,
        colorTextSecondary: String? = nil, colorTextPlaceholder: String? = nil, colorDanger: String? = nil,
        colorSuccess: String? = nil, colorWarning: String? = nil, fontFamily: String? = nil,
        fontSizeBase: String? = nil, fontWeightNormal: String? = nil, fontWeightMedium: String? = nil,
        borderRadius: String? = nil, spacingUnit: String? = nil, spacingGridRow: String? = nil,
        spacingGridColumn: String? = nil
    ) {
        self.colorPrimary = colorPrimary
        self.colorBackground = colorBackground
        self.colorText = colorText
        self.colorTextSecondary = colorTextSecondary
        self.colorTextPlaceholder = colorTextPlaceholder
        self.colorDanger = colorDanger
        self.colorSuccess = colorSuccess
        self.colorWarning = colorWarning
        self.fontFamily = fontFamily
        self.fontSizeBase = fontSizeBase
        self.fontWeightNormal = fontWeightNormal
        self.fontWeightMedium = fontWeightMedium
        self.borderRadius = borderRadius
        self.spacingUnit = spacingUnit
        self.spacingGridRow = spacingGridRow
        self.spacingGridColumn = spacingGridColumn
    }
}
