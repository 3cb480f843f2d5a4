import Interface

#if canImport(UIKit)
    import UIKit
#endif

extension Look {
    /// The look an app chose; what it left out is our own, light or dark with the device (O21).
    init(_ appearance: Yuno.Appearance, reducesMotion: Bool = false) {
        func theme(_ ground: ThemeGround) -> ResolvedTheme {
            func color(_ color: YunoColor?) -> Interface.Color? { ControlColors.seen(color?.color(on: ground)) }
            var sources = ThemeSources()
            let accent = color(appearance.accentColor)
            sources.variables[.primary] = (color(appearance.buttonBackgroundColor) ?? accent)?.css
            sources.variables[.onPrimary] = color(appearance.buttonTitleColor)?.css
            sources.variables[.secondary] = accent?.css
            sources.variables[.fontFamily] = appearance.fontFamily
            sources.controls.accent = accent
            sources.controls.primaryBorder = color(appearance.buttonBorderColor)
            sources.controls.secondaryFill = color(appearance.secondaryButtonBackgroundColor)
            sources.controls.secondaryText = color(appearance.secondaryButtonTitleColor)
            sources.controls.secondaryBorder = color(appearance.secondaryButtonBorderColor)
            sources.controls.disabledFill = color(appearance.disableButtonBackgroundColor)
            sources.controls.disabledText = color(appearance.disableButtonTitleColor)
            sources.controls.checkbox = color(appearance.checkboxColor)
            // The app names only fonts it ships.
            sources.isFontEmbedded = { _ in true }
            return sources.theme(ground)
        }
        self.init(light: theme(.light), dark: theme(.dark), animates: !reducesMotion)
    }
}

extension YunoColor {
    /// The colour on a light or a dark screen.
    fileprivate func color(on ground: ThemeGround) -> Interface.Color? {
        #if canImport(UIKit)
            let style = UITraitCollection(userInterfaceStyle: ground == .dark ? .dark : .light)
            return Interface.Color(resolvedColor(with: style))
        #else
            return color
        #endif
    }
}
