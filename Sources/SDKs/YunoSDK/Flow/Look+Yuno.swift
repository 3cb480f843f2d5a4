import Interface

extension Look {
    /// The look an app chose; what it left out is our own, light or dark with the device (O21).
    init(_ appearance: Yuno.Appearance, reducesMotion: Bool = false) {
        var sources = ThemeSources()
        sources.variables[.primary] = appearance.buttonBackgroundColor?.seen?.css ?? appearance.accentColor?.seen?.css
        sources.variables[.onPrimary] = appearance.buttonTitleColor?.seen?.css
        sources.variables[.fontFamily] = appearance.fontFamily
        sources.variables[.secondary] = appearance.accentColor?.seen?.css
        sources.controls.accent = appearance.accentColor?.seen
        sources.controls.primaryBorder = appearance.buttonBorderColor?.seen
        sources.controls.secondaryFill = appearance.secondaryButtonBackgroundColor?.seen
        sources.controls.secondaryText = appearance.secondaryButtonTitleColor?.seen
        sources.controls.secondaryBorder = appearance.secondaryButtonBorderColor?.seen
        sources.controls.disabledFill = appearance.disableButtonBackgroundColor?.seen
        sources.controls.disabledText = appearance.disableButtonTitleColor?.seen
        sources.controls.checkbox = appearance.checkboxColor?.seen
        // The app's own fonts are what it names.
        sources.isFontEmbedded = { _ in true }
        self.init(light: sources.theme(.light), dark: sources.theme(.dark), animates: !reducesMotion)
    }
}
