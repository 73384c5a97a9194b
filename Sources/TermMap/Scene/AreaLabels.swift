import App
import CellGraphics
import DataSets
import MapModel

/// What is written on an area.
struct AreaLabel {
    struct Line {
        let text: DisplayText
        let isFigure: Bool
    }

    let area: UInt32
    let lines: [Line]
    let rect: CellRect
}

/// Finds room for the name over the figure of each area, else for one of them: at the widest place of the area that is nearest
/// to its middle, large areas first.
struct AreaLabels {
    private(set) var labels: [AreaLabel] = []

    private static let columnsForNames = 100
    private static let longestName = 26
    private static let leastCells = 3

    /// The cells of an area on the map.
    private struct Extent {
        let area: UInt32
        var cells = 0
        var rowSum = 0
        var rows: Range<Int>
        var columns: Range<Int>
        var middle: Double { Double(rowSum) / Double(max(cells, 1)) }
    }

    private let painter: AreaPainter
    private var occupancy: CellOccupancy

    init(_ painter: AreaPainter, _ answer: AreaAnswer, _ text: AreaText, _ occupancy: CellOccupancy) {
        self.painter = painter
        self.occupancy = occupancy
        let showsNames = painter.key.area.width >= Self.columnsForNames
        guard painter.key.area.width >= 40 else { return }
        for extent in extents() {
            let name =
                answer.set.names.indices.contains(Int(extent.area)) ? answer.set.names[Int(extent.area)] : ""
            let hasClass = painter.look.step(of: extent.area) != nil
            let figure = hasClass ? text.figure(of: Int(extent.area)) : nil
            var lines: [AreaLabel.Line] = []
            if showsNames || figure == nil, !name.isEmpty {
                lines.append(AreaLabel.Line(text: DisplayText(sanitising: name), isFigure: false))
            }
            if let figure {
                lines.append(AreaLabel.Line(text: DisplayText(sanitising: figure), isFigure: true))
            }
            if !showsNames, figure == nil { continue }
            if lines.contains(where: { $0.text.width > Self.longestName }) {
                lines = lines.filter(\.isFigure)
            }
            if place(lines, extent) || lines.count < 2 { continue }
            _ = place(lines.filter(\.isFigure), extent)
        }
    }

    /// The areas on the map, the largest first.
    private func extents() -> [Extent] {
        var extents: [Extent] = []
        var numbers: [UInt32: Int] = [:]
        let width = painter.key.area.width
        for row in 0..<painter.key.area.height {
            var column = 0
            while column < width {
                let (start, area) = (column, painter.areas[painter.index(column, row)])
                while column < width, painter.areas[painter.index(column, row)] == area { column += 1 }
                guard area != AreaRaster.none else { continue }
                let number = numbers[area] ?? extents.count
                if number == extents.count {
                    numbers[area] = number
                    extents.append(Extent(area: area, rows: row..<row + 1, columns: start..<column))
                }
                extents[number].cells += column - start
                extents[number].rowSum += row * (column - start)
                extents[number].rows = extents[number].rows.lowerBound..<row + 1
                extents[number].columns =
                    min(
                        extents[number].columns.lowerBound, start)..<max(
                        extents[number].columns.upperBound, column)
            }
        }
        return extents.filter { $0.cells >= Self.leastCells }.sorted {
            ($1.cells, $0.area) < ($0.cells, $1.area)
        }
    }

