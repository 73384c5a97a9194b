import MapModel

/// Places on their way into a `PointBuffer`, which takes many at once faster than one by one.
struct PointBatch {
    private var places: [FixedCoordinate] = []
    /// How far the row of each is from the first row; empty as long as rows follow each other without gaps.
    private var steps: [UInt32] = []
    private var firstRow: UInt32 = 0

    /// Adds the place of a row; rows ascend.
    mutating func append(_ place: FixedCoordinate, row: UInt32) {
        noteRows(from: row, count: 1)
        places.append(place)
    }

    /// Adds the places of records that follow each other.
    mutating func append(_ records: Slice<UnsafeMutableBufferPointer<PlainRecord>>, firstRow row: UInt32) {
        noteRows(from: row, count: records.count)
        places.append(contentsOf: records.lazy.map(\.place))
    }

    private mutating func noteRows(from row: UInt32, count: Int) {
        if places.isEmpty { firstRow = row }
        let step = row - firstRow
        if steps.isEmpty, step != UInt32(places.count) { steps = places.indices.map { UInt32($0) } }
        if !steps.isEmpty { steps.append(contentsOf: step..<step + UInt32(count)) }
    }

    /// Moves all places to `points`; memory stays for more.
    mutating func move(to points: inout PointBuffer) {
        places.withUnsafeBufferPointer { places in
            steps.withUnsafeBufferPointer { steps in
                points.append(places, firstRow: firstRow, rows: steps.isEmpty ? nil : steps)
            }
        }
        places.removeAll(keepingCapacity: true)
        steps.removeAll(keepingCapacity: true)
    }
}
