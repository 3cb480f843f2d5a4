import Interface
import Kernel

/// What the phone and the app say about a look.
package struct DeviceLook: Sendable {
    /// The presenting screen; read only when the appearance says `inherit`.
    package var inherited: InheritedLook?
    /// Reduce Motion.
    package var reducesMotion: Bool
    /// Whether the app ships a font family of that name (W73).
    package var isFontEmbedded: @Sendable (String) -> Bool

    package init(
        inherited: InheritedLook? = nil, reducesMotion: Bool = false,
        isFontEmbedded: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
        self.inherited = inherited
        self.reducesMotion = reducesMotion
        self.isFontEmbedded = isFontEmbedded
    }
}

extension Look {
    /// How a checkout looks, from everything that has a say in it. Made again whenever the session arrives, or the
    /// device's side changes; light and dark are both there, so that `auto` follows without being made again.
    package init(
        appearance: Appearance? = nil, branding: Branding? = nil, loader: LoaderStyle = .skeleton,
        device: DeviceLook = DeviceLook()
    ) {
        let sources = ThemeSources(appearance: appearance, branding: branding, device: device)
        self.init(
            light: sources.theme(.light), dark: sources.theme(.dark),
            scheme: sources.scheme(appearance?.colorScheme.flatMap { Scheme(rawValue: $0.rawValue) }),
            labels: appearance?.labels == .floating ? .floating : .above,
            // W72: whoever wants it still is heard.
            animates: appearance?.disableAnimations != true && !device.reducesMotion,
            showsSkeleton: loader == .skeleton)
    }
}

extension ThemeSources {
    package init(appearance: Appearance?, branding: Branding?, device: DeviceLook) {
        self.init()
        if let appearance {
            variables = appearance.variables?.layer ?? ThemeLayer()
            topLevel = appearance.layer
            preset = appearance.theme.flatMap { ThemePreset(rawValue: $0.rawValue) }
            inherited = appearance.inherit == true ? device.inherited : nil
        }
        self.branding = branding?.layer ?? ThemeLayer()
        isFontEmbedded = device.isFontEmbedded
    }
}

extension Appearance {
    fileprivate var layer: ThemeLayer {
        ThemeLayer([
            .primary: primaryColor, .secondary: secondaryColor, .background: backgroundColor,
            .fontFamily: fontFamily, .borderRadius: borderRadius, .onPrimary: buttonTextColor,
            .inputBackground: inputBackgroundColor, .inputBorder: inputBorderColor, .textSecondary: textMutedColor,
            .success: successColor, .danger: errorColor, .shadow: shadow?.rawValue,
        ])
    }
}

extension AppearanceVariables {
    fileprivate var layer: ThemeLayer {
        ThemeLayer([
            .primary: colorPrimary, .background: colorBackground, .text: colorText,
            .textSecondary: colorTextSecondary, .textPlaceholder: colorTextPlaceholder, .danger: colorDanger,
            .success: colorSuccess, .warning: colorWarning, .fontFamily: fontFamily, .fontSizeBase: fontSizeBase,
            .fontWeightNormal: fontWeightNormal, .fontWeightMedium: fontWeightMedium, .borderRadius: borderRadius,
            .spacingUnit: spacingUnit, .gridRow: spacingGridRow, .gridColumn: spacingGridColumn,
        ])
    }
}

extension Branding {
    fileprivate var layer: ThemeLayer {
        ThemeLayer([
            .primary: primaryColor, .secondary: secondaryColor, .background: backgroundColor,
            .fontFamily: fontFamily, .borderRadius: borderRadius,
        ])
    }

    /// Whether the sheet says who secures it: not for a merchant in white label (W71).
    package var showsCredit: Bool { !whiteLabel }
}
