extension String {
    /// Whether no letter carries more than 30 combining marks, as the stream-safe text format of UAX #15 has it.
    ///
    /// Comparing and hashing strings puts such marks in order, in a time that grows with the square of their number:
    /// text from outside that is not stream-safe is refused before anything compares it.
    package var isStreamSafe: Bool {
        var marks = 0
        for scalar in unicodeScalars {
            // Everything below U+0300 stands for itself.
            guard scalar.value >= 0x300, scalar.properties.canonicalCombiningClass != .notReordered else {
                marks = 0
                continue
            }
            marks += 1
            if marks > 30 { return false }
        }
        return true
    }
}
