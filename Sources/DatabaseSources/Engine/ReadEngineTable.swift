import RowValues
import Rows
import MapModel
import Streams

/// The rows of an engine's table with the values of many of them at hand; others are fetched by their keys.
struct ReadEngineTable: RowTable {
    let table: EngineTable
    let values: PackedTexts

    var name: String { table.name }
    var columnNames: [String] { table.columnNames }
    var roles: ColumnRoles { table.roles }
    var recordCount: Int { table.recordCount }

    func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        try table.visitRows(rows, knowing: values, body)
    }

    func appendNames(
        to builder: inout NameIndex.Builder, isCancelled: () -> Bool,
        progress: (borrowing NameIndex.Builder) -> Void
    ) throws(SourceError) {
        try table.appendNames(to: &builder, isCancelled: isCancelled, progress: progress)
    }
}

extension WorldWindow {
    /// Parts of it that together are all of it and hold at most `limit` points each, as far as that is possible.
    func parts(of tree: QuadTree, holding limit: Int) -> [WorldWindow] {
        let count = tree.count(in: self)
        guard count > 0 else { return [] }
        guard count > limit, max(width, height) > 1 else { return [self] }
        let (west, north) = (Int64(x), Int64(y))
        let (east, south) = (west + Int64(width), north + Int64(height))
        let halves: [WorldWindow]
        if width >= height {
            let middle = west + Int64(width / 2)
            halves = [
                WorldWindow(west: west, east: middle, north: north, south: south),
                WorldWindow(west: middle, east: east, north: north, south: south),
            ]
        } else {
            let middle = north + Int64(height / 2)
            halves = [
                WorldWindow(west: west, east: east, north: north, south: middle),
                WorldWindow(west: west, east: east, north: middle, south: south),
            ]
        }
        return halves.flatMap { $0.parts(of: tree, holding: limit) }
    }
}
