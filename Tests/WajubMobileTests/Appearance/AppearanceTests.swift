import Interface
import Testing

@testable import WajubMobile

@Suite struct AppearanceTests {
    @Test("W61, W63: an app writes it as the documents do")
    func sample() {
        let appearance = Appearance(
            theme: .stripe,
            colorScheme: .auto,
            variables: AppearanceVariables(
                colorPrimary: "#0F766E",
                fontFamily: "Poppins",
                borderRadius: "12px"
            ),
            buttonTextColor: "#FFFFFF"
        )
        let look = Look(appearance: appearance)
        #expect(look.scheme == .auto && look.light.primary == Color(0x0F766E) && look.dark.primary == Color(0x0F766E))
        #expect(look.light.borderRadius == 12 && look.light.spacingUnit == 4 && look.light.onPrimary == .white)
        #expect(look.light.fontFamily == nil, "W73: T137: Poppins is not embedded")
        #expect(look.light.text == Color(0x30313D), "the preset's")
        let device = DeviceLook(isFontEmbedded: { $0 == "Poppins" })
        #expect(Look(appearance: appearance, device: device).light.fontFamily == "Poppins")
    }

    @Test("W62, W64: the words of the web, and its none")
    func words() {
        #expect(Appearance.Theme.allCases.map(\.rawValue) == ["stripe", "night", "flat", "none"])
        #expect(Appearance.ColorScheme.allCases.map(\.rawValue) == ["light", "dark", "auto"])
        #expect(Appearance.Shadow.allCases.map(\.rawValue) == ["none", "sm", "md", "lg"])
        #expect(Appearance.Labels.allCases.map(\.rawValue) == ["above", "floating"])
        // `.none` of an optional is nil, and is none of these.
        let unset: Appearance.Theme? = .none
        #expect(unset == nil && Appearance.Theme(rawValue: "none") == .noPreset)
        #expect(Look(appearance: Appearance(theme: .noPreset)) == Look())
        #expect(Look(appearance: Appearance(shadow: .noShadow)).light.shadow == .none)
        #expect(Look(appearance: Appearance(theme: .night)).scheme == .dark)
    }

