import CellGraphics
import MapModel

/// Finds each badge a place between its densest spot, where it belongs, and its own grid cell, where it is always
/// free.
///
/// A badge has a ladder of rungs: the first is centred on the densest spot of the group's largest cell, the last is
/// *home*, the same rectangle moved into that cell. It takes the first rung that no neighbour's home touches and that
/// no neighbour of higher priority may want. It asks what neighbours may take and never what they took: so what lies
/// more than three grid cells away has no influence, and a pan changes nothing.
struct BadgeLadder {
    /// The rungs above home.
    private static let rungCount = 4

    private struct Ladder {
        let free: CellRect
        let home: CellRect

        /// The rung at `step` of 0 ... `rungCount`.
        func rung(_ step: Int) -> CellRect {
            home.moved(
                columns: Self.part(free.column - home.column, step),
                rows: Self.part(free.row - home.row, step))
        }

        /// Rounded to the nearest cell, halves away from home.
        private static func part(_ distance: Int, _ step: Int) -> Int {
            let scaled = abs(distance) * (rungCount - step)
            return distance.signum() * ((scaled + rungCount / 2) / rungCount)
        }
    }

    private let cells: WorldCells
    private var groups: [BadgeGroup]
    private let ladders: [Ladder]
    private let table: ClusterTable

    /// Gives every group its cells. The groups lie in the whole grid cells of a view and three more on each side.
    ///
    /// - Complexity: O(n).
    static func place(
        _ groups: [BadgeGroup], _ cells: WorldCells, _ style: BadgeStyle, _ contents: BadgeContents
    ) -> [BadgeGroup] {
        var ladder = BadgeLadder(groups, cells, style, contents)
        ladder.choose()
        return ladder.groups
    }

    private init(
        _ groups: [BadgeGroup], _ cells: WorldCells, _ style: BadgeStyle, _ contents: BadgeContents
    ) {
        self.cells = cells
        self.groups = groups
        table = ClusterTable(groups.map(\.id), cells.grid)
        ladders = groups.map { group in
            let own = cells.wholeCells(of: group.id)
            let free = BadgeSize.rect(
                of: group.content(contents), around: cells.cell(of: group.leader.densest),
                room: style.room(own.height), style)
            return Ladder(free: free, home: free.width == 1 ? free : free.kept(in: own))
        }
    }

    private mutating func choose() {
        for index in groups.indices {
            let neighbours = table.neighbours(of: groups[index].id).map { other in
                (
                    index: other, turn: cells.turn(of: groups[other].id, towards: groups[index].id),
                    isFirst: groups[other].hasPriority(over: groups[index])
                )
            }
            let ladder = ladders[index]
            let step = (0..<Self.rungCount).first { step in
                let rect = ladder.rung(step)
                return rect == ladder.home
                    || neighbours.allSatisfy { other in
                        isFree(rect, of: ladders[other.index], turn: other.turn, mayWant: other.isFirst)
                    }
            }
            groups[index].rect = ladder.rung(step ?? Self.rungCount)
        }
    }

    private func isFree(_ rect: CellRect, of other: Ladder, turn: Int, mayWant: Bool) -> Bool {
        if BadgeSize.meet(rect, other.home.moved(columns: turn)) { return false }
        return !mayWant
            || (0..<Self.rungCount).allSatisfy { !BadgeSize.meet(rect, other.rung($0).moved(columns: turn)) }
    }
}

extension CellRect {
    /// Moved into `cell` with a free column at its right and a free row below; as it is when too large.
    fileprivate func kept(in cell: CellRect) -> CellRect {
        func moved(_ start: Int, _ length: Int, into first: Int, _ room: Int) -> Int {
            if length > room { return start }
            return length == room ? first : min(max(start, first), first + room - 1 - length)
        }
        return CellRect(
            column: moved(column, width, into: cell.column, cell.width),
            row: moved(row, height, into: cell.row, cell.height), width: width, height: height)
    }
}
