import CQrencode

/// The squares of a QR code, made by libqrencode. Apple platforms draw theirs with CoreImage.
package struct QRCode: Sendable, Hashable {
    /// UTF-8 bytes of the longest text: what still scans from a phone's screen.
    package static let longestText = 1024
    /// Light squares around it, which the standard asks for.
    package static let quietZone = 4

    /// Squares of a side, without the quiet zone.
    package let side: Int
    private let dark: [Bool]

    /// With a seventh of it repairable (level M). Nil when the text is empty or too long.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.longestText,
            let made = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M)
        else { return nil }
        defer { QRcode_free(made) }
        side = Int(made.pointee.width)
        // The lowest bit is the colour.
        dark = UnsafeBufferPointer(start: made.pointee.data, count: side * side).map { $0 & 1 == 1 }
    }

    /// False outside: that is the quiet zone.
    package func isDark(row: Int, column: Int) -> Bool {
        guard (0..<side).contains(row), (0..<side).contains(column) else { return false }
        return dark[row * side + column]
    }

    /// Dark squares beside each other, left to right, top to bottom.
    package var runs: [(row: Int, columns: Range<Int>)] {
        (0..<side).flatMap { row -> [(row: Int, columns: Range<Int>)] in
            var runs: [(row: Int, columns: Range<Int>)] = []
            for column in 0..<side where isDark(row: row, column: column) {
                if let last = runs.last, last.columns.upperBound == column {
                    runs[runs.count - 1].columns = last.columns.lowerBound..<column + 1
                } else {
                    runs.append((row, column..<column + 1))
                }
            }
            return runs
        }
    }

    /// Lines for a terminal, two rows of squares in each. The light squares are the ink, so that it is right where
    /// letters are light; a terminal that has colours is told which are which.
    package func lines(colored: Bool) -> [String] {
        let zone = 2
        return stride(from: -zone, to: side + zone, by: 2).map { row in
            let line = (-zone..<side + zone).map { column in
                switch (isDark(row: row, column: column), isDark(row: row + 1, column: column)) {
                case (false, false): "█"
                case (false, true): "▀"
                case (true, false): "▄"
                case (true, true): " "
                }
            }.joined()
            return colored ? "\u{1B}[97;40m\(line)\u{1B}[0m" : line
        }
    }
}