    @Test("W65: every key of the web object is read, and only those")
    func keys() throws {
        let keys = [
            "theme", "colorScheme", "inherit", "variables", "primaryColor", "secondaryColor", "backgroundColor",
            "fontFamily", "borderRadius", "buttonTextColor", "inputBackgroundColor", "inputBorderColor",
            "textMutedColor", "successColor", "errorColor", "shadow", "labels", "disableAnimations",
        ]
        #expect(Mirror(reflecting: Appearance()).children.map(\.label) == keys)
        let variables = [
            "colorPrimary", "colorBackground", "colorText", "colorTextSecondary", "colorTextPlaceholder", "colorDanger",
            "colorSuccess", "colorWarning", "fontFamily", "fontSizeBase", "fontWeightNormal", "fontWeightMedium",
            "borderRadius", "spacingUnit", "spacingGridRow", "spacingGridColumn",
        ]
        #expect(Mirror(reflecting: AppearanceVariables()).children.map(\.label) == variables)
        #expect(variables.count == 16)
        // Each key lands in the property of its name.
        for key in keys {
            let value: JSONValue =
                switch key {
                case "theme": "flat"
                case "colorScheme": "dark"
                case "shadow": "lg"
                case "labels": "floating"
                case "inherit", "disableAnimations": true
                case "variables": ["colorText": "#111"]
                default: .string("the \(key)")
                }
            let read = Appearance(json: .object([key: value]))
            let set = Mirror(reflecting: read).children.filter { !"\($0.value)".hasPrefix("nil") }
            #expect(set.map(\.label) == [key])
            if value.string?.hasPrefix("the") == true { #expect("\(set.map(\.value))".contains("the \(key)")) }
        }
        for key in variables {
            let read = AppearanceVariables(json: .object([key: .string("the \(key)")]))
            let set = try Mirror(reflecting: #require(read)).children.filter { !"\($0.value)".hasPrefix("nil") }
            #expect(set.map(\.label) == [key] && "\(set.map(\.value))".contains("the \(key)"))
        }
    }

    @Test("W67: T131: the web object reads as it is; unknown keys, rules included, are ignored")
    func json() throws {
        let text = #"""
            {"theme":"none","shadow":"none","rules":{".Input":{"color":"red"}},"foo":1,
             "variables":{"colorPrimary":"#123456","spacingGridColumn":"8px","accessibleColorOnColorPrimary":"#fff"}}
            """#
        let appearance = Appearance(json: try JSONValue.parse(text))
        #expect(
            appearance
                == Appearance(
                    theme: .noPreset,
                    variables: AppearanceVariables(colorPrimary: "#123456", spacingGridColumn: "8px"),
                    shadow: .noShadow))
        #expect(Look(appearance: appearance).light.gridColumn == 8)
    }

    @Test("W66: values of another kind, of another word or without end are as if absent; nothing traps")
    func hostile() {
        for json: JSONValue in [nil, true, 1, "x", [], [["theme": "flat"]], [:]] {
            #expect(Appearance(json: json) == Appearance())
        }
        let endless = String(repeating: "#fff", count: 1_000_000)
        let odd: JSONValue = [
            "theme": "Stripe", "colorScheme": ["dark"], "inherit": "true", "variables": ["#fff"],
            "primaryColor": 123_456,
            "secondaryColor": .string(endless), "fontFamily": ["Inter"], "shadow": "0 1px 2px black", "labels": false,
            "disableAnimations": 1, "borderRadius": .integer(12),
        ]
        #expect(Appearance(json: odd) == Appearance())
        let accents = "#" + String(repeating: "\u{0301}", count: 500)
        let look = Look(
            appearance: Appearance(
                variables: AppearanceVariables(
                    colorPrimary: accents, colorBackground: endless, fontFamily: endless, fontSizeBase: "1e999",
                    borderRadius: "-0px"), fontFamily: "\u{0}", buttonTextColor: "expression(alert(1))"))
        #expect(look.light.primary == Color(0x0F766E) && look.light.background == .white)
        #expect(look.light.fontSizeBase == 16 && look.light.borderRadius == 0 && look.light.fontFamily == nil)
    }

    @Test("W69: top-level keys speak for their tokens, and variables before them")
    func topLevel() {
        let appearance = Appearance(
            variables: AppearanceVariables(colorSuccess: "#006600"), primaryColor: "#111111", secondaryColor: "#222222",
            backgroundColor: "#fefefe", fontFamily: "Inter", borderRadius: "1px", buttonTextColor: "#eeeeee",
            inputBackgroundColor: "#fdfdfd", inputBorderColor: "#333333", textMutedColor: "#444444",
            successColor: "#007700", errorColor: "#880000", shadow: .lg, labels: .floating)
        let look = Look(appearance: appearance, device: DeviceLook(isFontEmbedded: { _ in true }))
        let theme = look.light
        #expect(theme.primary == Color(0x111111) && theme.secondary == Color(0x222222))
        #expect(theme.background == Color(0xFEFEFE) && theme.inputBackground == Color(0xFDFDFD))
        #expect(theme.onPrimary == Color(0xEEEEEE) && theme.inputBorder == Color(0x333333))
        #expect(theme.textSecondary == Color(0x444444) && theme.danger == Color(0x880000))
        #expect(theme.success == Color(0x006600) && theme.fontFamily == "Inter" && theme.borderRadius == 1)
        #expect(theme.shadow == .lg && look.labels == .floating)
    }

    @Test("W68: the presenting screen is read when the appearance says inherit, and only then")
    func inherit() {
        let device = DeviceLook(
            inherited: InheritedLook(style: .dark, tint: Color(0xFF9F0A), background: Color(0x101010), label: .white))
        let look = Look(appearance: Appearance(inherit: true), device: device)
        #expect(look.scheme == .dark && look.dark.primary == Color(0xFF9F0A) && look.dark.background == Color(0x101010))
        #expect(look.light.background == .white && look.light.primary == Color(0x0F766E), "orange is faint on white")
        for appearance in [nil, Appearance(), Appearance(inherit: false)] {
            #expect(Look(appearance: appearance, device: device) == Look())
        }
    }

    @Test("W70: the merchant's branding fills what is left empty")
    func branding() {
        let branding = Branding([
            "primary_color": "#123456", "secondary_color": "#654321", "background_color": "#fafafa",
            "font_family": "Inter", "border_radius": "20px", "name": "Chez Awa", "logo": "https://shop.example/l.png",
        ])
        let device = DeviceLook(isFontEmbedded: { $0 == "Inter" })
        let theme = Look(branding: branding, device: device).light
        #expect(theme.primary == Color(0x123456) && theme.secondary == Color(0x654321))
        #expect(theme.background == Color(0xFAFAFA) && theme.borderRadius == 20 && theme.fontFamily == "Inter")
        #expect(Look(branding: branding).light.fontFamily == nil, "only when the app ships it")
        let own = Appearance(primaryColor: "#abcdef", borderRadius: "abc")
        let mixed = Look(appearance: own, branding: branding).light
        #expect(mixed.primary == Color(0xABCDEF) && mixed.borderRadius == 20)
        #expect(branding.name == "Chez Awa" && branding.logo != nil)
    }

    @Test("W71: T140: a merchant in white label hides who secures the payment")
    func whiteLabel() {
        #expect(!Branding(["white_label": "1"]).showsCredit && !Branding(["white_label": true]).showsCredit)
        #expect(Branding(["white_label": "0"]).showsCredit && Branding([:]).showsCredit)
    }

    @Test("W72: T139: disableAnimations or Reduce Motion stops what moves")
    func motion() {
        for (disabled, reduced, animates) in [
            (nil, false, true), (false, false, true), (true, false, false), (nil, true, false), (false, true, false),
            (true, true, false),
        ] as [(Bool?, Bool, Bool)] {
            let look = Look(
                appearance: Appearance(disableAnimations: disabled), device: DeviceLook(reducesMotion: reduced))
            #expect(look.animates == animates)
        }
    }

    @Test("W28: T130: a loader of Wajub.js is a skeleton or a spinner")
    func loader() {
        #expect(LoaderStyle(wajubJS: "skeleton") == .skeleton)
        for word in ["none", "spinner", "x", "", "Skeleton", nil] { #expect(LoaderStyle(wajubJS: word) == .spinner) }
        #expect(Look(loader: .skeleton).showsSkeleton && !Look(loader: .spinner).showsSkeleton)
    }
}
