import CByteScan

/// Which shade a count has: levels from 1 for the least count in view up to `levelCount` for the greatest.
public struct DensityScale: Hashable, Sendable {
    /// How counts are spread over the levels.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The mean of the other two: neither a few cities nor their surroundings take all shades.
        case balanced
        /// By rank: every level has about as many boxes.
        case equalised
        /// By the logarithm of the count.
        case logarithmic = "log"

        /// The next one, around.
        public var next: Kind {
            let all = Self.allCases
            return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
        }
    }

    /// The least count of each level, ascending; levels that no count in view has begin where the next one does.
    public let leastCounts: [UInt32]
    /// The counts at a quarter, half and three quarters of the scale and at its ends.
    public let marks: [UInt32]

    /// The scale of the boxes in view.
    ///
    /// - Parameter levelCount: at least 1, at most 255.
    /// - Complexity: O(different counts).
    public init(_ histogram: DensityHistogram, levelCount: Int, kind: Kind) {
        precondition((1...255).contains(levelCount))
        let entries = histogram.entries
        let shares = Self.shares(of: histogram, kind)
        var leasts = [UInt32](repeating: .max, count: levelCount)
        for (entry, share) in zip(entries, shares) {
            let level = 1 + Swift.min(levelCount - 1, Int(share * Double(levelCount)))
            for below in 0..<level where leasts[below] == .max { leasts[below] = entry.count }
        }
        leasts[0] = 1
        leastCounts = leasts
        marks = (0...4).compactMap { quarter in
            let reached = shares.firstIndex { $0 >= Double(quarter) / 4 }
            return (reached ?? entries.indices.last).map { entries[$0].count }
        }
    }

    /// Of each count of a histogram how far up the scale it is, 0...1.
    private static func shares(of histogram: DensityHistogram, _ kind: Kind) -> [Double] {
        let entries = histogram.entries
        // A single count has no place on a scale: one that can be seen on the map, and is not the brightest.
        guard let greatest = entries.last?.count, entries.count > 1 else { return entries.map { _ in 0.6 } }
        let fullLog = log(Double(greatest))
        var passed = 0.0
        let raw = entries.map { entry -> Double in
            let rank = (passed + Double(entry.boxes) / 2) / Double(histogram.boxCount)
            passed += Double(entry.boxes)
            let logarithm = log(Double(entry.count)) / fullLog
            return switch kind {
            case .balanced: (rank + logarithm) / 2
            case .equalised: rank
            case .logarithmic: logarithm
            }
        }
        let (least, most) = (raw[0], raw[raw.count - 1])
        return raw.map { Swift.min(Swift.max(($0 - least) / (most - least), 0), 1) }
    }

    /// The level of a count: 0 for none, else 1...levelCount; what is greater than all in view has the last.
    @inline(__always)
    public func level(of count: UInt32) -> UInt8 {
        if count == 0 { return 0 }
        return UInt8(Bisection.first(in: 1..<leastCounts.count) { leastCounts[$0] > count })
    }

    /// By how many levels the boxes of a histogram differ between the two scales, on average.
    public func distance(to other: DensityScale, over histogram: DensityHistogram) -> Double {
        guard histogram.boxCount > 0 else { return 0 }
        let total = histogram.entries.reduce(0) { sum, entry in
            sum + entry.boxes * abs(Int(level(of: entry.count)) - Int(other.level(of: entry.count)))
        }
        return Double(total) / Double(histogram.boxCount)
    }
}
