import Streams

/// Finds the columns that names mean. A name that is no column is a text where a value is compared with a column.
struct FilterResolver {
    let columns: FilterColumns
    /// Bytes of the text.
    let end: Int
    private(set) var used: Set<Int> = []
    /// Those of which only the times are wanted, as the parts of clocks and calendars.
    private(set) var timed: Set<Int> = []

    init(columns: FilterColumns, end: Int) {
        self.columns = columns
        self.end = end
    }

    mutating func resolve(_ node: FilterNode) throws(FilterProblem) -> FilterNode {
        FilterNode(try content(of: node), node.range)
    }

    private mutating func content(of node: FilterNode) throws(FilterProblem) -> FilterNode.Content {
        switch node.content {
        case .all(let nodes): return .all(try resolve(nodes))
        case .any(let nodes): return .any(try resolve(nodes))
        case .not(let node): return .not(try resolve(node))
        case .comparison(let first, let comparison, let second):
            let (first, second) = try pair(first, second)
            return .comparison(first, comparison, second)
        case .like(let subject, let pattern, let escape, let isNegated):
            return .like(try resolve(subject), try value(pattern), escape: escape, isNegated: isNegated)
        case .contains(let subject, let text, let isNegated):
            return .contains(try resolve(subject), try value(text), isNegated: isNegated)
        case .among(let subject, let values, let isNegated):
            let subject = try resolve(subject)
            var resolved: [FilterNode] = []
            for node in values { resolved.append(try value(node)) }
            return .among(subject, resolved, isNegated: isNegated)
        case .between(let subject, let low, let high, let isNegated):
            return .between(try resolve(subject), try value(low), try value(high), isNegated: isNegated)
        case .within(let subject, let network, let isNegated):
            return .within(try resolve(subject), try value(network), isNegated: isNegated)
        case .isNull(let subject, let isNegated): return .isNull(try resolve(subject), isNegated: isNegated)
        case .arithmetic(let first, let operation, let second):
            return .arithmetic(try resolve(first), operation, try resolve(second))
        case .folded(let node, let folding): return .folded(try resolve(node), folding)
        case .clock(let node, let part):
            guard case .name(let name, let isQuoted) = node.content else {
                throw FilterProblem("expected a column of times", at: node.range)
            }
            let column = try find(name, node.range, isQuoted: isQuoted)
            timed.insert(column)
            return .clock(FilterNode(.column(column), node.range), part)
        case .name(let name, let isQuoted): return .column(try column(name, node.range, isQuoted: isQuoted))
        case .column, .text, .number, .boolean, .time, .place: return node.content
        }
    }

    private mutating func resolve(_ nodes: [FilterNode]) throws(FilterProblem) -> [FilterNode] {
        var resolved: [FilterNode] = []
        for node in nodes { resolved.append(try resolve(node)) }
        return resolved
    }

    /// What stands for the place of a row: a word of CQL2, or the column that it is read from.
    func check(rowName name: PlaceTest.Piece) throws(FilterProblem) {
        let isKnown = ["geometry", "geom"].contains(name.text.lowercased())
        guard isKnown || columns.lookup(name.text) != .unknown else {
            throw FilterProblem("no column \(printable(name.text, limit: 40)): geometry?", at: name.range)
        }
    }

    /// Both sides of a comparison: one of them may be a text without quotes.
    private mutating func pair(
        _ first: FilterNode, _ second: FilterNode
    ) throws(FilterProblem) -> (FilterNode, FilterNode) {
        if bareText(first) != nil, bareText(second) == nil, namesColumn(second) {
            return (try value(first), try resolve(second))
        }
        let first = try resolve(first)
        return (first, try value(second))
    }

    /// A node that is compared with a column: a name that is none is a text.
    private mutating func value(_ node: FilterNode) throws(FilterProblem) -> FilterNode {
        if let text = bareText(node) { return FilterNode(.text(text), node.range) }
        if case .folded(let inner, let folding) = node.content {
            return FilterNode(.folded(try value(inner), folding), node.range)
        }
        return try resolve(node)
    }

    /// The name that is no column and has no double quotes.
    private func bareText(_ node: FilterNode) -> String? {
        guard case .name(let name, isQuoted: false) = node.content, columns.lookup(name) == .unknown else {
            return nil
        }
        return name
    }

    private func namesColumn(_ node: FilterNode) -> Bool {
        switch node.content {
        case .name: true
        case .folded(let node, _), .clock(let node, _): namesColumn(node)
        case .arithmetic(let first, _, let second): namesColumn(first) || namesColumn(second)
        default: false
        }
    }

    private mutating func column(
        _ name: String, _ range: Range<Int>, isQuoted: Bool
    ) throws(FilterProblem) -> Int {
        let column = try find(name, range, isQuoted: isQuoted)
        used.insert(column)
        return column
    }

    private func find(
        _ name: String, _ range: Range<Int>, isQuoted: Bool
    ) throws(FilterProblem) -> Int {
        let shown = printable(name, limit: 40)
        switch columns.lookup(name) {
        case .found(let column): return column
        case .ambiguous(let names):
            let choice = names.prefix(3).map { printable($0, limit: 40) }.joined(separator: " or ")
            throw FilterProblem("\(shown) may be \(choice): write it exactly", at: range)
        case .unknown:
            let similar = columns.similar(to: name).map { printable($0, limit: 40) }
            var proposal = similar.isEmpty ? "" : ": \(similar.joined(separator: ", "))?"
            if similar.isEmpty, isQuoted { proposal = " (a text has single quotes: '\(shown)')" }
            throw FilterProblem(
                "no column \(shown)\(proposal)", at: range, isUnfinished: mayGrow(name, range))
        }
    }

    /// Whether a name at the end of the text is the beginning of a column's name, of a function or of NOT.
    private func mayGrow(_ name: String, _ range: Range<Int>) -> Bool {
        guard range.upperBound == end else { return false }
        let folded = FilterFolding.case.folded(name)
        let words = FilterFunction.allCases.map(\.rawValue) + ["not", "true", "false"]
        return columns.names.contains { FilterFolding.case.folded($0).hasPrefix(folded) }
            || words.contains { $0.hasPrefix(folded) }
    }
}
