#if canImport(SwiftUI) && canImport(UIKit)
    import Foundation
    import Interface
    import SwiftUI

    /// A whole sheet: the header, what scrolls, and the actions that stay above the keyboard.
    struct SheetView: View {
        @ObservedObject private var model: LiveModel
        @Environment(\.colorScheme) private var colorScheme
        @Environment(\.accessibilityReduceMotion) private var reducesMotion

        /// Whatever the screen says of itself, it stands inside an app's own.
        private let isInside: Bool

        init(_ model: LiveModel, isInside: Bool = false) {
            self.model = model
            self.isInside = isInside
        }

        private var screen: Screen { model.screen }

        private var style: Style {
            Style(
                model.look, isDark: colorScheme == .dark, reducesMotion: reducesMotion,
                isRightToLeft: screen.isRightToLeft)
        }

        var body: some View {
            whole
                // The screen says whether it asks: a press is answered by a screen that asks no more.
                .alert(isPresented: .constant(screen.dialog != nil)) { question }
                .environment(\.style, style)
                .environment(\.layoutDirection, screen.isRightToLeft ? .rightToLeft : .leftToRight)
                .environment(\.locale, Locale(identifier: screen.language))
        }

        @ViewBuilder private var whole: some View {
            if isInside || screen.isEmbedded { inside } else { sheet }
        }

        /// A part of the merchant's own page: as high as it needs.
        private var inside: some View {
            VStack(spacing: 16) {
                NodesView(screen.content, spacing: .between, model: model)
                if !screen.actions.isEmpty { NodesView(screen.actions, spacing: .inside, model: model) }
            }
            .id(screen.id)
            .transition(.opacity)
            .animation(style.fade, value: screen.id)
            .background(style.theme.background.drawn)
        }

        private var sheet: some View {
            VStack(spacing: 0) {
                HeaderView(header: screen.header, model: model)
                ScrollView {
                    NodesView(screen.content, spacing: .between, model: model)
                        .padding(.horizontal, 20)
                        .padding(.vertical, 16)
                }
                .id(screen.id)
                .transition(.opacity)
                footer
            }
            .animation(style.fade, value: screen.id)
            .background(style.theme.background.drawn.ignoresSafeArea())
        }

        private var footer: some View {
            VStack(spacing: 12) {
                if !screen.actions.isEmpty { NodesView(screen.actions, spacing: .inside, model: model) }
                if let credit = screen.credit {
                    Text(verbatim: credit).lettering(12, relativeTo: .caption).ink(style.theme.textSecondary)
                }
            }
            .padding(.horizontal, 20)
            .padding(.vertical, 12)
        }

        // MARK: The dialog

        private var question: Alert {
            guard let dialog = screen.dialog else { return Alert(title: Text(verbatim: "")) }
            return Alert(
                title: Text(verbatim: dialog.title), message: Text(verbatim: dialog.text),
                primaryButton: .destructive(Text(verbatim: dialog.confirmTitle)) {
                    model.perform(.press(dialog.confirmID))
                },
                secondaryButton: .cancel(Text(verbatim: dialog.refuseTitle)) {
                    model.perform(.press(dialog.refuseID))
                })
        }
    }

    /// The line at the top.
    struct HeaderView: View {
        let header: Header
        let model: LiveModel
        @Environment(\.style) private var style

        var body: some View {
            HStack(spacing: 12) {
                if let label = header.backLabel { sign("chevron.backward", label, .back) }
                if let picture = header.picture {
                    PictureView(picture: picture, side: 28, radius: 8, shelf: model.pictures)
                }
                Text(verbatim: header.name).lettering(17, .semibold).ink(style.theme.text).lineLimit(1)
                if let badge = header.badge {
                    Text(verbatim: badge).lettering(12, .medium, relativeTo: .caption).ink(style.colors.warning.text)
                        .padding(.horizontal, 8)
                        .padding(.vertical, 4)
                        .background(Capsule().fill(style.colors.warning.background.drawn))
                }
                Spacer(minLength: 0)
                if let label = header.closeLabel { sign("xmark", label, .close) }
            }
            .padding(.horizontal, 20)
            .padding(.top, 16)
            .padding(.bottom, 4)
        }

        private func sign(_ symbol: String, _ label: String, _ event: InterfaceEvent) -> some View {
            SwiftUI.Button {
                model.perform(event)
            } label: {
                Image(systemName: symbol).lettering(17, .medium).ink(style.theme.textSecondary)
                    .frame(width: 44, height: 44)
                    .contentShape(Rectangle())
            }
            .accessibilityLabel(Text(verbatim: label))
        }
    }
#endif
