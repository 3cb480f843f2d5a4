#if canImport(SwiftUI) && canImport(UIKit)
    import Interface
    import SwiftUI
    import UIKit

    struct FactsView: View {
        let facts: [Fact]
        @Environment(\.style) private var style

        var body: some View {
            VStack(alignment: .leading, spacing: 12) {
                ForEach(Array(facts.enumerated()), id: \.offset) { FactView(fact: $0.element) }
            }
            .padding(12)
            .background(
                RoundedRectangle(cornerRadius: style.radius).fill(style.theme.background.drawn)
                    .cardShadow(style.theme.shadow)
            )
            .overlay(
                RoundedRectangle(cornerRadius: style.radius).stroke(style.theme.hairline.drawn, lineWidth: 0.5))
        }
    }

    struct FactView: View {
        let fact: Fact
        @State private var isCopied = false
        @Environment(\.style) private var style

        var body: some View {
            HStack(alignment: .top, spacing: 12) {
                VStack(alignment: .leading, spacing: 2) {
                    Text(verbatim: fact.label).lettering(13, relativeTo: .footnote).ink(style.theme.textSecondary)
                    Text(verbatim: fact.value.isolated(fact.isLeftToRight)).lettering(17).ink(style.theme.text)
                        .fixedSize(horizontal: false, vertical: true)
                }
                .accessibilityElement(children: .ignore)
                .accessibilityLabel(Text(verbatim: "\(fact.label): \(fact.value)"))
                Spacer(minLength: 0)
                if let title = fact.copyTitle {
                    SwiftUI.Button {
                        UIPasteboard.general.string = fact.value
                        isCopied = true
                    } label: {
                        Image(systemName: isCopied ? "checkmark" : "doc.on.doc").lettering(17).ink(style.colors.accent)
                            .frame(width: 44, height: 44)
                            .contentShape(Rectangle())
                    }
                    .accessibilityLabel(Text(verbatim: title))
                    .accessibilityAddTraits(isCopied ? .isSelected : [])
                }
            }
        }
    }

    /// How it ended. The heading beside it says it in words.
    struct OutcomeView: View {
        let outcome: Outcome
        @State private var drawn: CGFloat = 0
        @Environment(\.style) private var style

        var body: some View {
            ZStack {
                Circle().fill(color.drawn.opacity(0.15))
                if outcome == .success {
                    // Drawn once; at once where nothing moves.
                    CheckMark().trim(from: 0, to: style.animates ? drawn : 1)
                        .stroke(color.drawn, style: StrokeStyle(lineWidth: 5, lineCap: .round, lineJoin: .round))
                        .padding(20)
                } else {
                    Image(systemName: symbol).font(.system(size: 30, weight: .semibold)).ink(color)
                }
            }
            .frame(width: 72, height: 72)
            .frame(maxWidth: .infinity)
            .accessibilityHidden(true)
            .onAppear { withAnimation(style.animates ? .easeOut(duration: 0.3) : nil) { drawn = 1 } }
        }

        private var color: Interface.Color {
            switch outcome {
            case .success: style.theme.success
            case .failure: style.theme.danger
            case .pending: style.colors.accent
            case .over: style.theme.textSecondary
            }
        }

        private var symbol: String {
            switch outcome {
            case .success: "checkmark"
            case .failure: "xmark"
            case .pending: "clock"
            case .over: "hourglass"
            }
        }
    }

    private struct CheckMark: Shape {
        func path(in rect: CGRect) -> Path {
            var path = Path()
            path.move(to: CGPoint(x: rect.minX, y: rect.midY))
            path.addLine(to: CGPoint(x: rect.minX + rect.width * 0.36, y: rect.maxY - rect.height * 0.14))
            path.addLine(to: CGPoint(x: rect.maxX, y: rect.minY + rect.height * 0.14))
            return path
        }
    }
#endif
