/// Changed cells of a frame that are drawn in one style.
public struct StyleGroup: Hashable, Sendable {
    /// The colours and attributes of all of them, except of blanks, which may have another ink.
    public var style: Style
    /// The cells, top to bottom, left to right.
    public var runs: [CellRun]

    fileprivate mutating func append(_ column: Int, row: Int) {
        if let last = runs.indices.last, runs[last].row == row, runs[last].columns.upperBound == column {
            runs[last].columns = runs[last].columns.lowerBound..<(column + 1)
        } else {
            runs.append(CellRun(row: row, columns: column..<(column + 1)))
        }
    }
}

extension CellBuffer {
    /// More cells than these are drawn row by row: the colours of a picture change too often to be sorted by.
    private static let sortedCells = 160

    /// The cells of `runs` that differ from `previous`, style by style: on a terminal the colours of a few cells take
    /// more bytes than the way to them. Each group is the one most like the one before.
    ///
    /// Nil for many cells, and where a wide character, old or new, could be cut.
    /// - Parameters:
    ///   - previous: a frame of the same size.
    ///   - current: the style that the terminal has; nil if that is not known.
    /// - Complexity: O(c · g + g²) for c cells in g groups.
    public func styleGroups(
        of runs: [CellRun], from previous: CellBuffer, after current: Style?
    ) -> [StyleGroup]? {
        guard runs.reduce(0, { $0 + $1.columns.count }) <= Self.sortedCells else { return nil }
        var groups: [StyleGroup] = []
        for run in runs {
            var left: Style?
            for column in run.columns {
                let cell = self[column, run.row]
                let old = previous[column, run.row]
                guard cell.glyph != .covered, old.glyph != .covered else { return nil }
                let style = cell.glyph == .space ? Self.style(ofBlank: cell.style, after: left) : cell.style
                left = style
                guard cell != old else { continue }
                let index = groups.firstIndex { $0.style == style } ?? groups.endIndex
                if index == groups.endIndex { groups.append(StyleGroup(style: style, runs: [])) }
                groups[index].append(column, row: run.row)
            }
        }
        return Self.chain(groups, after: current)
    }

    /// Blanks show no ink: they go with the cell to their left where that has the same paper.
    private static func style(ofBlank style: Style, after left: Style?) -> Style {
        guard let left, left.paper == style.paper,
            left.attributes.union(style.attributes).isDisjoint(with: [.underline, .reverse])
        else { return style }
        return left
    }

    /// From each group to the nearest that is left.
    private static func chain(_ groups: [StyleGroup], after current: Style?) -> [StyleGroup] {
        var rest = groups
        var chain: [StyleGroup] = []
        var style = current
        while !rest.isEmpty {
            var best = 0
            if let style {
                for index in rest.indices
                where distance(style, rest[index].style) < distance(style, rest[best].style) { best = index }
            }
            let next = rest.remove(at: best)
            style = next.style
            chain.append(next)
        }
        return chain
    }

    /// About the bytes of a command with 24-bit colours that leads from one style to the other.
    private static func distance(_ from: Style, _ to: Style) -> Int {
        (from.ink == to.ink ? 0 : 16) + (from.paper == to.paper ? 0 : 16)
            + (from.attributes == to.attributes ? 0 : 3)
    }
}
