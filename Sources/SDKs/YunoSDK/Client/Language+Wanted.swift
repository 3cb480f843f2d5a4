import Kernel

extension Language {
    /// The language of the screens: what the app wants in any spelling (`pt-BR`, `PT`, `pt_br`), English for one there
    /// are no texts in; without a wish the device's first language.
    package init(wanted: String?, device: [String]) {
        let wish = wanted.map { $0.filter { !$0.isWhitespace } }.flatMap { $0.isEmpty ? nil : $0 }
        self.init(tag: wish ?? device.first ?? "en")
    }
}
