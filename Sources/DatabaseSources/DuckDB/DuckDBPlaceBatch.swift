import MapModel

/// Places that are added to a buffer together.
struct DuckDBPlaceBatch {
    private var places: [FixedCoordinate] = []
    private var rows: [UInt32] = []
    private var firstRow = 0

    private static let limit = 1 << 16

    var isFull: Bool { places.count >= Self.limit }

    mutating func append(_ place: FixedCoordinate, row: Int) {
        if places.isEmpty { firstRow = row }
        places.append(place)
        rows.append(UInt32(row - firstRow))
    }

    mutating func move(to points: inout PointBuffer) {
        guard let last = rows.last else { return }
        let isDense = Int(last) == rows.count - 1
        places.withUnsafeBufferPointer { places in
            rows.withUnsafeBufferPointer { rows in
                points.append(places, firstRow: UInt32(firstRow), rows: isDense ? nil : rows)
            }
        }
        places.removeAll(keepingCapacity: true)
        rows.removeAll(keepingCapacity: true)
    }
}
