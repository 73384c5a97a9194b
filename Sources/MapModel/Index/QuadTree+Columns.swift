/// The columns of a tree, from which it is made again without sorting: for saving it.
extension QuadTree {
    /// A tree as plain numbers.
    public struct Columns: Sendable {
        /// Morton codes in ascending order.
        public var keys: [UInt64]
        /// The input row at each index.
        public var rows: [UInt32]
        /// The sums of x and y below each 16th index.
        public var sums: [SIMD2<UInt64>]
        /// The first index of each value of the top bits of a key, and the count.
        public var directory: [UInt32]
        /// The cells of the upper depths.
        public var blocks: CellBlocks.Columns
        /// Of each point beyond the Mercator square: its key, its row, and its latitude in 1e-7° as a bit pattern.
        public var polarPoints: [UInt64]
        /// South, west, north and east in degrees; nothing without points.
        public var bounds: [Double]

        /// Columns that were read back.
        public init(
            keys: [UInt64], rows: [UInt32], sums: [SIMD2<UInt64>], directory: [UInt32],
            blocks: CellBlocks.Columns, polarPoints: [UInt64], bounds: [Double]
        ) {
            self.keys = keys
            self.rows = rows
            self.sums = sums
            self.directory = directory
            self.blocks = blocks
            self.polarPoints = polarPoints
            self.bounds = bounds
        }
    }

    /// The columns of this tree, which share its memory.
    public var columns: Columns {
        Columns(
            keys: keys, rows: rows, sums: sums, directory: directory, blocks: blocks.columns,
            polarPoints: polarPoints.flatMap { point in
                [point.key, UInt64(point.row), UInt64(UInt32(bitPattern: point.latitudeE7))]
            },
            bounds: bounds.map { [$0.south, $0.west, $0.north, $0.east] } ?? [])
    }

    /// The tree of columns that `columns` returned; nil when they do not fit together.
    ///
    /// That keys ascend and rows and cells exist is checked by `isAscending`, `areRows` and `CellBlocks.areCells`, while
    /// they are read.
    ///
    /// - Complexity: O(directory).
    public init?(_ columns: consuming Columns) {
        let count = columns.keys.count
        let bits = Self.directoryBits(for: count)
        let polar = Self.polarPoints(columns.polarPoints)
        guard columns.rows.count == count, columns.sums.count == count / Self.sumStep + 1,
            columns.directory.count == 1 << bits + 1, columns.directory.last == UInt32(count),
            columns.directory.first == 0, Self.ascends(columns.directory), let polar,
            let bounds = Self.bounds(columns.bounds, count: count), let blocks = CellBlocks(columns.blocks)
        else { return nil }
        lateBounds = LateBounds(bounds.box)
        loan = nil
        keys = columns.keys
        rows = columns.rows
        sums = columns.sums
        directory = columns.directory
        directoryBits = bits
        self.blocks = blocks
        polarPoints = polar
    }

    /// Whether keys ascend, of a stretch of them.
    public static func isAscending(_ keys: UnsafeBufferPointer<UInt64>) -> Bool {
        // The highest bit is set when one of them is below the one before it: the borrow of their difference.
        var marks: UInt64 = 0
        for index in keys.indices.dropFirst() {
            let (previous, key) = (keys[index - 1], keys[index])
            marks |= ~key & previous | ~(key ^ previous) & (key &- previous)
        }
        return marks < 1 << 63
    }

    /// Whether all of some rows are below `rowCount`.
    public static func areRows(_ rows: UnsafeBufferPointer<UInt32>, below rowCount: Int) -> Bool {
        guard let last = UInt32(exactly: rowCount - 1) else { return rowCount > 0 || rows.isEmpty }
        guard last < 1 << 31 else { return rows.allSatisfy { $0 <= last } }
        // The highest bit is set when one of them is greater.
        var marks: UInt32 = 0
        for row in rows { marks |= row | (last &- row) }
        return marks < 1 << 31
    }

    private static func ascends(_ starts: [UInt32]) -> Bool {
        var previous: UInt32 = 0
        for start in starts {
            if start < previous { return false }
            previous = start
        }
        return true
    }

    private static func polarPoints(_ words: [UInt64]) -> [PolarPoint]? {
        guard words.count % 3 == 0 else { return nil }
        var points: [PolarPoint] = []
        for start in stride(from: 0, to: words.count, by: 3) {
            guard let row = UInt32(exactly: words[start + 1]), let bits = UInt32(exactly: words[start + 2])
            else { return nil }
            let point = PolarPoint(key: words[start], row: row, latitudeE7: Int32(bitPattern: bits))
            guard (-900_000_000...900_000_000).contains(point.latitudeE7),
                points.last.map({ ($0.key, $0.row) < (point.key, point.row) }) ?? true
            else { return nil }
            points.append(point)
        }
        return points
    }

    /// A box, or none for no points; nil for numbers that are neither.
    private static func bounds(_ edges: [Double], count: Int) -> (box: GeoBounds?, Void)? {
        guard count > 0 else { return edges.isEmpty ? (nil, ()) : nil }
        guard edges.count == 4, edges[0] >= -90, edges[0] <= edges[2], edges[2] <= 90,
            abs(edges[1]) <= 180, abs(edges[3]) <= 180
        else { return nil }
        return (GeoBounds(south: edges[0], west: edges[1], north: edges[2], east: edges[3]), ())
    }
}
