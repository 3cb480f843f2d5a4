/// Colours an app may choose for single controls; what is nil follows from the theme's tokens. Letters and signs are
/// drawn in the nearest shade that can be read.
package struct ControlColors: Sendable, Hashable {
    /// Chosen rows, focus, progress.
    package var accent: Color?
    /// Around the button that pays.
    package var primaryBorder: Color?
    package var secondaryFill: Color?
    package var secondaryText: Color?
    package var secondaryBorder: Color?
    package var disabledFill: Color?
    package var disabledText: Color?
    /// A box that is ticked.
    package var checkbox: Color?

    package init() {}

    /// A colour nobody could see is not chosen.
    package static func seen(_ color: Color?) -> Color? { color.flatMap { $0.alpha == 0 ? nil : $0 } }
}
