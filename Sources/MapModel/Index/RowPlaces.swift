/// The places of rows in the order of their numbers, as a `PointBuffer` has them: who needs no box and no view of them needs no
/// tree.
public struct RowPlaces: Sendable {
    private let pieces: [PointPiece]
    /// How many points come before each piece.
    private let starts: [Int]
    /// In ascending order of their rows.
    private let polarPoints: [PolarPoint]
    /// The points of the wanted rows; nil where all are wanted.
    private let wanted: [UInt32]?

    /// How many rows there are.
    public let count: Int

    /// The places of `rows`; rows without a place are left out.
    ///
    /// - Complexity: O(n), O(pieces) where `rows` has as many members as there are points.
    public init(of rows: RowSet, in buffer: PointBuffer) {
        pieces = buffer.pieces
        polarPoints = buffer.polarPoints
        var starts: [Int] = []
        var before = 0
        for piece in pieces {
            starts.append(before)
            before += piece.count
        }
        self.starts = starts
        guard rows.count < before || rows != buffer.rows else {
            (wanted, count) = (nil, before)
            return
        }
        var wanted: [UInt32] = []
        for (start, piece) in zip(starts, pieces) {
            for index in piece.keys.indices where rows.contains(piece.row(at: index)) {
                wanted.append(UInt32(start + index))
            }
        }
        (self.wanted, count) = (wanted, wanted.count)
    }

    /// A row and its coordinate in 1e-7°, exactly as it was appended, but 180° becomes -180°.
    ///
    /// - Complexity: O(log n).
    public subscript(position: Int) -> (row: UInt32, place: FixedCoordinate) {
        let index = wanted.map { Int($0[position]) } ?? position
        let number = Bisection.first(in: starts.indices) { starts[$0] > index } - 1
        let piece = pieces[number]
        let row = piece.row(at: index - starts[number])
        let point = MortonCode.point(of: piece.keys[index - starts[number]])
        var place = FixedCoordinate(point)
        if point.y == LatitudeTable.firstRow || point.y == LatitudeTable.lastRow {
            let polar = Bisection.first(in: polarPoints.indices) { polarPoints[$0].row >= row }
            if polar < polarPoints.count, polarPoints[polar].row == row {
                place.latitudeE7 = polarPoints[polar].latitudeE7
            }
        }
        return (row, place)
    }
}

extension PointBuffer {
    /// The rows that have a place; rows up to the last of these have room in the set.
    ///
    /// - Complexity: O(n), O(n / 64) where no row before the last is without a place.
    public var rows: RowSet {
        guard let last = pieces.last?.lastRow else { return RowSet(capacity: 0) }
        let capacity = Int(last) + 1
        if count == capacity { return RowSet(capacity: capacity, containsAll: true) }
        var rows = RowSet(capacity: capacity)
        for piece in pieces { for index in piece.keys.indices { rows.insert(piece.row(at: index)) } }
        return rows
    }
}
