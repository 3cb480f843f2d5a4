import Foundation
import Kernel

extension WajubError {
    /// W91: what the app's card collector threw, as the form shows it.
    init(collector error: any Error, _ language: Language) {
        if let error = error as? WajubError {
            self = error
            return
        }
        let description = Self.ownDescription(error)
        self.init(
            Code.validationError, language, message: description,
            apiMessage: description ?? String(describing: error))
    }

    /// The description an error brings along; nil for one that the system only makes up.
    private static func ownDescription(_ error: any Error) -> String? {
        if let localized = error as? any LocalizedError { return localized.errorDescription }
        return (error as NSError).userInfo[NSLocalizedDescriptionKey] as? String
    }
}
