/// What is shown while the payment is loaded (W28).
public enum LoaderStyle: String, Sendable, Hashable, CaseIterable {
    /// Grey shapes in the places of what will be there.
    case skeleton
    /// A spinner.
    case spinner

    /// Reads the `loader` of a Wajub.js configuration: `"skeleton"` is ``skeleton``, every other value, `"none"`
    /// and nil included, is ``spinner``.
    public init(wajubJS value: String?) {
        self = value == "skeleton" ? .skeleton : .spinner
    }
}
