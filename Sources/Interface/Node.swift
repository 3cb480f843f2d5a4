import Kernel

/// A part of a screen, without a toolkit: what it is and says, never how it is drawn.
///
/// A renderer draws every kind and wires every ``InterfaceEvent``; a screen never knows which renderer draws it.
package struct Node: Sendable, Hashable {
    /// Unique in its screen, and the same from one drawing to the next: focus and caret are kept by it.
    package let id: String
    package let content: Content

    package init(_ id: String, _ content: Content) {
        self.id = id
        self.content = content
    }

    package indirect enum Content: Sendable, Hashable {
        /// Children under each other.
        case column(Column)
        /// Children side by side, of equal width.
        case line([Node])
        /// Return in one of its fields is ``InterfaceEvent/submit(_:)`` with the node's id.
        case form([Node])
        case text(TextRun)
        case amount(Amount)
        case image(Picture)
        case field(TextField)
        case picker(Picker)
        case choices(Choices)
        case checkbox(Checkbox)
        case row(Row)
        case button(Button)
        case banner(Banner)
        case facts([Fact])
        case outcome(Outcome)
        case waiting(Waiting)
        case countdown(Countdown)
        case code(CodeImage)
        case copy(CopyText)
        case page(WebPage)
        /// Grey shapes in place of what is being loaded; the number of rows.
        case skeleton(rows: Int, label: String)
        case spinner(label: String)
    }
}

/// Children under each other.
package struct Column: Sendable, Hashable {
    /// In steps of the theme's spacing unit, on a grid of 4 points.
    package enum Spacing: Sendable, Hashable { case tight, inside, between }

    package var spacing: Spacing
    /// Read out as the group's name; nil for a group without one.
    package var label: String?
    package var isCentred: Bool
    package var children: [Node]

    package init(_ spacing: Spacing = .inside, label: String? = nil, centred: Bool = false, _ children: [Node]) {
        self.spacing = spacing
        self.label = label
        isCentred = centred
        self.children = children
    }
}

package struct TextRun: Sendable, Hashable {
    package enum Style: Sendable, Hashable {
        /// The screen's heading: a screen reader goes there when the screen changes.
        case heading
        case body, secondary, caption
        /// A code to dial or to read out: monospaced, always left to right.
        case code
    }

    package var text: String
    package var style: Style
    /// Phone numbers, codes and references keep their direction in a right-to-left screen.
    package var isLeftToRight: Bool

    package init(_ text: String, _ style: Style = .body, leftToRight: Bool = false) {
        self.text = text
        self.style = style
        isLeftToRight = leftToRight
    }
}

/// What is to be paid, in the largest letters of the screen.
package struct Amount: Sendable, Hashable {
    /// As the locale writes it, currency included.
    package var text: String
    /// "Fees included".
    package var caption: String?

    package init(_ text: String, caption: String? = nil) {
        self.text = text
        self.caption = caption
    }
}

/// A picture from the network, and what stands in its place until it is there, or when it is none.
package struct Picture: Sendable, Hashable {
    /// https only; nil draws the badge.
    package var url: String?
    package var badge: Badge
    /// Empty when the text beside it says the same.
    package var label: String

    package init(url: String?, badge: Badge, label: String = "") {
        self.url = url.flatMap { $0.lowercased().hasPrefix("https://") ? $0 : nil }
        self.badge = badge
        self.label = label
    }
}

/// A tile in a brand's colours with its initials, or a sign of our own.
package struct Badge: Sendable, Hashable {
    package enum Symbol: String, Sendable, Hashable { case card, phone, wallet, shop }

    /// 1 to 4 letters; empty when there is a symbol.
    package var text: String
    package var symbol: Symbol?
    /// `#rrggbb`; nil for the theme's own.
    package var background: String?
    package var foreground: String?

    package init(_ text: String, symbol: Symbol? = nil, background: String? = nil, foreground: String? = nil) {
        self.text = text
        self.symbol = symbol
        self.background = background
        self.foreground = foreground
    }
}

