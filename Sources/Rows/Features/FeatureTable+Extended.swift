import RowValues
import Streams

extension FeatureTable: RowExtendingTable {
    /// Objects that stood one a line, with members behind their own; nothing of other rows.
    package func write(
        count: Int, row: (Int) -> ExportedRow, as format: RowFormat, adding: AddedColumns,
        values: AddedValues, to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) -> Bool {
        guard let lines, !lines.areFeatures, format == .ndjson, adding.isEmpty else { return false }
        var names: [String: Int] = [:]
        let members = values.members(keys: values.names.map { JSONRowText.key($0, &names) })
        let encoder = ValueEncoder(
            columnNames: columnNames + values.names, format: .ndjson, adding: [], fillsPlaces: false)
        var buffer = OutputBuffer()
        for index in 0..<count {
            let row = row(index)
            if row.row >= recordCount { throw .noSuchRow(row.row, file: name) }
            var text: [UInt8] = []
            if let object = try rows.with(row.row, { _, line in line }).flatMap({
                (line) throws(SourceError) in
                try lines.object(onLine: line)
            }), let end = object.lastIndex(of: UInt8(ascii: "}")) {
                text = Self.extended(object[..<end], members, row.row) + object[end...]
            } else {
                encoder.append(row, self.values(of: row.row).values + values.values(of: row.row), to: &text)
            }
            try buffer.append(text + [UInt8(ascii: "\n")], to: sink)
        }
        try buffer.finish(sink)
        return true
    }

    /// - Parameter object: without its last bracket.
    private static func extended(
        _ object: ArraySlice<UInt8>, _ members: AddedTexts, _ row: UInt32
    ) -> [UInt8] {
        let comma = UInt8(ascii: ",")
        var text = Array(object)
        let isEmpty = text.allSatisfy { $0 == UInt8(ascii: "{") || $0 == 0x20 || $0 == 0x09 }
        if !isEmpty { text.append(comma) }
        members.append(Int(row), to: &text)
        if text.last == comma { text.removeLast() }
        return text
    }
}
