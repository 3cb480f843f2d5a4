import Foundation

@MainActor open class UITextPosition: NSObject {
    let offset: Int
    init(_ offset: Int) { self.offset = offset }
}

@MainActor open class UITextRange: NSObject {
    public let start: UITextPosition
    public let end: UITextPosition
    public var isEmpty: Bool { start.offset == end.offset }

    init(_ start: Int, _ end: Int) {
        self.start = UITextPosition(start)
        self.end = UITextPosition(end)
    }
}

@MainActor public protocol UITextFieldDelegate: NSObjectProtocol {
    func textFieldDidBeginEditing(_ textField: UITextField)
    func textFieldDidEndEditing(_ textField: UITextField)
    func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool
    func textFieldShouldReturn(_ textField: UITextField) -> Bool
}

// They are optional in Objective-C.
extension UITextFieldDelegate {
    public func textFieldDidBeginEditing(_ textField: UITextField) {}
    public func textFieldDidEndEditing(_ textField: UITextField) {}
    public func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool { true }
    public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
}

@MainActor open class UITextField: UIControl {
    public weak var delegate: (any UITextFieldDelegate)?
    open var placeholder: String?
    open var attributedPlaceholder: NSAttributedString?
    open var font: UIFont?
    open var textColor: UIColor?
    open var textAlignment: NSTextAlignment = .natural
    open var adjustsFontForContentSizeCategory = false
    open var keyboardType: UIKeyboardType = .default
    open var returnKeyType: UIReturnKeyType = .default
    open var textContentType: UITextContentType!
    open var isSecureTextEntry = false
    open var autocorrectionType: UITextAutocorrectionType = .default
    open var autocapitalizationType: UITextAutocapitalizationType = .sentences
    open var spellCheckingType: UITextSpellCheckingType = .default
    open var enablesReturnKeyAutomatically = false
    public private(set) var isEditing = false

    private var units: [UInt16] = []
    private var selection = 0..<0
    private var marked: Range<Int>?
    private var direction: NSWritingDirection = .natural

    /// As in UIKit: setting it moves the caret to the end.
    open var text: String? {
        get { String(decoding: units, as: UTF16.self) }
        set {
            units = Array((newValue ?? "").utf16)
            selection = units.count..<units.count
            marked = nil
        }
    }

    open override var canBecomeFirstResponder: Bool { isEnabled && window != nil }

    @discardableResult open override func becomeFirstResponder() -> Bool {
        guard super.becomeFirstResponder() else { return false }
        isEditing = true
        delegate?.textFieldDidBeginEditing(self)
        return true
    }

    @discardableResult open override func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return true }
        marked = nil
        isEditing = false
        _ = super.resignFirstResponder()
        delegate?.textFieldDidEndEditing(self)
        return true
    }

    // MARK: UITextInput

    open var beginningOfDocument: UITextPosition { UITextPosition(0) }
    open var endOfDocument: UITextPosition { UITextPosition(units.count) }
    open var markedTextRange: UITextRange? { marked.map { UITextRange($0.lowerBound, $0.upperBound) } }

    open var selectedTextRange: UITextRange? {
        get { UITextRange(selection.lowerBound, selection.upperBound) }
        set { if let newValue { selection = newValue.start.offset..<newValue.end.offset } }
    }

    open func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
        let place = position.offset + offset
        return (0...units.count).contains(place) ? UITextPosition(place) : nil
    }

    open func offset(from: UITextPosition, to: UITextPosition) -> Int { to.offset - from.offset }

    open func textRange(from: UITextPosition, to: UITextPosition) -> UITextRange? {
        UITextRange(from.offset, to.offset)
    }

    open func replace(_ range: UITextRange, withText text: String) {
        change(range.start.offset..<range.end.offset, text)
    }

    open func setBaseWritingDirection(_ direction: NSWritingDirection, for range: UITextRange) {
        self.direction = direction
    }

    private func change(_ range: Range<Int>, _ text: String) {
        units.replaceSubrange(range, with: Array(text.utf16))
        let caret = range.lowerBound + text.utf16.count
        selection = caret..<caret
    }

    // MARK: What a person does

    public var standInCaret: Int {
        get { selection.upperBound }
        set { selection = newValue..<newValue }
    }
    public var standInSelection: Range<Int> {
        get { selection }
        set { selection = newValue }
    }
    public var standInDirection: NSWritingDirection { direction }

    /// Keys, a paste or a deletion over the selection.
    public func standInReplaceSelection(_ text: String) {
        let range = selection
        let asked = NSRange(location: range.lowerBound, length: range.count)
        guard delegate?.textField(self, shouldChangeCharactersIn: asked, replacementString: text) ?? true else {
            return
        }
        change(range, text)
        sendActions(for: .editingChanged)
    }

    public func standInType(_ text: String) {
        for character in text { standInReplaceSelection(String(character)) }
    }

    public func standInBackspace() {
        if selection.isEmpty, selection.lowerBound > 0 { selection = selection.lowerBound - 1..<selection.lowerBound }
        standInReplaceSelection("")
    }

    /// What an input method shows before the person accepts it.
    public func standInMark(_ text: String) {
        let range = marked ?? selection
        let asked = NSRange(location: range.lowerBound, length: range.count)
        guard delegate?.textField(self, shouldChangeCharactersIn: asked, replacementString: text) ?? true else {
            return
        }
        change(range, text)
        marked = range.lowerBound..<range.lowerBound + text.utf16.count
        sendActions(for: .editingChanged)
    }

    public func standInAcceptMark() {
        marked = nil
        sendActions(for: .editingChanged)
    }

    public func standInReturn() { _ = delegate?.textFieldShouldReturn(self) }
}
