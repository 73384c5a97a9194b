import MapModel
import Rows
import Streams

/// Reads the places of all rows; their other values are read on demand.
package struct DuckDBLoader: SourceLoader {
    let data: DuckDBData
    /// A program that has found the layout already.
    let session: DuckDBSession
    let layout: DuckDBLayout

    /// As the user named it.
    package var name: String { data.name }

    /// Reads the places while they arrive.
    package func read(
        isCancelled: () -> Bool = { Task.isCancelled }, progress: (LoadProgress) -> Void = { _ in }
    ) throws(SourceError) -> LoadedSource {
        let layout = try current(isCancelled)
        guard layout.rowCount <= LoadedSource.rowLimit else { throw .tooManyRows(in: name) }
        try MemoryCheck().check(name, rowCount: layout.rowCount)
        let keys = try DuckDBKeys(layout, session, isCancelled: isCancelled)
        let table = DuckDBTable(data: data, session: session, layout: layout, keys: keys)
        var reader = DuckDBPlaceReader(
            layout.place, table, system: layout.system, journeys: data.options.journeys)
        var moments = SnapshotMoments(interval: data.options.snapshotInterval)
        do throws(SourceError) {
            try session.stream(
                "SELECT \(layout.place.selection.sql) FROM \(layout.relation.sql)",
                isQuoted: layout.place.selection.isText, isCancelled: isCancelled
            ) { piece throws(DuckDBFault) in
                reader.take(piece)
                let part = moments.isDue(count: reader.points.count) ? reader.loaded(notices: []) : nil
                progress(progressed(reader.recordCount, part))
            }
            reader.flush()
        } catch {
            guard case .refused = error, reader.recordCount > 0 else { throw error }
            reader.notes.earlyEnd = .torn(words: error.words)
        }
        if reader.notes.earlyEnd == nil, reader.recordCount != layout.rowCount {
            throw .file(FileError(file: name, reason: .changedSinceLoaded))
        }
        try reader.placeProjected(name: name, isCancelled: isCancelled)
        progress(progressed(reader.recordCount, nil))
        guard reader.recordCount > 0 else { throw .empty(file: name, hasHeader: true) }
        return reader.loaded(notices: notices(layout, reader))
    }

    /// What `--columns` prints.
    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        let layout = try current(isCancelled)
        return [
            "\(layout.columns.count) columns of \(printable(layout.relation.title)), read by duckdb, "
                + "\(grouped(layout.rowCount)) rows"
        ] + layout.reasons + layout.notices
    }

    /// The layout, found again where files have changed.
    private func current(_ isCancelled: () -> Bool) throws(SourceError) -> DuckDBLayout {
        guard layout.identities != data.identities else { return layout }
        session.restart()
        return try data.layout(session, isCancelled)
    }

    private func progressed(_ count: Int, _ part: LoadedSource?) -> LoadProgress {
        LoadProgress(bytesRead: 0, totalBytes: nil, recordCount: count, part: part)
    }

    private func notices(
        _ layout: DuckDBLayout, _ reader: DuckDBPlaceReader
    ) -> [String] {
        var lines: [String] = []
        if let swapped = reader.notes.swapNotice(
            file: name, records: reader.recordCount, isSwapped: data.options.columns.isSwapped)
        {
            lines.append(swapped)
        }
        return lines + layout.notices.map { "\(printable(name)): \($0)" } + reader.notes.notices(file: name)
    }
}
