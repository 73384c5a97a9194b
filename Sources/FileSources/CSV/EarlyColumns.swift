import RowValues
import Rows
import Streams

/// Columns that are read in the same pass as the places: of each part while its bytes are in the cache.
///
/// The first records decide the types, as they do in a pass of its own. Where they do not, and where the words of a column are
/// nearly all different, the columns are left to that pass.
struct EarlyColumns: Sendable {
    /// The numbers of the columns.
    let columns: [Int]
    private let walk: ColumnWalk
    /// A builder of each column without rows.
    private let prototypes: [ColumnBuilder]

    /// Nil where no column is wanted, or its type is not certain from `head`, whose records begin at `start`.
    init?(_ wanted: WantedColumns, of layout: TableLayout, head: ByteRun, from start: Int) {
        let names = ColumnNames.unique(layout.columnNames)
        let columns = wanted.numbers(in: names)
        guard !columns.isEmpty else { return nil }
        let mark = UInt8(ascii: layout.dialect.decimalMark == .comma ? "," : ".")
        let walk = ColumnWalk(layout, columns)
        var builders = columns.map { ColumnBuilder(name: names[$0], decimalMark: mark) }
        _ = walk.append(ByteRun(base: head.base + start, count: head.count - start), to: &builders)
        let prototypes = zip(columns, builders).compactMap { column, builder in
            builder.kind.map { ColumnBuilder(name: names[column], kind: $0, decimalMark: mark) }
        }
        guard prototypes.count == columns.count, !builders.contains(where: \.hasManyWords) else { return nil }
        (self.columns, self.walk, self.prototypes) = (columns, walk, prototypes)
    }

    /// The values of the records in `bytes`, which begin and end with a record; nil where there are not `rowCount` records.
    func part(_ bytes: ByteRun, rowCount: Int) -> [ColumnBuilder]? {
        var builders = prototypes
        return walk.append(bytes, to: &builders) == rowCount ? builders : nil
    }

    /// The columns of the parts so far, in their order.
    struct Collected: Sendable {
        fileprivate let columns: [Int]
        private var builders: [ColumnBuilder]

        init(_ early: EarlyColumns) { (columns, builders) = (early.columns, early.prototypes) }

        mutating func append(_ part: [ColumnBuilder]) {
            for (slot, builder) in part.enumerated() { builders[slot].append(builder) }
        }

        /// Makes room for the values of so many more rows.
        mutating func expect(_ rows: Int) { for slot in builders.indices { builders[slot].expect(rows) } }

        /// The values by column; none where there are not `rowCount` rows, nor of a column whose type was misjudged.
        consuming func values(rowCount: Int) -> [Int: ColumnValues] {
            var values: [Int: ColumnValues] = [:]
            for (column, builder) in zip(columns, builders)
            where builder.rowCount == rowCount && !builder.isMisjudged {
                values[column] = builder.finish()
            }
            return values
        }
    }
}