package struct TextField: Sendable, Hashable {
    /// What is typed: it chooses the keyboard, the autofill hint and the direction.
    package enum Purpose: String, Sendable, Hashable, CaseIterable {
        case phone, cardNumber, cardExpiry, securityCode, oneTimeCode, pin
        case name, firstName, lastName, email, address, city, state, postalCode, birthday, text
    }

    package var label: String
    package var purpose: Purpose
    /// What stands in it now, already formatted.
    package var text: FieldText
    /// UTF-16 code units before the caret; nil leaves it where it is. It counts only while the field has the focus.
    package var caret: Int?
    /// Drawn before the text and no part of it, e.g. a dial code.
    package var lead: String?
    package var placeholder: String?
    package var help: String?
    /// Shown and announced under the field in place of the help, with a sign.
    package var error: String?
    /// At the field's end, e.g. the card's brand.
    package var badge: Badge?
    package var badgeLabel: String?
    /// Dots instead of characters.
    package var isSecure: Bool
    package var isDisabled: Bool
    package var isRequired: Bool
    /// Whether it takes the focus when the screen appears.
    package var takesFocus: Bool
    /// UTF-16 code units; more is not accepted.
    package var limit: Int

    package init(
        _ label: String, _ purpose: Purpose, text: FieldText, caret: Int? = nil, lead: String? = nil,
        placeholder: String? = nil, help: String? = nil, error: String? = nil, badge: Badge? = nil,
        badgeLabel: String? = nil, secure: Bool = false, disabled: Bool = false, required: Bool = true,
        takesFocus: Bool = false, limit: Int = 100
    ) {
        self.label = label
        self.purpose = purpose
        self.text = text
        self.caret = caret
        self.lead = lead
        self.placeholder = placeholder
        self.help = help
        self.error = error
        self.badge = badge
        self.badgeLabel = badgeLabel
        isSecure = secure
        isDisabled = disabled
        isRequired = required
        self.takesFocus = takesFocus
        self.limit = limit
    }
}

/// What a payer typed. It may be a card number: it has no description, and a renderer alone exposes it, into the
/// field it came from.
package struct FieldText: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let text: String

    package init(_ text: String) { self.text = text }

    package func expose() -> String { text }
    package var isEmpty: Bool { text.isEmpty }
    package var description: String { isEmpty ? "FieldText(empty)" : "FieldText(•)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// One of many, opened on demand, with a search.
package struct Picker: Sendable, Hashable {
    package struct Option: Sendable, Hashable {
        package var id: String
        package var title: String
        /// E.g. a flag.
        package var sign: String?
        /// E.g. a dial code.
        package var detail: String?

        package init(_ id: String, _ title: String, sign: String? = nil, detail: String? = nil) {
            self.id = id
            self.title = title
            self.sign = sign
            self.detail = detail
        }
    }

    package var label: String
    package var options: [Option]
    package var selected: String?
    package var searchLabel: String
    /// Said when a search finds none.
    package var emptyText: String
    package var error: String?
    package var isDisabled: Bool

    package init(
        _ label: String, _ options: [Option], selected: String?, searchLabel: String, emptyText: String,
        error: String? = nil, disabled: Bool = false
    ) {
        self.label = label
        self.options = options
        self.selected = selected
        self.searchLabel = searchLabel
        self.emptyText = emptyText
        self.error = error
        isDisabled = disabled
    }
}

/// One of a few, all in view.
package struct Choices: Sendable, Hashable {
    package struct Option: Sendable, Hashable {
        package var id: String
        package var title: String
        package var picture: Picture?
        package var isDisabled: Bool

        package init(_ id: String, _ title: String, picture: Picture? = nil, disabled: Bool = false) {
            self.id = id
            self.title = title
            self.picture = picture
            isDisabled = disabled
        }
    }

    package var label: String
    package var options: [Option]
    package var selected: String?
    package var error: String?

    package init(_ label: String, _ options: [Option], selected: String?, error: String? = nil) {
        self.label = label
        self.options = options
        self.selected = selected
        self.error = error
    }
}

package struct Checkbox: Sendable, Hashable {
    package var label: String
    package var isOn: Bool

    package init(_ label: String, isOn: Bool) {
        self.label = label
        self.isOn = isOn
    }
}

/// A line that leads on, e.g. a method of the list.
package struct Row: Sendable, Hashable {
    package var title: String
    package var detail: String?
    package var picture: Picture?
    /// Shown instead of the detail; the row cannot be pressed.
    package var unavailable: String?
    /// Whether it is the chosen one of its group: drawn and read out as a radio button. Nil for a row that leads on.
    package var isSelected: Bool?
    /// Beside the row and pressed by itself.
    package var action: RowAction?

    package init(
        _ title: String, detail: String? = nil, picture: Picture? = nil, unavailable: String? = nil,
        selected: Bool? = nil, action: RowAction? = nil
    ) {
        self.title = title
        self.detail = detail
        self.picture = picture
        self.unavailable = unavailable
        isSelected = selected
        self.action = action
    }
}

/// A second thing to do with a row, e.g. removing a saved card; pressed: ``InterfaceEvent/press(_:)`` with its id.
package struct RowAction: Sendable, Hashable {
    /// Unique in the screen, among nodes too.
    package var id: String
    /// What it does and to what: "Remove Visa •••• 1111". It is read out, and shown where a pointer rests on it.
    package var label: String

    package init(_ id: String, _ label: String) {
        self.id = id
        self.label = label
    }
}

package struct Button: Sendable, Hashable {
    package enum Role: Sendable, Hashable {
        /// Full width, filled: one a screen.
        case primary
        case secondary
        /// In the error colour.
        case destructive
    }

    package var title: String
    package var role: Role
    /// A spinner in place of the title; it cannot be pressed again.
    package var isBusy: Bool
    package var isDisabled: Bool

    package init(_ title: String, _ role: Role = .primary, busy: Bool = false, disabled: Bool = false) {
        self.title = title
        self.role = role
        isBusy = busy
        isDisabled = disabled
    }
}

/// A notice over the content, announced when it appears.
package struct Banner: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable { case error, warning, information }

    package var kind: Kind
    package var text: String

    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}

