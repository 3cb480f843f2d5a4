#if canImport(SwiftUI) && canImport(UIKit)
    import Interface
    import SwiftUI

    /// A line that leads on.
    struct RowView: View {
        let id: String
        let row: Row
        let model: LiveModel
        @Environment(\.style) private var style

        private var isAvailable: Bool { row.unavailable == nil }

        var body: some View {
            HStack(spacing: 0) {
                main
                if let action = row.action {
                    SwiftUI.Button {
                        model.perform(.press(action.id))
                    } label: {
                        Image(systemName: "trash").lettering(17).ink(style.theme.textSecondary)
                            .frame(width: 44, height: 44)
                            .contentShape(Rectangle())
                    }
                    .accessibilityLabel(Text(verbatim: action.label))
                }
            }
        }

        private var main: some View {
            SwiftUI.Button {
                model.perform(.press(id))
            } label: {
                HStack(spacing: 12) {
                    if isAvailable, let isSelected = row.isSelected { RadioSign(isSelected: isSelected) }
                    if let picture = row.picture {
                        PictureView(picture: picture, side: 36, radius: 8, shelf: model.pictures)
                    }
                    VStack(alignment: .leading, spacing: 2) {
                        Text(verbatim: row.title).lettering(17).ink(style.theme.text)
                        if let detail = row.unavailable ?? row.detail {
                            Text(verbatim: detail).lettering(13, relativeTo: .footnote).ink(style.theme.textSecondary)
                        }
                    }
                    Spacer(minLength: 0)
                    if isAvailable, row.isSelected == nil {
                        Image(systemName: "chevron.forward").lettering(15).ink(style.theme.textSecondary)
                    }
                }
                .frame(minHeight: 60)
                .contentShape(Rectangle())
            }
            .disabled(!isAvailable)
            .opacity(isAvailable ? 1 : 0.6)
            .accessibilityLabel(Text(verbatim: row.title))
            .accessibilityValue(Text(verbatim: row.unavailable ?? row.detail ?? ""))
            .accessibilityAddTraits(row.isSelected == true ? .isSelected : [])
        }
    }

    /// A circle, filled when it is the chosen one.
    struct RadioSign: View {
        let isSelected: Bool
        @Environment(\.style) private var style

        var body: some View {
            Image(systemName: isSelected ? "largecircle.fill.circle" : "circle").lettering(20)
                .ink(isSelected ? style.colors.accent : style.theme.textSecondary)
        }
    }

    struct ButtonView: View {
        let id: String
        let button: Interface.Button
        let model: LiveModel
        @Environment(\.style) private var style

        var body: some View {
            SwiftUI.Button {
                model.perform(.press(id))
            } label: {
                face
                    .frame(maxWidth: .infinity, minHeight: button.role == .primary ? 52 : 44)
                    .background(RoundedRectangle(cornerRadius: style.radius).fill(ground.drawn))
                    .overlay(RoundedRectangle(cornerRadius: style.radius).stroke(border.drawn, lineWidth: 1))
                    .contentShape(Rectangle())
            }
            .disabled(button.isBusy || button.isDisabled)
            .accessibilityLabel(Text(verbatim: button.title))
            .accessibilityAddTraits(button.isBusy ? .updatesFrequently : [])
        }

        private var face: some View {
            ZStack {
                // The title keeps the button's size while the spinner turns.
                Text(verbatim: button.title).lettering(17, .medium).ink(ink)
                    .multilineTextAlignment(.center)
                    .opacity(button.isBusy ? 0 : 1)
                if button.isBusy { ProgressView().progressViewStyle(CircularProgressViewStyle(tint: ink.drawn)) }
            }
            .padding(.horizontal, 12)
        }

        private var ink: Interface.Color {
            if button.isDisabled { return style.colors.disabledText }
            return switch button.role {
            case .primary: style.theme.onPrimary
            case .secondary: style.colors.secondaryText
            case .destructive: style.theme.danger
            }
        }

        private var ground: Interface.Color {
            switch button.role {
            case .primary: button.isDisabled ? style.colors.disabledFill : style.theme.primary
            case .secondary: style.colors.secondaryFill ?? .transparent
            case .destructive: .transparent
            }
        }

        private var border: Interface.Color {
            switch button.role {
            case .primary where !button.isDisabled: style.colors.primaryBorder
            case .secondary: style.colors.secondaryBorder ?? .transparent
            default: .transparent
            }
        }
    }
#endif
