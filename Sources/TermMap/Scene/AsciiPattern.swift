import CellGraphics

/// The ASCII character that looks most like a pattern of 2 × 4 dots.
///
/// The ink of each character is written down as dots; the nearest after a 3 × 3 blur, by least squares, wins.
enum AsciiPattern {
    static func glyph(for bits: UInt8) -> Glyph { table[Int(bits)] }

    private static let table: [Glyph] = (0..<256).map { nearest(to: UInt8($0)) }

    /// Rows of two dots, top to bottom.
    private static let inks: [(character: Unicode.Scalar, patterns: [String])] = [
        ("'", ["10 00 00 00", "01 00 00 00"]),
        ("\"", ["11 00 00 00"]),
        ("-", ["00 11 00 00", "00 00 11 00"]),
        ("_", ["00 00 00 11"]),
        (".", ["00 00 00 10", "00 00 00 01"]),
        (",", ["00 00 10 10", "00 00 01 01"]),
        (":", ["00 10 00 10", "00 01 00 01"]),
        ("|", ["10 10 10 10", "01 01 01 01"]),
        ("/", ["01 01 10 10", "01 11 10 10", "00 01 01 10", "01 10 10 00", "00 01 10 10"]),
        ("\\", ["10 10 01 01", "10 11 01 01", "10 01 01 00", "00 10 01 01"]),
        ("`", ["10 10 00 00", "01 01 00 00", "10 01 00 00"]),
        ("=", ["11 00 11 00", "00 11 00 11", "11 00 00 11"]),
        ("#", ["11 11 11 11", "11 11 11 10", "01 11 11 11", "11 11 01 11"]),
        ("(", ["01 10 10 01", "01 10 10 11"]),
        (")", ["10 01 01 10", "10 01 01 11"]),
        ("L", ["10 10 10 11", "10 10 11 00"]),
        ("J", ["01 01 01 11", "01 01 11 00"]),
        ("T", ["11 10 10 10", "11 01 01 01"]),
        ("+", ["10 11 10 00", "01 11 01 00"]),
    ]

    private static let blurredInks: [(Unicode.Scalar, [Float])] = inks.flatMap { ink in
        ink.patterns.map { pattern in
            (ink.character, blurred(pattern.filter { $0 != " " }.map { $0 == "1" ? 1 : 0 }))
        }
    }

    private static func nearest(to bits: UInt8) -> Glyph {
        if bits == 0 { return .space }
        // Bits of a Braille pattern for each dot, row by row.
        let order: [UInt8] = [0, 3, 1, 4, 2, 5, 6, 7]
        let wanted = blurred(order.map { Float(bits >> $0 & 1) })
        let best = blurredInks.min { distance($0.1, wanted) < distance($1.1, wanted) }
        return Glyph(best?.0 ?? "+")
    }

    private static func distance(_ first: [Float], _ second: [Float]) -> Float {
        zip(first, second).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }

    /// Each dot plus 0.35 of its four neighbours; dots outside count as empty.
    private static func blurred(_ dots: [Float]) -> [Float] {
        func dot(_ x: Int, _ y: Int) -> Float { x < 0 || x > 1 || y < 0 || y > 3 ? 0 : dots[y * 2 + x] }
        return (0..<8).map { index in
            let x = index % 2
            let y = index / 2
            return dot(x, y) + 0.35 * (dot(x - 1, y) + dot(x + 1, y) + dot(x, y - 1) + dot(x, y + 1))
        }
    }
}
