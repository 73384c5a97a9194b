import App
import CellGraphics
import MapModel

/// Badges in the colours of classes.
extension BadgePainter {
    /// Without colours the edges say which class most rows are of: a sign, or a bar as high as the number. False
    /// where there are no classes.
    func drawSigned(
        _ count: Int, _ value: BadgeValue?, _ rect: CellRect, isRough: Bool = false, _ frame: inout CellBuffer
    ) -> Bool {
        guard let classes, let value else { return false }
        let row = rect.row + rect.height / 2
        let text = number(count, .plain, value, width: rect.width - 2, isRough: isRough)
        let most: Int? =
            if let tally = value.tally {
                value.mainClass.flatMap { $0 > 0 && tally[$0] * 2 >= tally.wrappedSum() ? $0 : nil }
            } else {
                value.figure?.classNumber
            }
        guard value.tally != nil || most != nil else { return false }
        let hue = most.map { classes.hue(of: $0) }
        let sign = hue.map { charset == .ascii ? $0.plainSign : $0.sign } ?? "("
        put(&frame, sign, rect.column, row, hue?.line ?? .text, hue == nil ? [] : .bold)
        put(&frame, text, rect.column + 1, row, .text, ClusterScale.sizeClass(of: count) >= 3 ? .bold : [])
        // The same sign closes it: a bracket beside a sign looks like a part of the number.
        put(
            &frame, hue == nil || classes.areChanges ? ")" : sign, rect.endColumn - 1, row,
            hue?.line ?? .text,
            hue == nil || classes.areChanges ? [] : .bold)
        return true
    }

    /// The class of each column of a badge; empty where it has the colours of its count.
    func classCells(
        of value: BadgeValue?, _ width: Int, _ mark: Mark, _ highlight: Highlight
    ) -> [Int] {
        guard let classes, let value, mark != .selected, highlight == .plain, mode != .mono else {
            return []
        }
        if let tally = value.tally {
            return BadgeValue.cells(tally, width: width, ordered: classes.isOrdered)
        }
        return value.figure?.classNumber.map { Array(repeating: $0, count: width) } ?? []
    }

    /// Gives each column of a badge that was drawn in `colors` the colour of its class.
    func color(
        _ rect: CellRect, _ cells: [Int], over colors: Colors, _ frame: inout CellBuffer
    ) {
        guard let classes, cells.count == rect.width else { return }
        for (offset, classNumber) in cells.enumerated() {
            for row in rect.row..<rect.endRow {
                let point = CellPoint(column: rect.column + offset, row: row)
                guard frame.bounds.contains(point) else { continue }
                var style = frame[point.column, point.row].style
                if style.paper == colors.paper.index { style.paper = classes.color(of: classNumber).index }
                if style.ink == colors.edge.index {
                    style.ink = classes.color(of: classNumber).index
                } else if style.ink == colors.ink.index {
                    style.ink = classes.ink(of: classNumber).index
                }
                frame[point.column, point.row].style = style
            }
        }
    }
}
