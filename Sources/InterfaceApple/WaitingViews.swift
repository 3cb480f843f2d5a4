#if canImport(SwiftUI) && canImport(UIKit)
    import Combine
    import Foundation
    import Interface
    import SwiftUI

    /// Redraws once a second, as long as it is looked at.
    @MainActor final class Ticker: ObservableObject {
        @Published private(set) var ticks = 0
        private var task: Task<Void, Never>?

        func start() {
            guard task == nil else { return }
            task = Task { [weak self] in
                while !Task.isCancelled {
                    try? await Task.sleep(nanoseconds: 1_000_000_000)
                    guard let self, !Task.isCancelled else { return }
                    self.ticks += 1
                }
            }
        }

        func stop() {
            task?.cancel()
            task = nil
        }
    }

    /// A quiet ring: how long it has been, never how much is left.
    struct WaitingView: View {
        let waiting: Waiting
        let drawnAt: Date
        @StateObject private var ticker = Ticker()
        @Environment(\.style) private var style

        var body: some View {
            let seconds = waiting.elapsed(since: drawnAt, at: Date())
            VStack(spacing: 12) {
                ZStack {
                    Circle().stroke(style.colors.skeleton.drawn, lineWidth: 3)
                    Circle().trim(from: 0, to: CGFloat(seconds % 60) / 60)
                        .stroke(style.colors.accent.drawn, style: StrokeStyle(lineWidth: 3, lineCap: .round))
                        .rotationEffect(.degrees(-90))
                        .animation(style.animates ? .easeOut(duration: 0.3) : nil, value: ticker.ticks)
                    Text(verbatim: Waiting.clock(seconds)).lettering(13, .medium, relativeTo: .footnote)
                        .ink(style.theme.textSecondary)
                }
                .frame(width: 64, height: 64)
                Text(verbatim: waiting.label).lettering(13, relativeTo: .footnote).ink(style.theme.textSecondary)
            }
            .frame(maxWidth: .infinity)
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(Text(verbatim: waiting.label))
            .accessibilityValue(Text(verbatim: Waiting.clock(seconds)))
            .accessibilityAddTraits(.updatesFrequently)
            .onAppear { ticker.start() }
            .onDisappear { ticker.stop() }
        }
    }

    extension Waiting {
        /// Counts on from the drawing; a wall clock that was set back counts as no time at all.
        func elapsed(since drawn: Date, at now: Date) -> Int {
            elapsedSeconds + max(0, Int(min(now.timeIntervalSince(drawn), 86_400)))
        }

        static func clock(_ seconds: Int) -> String {
            let rest = seconds % 60
            return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
        }
    }

    /// Grey shapes in place of what is being loaded.
    struct SkeletonView: View {
        let rows: Int
        let label: String
        @State private var isFaint = false
        @Environment(\.style) private var style

        var body: some View {
            if style.showsSkeleton {
                VStack(spacing: 12) {
                    ForEach(0..<max(0, min(rows, 12)), id: \.self) { _ in
                        RoundedRectangle(cornerRadius: style.radius).fill(style.colors.skeleton.drawn)
                            .frame(height: 60)
                    }
                }
                .opacity(isFaint ? 0.4 : 0.8)
                // W72: the pulse stops.
                .animation(
                    style.animates ? .easeInOut(duration: 1.2).repeatForever(autoreverses: true) : nil, value: isFaint
                )
                .onAppear { isFaint = style.animates }
                .accessibilityElement(children: .ignore)
                .accessibilityLabel(Text(verbatim: label))
            } else {
                SpinnerView(label: label)
            }
        }
    }

    struct SpinnerView: View {
        let label: String
        @Environment(\.style) private var style

        var body: some View {
            VStack(spacing: 12) {
                ProgressView().progressViewStyle(CircularProgressViewStyle(tint: style.colors.accent.drawn))
                Text(verbatim: label).lettering(13, relativeTo: .footnote).ink(style.theme.textSecondary)
            }
            .frame(maxWidth: .infinity, minHeight: 120)
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(Text(verbatim: label))
        }
    }
#endif
