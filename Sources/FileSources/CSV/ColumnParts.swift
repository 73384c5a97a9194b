import RowValues
import Streams
import Synchronization

/// The columns of parts of a table, each read by one thread: where its records begin is known.
final class ColumnParts: Sendable {
    private let table: DelimitedTable
    private let columns: [Int]
    /// Columns side by side are one word.
    private let readsTogether: Bool
    /// A builder for each column, as its parts are to be made.
    private let prototypes: Mutex<[ColumnBuilder]>
    /// Rows of other tables that the builders have already.
    private let firstRow: Int
    /// Memory of parts that were read.
    private let pool = Mutex<[[UInt8]]>([])

    /// Longer memory is not kept: a record may be as long as the file.
    private static let longestKept = 4 << 20

    /// - Parameter readsTogether: columns side by side are one word, for one builder.
    init(
        of table: DelimitedTable, _ columns: [Int], _ builders: [ColumnBuilder], readsTogether: Bool = false
    ) {
        (self.table, self.columns, self.readsTogether) = (table, columns, readsTogether)
        prototypes = Mutex(builders.map { $0.part(from: 0) })
        firstRow = builders.first?.rowCount ?? 0
    }

    /// Reads the parts that are begun from now on as is known of the columns by now.
    func follow(_ builders: [ColumnBuilder]) {
        prototypes.withLock { prototypes in
            for slot in prototypes.indices where !prototypes[slot].hasParts(like: builders[slot]) {
                prototypes[slot] = builders[slot].part(from: 0)
            }
        }
    }

    /// The values of neighbouring blocks of records.
    func part(_ blocks: ClosedRange<Int>) -> Result<[ColumnBuilder], SourceError> {
        var memory = pool.withLock { $0.popLast() } ?? []
        defer { if memory.count <= Self.longestKept { pool.withLock { $0.append(memory) } } }
        return Result { () throws(SourceError) in
            let row = firstRow + blocks.lowerBound * RecordBlocks.length
            var builders = prototypes.withLock { $0.map { $0.part(from: row) } }
            let range = table.blocks.range(of: blocks)
            let count = try SourceError.wrapping { () throws(FileError) in
                try table.bytes.readPages(range, into: &memory) { content in
                    readsTogether
                        ? TogetherWalk(table, columns).append(content, to: &builders[0])
                        : ColumnWalk(table, columns).append(content, to: &builders)
                }
            }
            guard count == table.rowCount(of: blocks) else { throw table.changed }
            for slot in builders.indices { builders[slot].close() }
            return builders
        }
    }
}
