/// The two levels that a cell shows; each of its quarters shows the nearer one.
struct ShadePair: Equatable {
    var low: Int
    var high: Int
}

/// Finds the pairs of levels for a run of cells: those with the least sum of errors and of the bytes for changes.
///
/// By dynamic programming over the pairs: to keep a pair costs nothing, to exchange one level the bytes of one colour, both
/// of two. At most `valueCount` levels of those in the run are tried, so noise is coarser than what is smooth.
struct ShadePairs {
    private static let valueCount = 9
    private static let mostPairs = valueCount * (valueCount + 1) / 2
    /// Costs are quarters of bytes. Of 24 levels an error of one is hardly seen.
    private static let errorOf24Levels = 5

    /// A change of one colour.
    let changeCost: Int
    /// A squared difference of one level.
    let errorCost: Int

    /// The levels that are tried, ascending; pair (a, b), a ≤ b, has the number b (b + 1) / 2 + a.
    private var values: [Int] = []
    private var costs = [Int](repeating: 0, count: mostPairs)
    /// For each cell and pair the pair of the cell before.
    private var steps: [UInt8] = []
    /// The least cost of the pairs with each value, and the first pair that has it.
    private var leastCosts = [Int](repeating: 0, count: valueCount)
    private var leastPairs = [Int](repeating: 0, count: valueCount)
    private var errors = [SIMD4<Int32>](repeating: .zero, count: valueCount)

    init(levelCount: Int, isDirect: Bool) {
        changeCost = 4 * (isDirect ? 19 : 11)
        // Few levels lie further apart, and their bytes are fewer.
        let scale = max(24 / max(levelCount, 1), 1)
        errorCost = Self.errorOf24Levels * scale * (scale + 1) / 2
    }

    /// A pair for each cell; all quarters have levels above 0.
    ///
    /// - Parameter ink: a level that the terminal has already; 0 for none.
    mutating func chosen(for levels: ArraySlice<SIMD4<Int32>>, after ink: Int = 0) -> [ShadePair] {
        setValues(levels)
        if steps.count < Self.mostPairs * levels.count {
            steps = [UInt8](repeating: 0, count: Self.mostPairs * levels.count)
        }
        for (index, quarters) in levels.enumerated() {
            for (number, value) in values.enumerated() {
                let difference = quarters &- SIMD4(repeating: Int32(value))
                errors[number] = difference &* difference
            }
            if index == 0 { begin(after: ink) } else { advance(to: index) }
        }
        return traced(levels.count)
    }

    /// At most nine levels from the least to the greatest of the run.
    private mutating func setValues(_ levels: ArraySlice<SIMD4<Int32>>) {
        var (low, high) = (Int32.max, Int32.min)
        for quarters in levels {
            low = min(low, quarters.min())
            high = max(high, quarters.max())
        }
        let gaps = Self.valueCount - 1
        let step = max((Int(high - low) + gaps - 1) / gaps, 1)
        values.removeAll(keepingCapacity: true)
        for value in stride(from: Int(low), to: Int(high), by: step) { values.append(value) }
        values.append(Int(high))
    }

    /// What a pair is off.
    @inline(__always)
    private func error(_ low: Int, _ high: Int) -> Int {
        Int(pointwiseMin(errors[low], errors[high]).wrappedSum()) &* errorCost
    }

    private mutating func begin(after ink: Int) {
        var pair = 0
        for high in values.indices {
            for low in 0...high {
                let saved = values[low] == ink || values[high] == ink ? changeCost : 0
                costs[pair] = (low == high ? changeCost : 2 * changeCost) - saved + error(low, high)
                pair += 1
            }
        }
    }

    /// The costs of all pairs after one more cell.
    private mutating func advance(to index: Int) {
        let cheapest = findLeast()
        let fresh = costs[cheapest]
        let first = index * Self.mostPairs
        var pair = 0
        for high in values.indices {
            for low in 0...high {
                var (cost, step) = (fresh &+ (low == high ? changeCost : 2 &* changeCost), cheapest)
                let (withLow, withHigh) = (leastCosts[low] &+ changeCost, leastCosts[high] &+ changeCost)
                if withLow < cost { (cost, step) = (withLow, leastPairs[low]) }
                if withHigh < cost { (cost, step) = (withHigh, leastPairs[high]) }
                if costs[pair] <= cost { (cost, step) = (costs[pair], pair) }
                costs[pair] = cost &+ error(low, high)
                steps[first &+ pair] = UInt8(truncatingIfNeeded: step)
                pair &+= 1
            }
        }
    }

    /// Finds the least cost of the pairs with each value; returns the cheapest pair of all.
    private mutating func findLeast() -> Int {
        for number in values.indices { leastCosts[number] = .max }
        var (pair, cheapest) = (0, 0)
        for high in values.indices {
            for low in 0...high {
                let cost = costs[pair]
                if cost < leastCosts[low] { (leastCosts[low], leastPairs[low]) = (cost, pair) }
                if cost < leastCosts[high] { (leastCosts[high], leastPairs[high]) = (cost, pair) }
                if cost < costs[cheapest] { cheapest = pair }
                pair &+= 1
            }
        }
        return cheapest
    }

    /// The cheapest way, from its end.
    private mutating func traced(_ count: Int) -> [ShadePair] {
        var pair = findLeast()
        var chosen = [ShadePair](repeating: ShadePair(low: 0, high: 0), count: count)
        for index in stride(from: count - 1, through: 0, by: -1) {
            chosen[index] = levels(of: pair)
            pair = Int(steps[index * Self.mostPairs + pair])
        }
        return chosen
    }

    private func levels(of pair: Int) -> ShadePair {
        var high = 0
        while (high + 1) * (high + 2) / 2 <= pair { high += 1 }
        return ShadePair(low: values[pair - high * (high + 1) / 2], high: values[high])
    }
}
