/// Points on their way into a `QuadTree`: 12 bytes each, appended as rows are read.
///
/// Row numbers must ascend but may have gaps, where rows have no place. Threads that read different stretches
/// of a file fill one buffer each and join them in the order of the file.
public struct PointBuffer: Sendable {
    /// Rows are numbered in 32 bits, and so are indices in the tree.
    public static let maximumCount = Int(UInt32.max) - 1

    private(set) var keys: [UInt64] = []
    private(set) var rows: [UInt32] = []
    /// The points whose latitude their key cannot hold.
    private(set) var polarPoints: [PolarPoint] = []
    private let latitudes = LatitudeTable.shared

    /// A buffer without points.
    public init() {}

    /// Points, at most `maximumCount`.
    public var count: Int { keys.count }
    /// Whether there are no points.
    public var isEmpty: Bool { keys.isEmpty }

    /// Reserves memory for `count` points, 12 bytes each.
    public mutating func reserveCapacity(_ count: Int) {
        keys.reserveCapacity(count)
        rows.reserveCapacity(count)
    }

    /// Adds the place of a row; it must lie on the globe, and `row` must be greater than those in the buffer.
    public mutating func append(_ coordinate: FixedCoordinate, row: UInt32) {
        precondition(coordinate.isOnGlobe, "a place must lie on the globe")
        precondition(rows.last.map { $0 < row } ?? true, "rows must ascend")
        let column = QuantumPoint.unwrappedColumn(longitudeE7: coordinate.longitudeE7)
        let line = latitudes.row(latitudeE7: coordinate.latitudeE7)
        let key = MortonCode.code(of: QuantumPoint(x: UInt32(truncatingIfNeeded: column), y: line))
        if coordinate.latitudeE7.magnitude > LatitudeTable.limitE7.magnitude {
            polarPoints.append(PolarPoint(key: key, row: row, latitudeE7: coordinate.latitudeE7))
        }
        keys.append(key)
        rows.append(row)
    }

    /// Adds the points of a buffer whose rows are all greater than those in this one.
    public mutating func append(contentsOf other: PointBuffer) {
        if let last = rows.last, let first = other.rows.first {
            precondition(last < first, "rows must ascend")
        }
        keys.append(contentsOf: other.keys)
        rows.append(contentsOf: other.rows)
        polarPoints.append(contentsOf: other.polarPoints)
    }

    /// Adds the points of a buffer with `offset` added to their rows, which must all be greater than those in
    /// this one.
    public mutating func append(contentsOf other: PointBuffer, rowOffset offset: UInt32) {
        guard offset > 0 else { return append(contentsOf: other) }
        if let last = rows.last, let first = other.rows.first {
            precondition(last < first + offset, "rows must ascend")
        }
        keys.append(contentsOf: other.keys)
        rows.append(contentsOf: other.rows.lazy.map { $0 + offset })
        polarPoints.append(
            contentsOf: other.polarPoints.lazy.map {
                PolarPoint(key: $0.key, row: $0.row + offset, latitudeE7: $0.latitudeE7)
            })
    }

    /// The points of this buffer and those of other rows; a row of both keeps the place that it has here.
    ///
    /// - Complexity: O(n + k log k) for k other rows.
    public func merging(_ places: [UInt32: FixedCoordinate]) -> PointBuffer {
        if places.isEmpty { return self }
        var merged = PointBuffer()
        merged.reserveCapacity(count + places.count)
        var others = places.sorted { $0.key < $1.key }[...]
        for index in rows.indices {
            while let other = others.first, other.key <= rows[index] {
                others.removeFirst()
                if other.key < rows[index] { merged.append(other.value, row: other.key) }
            }
            merged.keys.append(keys[index])
            merged.rows.append(rows[index])
        }
        for other in others { merged.append(other.value, row: other.key) }
        merged.polarPoints = (merged.polarPoints + polarPoints).sorted { $0.row < $1.row }
        return merged
    }

    /// The rows that have a place, ascending.
    public var placedRows: [UInt32] { rows }

    /// The points of some rows under other numbers.
    ///
    /// - Parameter wanted: the rows by their new numbers, 0..<wanted.count; each must have a place.
    /// - Complexity: O(n log n).
    public func renumbered(_ wanted: [UInt32]) -> PointBuffer {
        var buffer = PointBuffer()
        buffer.reserveCapacity(wanted.count)
        let polar = Dictionary(uniqueKeysWithValues: polarPoints.map { ($0.row, $0.latitudeE7) })
        for (number, row) in wanted.enumerated() {
            let index = Bisection.first(in: rows.indices) { rows[$0] >= row }
            precondition(index < rows.count && rows[index] == row, "a row without a place")
            buffer.keys.append(keys[index])
            buffer.rows.append(UInt32(number))
            if let latitudeE7 = polar[row] {
                buffer.polarPoints.append(
                    PolarPoint(key: keys[index], row: UInt32(number), latitudeE7: latitudeE7))
            }
        }
        return buffer
    }

    /// The columns in Morton order, rows ascending within equal keys; the buffer is empty afterwards.
    mutating func takeSorted() -> (keys: [UInt64], rows: [UInt32]) {
        RadixSort.sorted(keys: &keys, rows: &rows)
    }
}

/// A point beyond the Mercator square, whose exact latitude is kept beside its key.
struct PolarPoint: Sendable, Equatable {
    var key: UInt64
    var row: UInt32
    var latitudeE7: Int32
}
