import App
import CellGraphics

extension BadgePainter {
    /// The sign of marked rows, on the map and in lists.
    var markSign: DisplayText { Self.markSign(isASCII: charset == .ascii) }

    static func markSign(isASCII: Bool) -> DisplayText { isASCII ? "#" : "◆" }

    /// The sign of rows in the middle of an area.
    private var areaSign: DisplayText { charset == .ascii ? "o" : "◇" }

    /// A single place in the middle of an area, or a dot of several; false for any other.
    func drawVaguePlace(_ annotation: PlacedAnnotation, _ frame: inout CellBuffer) -> Bool {
        guard annotation.vagueness != .none else { return false }
        if annotation.vagueness == .mostlyRough {
            put(
                &frame, "~", annotation.rect.column, annotation.middleRow,
                hue(of: annotation)?.line ?? .place, .bold)
            return true
        }
        let isRough = annotation.vagueness == .rough
        let ink: Role = isRough ? .fadedText : hue(of: annotation)?.line ?? .place
        put(&frame, areaSign, annotation.rect.column, annotation.middleRow, ink, isRough ? .dim : .bold)
        return true
    }

    /// The left cap of a badge is the sign where all of its rows are in the middle of areas.
    func drawAreaSign(_ annotation: PlacedAnnotation, _ frame: inout CellBuffer) {
        guard annotation.vagueness == .area || annotation.vagueness == .rough else { return }
        put(&frame, areaSign, annotation.rect.column, annotation.middleRow, .place, .bold)
    }

    /// A single place, or a dot of several rows, some of which are marked; false for any other.
    func drawMarkedPlace(_ annotation: PlacedAnnotation, _ frame: inout CellBuffer) -> Bool {
        guard annotation.markedCount > 0 else { return false }
        put(&frame, markSign, annotation.rect.column, annotation.middleRow, .mark, .bold)
        return true
    }

    /// The right cap of a badge is the sign where some of its rows are marked.
    func drawMarkSign(_ annotation: PlacedAnnotation, _ frame: inout CellBuffer) {
        guard annotation.markedCount > 0 else { return }
        put(&frame, markSign, annotation.rect.endColumn - 1, annotation.middleRow, .mark, .bold)
    }
}
