/// The presets and the palette under everything, as data.
enum Palettes {
    static func preset(_ preset: ThemePreset, _ ground: ThemeGround) -> ThemeLayer {
        layers["\(preset.rawValue) \(ground.rawValue)"] ?? ThemeLayer()
    }

    /// Says every token but two: `secondary` is the primary colour, and `onPrimary` black or white.
    static func standard(_ ground: ThemeGround) -> ThemeLayer {
        layers["default \(ground.rawValue)"] ?? ThemeLayer()
    }

    private static let layers: [String: ThemeLayer] = {
        let rows = table.split(separator: "\n").map { line in
            line.split(separator: "|").map { cell in
                String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
        }
        return Dictionary(
            uniqueKeysWithValues: rows[0].indices.dropFirst().map { column in
                var layer = ThemeLayer()
                for row in rows.dropFirst() where row[column] != "-" {
                    ThemeToken(rawValue: row[0]).map { layer[$0] = row[column] }
                }
                return (rows[0][column], layer)
            })
    }()

    // A preset asked for in the other scheme keeps its character: stripe and flat have a dark side, night a light one.
    private static let table = """
        token            | default light | default dark | stripe light | stripe dark | night dark | night light | flat light  | flat dark
        primary          | #0f766e       | #2dd4bf      | #0570de      | #4ba3ff     | #85d996    | #1e7a3c     | #0f172a     | #e2e8f0
        background       | #ffffff       | #111827      | #ffffff      | #1a1b25     | #30313d    | #f4f5f8     | #ffffff     | #0f172a
        text             | #111827       | #f9fafb      | #30313d      | #f6f8fa     | #ffffff    | #30313d     | #1a1b25     | #f8fafc
        textSecondary    | #6b7280       | #9ca3af      | #6d6e78      | #a3acb9     | #c9ced8    | #5a5d6c     | #687385     | #a8b3c5
        textPlaceholder  | #9ca3af       | #6b7280      | #757680      | #8792a2     | #a3a8b4    | #757a8a     | #808080     | #8a97ab
        danger           | #dc2626       | #f87171      | #df1b41      | #fe87a1     | #fe87a1    | #c4234a     | #c0123c     | #fb8ba0
        success          | #16a34a       | #4ade80      | #228403      | #6bd17a     | #85d996    | #1e7a3c     | #1b7f4b     | #5fd39a
        warning          | #d97706       | #fbbf24      | #9a6700      | #ffd27a     | #ffd27a    | #8a5a00     | #9a6700     | #ffd27a
        inputBackground  | #ffffff       | #1f2937      | #ffffff      | #252733     | #424353    | #ffffff     | #f1f1f4     | #1e293b
        inputBorder      | #d1d5db       | #374151      | #e6e6e6      | #3c3e4d     | #54556a    | #d5d8e2     | transparent | transparent
        fontFamily       | system-ui     | system-ui    | -            | -           | -          | -           | -           | -
        fontSizeBase     | 16px          | 16px         | -            | -           | -          | -           | -           | -
        fontWeightNormal | 400           | 400          | -            | -           | -          | -           | -           | -
        fontWeightMedium | 500           | 500          | -            | -           | -          | -           | -           | -
        borderRadius     | 12px          | 12px         | 5px          | 5px         | 5px        | 5px         | 4px         | 4px
        spacingUnit      | 4px           | 4px          | 4px          | 4px         | 4px        | 4px         | 4px         | 4px
        gridRow          | 12px          | 12px         | 12px         | 12px        | 12px       | 12px        | 12px        | 12px
        gridColumn       | 12px          | 12px         | 12px         | 12px        | 12px       | 12px        | 12px        | 12px
        shadow           | md            | none         | sm           | none        | none       | none        | none        | none
        """
}