    /// Writes `lines` where there is room.
    private mutating func place(_ lines: [AreaLabel.Line], _ extent: Extent) -> Bool {
        guard !lines.isEmpty else { return false }
        let width = lines.map(\.text.width).max() ?? 0
        let needed = width + (width > 2 ? 1 : 0)
        var best: (run: Int, distance: Double, rect: CellRect)?
        for row in extent.rows where row + lines.count <= extent.rows.upperBound {
            var column = extent.columns.lowerBound
            while column < extent.columns.upperBound {
                let start = column
                while column < extent.columns.upperBound, belongs(column, row, lines.count, extent.area) {
                    column += 1
                }
                let run = column - start
                column += 1
                guard run >= needed else { continue }
                let rect = CellRect(
                    column: painter.key.area.column + start + (run - width) / 2,
                    row: painter.key.area.row + row,
                    width: width, height: lines.count)
                let wide = min(run, 3 * width)
                let distance = abs(Double(row) + Double(lines.count) / 2 - 0.5 - extent.middle)
                let isBetter = best.map { ($0.run, distance) < (wide, $0.distance) || $0.run < wide } ?? true
                if isBetter, occupancy.isFree(rect, air: 1) { best = (wide, distance, rect) }
            }
        }
        guard let best else { return false }
        occupancy.take(best.rect)
        labels.append(AreaLabel(area: extent.area, lines: lines, rect: best.rect))
        return true
    }

    private func belongs(_ column: Int, _ row: Int, _ height: Int, _ area: UInt32) -> Bool {
        for line in row..<row + height where painter.areas[painter.index(column, line)] != area {
            return false
        }
        return true
    }
}

/// What is said beside the selected area.
struct AreaCallout {
    let text: DisplayText
    let rect: CellRect

    private static let columnsForAll = 100

    /// Nil where the area is not in view, or where there is no room beside it; at sea if it can be.
    init?(
        _ area: Int, _ text: AreaText, _ painter: AreaPainter, _ geometry: AreaGeometry,
        _ occupancy: CellOccupancy
    ) {
        let map = painter.key.area
        self.text = DisplayText(sanitising: text.callout(of: area, isShort: map.width < Self.columnsForAll))
            .clipped(to: max(map.width - 4, 1))
        guard let box = Self.box(of: UInt32(area), painter, geometry), !self.text.isEmpty else { return nil }
        let width = self.text.width + 2
        let places = SelectionPainter.places(for: width, beside: box).map { rect in
            CellRect(
                column: min(max(rect.column, map.column), max(map.endColumn - width, map.column)),
                row: rect.row,
                width: width, height: 1)
        }.filter { occupancy.isFree($0) && !$0.intersects(box) }
        func filled(_ rect: CellRect) -> Int {
            (rect.column..<rect.endColumn).count {
                painter.contents[painter.index($0 - map.column, rect.row - map.row)] != .terrain
            }
        }
        guard let place = places.enumerated().min(by: { (filled($0.1), $0.0) < (filled($1.1), $1.0) })?.1
        else { return nil }
        rect = place
    }

    /// The cells of an area around the row in which it is widest; the cell at its place where it has none of its own.
    private static func box(of area: UInt32, _ painter: AreaPainter, _ geometry: AreaGeometry) -> CellRect? {
        let map = painter.key.area
        var (columns, rows) = (map.width..<map.width, map.height..<map.height)
        for row in 0..<map.height {
            for column in 0..<map.width where painter.areas[painter.index(column, row)] == area {
                columns =
                    min(columns.lowerBound, column)..<max(rows.isEmpty ? 0 : columns.upperBound, column + 1)
                rows = min(rows.lowerBound, row)..<row + 1
            }
        }
        if !rows.isEmpty {
            return CellRect(
                column: map.column + columns.lowerBound, row: map.row + rows.lowerBound, width: columns.count,
                height: rows.count)
        }
        guard let place = geometry.labelPlace(of: Int(area)) else { return nil }
        let cell = painter.key.viewport.dot(of: WebMercator.project(place.coordinate)).cell
        return map.contains(cell) ? CellRect(column: cell.column, row: cell.row, width: 1, height: 1) : nil
    }

    func draw(into frame: inout CellBuffer) {
        let start = CellPoint(column: rect.column, row: rect.row)
        frame.put(" " + text + " ", at: start, style: Style(.selectionText, on: .selection, .bold))
    }
}
