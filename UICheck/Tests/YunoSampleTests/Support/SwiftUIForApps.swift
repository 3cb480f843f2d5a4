import SwiftUI

// What apps use of SwiftUI and our own sources do not: the stand-in stays as small as they are.

extension Text {
    init(_ content: String) { self.init(verbatim: content) }

    func fontWeight(_ weight: Font.Weight) -> Text { self }
}

extension Font {
    static let title2 = Font.system(size: 22)
    static let headline = Font.system(size: 17, weight: .semibold)
}

extension SwiftUI.Color {
    static let white = SwiftUI.Color(red: 1, green: 1, blue: 1)
    static let blue = SwiftUI.Color(red: 0, green: 0, blue: 1)
}

extension View {
    func cornerRadius(_ radius: CGFloat) -> some View { clipShape(RoundedRectangle(cornerRadius: radius)) }
    func fontWeight(_ weight: Font.Weight) -> some View { self }
}

extension SwiftUI.Button where Label == Text {
    init(_ title: String, action: @escaping @MainActor () -> Void) {
        self.init(action: action) { Text(title) }
    }
}
