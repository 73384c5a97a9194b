/// Points on their way into a `QuadTree`: 8 bytes each, and 4 more where rows have gaps.
///
/// Row numbers must ascend but may have gaps, where rows have no place. Threads that read different stretches
/// of a file fill one buffer each and join them in the order of the file. A copy shares all full pieces.
public struct PointBuffer: Sendable {
    /// Rows are numbered in 32 bits, and so are indices in the tree.
    public static let maximumCount = Int(UInt32.max) - 1

    /// In ascending order of their rows; none is empty.
    private var fullPieces: [PointPiece] = []
    /// Where the next point goes.
    private var open = PointPiece()
    /// The points whose latitude their key cannot hold.
    var polarPoints: [PolarPoint] = []
    /// Points, at most `maximumCount`.
    public private(set) var count = 0
    private let latitudes = LatitudeTable.shared

    /// A buffer without points.
    public init() {}

    /// Whether there are no points.
    public var isEmpty: Bool { count == 0 }

    /// Bytes that the points occupy.
    public var byteCount: Int {
        pieces.reduce(0) { $0 + $1.byteCount } + polarPoints.count * MemoryLayout<PolarPoint>.stride
    }

    /// All points, in ascending order of their rows.
    var pieces: [PointPiece] { open.isEmpty ? fullPieces : fullPieces + [open] }

    /// Adds the place of a row; it must lie on the globe, and `row` must be greater than those in the buffer.
    public mutating func append(_ coordinate: FixedCoordinate, row: UInt32) {
        precondition(lastRow.map { $0 < row } ?? true, "rows must ascend")
        add(key: key(of: coordinate, row: row), row: row)
    }

    /// Adds the places of many rows at once, which is faster: they must lie on the globe.
    ///
    /// - Parameters:
    ///   - firstRow: the row of the first place, greater than those in the buffer.
    ///   - rows: how far the row of each place is from `firstRow`, ascending; nil when they follow each other.
    public mutating func append(
        _ coordinates: UnsafeBufferPointer<FixedCoordinate>, firstRow: UInt32,
        rows: UnsafeBufferPointer<UInt32>? = nil
    ) {
        precondition(rows.map { $0.count == coordinates.count } ?? true)
        guard coordinates.count >= PointPiece.worthKeeping else {
            for (index, coordinate) in coordinates.enumerated() {
                append(coordinate, row: firstRow + (rows?[index] ?? UInt32(index)))
            }
            return
        }
        closePiece()
        precondition(lastRow.map { $0 < firstRow + (rows?.first ?? 0) } ?? true, "rows must ascend")
        let keys = [UInt64](unsafeUninitializedCapacity: coordinates.count) { keys, count in
            count = coordinates.count
            for index in coordinates.indices {
                let row = firstRow &+ (rows?[index] ?? UInt32(truncatingIfNeeded: index))
                keys[index] = key(of: coordinates[index], row: row)
            }
        }
        let piece = PointPiece(keys: keys, firstRow: firstRow, steps: rows.map(Array.init) ?? [])
        fullPieces.append(piece)
        count += piece.count
    }

    /// Adds the points of a buffer with `offset` added to their rows, which must all be greater than those in
    /// this one.
    ///
    /// - Complexity: O(pieces), about one for 65,536 points, and O(n) for fewer than 4,096 points.
    public mutating func append(contentsOf other: PointBuffer, rowOffset offset: UInt32 = 0) {
        guard let first = other.firstRow else { return }
        precondition(lastRow.map { $0 < first + offset } ?? true, "rows must ascend")
        for piece in other.pieces {
            if piece.count < PointPiece.worthKeeping {
                for index in piece.keys.indices {
                    add(key: piece.keys[index], row: piece.row(at: index) + offset)
                }
            } else {
                closePiece()
                fullPieces.append(piece.moved(by: offset))
                count += piece.count
            }
        }
        polarPoints.append(
            contentsOf: other.polarPoints.lazy.map {
                PolarPoint(key: $0.key, row: $0.row + offset, latitudeE7: $0.latitudeE7)
            })
    }

    private var firstRow: UInt32? { fullPieces.first?.row(at: 0) ?? (open.isEmpty ? nil : open.row(at: 0)) }

    private var lastRow: UInt32? { open.isEmpty ? fullPieces.last?.lastRow : open.lastRow }