/// A line of a receipt.
package struct Fact: Sendable, Hashable {
    package var label: String
    package var value: String
    /// The title of a button that copies the value; nil for none.
    package var copyTitle: String?
    package var isLeftToRight: Bool

    package init(_ label: String, _ value: String, copyTitle: String? = nil, leftToRight: Bool = false) {
        self.label = label
        self.value = value
        self.copyTitle = copyTitle
        isLeftToRight = leftToRight
    }
}

/// How it ended, as a large sign; the heading beside it says it in words.
package enum Outcome: String, Sendable, Hashable { case success, failure, pending, over }

/// Something is awaited: a quiet ring, and how long it has been.
package struct Waiting: Sendable, Hashable {
    /// Whole seconds when the screen was drawn; the renderer counts on.
    package var elapsedSeconds: Int
    package var label: String

    package init(elapsedSeconds: Int, label: String) {
        self.elapsedSeconds = elapsedSeconds
        self.label = label
    }
}

/// The time there is left, e.g. to scan a code. A screen reader hears of it at whole minutes and at the end.
package struct Countdown: Sendable, Hashable {
    /// Whole seconds when the screen was drawn, 0 or more; the renderer counts on, and stays at 0.
    package var secondsLeft: Int
    package var label: String

    package init(secondsLeft: Int, label: String) {
        self.secondsLeft = max(0, secondsLeft)
        self.label = label
    }

    /// `9:57`, `23:59:59`.
    package static func clock(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        let rest = ":" + two(seconds % 60)
        let minutes = seconds / 60
        return minutes < 60 ? "\(minutes)\(rest)" : "\(minutes / 60):\(two(minutes % 60))\(rest)"
    }
}

/// A text as a QR code.
package struct CodeImage: Sendable, Hashable {
    package var text: String
    /// Read out in place of the code.
    package var label: String

    package init(_ text: String, label: String) {
        self.text = text
        self.label = label
    }
}

/// A code to copy: shown shortened, from left to right.
package struct CopyText: Sendable, Hashable {
    package var label: String
    package var text: String
    /// Of the button.
    package var copyTitle: String
    /// Said once it is copied.
    package var copiedText: String

    package init(_ label: String, _ text: String, copyTitle: String, copiedText: String) {
        self.label = label
        self.text = text
        self.copyTitle = copyTitle
        self.copiedText = copiedText
    }

    /// The beginning and the end of a long text: enough to compare two by eye.
    package var shortened: String {
        text.count > 34 ? "\(text.prefix(20))…\(text.suffix(8))" : text
    }
}
