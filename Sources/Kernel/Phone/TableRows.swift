/// The rows of a text table; a line that begins with a blank continues the one above, joined by a blank unless that
/// one ends with a comma.
func tableRows(_ table: String) -> [String] {
    table.split(separator: "\n").reduce(into: []) { rows, line in
        guard line.hasPrefix(" "), let last = rows.popLast() else { return rows.append(String(line)) }
        rows.append(last + (last.hasSuffix(",") ? "" : " ") + line.drop { $0 == " " })
    }
}
