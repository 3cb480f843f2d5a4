/// A whole screen of a sheet.
package struct Screen: Sendable, Hashable {
    /// Names what is shown. When it changes the content fades over and the focus goes to the field that takes it, or
    /// to the heading; while it stays, focus, caret and scrolling stay too.
    package var id: String
    /// Read out when the screen changes; the title of a browser's page.
    package var title: String
    /// BCP 47.
    package var language: String
    package var isRightToLeft: Bool
    package var header: Header
    /// Scrolls.
    package var content: [Node]
    /// Stays in view under the content, above the keyboard.
    package var actions: [Node]
    /// "Secured by …"; nil for a white label.
    package var credit: String?
    package var dialog: Dialog?
    /// Whether a swipe down, Escape or a touch outside closes it now.
    package var canDismiss: Bool
    /// Stands inside the merchant's own page: only the content and the actions are drawn, without a sheet around them.
    package var isEmbedded: Bool

    package init(
        id: String, title: String, language: String, rightToLeft: Bool, header: Header, content: [Node],
        actions: [Node] = [], credit: String? = nil, dialog: Dialog? = nil, canDismiss: Bool = true,
        embedded: Bool = false
    ) {
        self.id = id
        self.title = title
        self.language = language
        isRightToLeft = rightToLeft
        self.header = header
        self.content = content
        self.actions = actions
        self.credit = credit
        self.dialog = dialog
        self.canDismiss = canDismiss
        isEmbedded = embedded
    }
}

/// The line at the top.
package struct Header: Sendable, Hashable {
    package var picture: Picture?
    package var name: String
    /// "Test mode".
    package var badge: String?
    /// The label of the close button; pressing it is ``InterfaceEvent/close``. Nil when there is none.
    package var closeLabel: String?
    /// The label of the back button; pressing it is ``InterfaceEvent/back``. Nil when there is none.
    package var backLabel: String?

    package init(
        picture: Picture? = nil, name: String, badge: String? = nil, closeLabel: String?, backLabel: String? = nil
    ) {
        self.picture = picture
        self.name = name
        self.badge = badge
        self.closeLabel = closeLabel
        self.backLabel = backLabel
    }
}

/// A question over the screen, e.g. before a payment is cancelled for good.
package struct Dialog: Sendable, Hashable {
    package var title: String
    package var text: String
    /// Drawn in the error colour; pressed: ``InterfaceEvent/press(_:)`` with this id.
    package var confirmID: String
    package var confirmTitle: String
    /// Escape presses it too.
    package var refuseID: String
    package var refuseTitle: String

    package init(
        title: String, text: String, confirmID: String, confirmTitle: String, refuseID: String, refuseTitle: String
    ) {
        self.title = title
        self.text = text
        self.confirmID = confirmID
        self.confirmTitle = confirmTitle
        self.refuseID = refuseID
        self.refuseTitle = refuseTitle
    }
}

/// What a payer did. Ids that no node has any more are ignored: two drawings may cross on the way.
package enum InterfaceEvent: Sendable, Hashable {
    /// A button, a row, the action beside one, or an answer to a dialog.
    case press(String)
    /// A field now holds this, the caret behind so many UTF-16 code units. The answer may be another text and caret.
    case input(String, FieldText, caret: Int)
    /// A field lost the focus.
    case leave(String)
    /// An option of a picker or of choices.
    case choose(String, option: String)
    case toggle(String, isOn: Bool)
    /// Return, in a form.
    case submit(String)
    /// A page inside the screen posted this: a JSON text of at most ``WebPage/longestMessage`` bytes, from anybody who
    /// can write into that page.
    case message(String, String)
    case close
    case back
    /// The page or the app is in front again.
    case cameBack
}

/// A screen that changes, and takes what the payer does. Renderers draw it.
@MainActor
package protocol LiveInterface: AnyObject {
    var screen: Screen { get }
    var look: Look { get }
    /// Called after every change of `screen` or `look`; several changes may be told at once.
    var onRedraw: (@MainActor () -> Void)? { get set }
    func perform(_ event: InterfaceEvent)
}
