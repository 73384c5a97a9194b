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

    /// The points in a box, counted from the north-west; a box outside the raster traps.
    public subscript(column: Int, row: Int) -> UInt32 {
        get { counts[row * raster.columnCount + column] }
        set { counts[row * raster.columnCount + column] = newValue }
    }

    /// The points in a block of boxes, which must lie in the raster.
    public func total(columns: Range<Int>, rows: Range<Int>) -> Int {
        var total = 0
        for row in rows {
            for column in columns { total += Int(self[column, row]) }
        }
        return total
    }

    /// How many boxes of a block hold each count.
    public func histogram(columns: Range<Int>, rows: Range<Int>) -> DensityHistogram {
        var histogram = DensityHistogram()
        for row in rows {
            let start = row * raster.columnCount
            for column in columns where counts[start + column] > 0 { histogram.add(counts[start + column]) }
        }
        histogram.finish()
        return histogram
    }
}

/// How many boxes hold each count, empty ones left out.
public struct DensityHistogram: Hashable, Sendable {
    /// Counts that come often have a place of their own; the others are sorted.
    private static let smallCount = 4096

    /// Ascending by count.
    public private(set) var entries: [(count: UInt32, boxes: Int)] = []
    /// Boxes that hold at least one point.
    public private(set) var boxCount = 0

    private var small = [UInt32](repeating: 0, count: smallCount)
    private var large: [UInt32] = []

    /// A histogram of no boxes.
    public init() {}

    mutating func add(_ count: UInt32) {
        boxCount += 1
        if count < Self.smallCount { small[Int(count)] += 1 } else { large.append(count) }
    }

    mutating func finish() {
        for count in small.indices where small[count] > 0 {
            entries.append((UInt32(count), Int(small[count])))
        }
        for count in large.sorted() {
            if entries.last?.count == count {
                entries[entries.count - 1].boxes += 1
            } else {
                entries.append((count, 1))
            }
        }
        small = []
        large = []
    }

    public static func == (left: DensityHistogram, right: DensityHistogram) -> Bool {
        left.entries.elementsEqual(right.entries) { $0 == $1 }
    }

    public func hash(into hasher: inout Hasher) {
        for entry in entries { hasher.combine(entry.count) }
    }
}
