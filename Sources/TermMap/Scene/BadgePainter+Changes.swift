import App
import CellGraphics
import DataSets

/// Rows by what became of them.
extension BadgePainter {
    /// The sign of a single row on a tile of its class; false where classes are none of a comparison, and without tints.
    func drawTile(
        _ annotation: PlacedAnnotation, _ hue: LayerHue?, _ frame: inout CellBuffer
    ) -> Bool {
        guard let hue, classes?.areChanges == true, mode != .mono, charset != .ascii,
            let row = annotation.row, let changes
        else { return false }
        let tile = changes.sign(ofRow: row).tile(mode)
        put(
            &frame, hue.sign, annotation.rect.column, annotation.rect.row, classes?.ink(of: tile) ?? tile.ink,
            .bold, on: tile.paper)
        return true
    }

    /// The hue of a class with the arrow of a single row that moved.
    func pointed(_ hue: LayerHue, _ annotation: PlacedAnnotation) -> LayerHue {
        guard let changes, let row = annotation.row else { return hue }
        let sign = changes.sign(ofRow: row).texts
        return LayerHue(
            line: hue.line, land: hue.land, sea: hue.sea, badge: hue.badge, sign: sign.sign,
            plainSign: sign.plain, patternBits: hue.patternBits)
    }
}

extension ClassPalette {
    /// Text on a tile: that of a badge, else what can be read on the colour.
    func ink(of tile: (paper: Role, ink: Role)) -> Role {
        guard tile.ink == .classText else { return tile.ink }
        guard theme.mode.isTinted else { return theme.inkWithFewColors(on: tile.paper) }
        return theme.background == .light ? .classTextLight : .classText
    }
}
