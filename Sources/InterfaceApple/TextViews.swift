#if canImport(SwiftUI) && canImport(UIKit)
    import Interface
    import SwiftUI

    struct TextRunView: View {
        let run: TextRun
        @Environment(\.style) private var style

        var body: some View {
            styled
                .fixedSize(horizontal: false, vertical: true)
                .accessibilityLabel(Text(verbatim: run.text))
        }

        @ViewBuilder private var styled: some View {
            let text = Text(verbatim: run.text.isolated(run.isLeftToRight || run.style == .code))
            switch run.style {
            case .heading:
                text.lettering(22, .semibold, relativeTo: .title2).ink(style.theme.text)
                    .accessibilityAddTraits(.isHeader)
            case .body: text.lettering(17).ink(style.theme.text)
            case .secondary: text.lettering(15, relativeTo: .subheadline).ink(style.theme.textSecondary)
            case .caption: text.lettering(13, relativeTo: .footnote).ink(style.theme.textSecondary)
            case .code: text.lettering(20, .medium, design: .monospaced, relativeTo: .title3).ink(style.theme.text)
            }
        }
    }

    struct AmountView: View {
        let amount: Amount
        @Environment(\.style) private var style

        var body: some View {
            VStack(alignment: .leading, spacing: 4) {
                Text(verbatim: amount.text).lettering(34, .semibold, relativeTo: .largeTitle).ink(style.theme.text)
                    .minimumScaleFactor(0.5)
                if let caption = amount.caption {
                    Text(verbatim: caption).lettering(13, relativeTo: .footnote).ink(style.theme.textSecondary)
                }
            }
            .accessibilityElement(children: .combine)
        }
    }

    struct BannerView: View {
        let banner: Banner
        @Environment(\.style) private var style

        var body: some View {
            HStack(alignment: .top, spacing: 8) {
                Image(systemName: symbol).lettering(17).ink(colors.sign).accessibilityHidden(true)
                Text(verbatim: banner.text).lettering(15, relativeTo: .subheadline).ink(colors.text)
                    .fixedSize(horizontal: false, vertical: true)
                Spacer(minLength: 0)
            }
            .padding(12)
            .background(RoundedRectangle(cornerRadius: style.radius).fill(colors.background.drawn))
            .overlay(RoundedRectangle(cornerRadius: style.radius).stroke(colors.border.drawn, lineWidth: 0.5))
            .accessibilityElement(children: .combine)
        }

        private var colors: DerivedColors.Notice {
            switch banner.kind {
            case .error: style.colors.error
            case .warning: style.colors.warning
            case .information: style.colors.information
            }
        }

        private var symbol: String {
            switch banner.kind {
            case .error: "exclamationmark.circle.fill"
            case .warning: "exclamationmark.triangle.fill"
            case .information: "info.circle.fill"
            }
        }
    }

    /// What stands under a field: its error, with a sign, or its help.
    struct Footnote: View {
        let error: String?
        let help: String?
        @Environment(\.style) private var style

        var body: some View {
            if let error {
                HStack(alignment: .top, spacing: 4) {
                    Image(systemName: "exclamationmark.circle").lettering(13, relativeTo: .footnote)
                        .accessibilityHidden(true)
                    Text(verbatim: error).lettering(13, relativeTo: .footnote)
                        .fixedSize(horizontal: false, vertical: true)
                }
                .ink(style.theme.danger)
            } else if let help {
                Text(verbatim: help).lettering(13, relativeTo: .footnote).ink(style.theme.textSecondary)
                    .fixedSize(horizontal: false, vertical: true)
            }
        }
    }
#endif
