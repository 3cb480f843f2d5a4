#if canImport(SwiftUI) && canImport(UIKit)
    import Interface
    import UIKit

    /// The keyboard and the autofill hint of each kind of field.
    extension Interface.TextField.Purpose {
        var keyboard: UIKeyboardType {
            switch self {
            case .phone: .phonePad
            // The ASCII pad: an Arabic keyboard's number pad types other digits.
            case .cardNumber, .cardExpiry, .securityCode, .oneTimeCode, .pin: .asciiCapableNumberPad
            case .birthday, .postalCode: .numbersAndPunctuation
            case .email: .emailAddress
            case .name, .firstName, .lastName, .address, .city, .state, .text: .default
            }
        }

        var contentType: UITextContentType? {
            switch self {
            case .phone: .telephoneNumber
            case .cardNumber: .creditCardNumber
            case .cardExpiry:
                if #available(iOS 17, *) { .creditCardExpiration } else { nil }
            case .securityCode:
                if #available(iOS 17, *) { .creditCardSecurityCode } else { nil }
            case .oneTimeCode: .oneTimeCode
            case .name: .name
            case .firstName: .givenName
            case .lastName: .familyName
            case .email: .emailAddress
            case .address: .fullStreetAddress
            case .city: .addressCity
            case .state: .addressState
            case .postalCode: .postalCode
            case .birthday:
                if #available(iOS 17, *) { .birthdate } else { nil }
            case .pin, .text: nil
            }
        }

        var capitalization: UITextAutocapitalizationType {
            switch self {
            case .name, .firstName, .lastName, .city, .state, .address: .words
            case .postalCode: .allCharacters
            case .text: .sentences
            default: .none
            }
        }

        /// In every language.
        var isLeftToRight: Bool {
            switch self {
            case .phone, .cardNumber, .cardExpiry, .securityCode, .oneTimeCode, .pin, .email, .birthday, .postalCode:
                true
            case .name, .firstName, .lastName, .address, .city, .state, .text: false
            }
        }
    }
#endif
