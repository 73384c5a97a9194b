import App
import CellGraphics

extension BadgePainter {
    /// The sign of marked rows, on the map and in lists.
    var markSign: DisplayText { Self.markSign(isASCII: charset == .ascii) }

    static func markSign(isASCII: Bool) -> DisplayText { isASCII ? "#" : "◆" }

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
