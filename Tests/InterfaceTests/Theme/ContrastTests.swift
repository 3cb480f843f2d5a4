import Testing

@testable import Interface

/// What a payer can read, whatever a merchant chooses.
@Suite struct ContrastTests {
    @Test("W62: everything can be read in light, in dark and in every preset")
    func presets() {
        for ground in ThemeGround.allCases {
            for preset in [nil] + ThemePreset.allCases {
                var sources = ThemeSources()
                sources.preset = preset
                expectReadable(sources.theme(ground), "\(preset?.rawValue ?? "default") \(ground)")
            }
        }
    }

    @Test("W62: the palettes are read as they are; only their faint placeholders and borders are strengthened")
    func palettesAsTheyAre() {
        for ground in ThemeGround.allCases {
            for preset in [nil] + ThemePreset.allCases {
                var sources = ThemeSources()
                sources.preset = preset
                let theme = sources.theme(ground)
                let said = preset.map { Palettes.preset($0, ground) } ?? Palettes.standard(ground)
                let name = "\(preset?.rawValue ?? "default") \(ground)"
                #expect(theme.primary == said.color(.primary), "\(name)")
                #expect(theme.text == said.color(.text), "\(name)")
                #expect(theme.success == said.color(.success) && theme.warning == said.color(.warning), "\(name)")
            }
        }
    }

    @Test("W69: a merchant's fills stay as they are, and letters, signs and borders can be read on them")
    func anyBrand() {
        var dice = Dice(seed: 2026)
        for round in 0..<500 {
            var sources = ThemeSources()
            sources.preset = [nil, .stripe, .night, .flat].randomElement(using: &dice) ?? nil
            for token in ThemeToken.allCases where Bool.random(using: &dice) {
                let color = dice.color()
                let alpha = [255, 255, 255, UInt8.random(in: 0...255, using: &dice)].randomElement(using: &dice) ?? 255
                let layer = ThemeLayer([token: color.withAlpha(alpha).css])
                switch Int.random(in: 0..<4, using: &dice) {
                case 0: sources.variables[token] = layer[token]
                case 1: sources.topLevel[token] = layer[token]
                case 2: sources.branding[token] = layer[token]
                default:
                    sources.inherited = InheritedLook(
                        style: Bool.random(using: &dice) ? .light : .dark, tint: color, background: dice.color(),
                        label: dice.color(), secondaryLabel: dice.color().withAlpha(alpha), separator: dice.color())
                }
            }
            let ground: ThemeGround = Bool.random(using: &dice) ? .light : .dark
            let theme = sources.theme(ground)
            expectReadable(theme, "round \(round) \(ground)")
            if let chosen = sources.variables.color(.primary), chosen.isOpaque { #expect(theme.primary == chosen) }
            if let chosen = sources.variables.color(.background), chosen.isOpaque {
                #expect(theme.background == chosen)
            }
            if let chosen = sources.variables.color(.text), chosen.isOpaque,
                chosen.contrast(withAll: [theme.background, theme.inputBackground]) >= Contrast.text
            {
                #expect(theme.text == chosen)
            }
        }
    }

    @Test("W69: white letters asked for on a yellow button come out dark")
    func buttonText() {
        var sources = ThemeSources()
        sources.topLevel = ThemeLayer([.primary: "#facc15", .onPrimary: "#ffffff"])
        let theme = sources.theme(.light)
        #expect(theme.primary == Color(0xFACC15) && theme.onPrimary.contrast(with: theme.primary) >= 4.5)
        #expect(theme.derived.accent != theme.primary, "as letters on white it is a darker yellow")
        sources.topLevel[.onPrimary] = "#422006"
        #expect(sources.theme(.light).onPrimary == Color(0x422006), "what can be read stays")
    }

    private func expectReadable(_ theme: ResolvedTheme, _ name: String) {
        let derived = theme.derived
        func expect(_ what: String, _ ink: Color, on ground: Color, _ ratio: Double) {
            let found = ink.contrast(with: ground)
            #expect(found >= ratio, "\(name): \(what) \(ink.css) on \(ground.css) is \(found)")
            #expect(ink.isOpaque && ground.isOpaque)
        }
        let background = theme.background
        for (what, ink) in [
            ("text", theme.text), ("textSecondary", theme.textSecondary), ("danger", theme.danger),
            ("accent", derived.accent), ("secondaryText", derived.secondaryText),
        ] {
            expect(what, ink, on: background, Contrast.text)
        }
        expect("inputText", theme.inputText, on: theme.inputBackground, Contrast.text)
        expect("placeholder", theme.textPlaceholder, on: theme.inputBackground, Contrast.text)
        for fill in [theme.primary, derived.primaryHover, derived.primaryPressed] {
            expect("onPrimary", theme.onPrimary, on: fill, Contrast.text)
        }
        expect("disabledText", derived.disabledText, on: derived.disabledFill, Contrast.text)
        for row in [derived.selectedRow, derived.hoverRow] {
            expect("row text", theme.text, on: row, Contrast.text)
            expect("row detail", theme.textSecondary, on: row, Contrast.text)
        }
        for notice in [derived.error, derived.warning, derived.information, derived.success] {
            expect("notice text", notice.text, on: notice.background, Contrast.text)
            expect("notice sign", notice.sign, on: notice.background, Contrast.sign)
        }
        for (what, sign) in [
            ("success", theme.success), ("warning", theme.warning), ("inputBorder", theme.inputBorder),
            ("focusRing", derived.focusRing), ("primaryBorder", derived.primaryBorder),
        ] {
            expect(what, sign, on: background, Contrast.sign)
        }
        #expect(theme.hairline.contrast(with: background) >= Contrast.hairline)
    }
}
