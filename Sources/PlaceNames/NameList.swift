/// Folded names of ASCII in one block, by length, among which those with an error or two are found.
///
/// Each name has a mask of the letters it has, and of those it has twice; an error changes at most two bits of it, so
/// that few names are compared letter by letter.
struct NameList: Sendable {
    /// A name that is like a text.
    struct Hit: Equatable {
        let value: UInt64
        let distance: Int
        let isFirstLetterSame: Bool
    }

    /// Longer names are not compared.
    static let longest = 64

    private var bytes: [UInt8] = []
    private var names: [Name] = []
    /// The first name of each length, and the end of the last.
    private var starts: [Int] = []

    private struct Name {
        let mask: UInt64
        let value: UInt64
        let start: UInt32
        let count: UInt8
    }

    /// Adds a name with what stands for it; names that are too long are left out.
    mutating func append(_ name: [UInt8], _ value: UInt64) {
        name.withUnsafeBufferPointer { append($0, value) }
    }

    mutating func append(_ name: UnsafeBufferPointer<UInt8>, _ value: UInt64) {
        guard !name.isEmpty, name.count <= Self.longest else { return }
        names.append(
            Name(
                mask: Self.mask(of: name), value: value, start: UInt32(bytes.count), count: UInt8(name.count))
        )
        bytes.append(contentsOf: name)
    }

    /// Prepares the list for searches, after the last name.
    mutating func sort() {
        starts = [Int](repeating: 0, count: Self.longest + 2)
        for name in names { starts[Int(name.count) + 1] += 1 }
        for length in 1..<starts.count { starts[length] += starts[length - 1] }
        var ends = starts
        var sorted = names
        for name in names {
            sorted[ends[Int(name.count)]] = name
            ends[Int(name.count)] += 1
        }
        names = sorted
    }

    /// The names that differ from a text by one letter to `limit`, the same not among them.
    ///
    /// - Complexity: O(names of such lengths), about a nanosecond each.
    func similar(to text: [UInt8], limit: Int) -> [Hit] {
        var hits: [Hit] = []
        guard !text.isEmpty, text.count <= Self.longest, !starts.isEmpty else { return [] }
        text.withUnsafeBufferPointer { text in
            let mask = Self.mask(of: text)
            let first = starts[max(text.count - limit, 1)]
            let last = starts[min(text.count + limit, Self.longest) + 1]
            bytes.withUnsafeBufferPointer { bytes in
                names.withUnsafeBufferPointer { names in
                    for place in first..<last where Self.isNear(names[place].mask, mask, limit) {
                        let name = names[place]
                        let start = Int(name.start)
                        let other = UnsafeBufferPointer(rebasing: bytes[start..<start + Int(name.count)])
                        guard let distance = Self.distance(text, other, limit), distance > 0 else { continue }
                        hits.append(
                            Hit(value: name.value, distance: distance, isFirstLetterSame: text[0] == other[0])
                        )
                    }
                }
            }
        }
        return hits
    }

    /// A bit for each letter, another where it occurs again.
    private static func mask(of name: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var (once, twice): (UInt64, UInt64) = (0, 0)
        for byte in name {
            let bit: UInt64 = 1 << UInt64(byte & 31)
            twice |= once & bit
            once |= bit
        }
        return once | twice << 32
    }

    /// Whether at most two bits for each of `limit` errors differ.
    @inline(__always)
    private static func isNear(_ left: UInt64, _ right: UInt64, _ limit: Int) -> Bool {
        var rest = left ^ right
        for _ in 0..<2 * limit { rest &= rest &- 1 }
        return rest == 0
    }

    /// Letters to insert, delete, replace or exchange with their neighbour, each once; nil beyond `limit`.
    ///
    /// The optimal string alignment distance.
    private static func distance(
        _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>, _ limit: Int
    ) -> Int? {
        let width = right.count + 1
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 3 * width) { rows in
            for column in 0..<width { rows[column] = UInt8(column) }
            var (earlier, before, now) = (2 * width, 2 * width, 0)
            for row in 1...left.count {
                (earlier, before, now) = (before, now, now == 2 * width ? 0 : now + width)
                rows[now] = UInt8(row)
                var least = row
                for column in 1..<width {
                    let isSame = left[row - 1] == right[column - 1]
                    var steps = rows[before + column - 1] + (isSame ? 0 : 1)
                    steps = min(steps, rows[before + column] + 1, rows[now + column - 1] + 1)
                    if row > 1, column > 1, left[row - 1] == right[column - 2],
                        left[row - 2] == right[column - 1]
                    {
                        steps = min(steps, rows[earlier + column - 2] + 1)
                    }
                    rows[now + column] = steps
                    least = min(least, Int(steps))
                }
                if least > limit { return nil }
            }
            let distance = Int(rows[now + width - 1])
            return distance <= limit ? distance : nil
        }
    }
}
