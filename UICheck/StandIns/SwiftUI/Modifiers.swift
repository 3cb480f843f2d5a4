import Foundation
import UIKit

extension View {
    // MARK: Layout; nothing to see for a test

    public func padding(_ length: CGFloat) -> some View { altered { _ in } }
    public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { altered { _ in } }
    public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
        altered { _ in }
    }
    public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { altered { _ in } }
    public func fixedSize(horizontal: Bool, vertical: Bool) -> some View { altered { _ in } }
    public func clipShape<S: Shape>(_ shape: S) -> some View { altered { _ in } }
    public func contentShape<S: Shape>(_ shape: S) -> some View { altered { _ in } }
    public func ignoresSafeArea() -> some View { altered { _ in } }
    public func lineLimit(_ number: Int?) -> some View { altered { _ in } }
    public func minimumScaleFactor(_ factor: CGFloat) -> some View { altered { _ in } }
    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { altered { _ in } }
    public func scaledToFit() -> some View { altered { _ in } }
    public func shadow(color: Color, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0) -> some View { altered { _ in } }
    public func rotationEffect(_ angle: Angle) -> some View { altered { _ in } }
    public func transition(_ transition: AnyTransition) -> some View { altered { _ in } }
    public func disableAutocorrection(_ disable: Bool?) -> some View { altered { _ in } }
    public func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View { altered { _ in } }

    public func background<Background: View>(_ background: Background, alignment: Alignment = .center) -> some View {
        Altered(
            content: self, name: "background",
            after: { context, drawn in
                let ground = StandInDrawn("background", children: context.draw(background, "background"))
                return drawn.isEmpty ? [ground] : drawn.map { StandInDrawn.over($0, ground) }
            })
    }

    public func overlay<Overlay: View>(_ overlay: Overlay, alignment: Alignment = .center) -> some View {
        Altered(content: self, name: "overlay")
    }

    // MARK: Looks

    public func font(_ font: Font?) -> some View {
        altered { drawn in drawn.all.forEach { if $0.font == nil { $0.font = font } } }
    }
    public func foregroundColor(_ color: Color?) -> some View {
        altered { drawn in drawn.all.forEach { if $0.color == nil { $0.color = color } } }
    }
    public func opacity(_ opacity: Double) -> some View { altered { $0.opacity *= opacity } }
    public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View {
        altered { if $0.animation == nil { $0.animation = animation } }
    }

    // MARK: Surroundings

    public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
        Altered(content: self, name: "environment", before: { $0.environment[keyPath: keyPath] = value })
    }
    public func disabled(_ disabled: Bool) -> some View {
        Altered(
            content: self, name: "disabled",
            before: { $0.environment.isEnabled = $0.environment.isEnabled && !disabled })
    }
    /// Another id is another view: its state begins anew.
    public func id<ID: Hashable>(_ id: ID) -> some View { Altered(content: self, name: "id(\(id))") }

    // MARK: What happens

    public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        Altered(
            content: self, name: "onAppear",
            after: { context, drawn in
                context.host.appear(context.path + "#appear") { action?() }
                return drawn
            })
    }
    public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        Altered(
            content: self, name: "onDisappear",
            after: { context, drawn in
                context.host.onDisappear(context.path + "#disappear") { action?() }
                return drawn
            })
    }
    public func onChange<V: Equatable>(of value: V, perform action: @escaping (V) -> Void) -> some View {
        Altered(
            content: self, name: "onChange",
            after: { context, drawn in
                let before: V = context.host.remember(context.path + "#change") { value }
                if before != value {
                    context.host.replace(context.path + "#change", value)
                    action(value)
                }
                return drawn
            })
    }

    // MARK: Over it

    public func alert(isPresented: Binding<Bool>, content: () -> Alert) -> some View {
        let alert = isPresented.wrappedValue ? content() : nil
        return Altered(
            content: self, name: "alert", after: { _, drawn in drawn + (alert.map { [$0.draw()] } ?? []) })
    }
    public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        Altered(
            content: self, name: "sheet",
            after: { context, drawn in
                guard isPresented.wrappedValue else { return drawn }
                return drawn + [StandInDrawn("sheet", children: context.draw(content(), "sheet"))]
            })
    }

    // MARK: Accessibility

    public func accessibilityLabel(_ label: Text) -> some View { grouped("label") { $0.label = label.text } }
    public func accessibilityValue(_ value: Text) -> some View { grouped("value") { $0.value = value.text } }
    public func accessibilityHidden(_ hidden: Bool) -> some View {
        altered("hidden") { if hidden { $0.isHidden = true } }
    }
    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
        grouped("traits") { $0.traits.formUnion(traits) }
    }
    public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
        grouped("element") { $0.ignoresChildren = children == .ignore }
    }
}

extension StandInDrawn {
    /// The ground is found beside what stands on it, and changes nothing else about it.
    static func over(_ drawn: StandInDrawn, _ ground: StandInDrawn) -> StandInDrawn {
        drawn.children.append(ground)
        return drawn
    }
}
