import MapModel
import PlaceNames
import RowValues
import Rows
import Streams

/// A table whose rows have places by names and codes, with columns that say which and how sure they are.
struct PlacedTable: PlaceAddingTable {
    let base: any RowTable
    /// The combination of each row; `CombinationCodes.none` for rows that the reader skipped.
    let codes: [UInt32]
    /// By combination; nil where it has no place.
    let places: [KnownPlace?]
    /// The user has chosen some of the places on the screen.
    let hasChosenPlaces: Bool
    let columnNames: [String]

    init(base: any RowTable, codes: [UInt32], places: [KnownPlace?], hasChosenPlaces: Bool) {
        (self.base, self.codes, self.places) = (base, codes, places)
        self.hasChosenPlaces = hasChosenPlaces
        columnNames = AddedPlaceColumns.besideAdded(base.columnNames) + AddedPlaceColumns.names
    }

    func place(of row: SourceRow) -> KnownPlace? {
        let code = codes[Int(row.row)]
        return code == CombinationCodes.none ? nil : places[Int(code)]
    }

    func appendBehind(
        _ slots: [(builder: Int, column: Int)], to builders: inout [ColumnBuilder], isCancelled: () -> Bool
    ) throws(SourceError) {
        for slot in slots {
            let texts = places.map {
                $0.map { Array(AddedPlaceColumns.texts(of: $0)[slot.column].utf8) } ?? []
            }
            for (row, code) in codes.enumerated() {
                if row & 0xFFFF == 0, isCancelled() { throw .cancelled }
                let text = code == CombinationCodes.none ? [] : texts[Int(code)]
                text.withUnsafeBufferPointer { builders[slot.builder].append($0) }
            }
        }
    }
}