    @inline(__always)
    private mutating func key(of coordinate: FixedCoordinate, row: UInt32) -> UInt64 {
        precondition(coordinate.isOnGlobe, "a place must lie on the globe")
        let column = QuantumPoint.unwrappedColumn(longitudeE7: coordinate.longitudeE7)
        let line = latitudes.row(latitudeE7: coordinate.latitudeE7)
        let key = MortonCode.code(of: QuantumPoint(x: UInt32(truncatingIfNeeded: column), y: line))
        if coordinate.latitudeE7.magnitude > LatitudeTable.limitE7.magnitude {
            polarPoints.append(PolarPoint(key: key, row: row, latitudeE7: coordinate.latitudeE7))
        }
        return key
    }

    mutating func add(key: UInt64, row: UInt32) {
        if open.count == PointPiece.capacity { closePiece() }
        open.append(key, row: row)
        count += 1
    }

    private mutating func closePiece() {
        guard !open.isEmpty else { return }
        fullPieces.append(open)
        open = PointPiece()
    }

    /// The points in Morton order, rows ascending within equal keys; the buffer is empty afterwards.
    mutating func takeSorted(by workers: Workers) -> (keys: [UInt64], rows: [UInt32]) {
        closePiece()
        let sorted = PointSort.sorted(&fullPieces, count: count, by: workers)
        count = 0
        return sorted
    }
}

// MARK: - Choosing rows

extension PointBuffer {
    /// The points of this buffer and those of other rows; a row of both keeps the place that it has here.
    ///
    /// - Complexity: O(n + k log k) for k other rows.
    public func merging(_ places: [UInt32: FixedCoordinate]) -> PointBuffer {
        if places.isEmpty { return self }
        var merged = PointBuffer()
        var others = places.sorted { $0.key < $1.key }[...]
        for piece in pieces {
            for index in piece.keys.indices {
                let row = piece.row(at: index)
                while let other = others.first, other.key <= row {
                    others.removeFirst()
                    if other.key < row { merged.append(other.value, row: other.key) }
                }
                merged.add(key: piece.keys[index], row: row)
            }
        }
        for other in others { merged.append(other.value, row: other.key) }
        merged.polarPoints = (merged.polarPoints + polarPoints).sorted { $0.row < $1.row }
        return merged
    }

    /// Some of the points, evenly spread over the rows: at most `limit`, those near the poles left out.
    ///
    /// - Complexity: O(pieces + limit).
    public func sample(_ limit: Int) -> PointBuffer {
        var sample = PointBuffer()
        let step = max(1, (count + limit - 1) / max(limit, 1))
        var offset = 0
        for piece in pieces {
            while offset < piece.count {
                let row = piece.row(at: offset)
                if !polarPoints.contains(where: { $0.row == row }) {
                    sample.add(key: piece.keys[offset], row: row)
                }
                offset += step
            }
            offset -= piece.count
        }
        return sample
    }

    /// The rows that have a place, ascending.
    public var placedRows: [UInt32] { pieces.flatMap { piece in piece.keys.indices.map(piece.row) } }

    /// The same from a row on.
    ///
    /// - Complexity: O(pieces + rows from there on).
    package func placedRows(from first: UInt32) -> [UInt32] {
        pieces.flatMap { piece in
            piece.lastRow < first
                ? [] : piece.keys.indices.map(piece.row).filter { $0 >= first }
        }
    }

    /// The same as a set; nil where all rows 0..<capacity have one.
    ///
    /// - Complexity: O(n).
    public func placedRows(below capacity: Int) -> RowSet? {
        if count == capacity { return nil }
        var rows = RowSet(capacity: capacity)
        for piece in pieces { for index in piece.keys.indices { rows.insert(piece.row(at: index)) } }
        return rows
    }

    /// The points of some rows under other numbers.
    ///
    /// - Parameter wanted: the rows by their new numbers, 0..<wanted.count; each must have a place.
    /// - Complexity: O(n log n).
    public func renumbered(_ wanted: [UInt32]) -> PointBuffer {
        var buffer = PointBuffer()
        let polar = Dictionary(uniqueKeysWithValues: polarPoints.map { ($0.row, $0.latitudeE7) })
        let rows = placedRows
        let keys = pieces.flatMap(\.keys)
        for (number, row) in wanted.enumerated() {
            let index = Bisection.first(in: rows.indices) { rows[$0] >= row }
            precondition(index < rows.count && rows[index] == row, "a row without a place")
            buffer.add(key: keys[index], row: UInt32(number))
            if let latitudeE7 = polar[row] {
                buffer.polarPoints.append(
                    PolarPoint(key: keys[index], row: UInt32(number), latitudeE7: latitudeE7))
            }
        }
        return buffer
    }
}
