/// The columns that a filter can name.
package struct FilterColumns: Sendable {
    /// The names in the order of the table.
    package let names: [String]

    /// The columns of a table.
    package init(_ names: [String]) { self.names = names }

    /// The number of the column that `name` means.
    enum Lookup: Equatable {
        case found(Int)
        case ambiguous([String])
        case unknown
    }

    /// Looks for the exact name first, then for one that differs in case only.
    func lookup(_ name: String) -> Lookup {
        if let exact = names.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) }) { return .found(exact) }
        let folded = FilterFolding.case.folded(name)
        let others = names.indices.filter { FilterFolding.case.folded(names[$0]) == folded }
        switch others.count {
        case 0: return .unknown
        case 1: return .found(others[0])
        default: return .ambiguous(others.map { names[$0] })
        }
    }

    /// The number of the column with that name; nil where there is none, or more than one.
    package func index(of name: String) -> Int? {
        if case .found(let index) = lookup(name) { index } else { nil }
    }

    /// Names that differ from `name` in few letters, begin with it or are contained in it, the nearest first; at most three.
    package func similar(to name: String) -> [String] {
        let wanted = Array(FilterFolding.case.folded(name).unicodeScalars)
        guard !wanted.isEmpty, wanted.count <= Self.longest else { return [] }
        var found: [(name: String, distance: Int)] = []
        for candidate in names where !candidate.isEmpty && candidate.utf8.count <= 4 * Self.longest {
            let letters = Array(FilterFolding.case.folded(candidate).unicodeScalars)
            let limit = max(1, min(wanted.count, letters.count) / 3)
            let distance = Self.distance(wanted, letters)
            if distance <= limit {
                found.append((candidate, distance))
            } else if wanted.count >= 3, letters.starts(with: wanted) || Self.contains(wanted, letters) {
                found.append((candidate, max(wanted.count, letters.count)))
            }
        }
        return found.sorted { $0.distance < $1.distance }.prefix(3).map(\.name)
    }

    private static let longest = 64
    private static let shortestPart = 4

    private static func contains(_ name: [Unicode.Scalar], _ part: [Unicode.Scalar]) -> Bool {
        part.count >= shortestPart && name.indices.contains { name[$0...].starts(with: part) }
    }

    /// Letters to insert, delete, replace or exchange with their neighbour.
    /// Source: Damerau, "A technique for computer detection and correction of spelling errors", 1964; each pair once.
    private static func distance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
        var earlier: [Int] = []
        var before = Array(0...second.count)
        for (row, letter) in first.enumerated() {
            var now = [row + 1]
            for (column, other) in second.enumerated() {
                var steps = min(before[column + 1], now[column]) + 1
                steps = min(steps, before[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
                    steps = min(steps, earlier[column - 1] + 1)
                }
                now.append(steps)
            }
            (earlier, before) = (before, now)
        }
        return before[second.count]
    }
}

extension ColumnKind {
    /// What a value of it is: `elevation is a number`.
    var words: String {
        switch self {
        case .number: "a number"
        case .time: "a date"
        case .boolean: "true or false"
        case .text: "a text"
        }
    }
}
