import Kernel

extension Appearance {
    /// Reads the object a web checkout already uses, as it is (W67).
    ///
    /// It never fails: a key that is not known, `rules` included, is ignored, and so is a value of another kind, of
    /// another word, or longer than 1024 bytes. What is no object gives an empty appearance.
    public init(json: JSONValue) {
        func word<Word: RawRepresentable>(_ key: String) -> Word? where Word.RawValue == String {
            json.styleText(key).flatMap(Word.init(rawValue:))
        }
        self.init(
            theme: word("theme"), colorScheme: word("colorScheme"), inherit: json["inherit"]?.bool,
            variables: json["variables"].flatMap(AppearanceVariables.init(json:)),
            primaryColor: json.styleText("primaryColor"), secondaryColor: json.styleText("secondaryColor"),
            backgroundColor: json.styleText("backgroundColor"), fontFamily: json.styleText("fontFamily"),
            borderRadius: json.styleText("borderRadius"), buttonTextColor: json.styleText("buttonTextColor"),
            inputBackgroundColor: json.styleText("inputBackgroundColor"),
            inputBorderColor: json.styleText("inputBorderColor"), textMutedColor: json.styleText("textMutedColor"),
            successColor: json.styleText("successColor"), errorColor: json.styleText("errorColor"),
            shadow: word("shadow"), labels: word("labels"), disableAnimations: json["disableAnimations"]?.bool)
    }
}

extension AppearanceVariables {
    /// Nil when it is no object.
    init?(json: JSONValue) {
        guard json.object != nil else { return nil }
        self.init(
            colorPrimary: json.styleText("colorPrimary"), colorBackground: json.styleText("colorBackground"),
            colorText: json.styleText("colorText"), colorTextSecondary: json.styleText("colorTextSecondary"),
            colorTextPlaceholder: json.styleText("colorTextPlaceholder"), colorDanger: json.styleText("colorDanger"),
            colorSuccess: json.styleText("colorSuccess"), colorWarning: json.styleText("colorWarning"),
            fontFamily: json.styleText("fontFamily"), fontSizeBase: json.styleText("fontSizeBase"),
            fontWeightNormal: json.styleText("fontWeightNormal"), fontWeightMedium: json.styleText("fontWeightMedium"),
            borderRadius: json.styleText("borderRadius"), spacingUnit: json.styleText("spacingUnit"),
            spacingGridRow: json.styleText("spacingGridRow"), spacingGridColumn: json.styleText("spacingGridColumn"))
    }
}

extension JSONValue {
    /// The text under a name, of a length somebody would write.
    fileprivate func styleText(_ name: String) -> String? {
        guard let text = self[name]?.string, text.utf8.count <= 1024 else { return nil }
        return text
    }
}
