import App
import MapModel
import DataSets
import Places
import Rows
import Streams

/// Rows in a file that the user asked for by name.
extension DataWork {
    /// Writes rows whole or not at all, in the format of the ending.
    package func save(
        _ rows: SavedRows, as request: SaveRequest, progress: BackgroundJob.Post
    ) throws(CancellationError) -> Answer {
        func failed(_ words: KeyedText) -> Answer {
            // What the target is to blame for names it.
            let text = words.text
            let isNamed = text.hasPrefix(request.path) || text.hasPrefix(request.expandedPath)
            return .savedRows(
                request.path, count: 0, problem: isNamed ? words : "\(request.path): not written: \(words)")
        }
        if let refusal = request.refusal { return failed(refusal) }
        if let text = JourneyText(rows) {
            return try save(as: request, count: text.count, failed) { file in
                text.write(to: &file) { progress(.savingRows(share: $0)) }
            }
        }
        guard let loaded else { return failed("the rows are not read yet") }
        let format = RowFormat(path: request.path)
        let shapes = format == .geojson ? WrittenShapes(loaded.shapes) : nil
        if case .marked(_, _, let numbering) = rows, server == nil, numbering != loaded.rows.numbering {
            return failed("the rows have changed: try again")
        }
        let written: WrittenRows
        switch try outcome({ () throws(SourceError) in try self.rows(rows, of: loaded, shapes) }) {
        case .success(let rows): written = rows
        case .failure(let error): return failed(error.onScreen)
        }
        return try save(as: request, count: written.count, failed) { file in
            Self.write(written, as: format, to: &file) { progress(.savingRows(share: $0)) }
        }
    }

    /// Writes a file whole or not at all; `write` returns what kept it from that.
    private func save(
        as request: SaveRequest, count: Int, _ failed: (KeyedText) -> Answer,
        write: (inout AtomicFile) -> SourceError?
    ) throws(CancellationError) -> Answer {
        var failure: SourceError?
        do throws(FileError) {
            let target = try SaveTarget(request.expandedPath)
            rowFile.withLock { $0 = target }
            writtenRowFile.withLock { $0 = nil }
            defer { rowFile.withLock { $0 = nil } }
            var file = try AtomicFile(replacing: target)
            failure = write(&file)
            if failure == nil, Task.isCancelled { failure = .cancelled }
            if failure == nil {
                try file.commit()
                writtenRowFile.withLock { $0 = request.path }
            }
        } catch {
            return .savedRows(request.path, count: 0, problem: request.words(of: error))
        }
        guard let failure else { return .savedRows(request.path, count: count, problem: nil) }
        if failure == .cancelled, Task.isCancelled { throw CancellationError() }
        return failed(failure.onScreen)
    }

    /// The rows that are wanted; all of a server's are asked for now.
    private func rows(
        _ rows: SavedRows, of loaded: LoadedRows, _ shapes: WrittenShapes?
    ) throws(SourceError) -> WrittenRows {
        switch rows {
        case .shown where loaded.unplaced != nil:
            let kept = loaded.rows.kept ?? RowSet(capacity: loaded.table.recordCount, containsAll: true)
            return WrittenRows(withUnplaced: kept, in: loaded.tree, table: loaded.table)
        case .marked(let marked, _, _) where loaded.unplaced != nil:
            return WrittenRows(withUnplaced: marked, in: loaded.tree, table: loaded.table)
        case .shown:
            let (tree, table) = try server?.allRows() ?? (loaded.rows.tree, loaded.table)
            return WrittenRows(0..<tree.count, in: tree, shapes, table: table)
        case .marked(let marked, let places, _):
            return WrittenRows(marked, places: places, in: loaded.tree, shapes, table: loaded.table)
        case .fixes(let fixes):
            let table = NameTable(fixes: fixes, name: loaded.table.name)
            return WrittenRows(
                count: table.recordCount, row: { ExportedRow(row: UInt32($0), place: fixes[$0].place.place) },
                table: table)
        case .journey, .stays: throw .cancelled
        }
    }

    /// Removes what is there of a file that is still written at the end.
    func abandonRowFile() { rowFile.withLock { $0 }?.abandon() }

    /// What kept the rows of a table from being written; nil when they were.
    private static func write(
        _ rows: WrittenRows, as format: RowFormat?, to file: inout AtomicFile, progress: (Double) -> Void
    ) -> SourceError? {
        do throws(SourceError) {
            try rows.write(by: RowWriter(.rows(format)), progress: progress) { (bytes) throws(SourceError) in
                if Task.isCancelled { throw .cancelled }
                do throws(FileError) { try file.write(bytes) } catch { throw .file(error) }
            }
            return nil
        } catch {
            return error
        }
    }
}
