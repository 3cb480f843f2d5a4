import Testing

@testable import Interface

@Suite struct ThemeTests {
    @Test("W69: T132, T133: the first source that says something readable wins, token by token")
    func order() {
        var sources = ThemeSources()
        var expected = [ResolvedTheme.defaultLight.primary]
        sources.branding[.primary] = "#440000"
        expected.append(Color(0x440000))
        var found = [ResolvedTheme.defaultLight.primary, sources.theme(.light).primary]
        sources.inherited = InheritedLook(style: .light, tint: Color(0x004400))
        expected.append(Color(0x004400))
        found.append(sources.theme(.light).primary)
        sources.preset = .stripe
        expected.append(Color(0x0570DE))
        found.append(sources.theme(.light).primary)
        sources.topLevel[.primary] = "#222"
        expected.append(Color(0x222222))
        found.append(sources.theme(.light).primary)
        sources.variables[.primary] = "#111"
        expected.append(Color(0x111111))
        found.append(sources.theme(.light).primary)
        sources.variables[.primary] = "not a colour"
        expected.append(Color(0x222222))
        found.append(sources.theme(.light).primary)
        #expect(found == expected)
        // Another token of the same sources is another question.
        sources.branding[.borderRadius] = "20px"
        #expect(sources.theme(.light).borderRadius == 5, "the preset's")
        sources.preset = nil
        #expect(sources.theme(.light).borderRadius == 20)
        sources.variables[.borderRadius] = "50%"
        sources.topLevel[.borderRadius] = "0.5rem"
        #expect(sources.theme(.light).borderRadius == 8)
    }

    @Test("W69: T134: a preset wins over the merchant's branding")
    func presetOverBranding() {
        var sources = ThemeSources()
        sources.preset = .night
        sources.branding[.primary] = "red"
        #expect(sources.theme(.dark).primary == Color(0x85D996))
    }

    @Test("W62: the palettes are those of the contract")
    func palettes() {
        let light = ResolvedTheme.defaultLight
        #expect(light.primary == Color(0x0F766E) && light.background == .white && light.text == Color(0x111827))
        #expect(light.onPrimary == .white && light.secondary == light.primary && light.danger == Color(0xDC2626))
        #expect((light.borderRadius, light.spacingUnit, light.gridRow, light.shadow) == (12, 4, 12, .md))
        #expect(light.hairline == Color(0xD1D5DB) && light.fontFamily == nil && light.fontSizeBase == 16)
        let dark = ResolvedTheme.defaultDark
        #expect(dark.primary == Color(0x2DD4BF) && dark.background == Color(0x111827) && dark.onPrimary == .black)
        #expect(dark.inputBackground == Color(0x1F2937) && dark.shadow == .none)
        var sources = ThemeSources()
        sources.preset = .flat
        let flat = sources.theme(.light)
        #expect(flat.primary == Color(0x0F172A) && flat.inputBackground == Color(0xF1F1F4) && flat.borderRadius == 4)
    }

    @Test("W62: light and dark are explicit; else the preset, the presenting screen, or the device decides")
    func scheme() {
        var sources = ThemeSources()
        #expect(sources.scheme(nil) == .auto)
        #expect(sources.scheme(.light) == .light && sources.scheme(.dark) == .dark && sources.scheme(.auto) == .auto)
        sources.inherited = InheritedLook(style: .light)
        #expect(sources.scheme(nil) == .light && sources.scheme(.auto) == .auto)
        sources.preset = .night
        #expect(sources.scheme(nil) == .dark && sources.scheme(.light) == .light && sources.scheme(.auto) == .auto)
    }

    @Test("W62: a preset has a light and a dark side, so that auto can follow", arguments: ThemePreset.allCases)
    func sides(_ preset: ThemePreset) {
        var sources = ThemeSources()
        sources.preset = preset
        #expect(!sources.theme(.light).background.isDark && sources.theme(.dark).background.isDark)
    }

    @Test("W68: T136: an inherited colour is kept only where it contrasts enough with the background")
    func inheriting() {
        var sources = ThemeSources()
        sources.branding[.primary] = "#123456"
        sources.inherited = InheritedLook(
            style: .light, tint: Color(0xF0F0F0), background: Color(0xFAFAFA), label: Color(0x101010),
            secondaryLabel: Color(red: 60, green: 60, blue: 67, alpha: 153), separator: Color(0xC6C6C8))
        let theme = sources.theme(.light)
        #expect(theme.background == Color(0xFAFAFA) && theme.text == Color(0x101010))
        #expect(theme.primary == Color(0x123456), "the tint is nearly the background: the next source says it")
        #expect(theme.textSecondary == Color(0x6B7280), "3.4 to 1 is not enough for letters")
        #expect(theme.hairline == Color(0xC6C6C8))
        sources.inherited?.tint = Color(0x0000CC)
        #expect(sources.theme(.light).primary == Color(0x0000CC))
        sources.inherited?.separator = Color(0xFAFAFB)
        #expect(sources.theme(.light).hairline == Color(0xD1D5DB))
        // The other colours were resolved for a light screen.
        #expect(sources.theme(.dark).background == Color(0x111827))
        #expect(sources.theme(.dark).text == Color(0xF9FAFB))
        // A background of one's own decides what the label is measured against.
        sources.variables[.background] = "#202020"
        #expect(sources.theme(.light).text == Color(0xF9FAFB))
    }

    @Test("W69: a background of the merchant's own brings the palette that is made for it")
    func ownBackground() {
        var sources = ThemeSources()
        sources.topLevel[.background] = "#fffbeb"
        let theme = sources.theme(.dark)
        #expect(theme.background == Color(0xFFFBEB) && theme.text == Color(0x111827))
        #expect(theme.primary == Color(0x0F766E))
    }

    @Test("W66: sizes beyond what can be drawn become the nearest that can")
    func limits() {
        var sources = ThemeSources()
        sources.variables = ThemeLayer([
            .borderRadius: "9999px", .fontSizeBase: "0.01px", .spacingUnit: "1000rem", .gridRow: "999999",
            .fontWeightNormal: "950", .shadow: "0 0 3px red",
        ])
        let theme = sources.theme(.light)
        #expect((theme.borderRadius, theme.fontSizeBase, theme.spacingUnit, theme.gridRow) == (40, 12, 12, 48))
        #expect(theme.fontWeightNormal == 400 && theme.shadow == .md)
    }
}
