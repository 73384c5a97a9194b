/// Averages heights over the way around each, with weights that fall to 0 at a distance.
///
/// What the average takes away is averaged as well and added again, so that hills keep their height: an average alone takes
/// 1 % of a hill 1.5 km long, both together 0.01 %. After Tukey's "twicing", Exploratory Data Analysis, 1977.
///
/// - Complexity: O(n).
struct HeightSmoothing {
    private let line: [Float]
    private let way: [Double]
    private let reach: Double

    /// - Parameter way: how far it is to each height.
    init(_ line: [Float], _ way: [Double], _ width: Double) {
        (self.line, self.way) = (line, way)
        // A point at the distance itself counts a little.
        reach = width * 1.0001
    }

    /// The heights, averaged within each segment.
    func smoothed(_ segments: [Range<Int>]) -> [Float] {
        var result = averages(line, segments)
        var rest = line
        for index in rest.indices { rest[index] -= result[index] }
        rest = averages(rest, segments)
        for index in result.indices { result[index] += rest[index] }
        return result
    }

    private func averages(_ values: [Float], _ segments: [Range<Int>]) -> [Float] {
        var result = values
        for segment in segments { average(segment, values, &result) }
        return result
    }

    /// The sums of what lies before and after move along, and are made anew each
    /// kilometre or two so that rounding does not add up.
    private func average(_ range: Range<Int>, _ values: [Float], _ result: inout [Float]) {
        var (before, after) = (WeightedSum(), WeightedSum())
        var (first, last) = (range.lowerBound, range.lowerBound)
        var origin = -Double.infinity
        for index in range {
            if way[index] - origin > 20 * reach {
                origin = way[index]
                (before, after) = (WeightedSum(), WeightedSum())
                for other in first..<index { before.add(way[other] - origin, Double(values[other])) }
                for other in index..<last { after.add(way[other] - origin, Double(values[other])) }
            }
            let place = way[index] - origin
            while last < range.upperBound, way[last] - origin <= place + reach {
                after.add(way[last] - origin, Double(values[last]))
                last += 1
            }
            while first < index, way[first] - origin < place - reach {
                before.remove(way[first] - origin, Double(values[first]))
                first += 1
            }
            // Before: 1 - (place - w) / reach; after: 1 - (w - place) / reach.
            let low = before.linear(1 - place / reach, 1 / reach)
            let high = after.linear(1 + place / reach, -1 / reach)
            let weight = low.weight + high.weight
            if weight > 0 { result[index] = Float((low.sum + high.sum) / weight) }
            let height = Double(values[index])
            after.remove(place, height)
            before.add(place, height)
        }
    }

    /// Sums of heights and places, for means with weights that are linear in the place.
    private struct WeightedSum {
        private var count = 0.0
        private var places = 0.0
        private var heights = 0.0
        private var products = 0.0

        @inline(__always)
        mutating func add(_ place: Double, _ height: Double) {
            count += 1
            places += place
            heights += height
            products += place * height
        }

        @inline(__always)
        mutating func remove(_ place: Double, _ height: Double) {
            count -= 1
            places -= place
            heights -= height
            products -= place * height
        }

        /// The sum of (base + slope · place) · height, and of these weights.
        @inline(__always)
        func linear(_ base: Double, _ slope: Double) -> (sum: Double, weight: Double) {
            (base * heights + slope * products, base * count + slope * places)
        }
    }
}
