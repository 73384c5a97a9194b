import MapModel
import Streams

/// A table that writes its rows with the columns of another one behind its own, parts of it side by side.
package protocol ColumnAddingTable: RowTable {
    /// Writes some rows as `writeValues` does: with commas, quotes where needed, and as many fields as there are columns.
    ///
    /// - Parameters:
    ///   - head: what stands before the first row.
    ///   - texts: what follows each row.
    ///   - progress: called with the share that is written, 0…1.
    ///   - sink: takes the bytes; nothing more is read after an error of it.
    func writeRuns(
        of rows: RowSet, head: [UInt8], adding texts: AddedTexts, progress: (Double) -> Void,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError)
}

/// A few different texts, of which each row has one: the end of its line.
package struct AddedTexts: Sendable {
    /// The text of each row; any other number means the last text.
    private let codes: [UInt32]
    private let bytes: [UInt8]
    /// Where each text ends.
    private let ends: [Int]

    /// - Parameters:
    ///   - codes: the text of each row.
    ///   - texts: by code, and the one of rows with another code; at least one.
    package init(codes: [UInt32], texts: [[UInt8]]) {
        self.codes = codes
        bytes = Array(texts.joined())
        ends = texts.reduce(into: []) { $0.append(($0.last ?? 0) + $1.count) }
    }

    /// Appends the text of a row.
    package func append(_ row: Int, to text: inout [UInt8]) {
        let code = row < codes.count ? min(Int(codes[row]), ends.count - 1) : ends.count - 1
        guard code >= 0 else { return }
        text += bytes[(code > 0 ? ends[code - 1] : 0)..<ends[code]]
    }
}

/// Fields of delimited text as `writeValues` writes them.
package enum CSVFields {
    /// Fields with a comma after each.
    package static func append(_ fields: [String], to text: inout [UInt8]) {
        for field in fields { ValueEncoder.appendField(field, to: &text) }
    }

    /// A line of fields.
    package static func line(_ fields: [String]) -> [UInt8] {
        var text: [UInt8] = []
        append(fields, to: &text)
        if !text.isEmpty { text.removeLast() }
        return text + [UInt8(ascii: "\n")]
    }
}
