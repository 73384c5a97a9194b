import MapModel
import Rows
import Streams

/// Writes rows of a table in any order, read from the file again.
///
/// The rows of a pass are read in the order of the file and then sorted into the requested order. A pass
/// holds what fits into `memoryLimit`, so that memory is bounded for any number of rows: each pass reads the
/// parts of the file that hold its rows, at most all of it.
package struct RowExport {
    private let table: DelimitedTable
    private let format: RowFormat
    private let adding: AddedColumns
    private let memoryLimit: Int
    private let values: AddedValues

    /// - Parameters:
    ///   - adding: what rows get besides their own columns; delimited text has the place in these.
    ///   - values: columns behind those of the table.
    ///   - memoryLimit: bytes that a pass may take, estimated from the mean length of records.
    package init(
        _ table: DelimitedTable, format: RowFormat, adding: AddedColumns = .distance,
        values: AddedValues = .none, memoryLimit: Int = 64 << 20
    ) {
        self.values = values
        self.adding = adding
        self.table = table
        self.format = format
        self.memoryLimit = memoryLimit
    }

    /// Writes `count` rows, the one that `row` returns for 0 first.
    ///
    /// - Parameters:
    ///   - row: the row at an index, 0..<count.
    ///   - sink: takes the bytes, about 64 KiB at a time.
    package func write(
        count: Int, row: (Int) -> ExportedRow, to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        switch format {
        case .csv:
            let encoder = CSVRowEncoder(table, adding.contains(.distance), values: values)
            try write(encoder, count, row, sink)
        case .ndjson:
            try write(JSONRowEncoder(table, adding, asFeatures: false, values: values), count, row, sink)
        case .geojson:
            let encoder = JSONRowEncoder(
                table, adding.subtracting(.place), asFeatures: true, values: values)
            try write(encoder, count, row, sink)
        }
    }

    private func write(
        _ encoder: some RowEncoder, _ count: Int, _ row: (Int) -> ExportedRow,
        _ sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        var buffer = encoder.head
        let mean = table.blocks.meanLength(of: table.recordCount) + encoder.overhead + Self.bookkeeping
        let length = max(memoryLimit / mean, RecordBlocks.length)
        for start in stride(from: 0, to: count, by: length) {
            let rows = (start..<min(start + length, count)).map(row)
            let (text, places) = try encoded(rows, encoder)
            for (index, place) in places.enumerated() {
                if start + index > 0 { buffer += encoder.separator }
                buffer += text[place]
                if buffer.count >= Self.bufferLength {
                    try sink(buffer)
                    buffer.removeAll(keepingCapacity: true)
                }
            }
        }
        if count > 0 || format == .geojson { buffer += encoder.tail }
        if !buffer.isEmpty { try sink(buffer) }
    }

    private static let bufferLength = 1 << 16
    private static let uncancelledRows = 1 << 15
    /// What is kept for each row of a pass besides its text.
    private static let bookkeeping = 50

    /// The text of the rows in the order of the file, and the range of each of them in the given order.
    private func encoded(
        _ rows: [ExportedRow], _ encoder: some RowEncoder
    ) throws(SourceError) -> (text: [UInt8], places: [Range<Int>]) {
        // Row and index in one number are sorted faster than indices by their rows.
        let order = rows.indices.map { UInt64(rows[$0].row) << 32 | UInt64($0) }.sorted()
        var text: [UInt8] = []
        var places = [Range<Int>](repeating: 0..<0, count: rows.count)
        var next = 0
        while next < order.count {
            // A pass takes a second, during which the user may cancel.
            if Task.isCancelled { throw .cancelled }
            let part = order[next..<min(next + Self.uncancelledRows, order.count)]
            try table.visitBytes(part.map { UInt32($0 >> 32) }) { place, bytes in
                let start = text.count
                let index = Int(order[next] & 0xFFFF_FFFF)
                encoder.append(rows[index], place, in: bytes, to: &text)
                places[index] = start..<text.count
                next += 1
            }
            // Rows that are not where they were: the file has changed.
            if next < part.endIndex { throw .file(FileError(file: table.name, reason: .changedSinceLoaded)) }
        }
        return (text, places)
    }
}
