import CellGraphics
import MapModel
import DataSets
import RowValues
import Rows
import Streams

// What is known of a row by the source that it comes from.
extension DataState {
    /// The source that a row comes from, where there are several.
    package func source(ofRow row: UInt32) -> SourceLayer? { sourceIndex(ofRow: row).map { sources[$0] } }

    /// The number of that source.
    package func sourceIndex(ofRow row: UInt32) -> Int? {
        sources.count > 1 ? sources.firstIndex { $0.rows.contains(row) } : nil
    }

    /// Some numbers have a decimal comma.
    var hasDecimalCommas: Bool { decimalMarks.contains(UInt8(ascii: ",")) }

    /// "." or ",", in the numbers of a row.
    package func decimalMark(ofRow row: UInt32) -> UInt8 {
        let index = sourceIndex(ofRow: row) ?? 0
        return index < decimalMarks.count ? decimalMarks[index] : UInt8(ascii: ".")
    }

    /// The rows are lines of a log.
    package var hasLines: Bool { columnNames.first == "line" }

    /// The number of a row in its source, of those that a stream has dropped as well; of a server's rows it says nothing.
    package func numberText(ofRow row: UInt32) -> DisplayText {
        guard origin.numbersRows else { return .empty }
        let source = source(ofRow: row) ?? sources.first
        let number = Int(row) - Int(source?.firstRow ?? 0) + (source?.droppedCount ?? 0) + 1
        return "row \(number.grouped)"
    }

    /// The class of each row, by number; nil where rows have none, or it is not known: a server that counts rows says
    /// nothing of each.
    package var classOfRow: [UInt8]? {
        guard let byRow = coloring?.classes.byRow, !byRow.isEmpty || rows.coversWorld else { return nil }
        return byRow
    }

    /// The layer that all rows of `parts` come from; nil when they come from several, or there is but one.
    package func layer(of parts: [Annotation], in window: WorldWindow) -> Int? {
        guard layerRows.count > 1 else { return nil }
        let layers = parts.reduce(LayerMarks.Mask(0)) { $0 | rows.layers(of: $1, in: window) }
        return layers.nonzeroBitCount == 1 ? layers.trailingZeroBitCount : nil
    }
}
