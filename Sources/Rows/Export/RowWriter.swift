import MapModel
import Streams

/// Writes rows for programs that read them: in a format, or their identifiers; records end in newline or NUL.
package struct RowWriter: Sendable {
    /// What is written of each row.
    package enum Content: Equatable, Sendable {
        /// The row in a format, or in that of its source.
        case rows(RowFormat?)
        /// Its identifier alone, or its number where the source has no column for that.
        case identifiers
        /// Its line as it stands in the source, byte for byte.
        case lines
    }

    private static let passLength = 4_096

    private let content: Content
    private let endsInNull: Bool
    private let reportEmpty: @Sendable (Int) -> Void

    /// - Parameters:
    ///   - endsInNull: records, also the header, end in NUL, since a value may contain newlines; no such records are in
    ///     GeoJSON, which is one document.
    ///   - reportEmpty: takes the number of rows without an identifier, whose records are empty, if there are any.
    package init(
        _ content: Content, endsInNull: Bool = false,
        reportEmpty: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        (self.content, self.endsInNull, self.reportEmpty) = (content, endsInNull, reportEmpty)
    }

    /// Whether a line with the names of columns stands before the rows of a table.
    package func hasHeader(of table: any RowTable) -> Bool {
        if case .rows(let format) = content { (format ?? table.ownFormat) == .csv } else { false }
    }

    /// Writes `count` rows, the one that `row` returns for 0 first.
    ///
    /// - Parameters:
    ///   - ascending: the same rows as a set, where they are in the order of their numbers: then they may be written without
    ///     their places.
    ///   - progress: called with the share that is written where `row` is not.
    package func write(
        count: Int, row: (Int) -> ExportedRow, of table: any RowTable, addsDistance: Bool = false,
        ascending: (() -> RowSet)? = nil, progress: (Double) -> Void = { _ in },
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        if content == .lines {
            return try writeLines((0..<count).map { row($0).row }.sorted(), table, sink)
        }
        guard case .rows(let wanted) = content else {
            let numbers = ascending?().rows
            return try writeIdentifiers(count, { numbers?[$0] ?? row($0).row }, table, sink)
        }
        let format = wanted ?? table.ownFormat
        if let ascending, !addsDistance, !endsInNull, let table = table as? any RunWritingTable,
            table.writesRuns(as: format)
        {
            return try table.writeRuns(of: ascending(), as: format, progress: progress, to: sink)
        }
        let adding = try table.addedColumns(count: count, row: row, as: format, addsDistance: addsDistance)
        if endsInNull, format != .geojson {
            try writeRecords(count, row, table, format, adding, sink)
        } else {
            try table.write(count: count, row: row, as: format, adding: adding, to: sink)
        }
    }

    /// In the order of the source. A last line without an end gets one only if another follows.
    private func writeLines(
        _ rows: [UInt32], _ table: any RowTable, _ sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        var isOpen = false
        for start in stride(from: 0, to: rows.count, by: Self.passLength) {
            var bytes: [UInt8] = []
            let own = Array(rows[start..<min(start + Self.passLength, rows.count)])
            let areLines = try table.visitLines(own) { line in
                if isOpen { bytes.append(UInt8(ascii: "\n")) }
                bytes += line
                isOpen = line.last != UInt8(ascii: "\n")
                if endsInNull, !isOpen { bytes[bytes.count - 1] = 0 }
            }
            guard areLines else {
                throw .refused(
                    name: table.name, words: "has no lines to print (-o lines needs a log or delimited text)")
            }
            try sink(bytes)
        }
    }

    private func writeIdentifiers(
        _ count: Int, _ row: (Int) -> UInt32, _ table: any RowTable,
        _ sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        let end: UInt8 = endsInNull ? 0 : UInt8(ascii: "\n")
        var emptyCount = 0
        for start in stride(from: 0, to: count, by: Self.passLength) {
            let rows = (start..<min(start + Self.passLength, count)).map(row)
            let order = rows.indices.sorted { rows[$0] < rows[$1] }
            var texts = [String](repeating: "", count: rows.count)
            for (index, text) in zip(order, try table.rowIdentifiers(order.map { rows[$0] })) {
                texts[index] = text
            }
            emptyCount += texts.count { $0.isEmpty }
            try sink(texts.flatMap { Array($0.utf8) + [end] })
        }
        if emptyCount > 0 { reportEmpty(emptyCount) }
    }

    /// Row by row: only so it is known where one ends.
    private func writeRecords(
        _ count: Int, _ row: (Int) -> ExportedRow, _ table: any RowTable, _ format: RowFormat,
        _ adding: AddedColumns, _ sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        let head = try table.head(as: format, adding: adding)
        if !head.isEmpty { try sink(head.withoutLineEnd + [0]) }
        for index in 0..<count {
            try sink(table.record(of: row(index), as: format, adding: adding, after: head) + [0])
        }
    }
}

extension RowTable {
    /// A row as it is in a format, without what stands before and after the rows and without the end of its line.
    package func record(of row: ExportedRow, as format: RowFormat) throws(SourceError) -> [UInt8] {
        let adding = try addedColumns(count: 1, row: { _ in row }, as: format, addsDistance: false)
        return try record(of: row, as: format, adding: adding, after: head(as: format, adding: adding))
    }

    fileprivate func addedColumns(
        count: Int, row: (Int) -> ExportedRow, as format: RowFormat, addsDistance: Bool
    ) throws(SourceError) -> AddedColumns {
        let distance: AddedColumns = addsDistance ? .distance : []
        guard format != .geojson, !writesAsRead(format, adding: distance) else { return distance }
        return try needsPlace(count: count, row: row, as: format) ? distance.union(.place) : distance
    }

    fileprivate func record(
        of row: ExportedRow, as format: RowFormat, adding: AddedColumns, after head: [UInt8]
    ) throws(SourceError) -> [UInt8] {
        var bytes: [UInt8] = []
        try write(count: 1, row: { _ in row }, as: format, adding: adding) { bytes += $0 }
        return Array(bytes.dropFirst(head.count)).withoutLineEnd
    }

    /// What stands before the rows.
    package func head(as format: RowFormat, adding: AddedColumns) throws(SourceError) -> [UInt8] {
        var bytes: [UInt8] = []
        try write(
            count: 0,
            row: { _ in ExportedRow(row: 0, place: FixedCoordinate(latitudeE7: 0, longitudeE7: 0)) },
            as: format, adding: adding
        ) { bytes += $0 }
        return bytes
    }
}

extension [UInt8] {
    fileprivate var withoutLineEnd: [UInt8] {
        var bytes = self
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return bytes
    }
}
