import DataSets
import MapModel
import RowValues
import Rows

/// The columns of a row of a comparison, with what they were and what they are.
package struct ChangedRecord: Equatable, Sendable {
    /// A column.
    package struct Field: Equatable, Sendable {
        package let name: String
        /// What the old source has; nil where it has no such row or column.
        package let old: String?
        /// What the new source has; nil for a row that was removed.
        package let new: String?
        /// Whether the two are different values, or places further apart than the tolerance.
        package let isChanged: Bool
        /// Whether it says where the row is.
        package var isPlace = false

        /// What it is now, or was last.
        package var value: String { new ?? old ?? "" }
    }

    package let row: UInt32
    package let change: ChangeClass
    /// The columns that differ, places first, then the others.
    package let fields: [Field]
    /// The columns that differ.
    package var changed: [Field] { fields.filter(\.isChanged) }

    /// A row by the values that the table of a comparison has of it.
    ///
    /// - Parameter names: the columns of the new source, those of the comparison, those of the old source.
    package init(_ row: UInt32, names: [String], values: [String], _ changes: ShownChanges) {
        self.row = row
        let change = changes.change(ofRow: row)
        self.change = change
        let columns = Columns(names)
        func value(_ index: Int?) -> String? { index.flatMap { $0 < values.count ? values[$0] : nil } }
        let compared = changes.difference.columns
        let changed = changes.difference.changedColumns(ofRow: row).map { compared[$0] }
        var fields: [Field] = []
        for index in columns.new {
            let column = compared.first { $0.new == index }
            let oldIndex = columns.coordinates[index] ?? column?.old.map { columns.firstOld + $0 }
            let (old, new) = (value(oldIndex), value(index))
            let isPlace = columns.coordinates[index] != nil
            let differs = isPlace ? change == .moved && old != new : column.map { changed.contains($0) }
            fields.append(
                Field(
                    name: names[index], old: change == .added ? nil : old,
                    new: change == .removed ? nil : new, isChanged: differs ?? false, isPlace: isPlace))
            if change == .removed, let last = fields.popLast() {
                // What a removed row was stands under the names of the new source.
                fields.append(
                    Field(name: last.name, old: new, new: nil, isChanged: false, isPlace: isPlace))
            }
        }
        if change == .moved, columns.coordinates.isEmpty, let move = changes.move(ofRow: row) {
            fields += Self.places(of: move)
        }
        for column in changed where column.new == nil {
            let heights = column.isOfHeights ? changes.difference.heightTexts(ofRow: row) : ("–", "different")
            fields.append(
                Field(
                    name: column.name, old: heights.0 ?? "–", new: heights.1 ?? "–", isChanged: true))
        }
        self.fields =
            fields.filter { $0.isChanged && $0.isPlace } + fields.filter { $0.isChanged && !$0.isPlace }
            + fields.filter { !$0.isChanged }
    }

    /// The places of a row that no columns say.
    private static func places(of move: ShownChanges.Move) -> [Field] {
        let (from, to) = (move.from.coordinate, move.to.coordinate)
        return [("latitude", from.latitude, to.latitude), ("longitude", from.longitude, to.longitude)].map {
            Field(
                name: $0.0, old: $0.1.trimmed(7), new: $0.2.trimmed(7), isChanged: $0.1 != $0.2,
                isPlace: true)
        }
    }

    /// Where the columns of both sources are in the table of a comparison.
    private struct Columns {
        let firstOld: Int
        let new: Range<Int>
        /// The columns of coordinates: the old one of each new one.
        var coordinates: [Int: Int] = [:]

        /// The comparison has three columns of its own between them.
        init(_ names: [String]) {
            // Those of the old source follow the last of the comparison's own.
            firstOld = names.lastIndex(of: ShownChanges.changedColumn).map { $0 + 1 } ?? names.count
            new = 0..<max(firstOld - 3, 0)
            let former = names[firstOld...].map { String($0.dropFirst(ShownChanges.oldPrefix.count)) }
            let pairs = zip(
                ColumnNames(Array(names[new])).coordinateColumns, ColumnNames(former).coordinateColumns)
            for (index, old) in pairs { coordinates[index] = firstOld + old }
        }
    }
}
