/// Points of a tree in the order of their rows.
public struct RowOrder: RandomAccessCollection, Sendable {
    private static let digitBits = 11

    /// Row and index in one number.
    private var order: [UInt64]

    /// The points at some indices of a tree.
    ///
    /// - Complexity: O(n). Radix sort from the lowest digit: Knuth, The Art of Computer Programming 3, 5.2.5.
    public init(of indices: some Collection<Int>, in tree: QuadTree) {
        var bits: UInt32 = 0
        order = indices.map { index in
            let row = tree.row(at: index)
            bits |= row
            return UInt64(row) << 32 | UInt64(index)
        }
        var other = [UInt64](repeating: 0, count: order.count)
        for shift in stride(from: 0, to: 32 - bits.leadingZeroBitCount, by: Self.digitBits) {
            Self.sort(order, into: &other, shift: 32 + shift)
            swap(&order, &other)
        }
    }

    private static func sort(_ order: [UInt64], into other: inout [UInt64], shift: Int) {
        let mask = UInt64(1) << digitBits - 1
        var places = [Int](repeating: 0, count: 1 << digitBits)
        for entry in order { places[Int(entry >> shift & mask)] += 1 }
        var next = 0
        for digit in places.indices { (places[digit], next) = (next, next + places[digit]) }
        for entry in order {
            let digit = Int(entry >> shift & mask)
            other[places[digit]] = entry
            places[digit] += 1
        }
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { order.count }

    public subscript(position: Int) -> (row: UInt32, index: Int) {
        (UInt32(truncatingIfNeeded: order[position] >> 32), Int(order[position] & 0xFFFF_FFFF))
    }
}
