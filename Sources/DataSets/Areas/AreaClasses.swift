import MapModel
import RowValues

/// How the values of areas are divided into classes.
package enum AreaMethod: String, CaseIterable, Sendable {
    /// Equal ratios, each break rounded to 1, 2, 3 or 5 · 10^k.
    case steps
    /// As many areas in each.
    case quantiles
    /// As wide each.
    case equal
    /// Where neighbouring values are far apart.
    case natural

    /// The next method; the first after the last.
    package var next: AreaMethod {
        let all = Self.allCases
        return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }
}

/// The classes of the values of areas, at most six.
package struct AreaClasses: Sendable, Equatable {
    /// The most classes.
    package static let limit = 6
    /// From this ratio of the largest value to the smallest on, amounts are in steps: quantiles would paint most of the map
    /// in the top class, since large areas have most.
    private static let ratioForSteps = 100.0

    /// How the breaks were found.
    package let method: AreaMethod
    /// The least value, the breaks in ascending order, the greatest value; empty without values.
    package let edges: [Double]
    /// Of each area from 1 on; 0 for one without a value.
    package let classOfArea: [UInt8]
    /// Areas of each class; first of those without a value.
    package let counts: [Int]

    /// The classes of values by area; what is not finite is no value.
    ///
    /// - Parameters:
    ///   - method: nil for the one that fits.
    ///   - isAmount: they are counts or sums.
    ///   - kind: their type, for the rounding of breaks.
    package init(
        _ values: [Double?], method: AreaMethod? = nil, isAmount: Bool = true, kind: ColumnKind = .number
    ) {
        let sorted = values.compactMap { $0.flatMap { $0.isFinite ? $0 : nil } }.sorted()
        let method = method ?? Self.fittingMethod(sorted, isAmount: isAmount)
        let edges = Self.withoutEmptyClasses(Self.edges(sorted, method, kind), sorted, method)
        let breaks = edges.dropFirst().dropLast()
        let classes = values.map { value -> UInt8 in
            guard let value, value.isFinite else { return 0 }
            return UInt8(1 + breaks.count { $0 <= value })
        }
        var counts = [Int](repeating: 0, count: max(edges.count, 1))
        for number in classes { counts[Int(number)] += 1 }
        self.method = method
        self.edges = edges
        self.counts = counts
        classOfArea = classes
    }

    /// How many classes there are.
    package var count: Int { max(edges.count - 1, 0) }

    private static func fittingMethod(_ sorted: [Double], isAmount: Bool) -> AreaMethod {
        guard isAmount, let least = sorted.first, let greatest = sorted.last, least > 0,
            greatest / least > ratioForSteps
        else { return .quantiles }
        return .steps
    }

    /// Breaks that are rounded past values leave quantiles and natural classes without any: these go with their lower break.
    private static func withoutEmptyClasses(
        _ edges: [Double], _ sorted: [Double], _ method: AreaMethod
    ) -> [Double] {
        guard method == .quantiles || method == .natural, edges.count > 2 else { return edges }
        var kept = [edges[0]]
        for place in 1..<edges.count - 1 {
            let (low, high) = (kept[kept.count - 1], edges[place])
            let isFirst = kept.count == 1
            if sorted.contains(where: { (isFirst || $0 >= low) && $0 < high }) { kept.append(high) }
        }
        let last = edges[edges.count - 1]
        if kept.count > 1, !sorted.contains(where: { $0 >= kept[kept.count - 1] }) { kept.removeLast() }
        return kept + [last]
    }

    // MARK: - Breaks

    private static func edges(_ sorted: [Double], _ method: AreaMethod, _ kind: ColumnKind) -> [Double] {
        guard let least = sorted.first, let greatest = sorted.last else { return [] }
        if method == .steps, let breaks = steps(sorted) { return [least] + breaks + [greatest] }
        var all = NumberAggregates.Aggregate()
        for value in sorted { all.add(value) }
        return NumberRanges.edges(sorted, all, limit, ClassMethod(method), kind)
    }

    /// Breaks with equal ratios between them; of numbers that are not all above 0, between those that are. Nil without any.
    private static func steps(_ sorted: [Double]) -> [Double]? {
        guard let first = sorted.first(where: { $0 > 0 }), let last = sorted.last, last > first else {
            return nil
        }
        // By halves, so that no ratio is too large for a number.
        let ratio = cubeRoot(last.squareRoot() / first.squareRoot())
        var breaks: [Double] = []
        var value = first
        for _ in 1..<limit {
            value *= ratio
            let rounded = rounded(value)
            if rounded > breaks.last ?? first, rounded < last { breaks.append(rounded) }
        }
        return breaks
    }

    /// Of a number from 1 on, by Newton.
    private static func cubeRoot(_ number: Double) -> Double {
        var root = number.squareRoot()
        for _ in 0..<200 { root = (2 * root + number / root / root) / 3 }
        return root
    }

    /// The number 1, 2, 3 or 5 · 10^k with the smallest ratio to another one.
    private static func rounded(_ number: Double) -> Double {
        var (power, scaled) = (1.0, number)
        while scaled >= 10, power < 1e300 { (power, scaled) = (power * 10, number / (power * 10)) }
        while scaled < 1, power < 1e300 { (power, scaled) = (power * 10, number * (power * 10)) }
        let steps = [1.0, 2, 3, 5, 10]
        let digit = zip(steps, steps.dropFirst()).first { scaled * scaled < $0 * $1 }?.0 ?? 10
        return number < 1 ? digit / power : digit * power
    }
}

extension ClassMethod {
    /// The same of rows; there are no steps of them.
    fileprivate init(_ method: AreaMethod) {
        self =
            switch method {
            case .steps, .quantiles: .quantiles
            case .equal: .equalIntervals
            case .natural: .naturalBreaks
            }
    }
}
