import App
import CellGraphics
import MapModel
import Rows

/// Where the names of things stand: each stays on its side of the thing until it must leave it.
struct ThingNames {
    /// The side on which a name stood last, by row.
    private var sides: [UInt32: Int] = [:]

    private struct Name {
        let row: UInt32
        let cell: CellPoint
        let text: DisplayText
        let figures: DisplayText
        let role: Role
        let rank: (Int, Int, Float)
    }

    /// Places the names of the things in view around what is there already.
    mutating func place(_ state: AppState, _ painter: ThingPainter, in placement: inout LabelPlacement) {
        guard state.showsNames else { return sides = [:] }
        var next: [UInt32: Int] = [:]
        for annotation in state.drawnAnnotations where painter.lead(of: annotation) != nil {
            placement.occupancy.take(annotation.rect)
        }
        if let legend = state.legend?.rect { placement.occupancy.take(legend) }
        let most = ThingDisplay.mostNames(in: state.layout.map)
        for name in names(state, painter) where next.count < most {
            let width = name.text.width + (name.figures.isEmpty ? 0 : name.figures.width + 1)
            let last = sides[name.row]
            let order = last.map { last in [last] + (0..<4).filter { $0 != last } } ?? Array(0..<4)
            guard
                let side = order.first(where: { side in
                    let rect = Self.rect(side, width, beside: name.cell)
                    return placement.occupancy.isFree(rect, air: 1) && rect.lies(in: state.visibleMap)
                })
            else { continue }
            next[name.row] = side
            let rect = Self.rect(side, width, beside: name.cell)
            placement.occupancy.take(rect)
            let point = CellPoint(column: rect.column, row: rect.row)
            placement.labels.append(PlacedLabel(text: name.text, point: point, role: name.role))
            guard !name.figures.isEmpty else { continue }
            placement.labels.append(
                PlacedLabel(
                    text: name.figures,
                    point: CellPoint(column: point.column + name.text.width + 1, row: point.row),
                    role: name.role == .stale ? .stale : .cityLabel))
        }
        sides = next
    }

    /// Right, left, above, below.
    private static func rect(_ side: Int, _ width: Int, beside cell: CellPoint) -> CellRect {
        let (column, row) =
            switch side {
            case 0: (cell.column + 2, cell.row)
            case 1: (cell.column - 1 - width, cell.row)
            case 2: (cell.column + 1, cell.row - 1)
            default: (cell.column + 1, cell.row + 1)
            }
        return CellRect(column: column, row: row, width: width, height: 1)
    }

    /// Those in alerts first, then those that had a name before, so that none comes and goes.
    private func names(_ state: AppState, _ painter: ThingPainter) -> [Name] {
        let selected = state.selectedAnnotation?.id
        let text = state.thingText
        let names = state.drawnAnnotations.compactMap { annotation -> Name? in
            guard annotation.id != selected, annotation.highlightedCount != 0,
                let thing = painter.lead(of: annotation), !state.things.callouts.contains(thing.row),
                let label = state.texts.labels[thing.row], !label.isEmpty
            else { return nil }
            let standing = painter.palette.standing(of: thing)
            let role: Role =
                switch standing {
                case .inAlert: .ring
                case .silent: .stale
                case .emergency, .usual: .placeLabel
                }
            let height = thing.altitude.isFinite ? thing.altitude : 0
            return Name(
                row: thing.row, cell: CellPoint(column: annotation.rect.column, row: annotation.rect.row),
                text: label.clipped(to: 22), figures: text.beside(thing), role: role,
                rank: (standing == .inAlert ? 0 : 1, sides[thing.row] == nil ? 1 : 0, -height))
        }
        return names.sorted { ($0.rank, $0.row) < ($1.rank, $1.row) }
    }
}

private func < (left: ((Int, Int, Float), UInt32), right: ((Int, Int, Float), UInt32)) -> Bool {
    left.0 != right.0 ? left.0 < right.0 : left.1 < right.1
}
