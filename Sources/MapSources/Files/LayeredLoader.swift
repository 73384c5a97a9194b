import MapModel

/// Reads several sources, one after the other, as the layers of one.
struct LayeredLoader: SourceLoader {
    let loaders: [any SourceLoader]

    var name: String { loaders.map(\.name).joined(separator: ", ") }

    func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        var joined: LoadedSource?
        for (index, loader) in loaders.enumerated() {
            let before = joined
            let part = try readWhole(loader, isCancelled: isCancelled) { part in
                // Each source is an equal share of the work: their sizes are not known before they are opened.
                let share = part.totalBytes.map { Double(part.bytesRead) / Double(max($0, 1)) }
                progress(
                    LoadProgress(
                        bytesRead: Int((Double(index) + (share ?? 0)) * 1000),
                        totalBytes: share.map { _ in 1000 * loaders.count },
                        recordCount: (before?.table.recordCount ?? 0) + part.recordCount,
                        part: part.part.map { Self.joined(before, $0) }))
            }
            joined = Self.joined(before, part)
        }
        guard let joined else { throw .empty(file: name, hasHeader: false) }
        return joined
    }

    /// A file without rows is a layer all the same, with a notice that says so.
    private func readWhole(
        _ loader: any SourceLoader, isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        do throws(SourceError) {
            return try loader.read(isCancelled: isCancelled, progress: progress)
        } catch .empty(let file, let hasHeader) {
            return LoadedSource(
                points: PointBuffer(), table: NoRows(name: loader.name), skipped: SkippedRows(),
                notices: [SourceError.empty(file: file, hasHeader: hasHeader).description])
        }
    }

    func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        var lines: [String] = []
        for loader in loaders {
            lines.append("\(printable(loader.name)):")
            do throws(SourceError) {
                lines += try loader.explainColumns(isCancelled: isCancelled).map { "  " + $0 }
            } catch .empty {
                lines.append("  no rows")
            }
        }
        return lines
    }

    /// The rows of `next` after those of `first`.
    private static func joined(_ first: LoadedSource?, _ next: LoadedSource) -> LoadedSource {
        guard var all = first else {
            var only = next
            only.skipped = SkippedRows()
            only.skipped.add(next.skipped, from: next.table.name)
            return only
        }
        let offset = UInt32(all.table.recordCount)
        all.points.append(contentsOf: next.points, rowOffset: offset)
        all.shapes.append(contentsOf: next.shapes, rowOffset: offset)
        let tables = (all.table as? LayeredTable)?.tables ?? [all.table]
        all.table = LayeredTable(tables + [next.table])
        all.skipped.add(next.skipped, from: next.table.name)
        all.notices += next.notices
        all.layers += next.layers.map { layer in
            var layer = layer
            layer.firstRow += offset
            return layer
        }
        return all
    }
}

/// A source that has no rows.
struct NoRows: RowTable {
    let name: String
    let columnNames: [String] = []
    let roles = ColumnRoles()
    let recordCount = 0

    func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        if let row = rows.first { throw .noSuchRow(row, file: name) }
    }

    func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {}
}
