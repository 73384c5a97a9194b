import Platform

/// Sorts values into cells by arithmetic that is exact where it matters: the number of a cell is estimated, then
/// corrected by the edges beside it.
///
/// `roundDown` does the same, but is too new for some servers.
struct ClickHouseBuckets {
    private let value: String
    private let edges: [Double]

    init(_ value: String, _ edges: [Double]) {
        self.value = value
        self.edges = edges
    }

    /// The number of the last edge that is at most the value, from 1.
    var sql: String {
        let found = [Scale.degrees, .mercator].map { scale in (scale: scale, runs: runs(scale)) }
        guard let best = found.min(by: { $0.runs.count < $1.runs.count }), let first = best.runs.first else {
            return "1"
        }
        let later = best.runs.dropFirst().reversed().map {
            "WHEN \(value) >= \(literal(edges[$0.lowerBound])) THEN \(search($0, best.scale)) "
        }
        return later.isEmpty
            ? search(first, best.scale) : "CASE \(later.joined())ELSE \(search(first, best.scale)) END"
    }

    /// On which the edges are evenly spaced.
    private enum Scale {
        case degrees
        case mercator

        func position(_ value: Double) -> Double {
            switch self {
            case .degrees: value
            case .mercator: (Double.pi / 4 + value * (Double.pi / 360)).tangent.logarithm
            }
        }

        func position(_ value: String) -> String {
            switch self {
            case .degrees: value
            case .mercator: "log(tan(\(Double.pi / 4) + \(value) * \(Double.pi / 360)))"
            }
        }
    }

    /// Edges that are evenly spaced but for less than half of their distance.
    private func runs(_ scale: Scale) -> [Range<Int>] {
        let positions = edges.map { scale.position($0) }
        var runs: [Range<Int>] = []
        var open = [edges.indices]
        while let run = open.popLast() {
            guard !Self.isEven(positions[run]) else {
                runs.append(run)
                continue
            }
            let middle = Self.widestStep(positions[run])
            open += [middle..<run.upperBound, run.lowerBound..<middle]
        }
        return runs
    }

    private static func isEven(_ positions: ArraySlice<Double>) -> Bool {
        guard positions.count > 2, let first = positions.first, let last = positions.last else { return true }
        let step = (last - first) / Double(positions.count - 1)
        guard step > 0, step.isFinite else { return false }
        return positions.enumerated().allSatisfy { abs(($1 - first) / step - Double($0)) < 0.45 }
    }

    /// The index after the step that differs most from the usual one.
    private static func widestStep(_ positions: ArraySlice<Double>) -> Int {
        let steps = zip(positions.dropFirst(), positions).map { $0 - $1 }
        let usual = steps.sorted()[steps.count / 2]
        let widest = steps.indices.max { abs(steps[$0] - usual) < abs(steps[$1] - usual) } ?? 0
        return positions.startIndex + widest + 1
    }

    private func search(_ run: Range<Int>, _ scale: Scale) -> String {
        let edges = self.edges[run]
        guard edges.count > 1, let first = edges.first, let last = edges.last else {
            return "\(run.lowerBound + 1)"
        }
        let origin = scale.position(first)
        let step = (scale.position(last) - origin) / Double(edges.count - 1)
        let place = "(\(scale.position(value)) - (\(literal(origin)))) / \(literal(step))"
        let guess = "toInt32(greatest(1., least(\(edges.count)., floor(\(place)) + 1.)))"
        let list = "[" + edges.map(literal).joined(separator: ", ") + "]"
        let isAfter = "\(guess) < \(edges.count) AND \(value) >= arrayElement(\(list), \(guess) + 1)"
        let isBefore = "\(guess) > 1 AND \(value) < arrayElement(\(list), \(guess))"
        let number = "(\(guess) + (\(isAfter)) - (\(isBefore)))"
        return run.lowerBound == 0 ? number : "(\(number) + \(run.lowerBound))"
    }

    private func literal(_ number: Double) -> String { "\(number)" }
}
