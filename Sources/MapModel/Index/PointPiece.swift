/// A piece of a `PointBuffer`: keys of places, in ascending order of their rows.
struct PointPiece: Sendable {
    /// Points in a piece that is filled one by one.
    static let capacity = 1 << 16
    /// A piece with fewer points is copied into the next one.
    static let worthKeeping = 1 << 12

    private(set) var keys: [UInt64] = []
    private var firstRow: UInt32 = 0
    /// How far each row is from the first; empty where rows follow each other without gaps.
    private var steps: [UInt32] = []
    /// The bits that are set in some key, and those that are set in all.
    private(set) var someBits: UInt64 = 0
    private(set) var allBits = UInt64.max

    init() {}

    init(keys: [UInt64], firstRow: UInt32, steps: [UInt32]) {
        self.keys = keys
        self.firstRow = firstRow
        self.steps = steps
        for key in keys {
            someBits |= key
            allBits &= key
        }
    }

    var count: Int { keys.count }
    var isEmpty: Bool { keys.isEmpty }
    /// Bytes that the points occupy, room for more included.
    var byteCount: Int { keys.capacity * 8 + steps.capacity * 4 }
    var lastRow: UInt32 { row(at: count - 1) }

    /// The row of a point.
    @inline(__always)
    func row(at index: Int) -> UInt32 {
        firstRow &+ (steps.isEmpty ? UInt32(truncatingIfNeeded: index) : steps[index])
    }

    mutating func append(_ key: UInt64, row: UInt32) {
        if keys.isEmpty {
            firstRow = row
        } else if steps.isEmpty, row != firstRow &+ UInt32(count) {
            steps = keys.indices.map { UInt32($0) }
        }
        if !steps.isEmpty { steps.append(row - firstRow) }
        if keys.count == keys.capacity { keys.reserveCapacity(min(max(2 * count, 64), Self.capacity)) }
        keys.append(key)
        someBits |= key
        allBits &= key
    }

    /// The same points in rows that are greater by `offset`.
    func moved(by offset: UInt32) -> PointPiece {
        var moved = self
        moved.firstRow += offset
        return moved
    }

    /// The memory of the piece.
    @inline(__always)
    func withColumns<Result>(
        _ body: (UnsafeBufferPointer<UInt64>, UInt32, UnsafeBufferPointer<UInt32>?) -> Result
    ) -> Result {
        keys.withUnsafeBufferPointer { keys in
            steps.withUnsafeBufferPointer { body(keys, firstRow, $0.isEmpty ? nil : $0) }
        }
    }
}

/// A point beyond the Mercator square, whose exact latitude is kept beside its key.
struct PolarPoint: Sendable, Equatable {
    var key: UInt64
    var row: UInt32
    var latitudeE7: Int32
}
