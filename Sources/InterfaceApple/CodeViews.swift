#if canImport(SwiftUI) && canImport(UIKit)
    import Combine
    import CoreImage
    import Foundation
    import Interface
    import SwiftUI
    import UIKit

    /// A QR code, made once for its text.
    @MainActor final class CodePicture: ObservableObject {
        private var made: (text: String, image: UIImage?)?

        /// Nil when the text is too long for a code.
        func image(_ text: String) -> UIImage? {
            if let made, made.text == text { return made.image }
            let image = Self.draw(text)
            made = (text, image)
            return image
        }

        private static func draw(_ text: String) -> UIImage? {
            guard let filter = CIFilter(name: "CIQRCodeGenerator") else { return nil }
            filter.setValue(Data(text.utf8), forKey: "inputMessage")
            filter.setValue("M", forKey: "inputCorrectionLevel")
            guard let squares = filter.outputImage,
                let drawn = CIContext().createCGImage(squares, from: squares.extent)
            else { return nil }
            return UIImage(cgImage: drawn)
        }
    }

    /// Black on white whatever the colours around it are: a camera reads nothing else for sure.
    struct CodeImageView: View {
        let code: CodeImage
        @StateObject private var picture = CodePicture()
        @Environment(\.style) private var style

        var body: some View {
            if let image = picture.image(code.text) {
                // One square of the quiet zone is in the picture; the standard asks for four.
                Image(uiImage: image).interpolation(.none).resizable().scaledToFit()
                    .padding(20)
                    .frame(maxWidth: 264)
                    .background(RoundedRectangle(cornerRadius: max(style.radius, 12)).fill(Interface.Color.white.drawn))
                    .overlay(
                        RoundedRectangle(cornerRadius: max(style.radius, 12))
                            .stroke(style.theme.hairline.drawn, lineWidth: 0.5)
                    )
                    .frame(maxWidth: .infinity)
                    .accessibilityElement(children: .ignore)
                    .accessibilityLabel(Text(verbatim: code.label))
            }
        }
    }

    /// A code to copy, shortened.
    struct CopyTextView: View {
        let copy: CopyText
        @State private var isCopied = false
        @Environment(\.style) private var style

        var body: some View {
            VStack(alignment: .leading, spacing: 0) {
                VStack(alignment: .leading, spacing: 2) {
                    Text(verbatim: copy.label).lettering(13, relativeTo: .footnote).ink(style.theme.textSecondary)
                    Text(verbatim: copy.shortened.isolated(true))
                        .lettering(15, .medium, design: .monospaced, relativeTo: .subheadline).ink(
                            style.theme.inputText
                        )
                        .fixedSize(horizontal: false, vertical: true)
                }
                .padding(12)
                .accessibilityElement(children: .combine)
                Rectangle().fill(style.theme.hairline.drawn).frame(height: 0.5)
                SwiftUI.Button(action: take) {
                    HStack(spacing: 8) {
                        Image(systemName: isCopied ? "checkmark" : "doc.on.doc").lettering(17)
                        Text(verbatim: isCopied ? copy.copiedText : copy.copyTitle).lettering(17, .medium)
                    }
                    .ink(style.colors.accent)
                    .frame(maxWidth: .infinity, minHeight: 48)
                    .contentShape(Rectangle())
                }
                .accessibilityLabel(Text(verbatim: isCopied ? copy.copiedText : copy.copyTitle))
            }
            .background(RoundedRectangle(cornerRadius: style.radius).fill(style.theme.inputBackground.drawn))
            .overlay(RoundedRectangle(cornerRadius: style.radius).stroke(style.theme.hairline.drawn, lineWidth: 0.5))
        }

        private func take() {
            UIPasteboard.general.string = copy.text
            isCopied = true
            Announcement.notice(copy.copiedText).post()
        }
    }

    /// The time that is left, in a quiet pill; amber in the last minute.
    struct CountdownView: View {
        let countdown: Countdown
        let drawnAt: Date
        @StateObject private var ticker = Ticker()
        @Environment(\.style) private var style

        var body: some View {
            let seconds = countdown.left(since: drawnAt, at: Date())
            let colors = seconds < 60 ? style.colors.warning : style.colors.information
            HStack(spacing: 8) {
                Image(systemName: "clock").lettering(15).ink(colors.sign)
                Text(verbatim: countdown.label).lettering(15, relativeTo: .subheadline).ink(colors.text)
                Text(verbatim: Countdown.clock(seconds)).lettering(15, .semibold, relativeTo: .subheadline)
                    .ink(colors.text)
            }
            .padding(.horizontal, 16)
            .padding(.vertical, 8)
            .background(Capsule().fill(colors.background.drawn))
            .frame(maxWidth: .infinity)
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(Text(verbatim: countdown.label))
            .accessibilityValue(Text(verbatim: Countdown.clock(seconds)))
            .onChange(of: ticker.ticks) { _ in tell() }
            .onAppear { ticker.start() }
            .onDisappear { ticker.stop() }
        }

        /// At whole minutes, and at the end; then there is nothing to count.
        private func tell() {
            let seconds = countdown.left(since: drawnAt, at: Date())
            if seconds == 0 { ticker.stop() }
            guard seconds % 60 == 0 else { return }
            Announcement.notice("\(countdown.label) \(Countdown.clock(seconds))").post()
        }
    }

    extension Countdown {
        /// Counts on from the drawing; a wall clock that was set back counts as no time at all.
        func left(since drawn: Date, at now: Date) -> Int {
            max(0, secondsLeft - max(0, Int(min(now.timeIntervalSince(drawn), 86_400 * 365))))
        }
    }
#endif
