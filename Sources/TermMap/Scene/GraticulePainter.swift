import App
import CellGraphics
import MapModel
import Streams

/// Draws meridians and parallels, with their degrees at the western and the southern edge of the map.
struct GraticulePainter {
    /// Steps between lines in seconds of arc, from 60° down.
    private static let steps = [
        216_000, 108_000, 72_000, 36_000, 18_000, 7_200, 3_600, 1_800, 1_200, 600, 300, 120, 60, 30, 20, 10,
        5, 2,
        1,
    ]
    /// Lines are at least so many dots apart, unless that would take a step of more than 60°.
    private static let leastDots = 40.0

    private let area: CellRect
    private let charset: Charset
    /// Columns of dots with a meridian, rows with a parallel.
    private let meridians: [(dot: Int, text: DisplayText)]
    private let parallels: [(dot: Int, text: DisplayText)]

    /// - Parameter area: the part of the map in which the world is shown.
    init(viewport: Viewport, area: CellRect, charset: Charset) {
        self.area = area
        self.charset = charset
        let secondsPerDot = 360 * 3_600 / viewport.worldDots
        let step = Self.steps.last { Double($0) >= Self.leastDots * secondsPerDot } ?? Self.steps[0]
        meridians = Self.meridians(viewport, area.dots, step)
        parallels = Self.parallels(viewport, area.dots, step)
    }

    private static func meridians(
        _ viewport: Viewport, _ area: DotRect, _ step: Int
    ) -> [(dot: Int, text: DisplayText)] {
        let seconds = { (x: Int) in
            (viewport.point(at: DotPoint(x: Double(x), y: 0)).x * 360 - 180) * 3_600 / Double(step)
        }
        let west = Int(seconds(area.x).rounded(.up))
        let east = Int(seconds(area.x + area.width).rounded(.down))
        guard west <= east else { return [] }
        return (west...east).map { number in
            let turn = 360 * 3_600
            var arc = (number * step % turn + turn) % turn
            if arc > turn / 2 { arc -= turn }
            let x =
                (Double(number * step) / 3_600 + 180) / 360 * viewport.worldDots - Double(viewport.origin.x)
            return (Int(x.rounded(.down)), text(arc, abs(arc) == turn / 2 ? "" : arc < 0 ? "W" : "E"))
        }
    }

    private static func parallels(
        _ viewport: Viewport, _ area: DotRect, _ step: Int
    ) -> [(dot: Int, text: DisplayText)] {
        let seconds = { (y: Int) in
            viewport.coordinate(at: DotPoint(x: 0, y: Double(y))).latitude * 3_600 / Double(step)
        }
        let south = Int(seconds(area.y + area.height).rounded(.up))
        let north = Int(seconds(area.y).rounded(.down))
        guard south <= north else { return [] }
        return (south...north).map { number in
            let arc = number * step
            let place = Coordinate(latitude: Double(arc) / 3_600, longitude: 0)
            let y = viewport.dot(of: WebMercator.project(place)).y
            return (Int(y.rounded(.down)), text(arc, arc < 0 ? "S" : "N"))
        }
    }

    /// 60°N, 12°30′W, 0°.
    private static func text(_ arc: Int, _ side: String) -> DisplayText {
        let seconds = abs(arc)
        var text = "\(seconds / 3_600)°"
        if seconds % 3_600 > 0 { text += "\(seconds / 60 % 60)′" }
        if seconds % 60 > 0 { text += "\(seconds % 60)″" }
        return DisplayText(sanitising: arc == 0 ? text : text + side)
    }

    // MARK: - Lines

    /// Draws the lines where nothing else is.
    func draw(into frame: inout CellBuffer) {
        var cells: [CellPoint: (across: Int?, down: Int?)] = [:]
        for line in meridians {
            for row in area.row..<area.endRow {
                cells[CellPoint(column: line.dot >> 1, row: row), default: (nil, nil)].across = line.dot & 1
            }
        }
        for line in parallels {
            for column in area.column..<area.endColumn {
                cells[CellPoint(column: column, row: line.dot >> 2), default: (nil, nil)].down = line.dot & 3
            }
        }
        for (cell, line) in cells where area.contains(cell) && frame[cell.column, cell.row].glyph == .space {
            frame.put(glyph(line.across, line.down), at: cell, style: Style(.graticule), keepingPaper: true)
        }
    }

    /// A dot in two of a meridian and one of two of a parallel, at the dots where they run.
    private func glyph(_ across: Int?, _ down: Int?) -> DisplayText {
        guard charset == .braille else {
            let isPlain = charset == .ascii
            if across != nil, down != nil { return isPlain ? "+" : "┼" }
            return across != nil ? (isPlain ? ":" : "┊") : (isPlain ? "." : "┈")
        }
        let meridian: UInt32 = across.map { $0 == 0 ? 0x05 : 0x28 } ?? 0
        let parallel: UInt32 = down.map { [0x01, 0x02, 0x04, 0x40][$0] } ?? 0
        return DisplayText(sanitising: String(Unicode.Scalar(0x2800 + (meridian | parallel)) ?? " "))
    }

    // MARK: - Degrees

    /// The degrees of the lines, where there is room, in the cells that they take.
    func takeLabels(from occupancy: inout CellOccupancy, visible: CellRect) -> [(DisplayText, CellRect)] {
        let shown = visible.intersection(area)
        let longitudes = meridians.map { line in
            (line.text, CellPoint(column: (line.dot >> 1) + 1, row: shown.endRow - 1))
        }
        let latitudes = parallels.map { line in
            (line.text, CellPoint(column: shown.column, row: line.dot >> 2))
        }
        return (longitudes + latitudes).compactMap { text, cell in
            let rect = CellRect(column: cell.column, row: cell.row, width: text.width, height: 1)
            guard rect.lies(in: shown), occupancy.isFree(rect) else { return nil }
            occupancy.take(rect)
            return (text, rect)
        }
    }
}
