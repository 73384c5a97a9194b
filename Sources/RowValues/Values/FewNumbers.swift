import MapModel

/// Numbers of a few different values.
struct FewNumbers {
    /// By their size.
    let ordered: [(number: Double, count: Int)]
    let missingCount: Int

    /// Nil when there are more than `limit` different ones, or none; NaN is no number.
    ///
    /// - Complexity: O(n · limit), shared by the workers; mostly it ends after a few numbers.
    init?(_ numbers: [Double], limit: Int, by workers: Workers) {
        var tally = Tally()
        for part in workers.shares(of: numbers.count, { Tally(of: numbers[$0], limit: limit) }) {
            guard let part else { return nil }
            tally.missing += part.missing
            for (number, count) in zip(part.numbers, part.counts) { tally.add(number, count) }
        }
        guard !tally.numbers.isEmpty, tally.numbers.count <= limit else { return nil }
        ordered = zip(tally.numbers, tally.counts).sorted { $0.0 < $1.0 }.map { ($0.0, $0.1) }
        missingCount = tally.missing
    }

    /// How often each number occurs.
    private struct Tally: Sendable {
        var numbers: [Double] = []
        var counts: [Int] = []
        var missing = 0

        init() {}

        /// Nil when there are more than `limit` different ones.
        init?(of all: ArraySlice<Double>, limit: Int) {
            for number in all {
                if number.isNaN {
                    missing += 1
                } else {
                    add(number, 1)
                    if numbers.count > limit { return nil }
                }
            }
        }

        @inline(__always)
        mutating func add(_ number: Double, _ count: Int) {
            for index in numbers.indices where numbers[index] == number {
                counts[index] += count
                return
            }
            numbers.append(number)
            counts.append(count)
        }
    }

    /// The class of each row; a value that no classified row has is among the others.
    func classes(of numbers: PackedNumbers, by workers: Workers) -> [UInt8] {
        let known = ordered.map(\.number)
        return workers.shares(of: numbers.count) { rows in
            var classes: [UInt8] = []
            classes.reserveCapacity(rows.count)
            numbers.forEach(in: rows) { number in
                let place = known.firstIndex(of: number).map { $0 + 1 } ?? RowClasses.categoryLimit + 1
                classes.append(number.isNaN ? 0 : UInt8(truncatingIfNeeded: place))
            }
            return classes
        }.reduce(into: []) { $0 += $1 }
    }
}
