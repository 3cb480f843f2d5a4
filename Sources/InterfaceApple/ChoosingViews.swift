#if canImport(SwiftUI) && canImport(UIKit)
    import Foundation
    import Interface
    import SwiftUI

    /// One of many: a field that opens a list with a search.
    struct PickerView: View {
        let id: String
        let picker: Interface.Picker
        let model: LiveModel
        @State private var isOpen = false
        @Environment(\.style) private var style

        private var selected: Interface.Picker.Option? { picker.options.first { $0.id == picker.selected } }

        var body: some View {
            VStack(alignment: .leading, spacing: 4) {
                Text(verbatim: picker.label).lettering(13, .medium, relativeTo: .footnote)
                    .ink(style.theme.textSecondary)
                    .accessibilityHidden(true)
                SwiftUI.Button(action: { isOpen = true }, label: { box })
                    .disabled(picker.isDisabled)
                    .accessibilityLabel(Text(verbatim: picker.label))
                    .accessibilityValue(Text(verbatim: selected?.spoken ?? ""))
                Footnote(error: picker.error, help: nil)
            }
            .sheet(isPresented: $isOpen) {
                PickerList(picker: picker, style: style) { option in
                    isOpen = false
                    if let option { model.perform(.choose(id, option: option)) }
                }
            }
        }

        private var box: some View {
            HStack(spacing: 8) {
                if let sign = selected?.sign { Text(verbatim: sign).lettering(20) }
                Text(verbatim: selected?.title ?? "").lettering(17).ink(style.theme.inputText).lineLimit(1)
                Spacer(minLength: 0)
                if let detail = selected?.detail {
                    Text(verbatim: detail.isolated(true)).lettering(17).ink(style.theme.textSecondary)
                }
                if !picker.isDisabled {
                    Image(systemName: "chevron.down").lettering(13).ink(style.theme.textSecondary)
                }
            }
            .padding(.horizontal, 12)
            .frame(minHeight: 52)
            .background(RoundedRectangle(cornerRadius: style.radius).fill(style.theme.inputBackground.drawn))
            .overlay(
                RoundedRectangle(cornerRadius: style.radius)
                    .stroke((picker.error == nil ? style.theme.inputBorder : style.theme.danger).drawn, lineWidth: 0.5))
        }
    }

    /// The list, over the sheet.
    struct PickerList: View {
        let picker: Interface.Picker
        let style: Style
        /// Nil when the payer goes back without choosing.
        let onEnd: (String?) -> Void
        @State private var query = ""

        var body: some View {
            let options = picker.matching(query)
            VStack(spacing: 0) {
                HStack(spacing: 8) {
                    Image(systemName: "magnifyingglass").ink(style.theme.textSecondary).accessibilityHidden(true)
                    SwiftUI.TextField(picker.searchLabel, text: $query)
                        .lettering(17)
                        .disableAutocorrection(true)
                        .accessibilityLabel(Text(verbatim: picker.searchLabel))
                }
                .padding(.horizontal, 20)
                .frame(minHeight: 60)
                ScrollView {
                    LazyVStack(alignment: .leading, spacing: 0) {
                        if options.isEmpty {
                            Text(verbatim: picker.emptyText).lettering(15).ink(style.theme.textSecondary).padding(20)
                        }
                        ForEach(options, id: \.id) { row($0) }
                    }
                }
            }
            .background(style.theme.background.drawn.ignoresSafeArea())
            .environment(\.style, style)
            .environment(\.layoutDirection, style.isRightToLeft ? .rightToLeft : .leftToRight)
        }

        private func row(_ option: Interface.Picker.Option) -> some View {
            SwiftUI.Button {
                onEnd(option.id)
            } label: {
                HStack(spacing: 12) {
                    if let sign = option.sign { Text(verbatim: sign).lettering(22) }
                    Text(verbatim: option.title).lettering(17).ink(style.theme.text)
                    Spacer(minLength: 0)
                    if let detail = option.detail {
                        Text(verbatim: detail.isolated(true)).lettering(15).ink(style.theme.textSecondary)
                    }
                    if option.id == picker.selected { Image(systemName: "checkmark").ink(style.colors.accent) }
                }
                .padding(.horizontal, 20)
                .frame(minHeight: 52)
                .contentShape(Rectangle())
            }
            .accessibilityLabel(Text(verbatim: option.spoken))
            .accessibilityAddTraits(option.id == picker.selected ? .isSelected : [])
        }
    }

    extension Interface.Picker.Option {
        /// Without the flag, which a screen reader would spell out.
        var spoken: String { [title, detail].compactMap { $0 }.joined(separator: ", ") }
    }

    extension Interface.Picker {
        /// Names by the beginning of a word, without accents or case; dial codes and ids by their beginning.
        func matching(_ query: String) -> [Option] {
            let wanted = Self.plain(query)
            guard !wanted.isEmpty else { return options }
            let digits = wanted.filter { $0.isASCII && $0.isNumber }
            return options.filter { option in
                if Self.plain(option.title).hasWord(startingWith: wanted) { return true }
                if option.id.lowercased() == wanted { return true }
                let detail = (option.detail ?? "").filter { $0.isASCII && $0.isNumber }
                return !digits.isEmpty && detail.hasPrefix(digits)
            }
        }

        private static func plain(_ text: String) -> String {
            text.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    extension String {
        /// "ivoire" begins a word of "cote d’ivoire".
        fileprivate func hasWord(startingWith wanted: String) -> Bool {
            var isAfterLetter = false
            for place in indices {
                if !isAfterLetter, self[place...].hasPrefix(wanted) { return true }
                isAfterLetter = self[place].isLetter
            }
            return false
        }
    }

    /// One of a few, all in view.
    struct ChoicesView: View {
        let id: String
        let choices: Choices
        let model: LiveModel
        @Environment(\.style) private var style

        var body: some View {
            VStack(alignment: .leading, spacing: 8) {
                Text(verbatim: choices.label).lettering(13, .medium, relativeTo: .footnote)
                    .ink(style.theme.textSecondary)
                    .accessibilityHidden(true)
                ForEach(choices.options, id: \.id) { row($0) }
                Footnote(error: choices.error, help: nil)
            }
            .accessibilityElement(children: .contain)
            .accessibilityLabel(Text(verbatim: choices.label))
        }

        private func row(_ option: Choices.Option) -> some View {
            let isSelected = option.id == choices.selected
            return SwiftUI.Button {
                model.perform(.choose(id, option: option.id))
            } label: {
                HStack(spacing: 12) {
                    if let picture = option.picture {
                        PictureView(picture: picture, side: 36, radius: 8, shelf: model.pictures)
                    }
                    Text(verbatim: option.title).lettering(17).ink(style.theme.text)
                    Spacer(minLength: 0)
                    RadioSign(isSelected: isSelected)
                }
                .padding(.horizontal, 12)
                .frame(minHeight: 60)
                .background(
                    RoundedRectangle(cornerRadius: style.radius)
                        .fill((isSelected ? style.colors.selectedRow : style.theme.background).drawn)
                )
                .overlay(
                    RoundedRectangle(cornerRadius: style.radius)
                        .stroke(
                            (isSelected ? style.colors.accent : style.theme.inputBorder).drawn,
                            lineWidth: isSelected ? 1.5 : 0.5)
                )
                .contentShape(Rectangle())
            }
            .disabled(option.isDisabled)
            .opacity(option.isDisabled ? 0.5 : 1)
            .accessibilityLabel(Text(verbatim: option.title))
            .accessibilityAddTraits(isSelected ? .isSelected : [])
        }
    }

    struct CheckboxView: View {
        let id: String
        let box: Checkbox
        let model: LiveModel
        @Environment(\.style) private var style

        var body: some View {
            SwiftUI.Button {
                model.perform(.toggle(id, isOn: !box.isOn))
            } label: {
                HStack(alignment: .top, spacing: 12) {
                    Image(systemName: box.isOn ? "checkmark.square.fill" : "square").lettering(20)
                        .ink(box.isOn ? style.colors.checkboxBorder : style.theme.textSecondary)
                    Text(verbatim: box.label).lettering(15, relativeTo: .subheadline).ink(style.theme.text)
                        .fixedSize(horizontal: false, vertical: true)
                    Spacer(minLength: 0)
                }
                .frame(minHeight: 44)
                .contentShape(Rectangle())
            }
            .accessibilityLabel(Text(verbatim: box.label))
            .accessibilityAddTraits(box.isOn ? .isSelected : [])
        }
    }
#endif
