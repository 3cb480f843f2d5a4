#if canImport(SwiftUI) && canImport(UIKit)
    import Interface
    import SwiftUI

    /// A field with its label, its box, and its help or error.
    struct FieldView: View {
        let id: String
        let field: Interface.TextField
        let model: LiveModel
        @State private var isFocused = false
        @Environment(\.style) private var style
        @Environment(\.formID) private var formID

        var body: some View {
            VStack(alignment: .leading, spacing: 4) {
                if style.labels == .above { label(13) }
                box
                Footnote(error: field.error, help: field.help)
            }
        }

        /// The input itself carries the label for a screen reader.
        private func label(_ size: CGFloat) -> some View {
            Text(verbatim: field.label).lettering(size, .medium, relativeTo: .footnote).ink(style.theme.textSecondary)
                .accessibilityHidden(true)
        }

        private var box: some View {
            HStack(spacing: 8) {
                if let lead = field.lead {
                    Text(verbatim: lead.isolated(true)).lettering(17).ink(style.theme.textSecondary)
                        .accessibilityHidden(true)
                }
                VStack(alignment: .leading, spacing: 0) {
                    // "floating": inside the box, out of the way of what is typed.
                    if style.labels == .floating, isFocused || !field.text.isEmpty { label(12) }
                    EntryField(id: id, field: field, formID: formID, style: style, model: model) { isFocused = $0 }
                }
                if let badge = field.badge {
                    BadgeView(badge: badge, side: 28)
                        .frame(width: 36, height: 24)
                        .clipShape(RoundedRectangle(cornerRadius: 4))
                        .accessibilityElement(children: .ignore)
                        .accessibilityLabel(Text(verbatim: field.badgeLabel ?? badge.text))
                }
            }
            .padding(.horizontal, 12)
            .frame(minHeight: 52)
            .background(RoundedRectangle(cornerRadius: style.radius).fill(style.theme.inputBackground.drawn))
            .overlay(
                RoundedRectangle(cornerRadius: style.radius)
                    .stroke(border.drawn, lineWidth: isFocused || field.error != nil ? 1.5 : 0.5)
            )
            .opacity(field.isDisabled ? 0.6 : 1)
            // Numbers are read from left to right in every language, and a dial code stands before its number.
            .environment(\.layoutDirection, direction)
        }

        private var direction: LayoutDirection {
            field.purpose.isLeftToRight || !style.isRightToLeft ? .leftToRight : .rightToLeft
        }

        private var border: Interface.Color {
            if field.error != nil { return style.theme.danger }
            return isFocused ? style.colors.focusRing : style.theme.inputBorder
        }
    }
#endif
