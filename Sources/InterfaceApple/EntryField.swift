#if canImport(SwiftUI) && canImport(UIKit)
    import Interface
    import SwiftUI
    import UIKit

    /// The input of a field. UIKit's, because SwiftUI's tells neither the caret nor the marked text of an input method.
    struct EntryField: UIViewRepresentable {
        let id: String
        let field: Interface.TextField
        let formID: String?
        let style: Style
        let model: LiveModel
        let onFocus: (Bool) -> Void

        func makeCoordinator() -> EntryCoordinator { EntryCoordinator(id: id, model: model) }

        func makeUIView(context: Context) -> EntryTextField {
            let view = EntryTextField()
            view.takesFocus = field.takesFocus && !field.isDisabled
            view.setContentHuggingPriority(.defaultLow, for: .horizontal)
            view.setContentCompressionResistancePriority(.defaultLow, for: .horizontal)
            context.coordinator.attach(view)
            return view
        }

        func updateUIView(_ view: EntryTextField, context: Context) {
            let coordinator = context.coordinator
            coordinator.id = id
            coordinator.limit = field.limit
            coordinator.formID = formID
            coordinator.onFocus = onFocus
            dress(view)
            coordinator.show(field, in: view)
        }

        private func dress(_ view: EntryTextField) {
            view.keyboardType = field.purpose.keyboard
            view.textContentType = field.purpose.contentType
            view.autocapitalizationType = field.purpose.capitalization
            view.autocorrectionType = .no
            view.spellCheckingType = .no
            view.returnKeyType = formID == nil ? .done : .go
            view.isSecureTextEntry = field.isSecure
            view.isEnabled = !field.isDisabled
            view.font = style.fieldFont()
            view.adjustsFontForContentSizeCategory = true
            view.textColor = style.theme.inputText.uiColor
            view.tintColor = style.colors.accent.uiColor
            view.attributedPlaceholder = placeholder
            let readsLeftToRight = field.purpose.isLeftToRight || !style.isRightToLeft
            view.semanticContentAttribute = readsLeftToRight ? .forceLeftToRight : .forceRightToLeft
            view.textAlignment = readsLeftToRight ? .left : .right
            view.readsLeftToRight = field.purpose.isLeftToRight
            view.accessibilityLabel = field.label
            view.accessibilityHint = field.error ?? field.help
            view.accessibilityIdentifier = id
        }

        private var placeholder: NSAttributedString? {
            let text = field.placeholder ?? (style.labels == .floating ? field.label : nil)
            return text.map {
                NSAttributedString(
                    string: $0, attributes: [.foregroundColor: style.theme.textPlaceholder.uiColor])
            }
        }
    }

    final class EntryTextField: UITextField {
        /// Taken once, when the field comes to a window.
        var takesFocus = false
        var readsLeftToRight = false

        override func didMoveToWindow() {
            super.didMoveToWindow()
            guard window != nil, takesFocus else { return }
            takesFocus = false
            // Not in the middle of SwiftUI's own update.
            Task { [weak self] in self?.becomeFirstResponder() }
        }

        /// Groups of digits keep their order in a right-to-left screen.
        func keepDirection() {
            guard readsLeftToRight, let all = textRange(from: beginningOfDocument, to: endOfDocument) else { return }
            setBaseWritingDirection(.leftToRight, for: all)
        }
    }

    /// Tells what is typed and shows what it became. Rules of typing are the screen's; here is only the caret.
    @MainActor final class EntryCoordinator: NSObject, UITextFieldDelegate {
        var id: String
        var limit = Int.max
        var formID: String?
        var onFocus: ((Bool) -> Void)?
        private let model: LiveModel
        /// What the field and the screen agreed on last.
        private var agreed = ""

        init(id: String, model: LiveModel) {
            self.id = id
            self.model = model
        }

        func attach(_ view: EntryTextField) {
            view.delegate = self
            view.addAction(
                UIAction { [weak self, weak view] _ in
                    guard let self, let view else { return }
                    self.changed(view)
                }, for: .editingChanged)
        }

        /// The screen's text, unless an input method is still composing: touching it then would end the composition.
        func show(_ field: Interface.TextField, in view: EntryTextField) {
            guard view.markedTextRange == nil else { return }
            let text = field.text.expose()
            agreed = text
            guard view.text ?? "" != text else { return }
            let caret = field.caret ?? view.caret
            view.text = text
            view.keepDirection()
            if view.isFirstResponder { view.caret = caret }
        }

        private func changed(_ view: EntryTextField) {
            guard view.markedTextRange == nil else { return }
            let text = view.text ?? ""
            guard text != agreed else { return }
            agreed = text
            view.keepDirection()
            model.perform(.input(id, FieldText(text), caret: view.caret))
            guard let answer = model.field(id) else { return }
            show(answer, in: view)
            // Only now: later the payer may have put the caret elsewhere.
            if let caret = answer.caret, view.isFirstResponder { view.caret = caret }
        }

        // MARK: UITextFieldDelegate

        func textField(
            _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
        ) -> Bool {
            guard textField.markedTextRange == nil else { return true }
            let room = limit - ((textField.text ?? "").utf16.count - range.length)
            guard string.utf16.count > room else { return true }
            // What fits of a paste is kept, cut between characters.
            let fitting = string.prefix(utf16: room)
            if !fitting.isEmpty, let view = textField as? EntryTextField, let place = view.textRange(range) {
                view.replace(place, withText: fitting)
                changed(view)
            }
            return false
        }

        func textFieldDidBeginEditing(_ textField: UITextField) { onFocus?(true) }

        func textFieldDidEndEditing(_ textField: UITextField) {
            // Leaving ends a composition without telling of a change.
            if let view = textField as? EntryTextField { changed(view) }
            onFocus?(false)
            model.perform(.leave(id))
        }

        func textFieldShouldReturn(_ textField: UITextField) -> Bool {
            if let formID {
                model.perform(.submit(formID))
            } else {
                textField.resignFirstResponder()
            }
            return false
        }
    }

    extension UITextField {
        /// UTF-16 code units before the caret.
        fileprivate var caret: Int {
            get { selectedTextRange.map { offset(from: beginningOfDocument, to: $0.end) } ?? (text ?? "").utf16.count }
            set {
                let place = min(max(0, newValue), (text ?? "").utf16.count)
                guard let position = position(from: beginningOfDocument, offset: place) else { return }
                selectedTextRange = textRange(from: position, to: position)
            }
        }

        fileprivate func textRange(_ range: NSRange) -> UITextRange? {
            guard let start = position(from: beginningOfDocument, offset: range.location),
                let end = position(from: start, offset: range.length)
            else { return nil }
            return textRange(from: start, to: end)
        }
    }

    extension String {
        /// As many whole characters as fit in so many UTF-16 code units.
        fileprivate func prefix(utf16 limit: Int) -> String {
            var room = limit
            return String(
                prefix { character in
                    room -= character.utf16.count
                    return room >= 0
                })
        }
    }
#endif
