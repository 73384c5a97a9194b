import RowValues
import Streams
import Synchronization

/// The columns of parts of a table, each read by one thread: where its records begin is known.
final class ColumnParts: Sendable {
    private let table: DelimitedTable
    private let columns: [Int]
    /// A builder for each column, as its parts are to be made.
    private let prototypes: Mutex<[ColumnBuilder]>
    /// Memory of parts that were read.
    private let pool = Mutex<[[UInt8]]>([])

    /// Longer memory is not kept: a record may be as long as the file.
    private static let longestKept = 4 << 20

    init(of table: DelimitedTable, _ columns: [Int], _ builders: [ColumnBuilder]) {
        (self.table, self.columns) = (table, columns)
        prototypes = Mutex(builders.map { $0.part() })
    }

    /// Reads the parts that are begun from now on as is known of the columns by now.
    func follow(_ builders: [ColumnBuilder]) {
        prototypes.withLock { prototypes in
            for slot in prototypes.indices where !prototypes[slot].hasParts(like: builders[slot]) {
                prototypes[slot] = builders[slot].part()
            }
        }
    }

    /// The values of neighbouring blocks of records.
    func part(_ blocks: ClosedRange<Int>) -> Result<[ColumnBuilder], SourceError> {
        var memory = pool.withLock { $0.popLast() } ?? []
        defer { if memory.count <= Self.longestKept { pool.withLock { $0.append(memory) } } }
        return Result { () throws(SourceError) in
            var builders = prototypes.withLock { $0.map { $0.part() } }
            let range = table.blocks.range(of: blocks)
            let count = try SourceError.wrapping { () throws(FileError) in
                try table.bytes.readPages(range, into: &memory) { content in
                    ColumnWalk(table, columns).append(content, to: &builders)
                }
            }
            guard count == table.rowCount(of: blocks) else { throw table.changed }
            return builders
        }
    }
}
