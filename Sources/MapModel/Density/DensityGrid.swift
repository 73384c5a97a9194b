/// How many points lie in each box of a raster.
public struct DensityGrid: Hashable, Sendable {
    /// The boxes.
    public let raster: DensityRaster
    private(set) var counts: [UInt32]

    /// A grid of zeros.
    public init(_ raster: DensityRaster) {
        self.raster = raster
        counts = Array(repeating: 0, count: raster.columnCount * raster.rowCount)
    }

    /// The points of clusters: few of them at their mean position, many spread evenly over the boxes that their cell
    /// covers, so that cells and boxes of other sizes make no pattern. Clusters beside the raster are left out.
    ///
    /// - Complexity: O(n log m) for n clusters and m boxes to a side, and O(1) for each box that a cell covers.
    public init(_ raster: DensityRaster, of clusters: [Cluster]) {
        self.init(raster)
        for cluster in clusters {
            guard let box = raster.box(of: cluster.mean) else { continue }
            guard let cover = raster.cover(of: cluster.id, around: box), cluster.count >= 2 * cover.count
            else {
                counts[box.row * raster.columnCount + box.column] &+= UInt32(clamping: cluster.count)
                continue
            }
            // Each box has what is left of its share when those before it are rounded: nothing is lost.
            let (width, height) = (
                cover.columns.reduce(0) { $0 + $1.share }, cover.rows.reduce(0) { $0 + $1.share }
            )
            var (passed, given) = (0.0, 0)
            for row in cover.rows {
                for column in cover.columns {
                    passed += row.share / height * (column.share / width)
                    let next = min(Int((passed * Double(cluster.count)).rounded()), cluster.count)
                    counts[row.box * raster.columnCount + column.box] &+= UInt32(clamping: next - given)
                    given = next
                }
            }
            counts[box.row * raster.columnCount + box.column] &+= UInt32(clamping: cluster.count - given)
        }
    }

    /// The points in a box, counted from the north-west; a box outside the raster traps.
    public subscript(column: Int, row: Int) -> UInt32 {
        get { counts[row * raster.columnCount + column] }
        set { counts[row * raster.columnCount + column] = newValue }
    }

    /// Adds counts to boxes of a row, from `column` on.
    mutating func add(_ more: ArraySlice<UInt32>, column: Int, row: Int) {
        let start = row * raster.columnCount + column
        counts.withUnsafeMutableBufferPointer { counts in
            more.withUnsafeBufferPointer { more in
                for index in more.indices { counts[start + index] &+= more[index] }
            }
        }
    }

    /// The points in a block of boxes, which must lie in the raster.
    public func total(columns: Range<Int>, rows: Range<Int>) -> Int {
        var total = 0
        for row in rows {
            for column in columns { total += Int(self[column, row]) }
        }
        return total
    }

    /// The counts of a block of boxes, row by row.
    public func counts(columns: Range<Int>, rows: Range<Int>) -> [UInt32] {
        var block: [UInt32] = []
        block.reserveCapacity(columns.count * rows.count)
        for row in rows {
            let start = row * raster.columnCount
            block += counts[start + columns.lowerBound..<start + columns.upperBound]
        }
        return block
    }
}

/// How many boxes hold each count, empty ones left out.
public struct DensityHistogram: Hashable, Sendable {
    /// Counts that come often have a place of their own; the others are sorted.
    private static let smallCount = 4096

    /// How many boxes hold a count.
    public struct Entry: Hashable, Sendable {
        /// Points in the box, at least 1.
        public var count: UInt32
        /// Boxes that hold so many, at least 1.
        public var boxes: Int
    }

    /// Ascending by count.
    public private(set) var entries: [Entry] = []
    /// Boxes that hold at least one point.
    public private(set) var boxCount = 0

    /// The histogram of `counts`; zeros are left out.
    ///
    /// - Complexity: O(n) for counts below 4,096, O(n log n) for others.
    public init(_ counts: [UInt32]) {
        var small = [Int](repeating: 0, count: Self.smallCount)
        var large: [UInt32] = []
        for count in counts where count > 0 {
            boxCount += 1
            if count < Self.smallCount { small[Int(count)] += 1 } else { large.append(count) }
        }
        entries = small.indices.filter { small[$0] > 0 }.map { Entry(count: UInt32($0), boxes: small[$0]) }
        for count in large.sorted() {
            if entries.last?.count == count {
                entries[entries.count - 1].boxes += 1
            } else {
                entries.append(Entry(count: count, boxes: 1))
            }
        }
    }
}

extension DensityHistogram {
    /// The boxes of both.
    public func joined(with other: DensityHistogram) -> DensityHistogram {
        var joined = self
        joined.boxCount += other.boxCount
        var counts: [UInt32: Int] = [:]
        for entry in entries + other.entries { counts[entry.count, default: 0] += entry.boxes }
        joined.entries = counts.sorted { $0.key < $1.key }.map { Entry(count: $0.key, boxes: $0.value) }
        return joined
    }
}
