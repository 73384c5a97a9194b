import App
import CellGraphics
import MapModel

/// How the rows of a layer differ from those of others: a colour of its own, and a sign that needs none.
struct LayerHue: Equatable {
    /// Outlines, and single places.
    let line: Role
    /// Inside areas, in the place of land and of sea; without tints the first is that of the pattern.
    let land: Role
    let sea: Role
    /// Badges of up to 99, with digits in the colour of the lines.
    let badge: Role
    /// The sign of a single place.
    let sign: DisplayText
    let plainSign: DisplayText
    /// The dots of the pattern inside areas, where there is no tint.
    let patternBits: UInt8

    /// The pattern's glyph for a cell; nil where it is left out.
    func pattern(_ cell: CellPoint, _ charset: Charset) -> Glyph? {
        guard (cell.column + cell.row) % 2 == 0 else { return nil }
        return charset == .ascii ? Glyph(":") : Glyph(braille: patternBits)
    }
}
