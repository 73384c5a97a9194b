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
    package static let limit = 6

    package let method: AreaMethod
    /// The least value, the breaks in ascending order, the greatest value; empty without values.
    package let edges: [Double]
    /// Of each area from 1 on; 0 for one without a value.
    package let classOfArea: [UInt8]
    /// Areas of each class; first of those without a value.
    package let counts: [Int]

    /// The classes of values by area; nil for a method chooses the one that fits.
    package init(_ values: [Double?], method: AreaMethod? = nil) {
        let sorted = values.compactMap { $0 }.sorted()
        self.method = method ?? .quantiles
        var edges: [Double] = []
        for step in 0...Self.limit where !sorted.isEmpty {
            let edge = sorted[min(step * sorted.count / Self.limit, sorted.count - 1)]
            if edge > edges.last ?? -.infinity { edges.append(edge) }
        }
        if edges.count == 1 { edges.append(edges[0]) }
        self.edges = edges
        let classes = values.map { value in
            value.map { value in
                UInt8(1 + edges.dropFirst().dropLast().count { $0 <= value })
            } ?? 0
        }
        classOfArea = classes
        var counts = [Int](repeating: 0, count: max(edges.count, 1))
        for number in classes { counts[Int(number)] += 1 }
        self.counts = counts
    }

    /// How many classes there are.
    package var count: Int { max(edges.count - 1, 0) }
}
