import App
import CellGraphics
import MapModel
import Rows

/// Draws the ways of things in Braille, the newest part of each strongest: below names, over the tint.
struct TrailPainter {
    /// What a cell has of trails: dots, and the newest age of them.
    private struct Cell {
        var bits: UInt8 = 0
        var age = UInt8.max
        var hue = Role.place
    }

    private let viewport: Viewport
    private let charset: Charset
    private let area: CellRect
    private var cells: [Cell]

    /// Nil where no trails are drawn.
    init?(_ state: AppState) {
        guard state.showsTrails, let set = state.things.all, let palette = ThingPalette(state) else {
            return nil
        }
        viewport = state.map.viewport
        charset = state.screen.appearance.charset
        area = state.visibleMap
        cells = Array(repeating: Cell(), count: area.width * area.height)
        let isAll = state.things.trails == .all
        for row in state.things.rowsInView {
            guard let thing = set[row], !thing.trail.isEmpty else { continue }
            let longest = isAll ? .infinity : set.choice.times(of: thing.kind).trailSeconds
            draw(thing, palette.hue(of: thing), since: set.trailClock - longest, until: set.trailClock)
        }
    }

    func draw(into frame: inout CellBuffer) {
        for row in 0..<area.height {
            for column in 0..<area.width {
                let cell = cells[row * area.width + column]
                guard cell.bits != 0 else { continue }
                let point = CellPoint(column: area.column + column, row: area.row + row)
                let paper = frame[point.column, point.row].style.paper
                let ink = TrailInk.index(cell.hue, age: Int(cell.age), isOnSea: paper == Role.sea.index)
                frame[point.column, point.row] = CellGraphics.Cell(
                    glyph(cell), Style(ink: ink, paper: paper))
            }
        }
    }

    private func glyph(_ cell: Cell) -> Glyph {
        switch charset {
        case .braille, .block: Glyph(braille: cell.bits)
        case .ascii: cell.age >= 2 ? Glyph(".") : AsciiPattern.glyph(for: cell.bits)
        }
    }

    // MARK: - Lines

    private mutating func draw(_ thing: Thing, _ hue: Role, since start: Double, until end: Double) {
        let points = thing.trail.points
        let first = start > 0 && start.isFinite ? thing.trail.firstIndex(since: start) : 0
        guard first < points.count else { return }
        // The line of a short trail has all ages, too.
        let oldest = points[first].seconds
        let span = max(end - oldest, 1)
        func age(_ seconds: Double) -> UInt8 {
            UInt8(
                min(max((end - seconds) / span * Double(TrailInk.ageCount), 0), Double(TrailInk.ageCount - 1))
            )
        }
        var head = viewport.dot(of: thing.place.worldPoint)
        var place = thing.place
        var seconds = thing.placed
        for point in points[first...].reversed() {
            let dot = DotPoint(
                x: head.x - Double(Int32(bitPattern: place.x &- point.place.x)) / Self.world
                    * viewport.worldDots,
                y: head.y - (Double(place.y) - Double(point.place.y)) / Self.world * viewport.worldDots)
            if place != point.place { line(from: head, seconds, to: dot, point.seconds, hue, age) }
            (head, place, seconds) = (dot, point.place, point.seconds)
            // What lies before a jump is a line of its own, which nothing leads to.
            if point.isBreak { break }
        }
    }

    private static let world = Double(WorldWindow.worldSize)

    /// Draws the part of a line that is in view; the time runs evenly along it.
    private mutating func line(
        from start: DotPoint, _ startSeconds: Double, to end: DotPoint, _ endSeconds: Double, _ hue: Role,
        _ age: (Double) -> UInt8
    ) {
        guard let part = part(of: start, end) else { return }
        let (across, down) = (end.x - start.x, end.y - start.y)
        let length = max(abs(across), abs(down))
        let isFlat = abs(across) >= abs(down)
        let steps = max(Int(length * (part.upperBound - part.lowerBound)), 1)
        guard steps < 100_000 else { return }
        let origin = viewport.origin
        for step in 0...steps {
            let share = part.lowerBound + (part.upperBound - part.lowerBound) * Double(step) / Double(steps)
            let (x, y) = (
                Int((start.x + across * share).rounded(.down)), Int((start.y + down * share).rounded(.down))
            )
            let age = age(startSeconds + (endSeconds - startSeconds) * share)
            // Dots are left out by their place in the world, so that those that stay do not move.
            let place = isFlat ? x + origin.x : y + origin.y
            if age == 2 && place & 1 != 0 || age == 3 && place & 3 != 0 { continue }
            dot(x, y, hue, age)
        }
    }

    /// The shares of a line between which it may be in view.
    private func part(of start: DotPoint, _ end: DotPoint) -> ClosedRange<Double>? {
        var (first, last) = (0.0, 1.0)
        let dots = area.dots
        for (from, to, low, high) in [
            (start.x, end.x, Double(dots.x), Double(dots.x + dots.width)),
            (start.y, end.y, Double(dots.y), Double(dots.y + dots.height)),
        ] {
            let way = to - from
            guard way != 0 else {
                if from < low || from >= high { return nil }
                continue
            }
            let (enter, leave) = ((low - from) / way, (high - from) / way)
            first = max(first, min(enter, leave))
            last = min(last, max(enter, leave))
        }
        return first <= last ? first...last : nil
    }

    private mutating func dot(_ x: Int, _ y: Int, _ hue: Role, _ age: UInt8) {
        guard x >= 0, y >= 0 else { return }
        let point = CellPoint(column: x / Viewport.dotsPerColumn, row: y / Viewport.dotsPerRow)
        guard area.contains(point) else { return }
        let index = (point.row - area.row) * area.width + point.column - area.column
        cells[index].bits |= Self.bit[y % Viewport.dotsPerRow][x % Viewport.dotsPerColumn]
        if age <= cells[index].age { (cells[index].age, cells[index].hue) = (age, hue) }
    }

    /// The bits of the dots of a cell, by row and column.
    private static let bit: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
}
