/// Sorts whole numbers by their digits, the lowest first; digits that all of them share are passed over.
enum DigitSort {
    private static let digitBits = 11

    /// - Complexity: O(n) for each 11 bits in which the numbers differ.
    static func sort<Key: FixedWidthInteger & UnsignedInteger>(_ keys: inout [Key]) {
        let (some, all) = keys.reduce(into: (Key(0), Key.max)) {
            $0.0 |= $1
            $0.1 &= $1
        }
        let differing = some & ~all
        var other: [Key] = []
        for shift in stride(from: 0, to: Key.bitWidth, by: digitBits) {
            guard differing >> Key(shift) & Key(1 << digitBits - 1) != 0 else { continue }
            if other.isEmpty { other = [Key](repeating: 0, count: keys.count) }
            scatter(keys, to: &other, shift: Key(shift))
            swap(&keys, &other)
        }
    }

    @inline(__always)
    private static func scatter<Key: FixedWidthInteger & UnsignedInteger>(
        _ keys: [Key], to other: inout [Key], shift: Key
    ) {
        let mask = Key(1 << digitBits - 1)
        var places = [Int](repeating: 0, count: 1 << digitBits)
        keys.withUnsafeBufferPointer { keys in
            other.withUnsafeMutableBufferPointer { other in
                places.withUnsafeMutableBufferPointer { places in
                    for key in keys { places[Int(truncatingIfNeeded: key &>> shift & mask)] &+= 1 }
                    var next = 0
                    for digit in places.indices {
                        (places[digit], next) = (next, next + places[digit])
                    }
                    for key in keys {
                        let digit = Int(truncatingIfNeeded: key &>> shift & mask)
                        other[places[digit]] = key
                        places[digit] &+= 1
                    }
                }
            }
        }
    }
}
