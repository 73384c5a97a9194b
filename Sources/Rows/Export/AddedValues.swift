import RowValues
import MapModel
import Streams

/// Columns that rows get behind their own: a few different lists of values, of which each row has one.
package struct AddedValues: Sendable {
    /// The names of the columns.
    package let names: [String]
    /// The list of each row; any other number means the last list.
    private let codes: [UInt32]
    private let lists: [[FieldValue]]

    /// - Parameters:
    ///   - codes: the list of each row.
    ///   - lists: by code a value for each name, and those of rows with another code; at least one.
    package init(names: [String], codes: [UInt32], lists: [[FieldValue]]) {
        (self.names, self.codes, self.lists) = (names, codes, lists)
    }

    /// No columns.
    package static let none = AddedValues(names: [], codes: [], lists: [[]])

    /// The values of a row.
    func values(of row: UInt32) -> [FieldValue] {
        let code = Int(row) < codes.count ? min(Int(codes[Int(row)]), lists.count - 1) : lists.count - 1
        return lists[code]
    }

    /// What a format writes of each list.
    package func texts(_ encode: ([FieldValue]) -> [UInt8]) -> AddedTexts {
        AddedTexts(codes: codes, texts: lists.map(encode))
    }

    /// The members of an object, each with a comma behind it.
    ///
    /// - Parameter keys: the names as `"name":`.
    package func members(keys: [[UInt8]]) -> AddedTexts {
        texts { values in
            var text: [UInt8] = []
            for (key, value) in zip(keys, values) {
                text += key
                ValueEncoder.append(value, to: &text)
                text.append(UInt8(ascii: ","))
            }
            return text
        }
    }

    /// Under names that none of `columns` has: `area_name_2` where there is an `area_name`.
    package func beside(_ columns: [String]) -> AddedValues {
        var taken = Set(columns)
        let names = names.map { name in
            var unique = name
            var number = 2
            while !taken.insert(unique).inserted {
                unique = "\(name)_\(number)"
                number += 1
            }
            return unique
        }
        return AddedValues(names: names, codes: codes, lists: lists)
    }
}

/// A table that writes its rows as they are in the source, with values behind their own columns.
package protocol RowExtendingTable: RowTable {
    /// Writes `count` rows in a format, the one that `row` returns for 0 first; nothing, and false, where it cannot.
    func write(
        count: Int, row: (Int) -> ExportedRow, as format: RowFormat, adding: AddedColumns,
        values: AddedValues, to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) -> Bool

    /// Whether it writes delimited text in the order of its rows, parts of it side by side.
    var extendsRuns: Bool { get }

    /// Writes some rows so, each of which must have a place.
    func writeRuns(
        of rows: RowSet, values: AddedValues, progress: (Double) -> Void,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError)
}

extension RowExtendingTable {
    /// False: row by row.
    package var extendsRuns: Bool { false }

    /// Nothing.
    package func writeRuns(
        of rows: RowSet, values: AddedValues, progress: (Double) -> Void,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {}
}
