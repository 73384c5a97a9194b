import MapModel
import Rows
import Streams

/// Rows in a file that the user asked for by name.
extension DataWork {
    /// Writes rows whole or not at all, in the format of the ending.
    func save(
        _ rows: SavedRows, as request: SaveRequest, progress: BackgroundJob.Post
    ) throws(CancellationError) -> Action {
        func failed(_ words: String) -> Action {
            // What the target is to blame for names it.
            let isNamed = words.hasPrefix(request.path) || words.hasPrefix(request.expandedPath)
            return .rowsSaved(
                request.path, count: 0, problem: isNamed ? words : "\(request.path): not written: \(words)")
        }
        guard let loaded = loaded.withLock({ $0 }) else { return failed("the rows are not read yet") }
        if let refusal = request.refusal { return failed(refusal) }
        let exported: [ExportedRow]
        switch rows {
        case .shown: exported = loaded.rows.tree.exportedRows
        case .marked(let marked, let places, let numbering):
            guard server != nil || numbering == loaded.rows.numbering else {
                return failed("the rows have changed: try again")
            }
            exported = loaded.tree.exportedRows(marked, places: places)
        }
        var failure: SourceError?
        do throws(FileError) {
            let target = try SaveTarget(request.expandedPath)
            rowFile.withLock { $0 = target }
            writtenRowFile.withLock { $0 = nil }
            defer { rowFile.withLock { $0 = nil } }
            var file = try AtomicFile(replacing: target)
            failure = Self.write(exported, of: loaded.table, as: RowFormat(path: request.path), to: &file) {
                progress(.savingRows(share: $0))
            }
            if failure == nil, Task.isCancelled { failure = .cancelled }
            if failure == nil {
                try file.commit()
                writtenRowFile.withLock { $0 = request.path }
            }
        } catch {
            failure = .file(error)
        }
        guard let failure else { return .rowsSaved(request.path, count: exported.count, problem: nil) }
        return failed(try failure.wordsUnlessCancelled { $0.onScreen })
    }

    /// Removes what is there of a file that is still written at the end.
    func abandonRowFile() { rowFile.withLock { $0 }?.abandon() }

    /// What kept the rows of a table from being written; nil when they were.
    private static func write(
        _ rows: [ExportedRow], of table: any RowTable, as format: RowFormat?, to file: inout AtomicFile,
        progress: (Double) -> Void
    ) -> SourceError? {
        let step = max(rows.count / 100, 1)
        func row(at index: Int) -> ExportedRow {
            if index % step == 0 { progress(Double(index) / Double(rows.count)) }
            return rows[index]
        }
        do throws(SourceError) {
            try RowWriter(.rows(format)).write(count: rows.count, row: row, of: table) {
                (bytes) throws(SourceError) in
                if Task.isCancelled { throw .cancelled }
                do throws(FileError) { try file.write(bytes) } catch { throw .file(error) }
            }
            return nil
        } catch {
            return error
        }
    }
}

extension QuadTree {
    /// All rows with their places, in the order of the source.
    var exportedRows: [ExportedRow] {
        (0..<count).map { ExportedRow(row: row(at: $0), place: fixedCoordinate(at: $0)) }.sorted {
            $0.row < $1.row
        }
    }

    /// Some of them; `places` are those of rows of a server, which the tree may not hold.
    func exportedRows(_ rows: RowSet, places: [UInt32: FixedCoordinate]) -> [ExportedRow] {
        if !places.isEmpty {
            return rows.rows.compactMap { row in places[row].map { ExportedRow(row: row, place: $0) } }
        }
        let points = points(of: rows)
        var found: [ExportedRow] = []
        found.reserveCapacity(points.count)
        var next = points.first(from: 0)
        while let index = next {
            found.append(ExportedRow(row: row(at: index), place: fixedCoordinate(at: index)))
            next = points.first(after: index)
        }
        return found.sorted { $0.row < $1.row }
    }
}
