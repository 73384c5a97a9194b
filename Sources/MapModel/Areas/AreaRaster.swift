/// Which area lies at each dot and each quarter of the cells of a map, and of one cell more all round.
///
/// A quarter of a cell is one dot wide and two high. It has 2 × 4 samples and belongs to the area that most of them lie in;
/// a dot belongs to that of its first sample. Samples lie at fixed places of the world, so that a pan changes none.
public struct AreaRaster: Sendable {
    /// The number for no area.
    public static let none = UInt32.max
    /// Cells around the map that are also computed.
    public static let rim = 1
    /// Samples across and down a dot.
    static let samplesPerDot = 2

    /// Columns of cells of the map, and rows.
    public let columns: Int
    public let rows: Int
    /// Dots from 180° W to 180° E.
    let worldDots: Double
    /// The first cell, that of the rim, among those of the world.
    let west: Int
    let north: Int
    /// Row by row, the rim included.
    var dots: [UInt32]
    var quarters: [UInt32]
    var fullQuarters: [Bool]

    private var width: Int { columns + 2 * Self.rim }
    private var height: Int { rows + 2 * Self.rim }

    /// The areas of `rect`, in dots of the view, which must be whole cells.
    ///
    /// - Parameter before: what was known of the same areas: where the zoom is the same, only what it has not is drawn.
    /// - Complexity: O(cells + edges of the polygons that reach into what is drawn).
    public init(
        _ geometry: AreaGeometry, viewport: Viewport, rect: DotRect, keeping before: AreaRaster? = nil
    ) {
        columns = max(rect.width / Viewport.dotsPerColumn, 0)
        rows = max(rect.height / Viewport.dotsPerRow, 0)
        let origin = viewport.origin
        west = (origin.x + rect.x) / Viewport.dotsPerColumn - Self.rim
        north = (origin.y + rect.y) / Viewport.dotsPerRow - Self.rim
        worldDots = viewport.worldDots
        let cells = (columns + 2 * Self.rim) * (rows + 2 * Self.rim)
        dots = [UInt32](repeating: Self.none, count: cells * 8)
        quarters = [UInt32](repeating: Self.none, count: cells * 4)
        fullQuarters = [Bool](repeating: false, count: cells * 4)
        for part in keep(before) { draw(geometry, part) }
    }

    /// Cells of the world.
    struct Part: Hashable {
        var columns: Range<Int>
        var rows: Range<Int>
        var isEmpty: Bool { columns.isEmpty || rows.isEmpty }
    }

    private var whole: Part { Part(columns: west..<west + width, rows: north..<north + height) }

    // MARK: - What is known

    /// Takes over what `before` has; the parts that it has not.
    private mutating func keep(_ before: AreaRaster?) -> [Part] {
        let all = whole
        guard let before, before.worldDots == worldDots else { return [all] }
        let shared = Part(
            columns: all.columns.clamped(to: before.whole.columns),
            rows: all.rows.clamped(to: before.whole.rows))
        guard !shared.isEmpty else { return [all] }
        copy(shared, from: before)
        return [
            Part(columns: all.columns, rows: all.rows.lowerBound..<shared.rows.lowerBound),
            Part(columns: all.columns, rows: shared.rows.upperBound..<all.rows.upperBound),
            Part(columns: all.columns.lowerBound..<shared.columns.lowerBound, rows: shared.rows),
            Part(columns: shared.columns.upperBound..<all.columns.upperBound, rows: shared.rows),
        ].filter { !$0.isEmpty }
    }

    private mutating func copy(_ part: Part, from before: AreaRaster) {
        let (west, north, width) = (west, north, width)
        func move<Value>(_ values: inout [Value], _ old: [Value], across: Int, down: Int) {
            let length = part.columns.count * across
            for row in part.rows.lowerBound * down..<part.rows.upperBound * down {
                let to = (row - north * down) * width * across + (part.columns.lowerBound - west) * across
                let from =
                    (row - before.north * down) * before.width * across
                    + (part.columns.lowerBound - before.west) * across
                for index in 0..<length { values[to + index] = old[from + index] }
            }
        }
        move(&dots, before.dots, across: 2, down: 4)
        move(&quarters, before.quarters, across: 2, down: 2)
        move(&fullQuarters, before.fullQuarters, across: 2, down: 2)
    }

    private mutating func draw(_ geometry: AreaGeometry, _ part: Part) {
        let samples = geometry.samples(of: part, worldDots: worldDots)
        let (wide, left, top) = (
            part.columns.count * 2, (part.columns.lowerBound - west) * 2, part.rows.lowerBound - north
        )
        let perRow = width * 2
        for row in 0..<part.rows.count * 4 {
            let first = (top * 4 + row) * perRow + left
            for column in 0..<wide { dots[first + column] = samples[4 * row * wide + 2 * column] }
        }
        for row in 0..<part.rows.count * 2 {
            let first = (top * 2 + row) * perRow + left
            for column in 0..<wide {
                let start = 8 * row * wide + 2 * column
                let (area, isFull) = Self.majority(samples, start, perRow: 2 * wide)
                quarters[first + column] = area
                fullQuarters[first + column] = isFull
            }
        }
    }

    /// The area that most samples of a quarter lie in, the lowest of several; and whether no more of them lie in none.
    @inline(__always)
    private static func majority(_ samples: [UInt32], _ start: Int, perRow: Int) -> (UInt32, Bool) {
        var found = SIMD8<UInt32>()
        for row in 0..<4 {
            found[2 * row] = samples[start + row * perRow]
            found[2 * row + 1] = samples[start + row * perRow + 1]
        }
        let first = found[0]
        if found == SIMD8(repeating: first) { return (first, first != none) }
        var (best, most) = (none, 0)
        for index in 0..<8 where found[index] != none {
            let area = found[index]
            var count = 0
            for other in 0..<8 where found[other] == area { count += 1 }
            if count > most || count == most && area < best { (best, most) = (area, count) }
        }
        var empty = 0
        for index in 0..<8 where found[index] == none { empty += 1 }
        return (best, most >= empty)
    }

    // MARK: - Questions

    /// The area at a dot, counted from the top left of the map; the rim is one cell wide.
    @inline(__always)
    public func area(atDot x: Int, _ y: Int) -> UInt32 {
        dots[(y + Self.rim * 4) * width * 2 + x + Self.rim * 2]
    }

    /// The area that most samples of a quarter lie in, `none` where all lie in none, and whether no more of them lie in none.
    ///
    /// Quarters are counted from the top left of the map, two across a cell and two down.
    @inline(__always)
    public func area(ofQuarter x: Int, _ y: Int) -> (area: UInt32, isFull: Bool) {
        let index = (y + Self.rim * 2) * width * 2 + x + Self.rim * 2
        return (quarters[index], fullQuarters[index])
    }

    /// The dots of a cell, as of a Braille pattern, that are the outermost ones of an area.
    public func outline(of area: UInt32, column: Int, row: Int) -> UInt8 {
        var bits: UInt8 = 0
        for index in 0..<8 {
            let (x, y) = (column * 2 + index % 2, row * 4 + index / 2)
            guard self.area(atDot: x, y) == area else { continue }
            let isInner =
                self.area(atDot: x - 1, y) == area && self.area(atDot: x + 1, y) == area
                && self.area(atDot: x, y - 1) == area && self.area(atDot: x, y + 1) == area
            if !isInner { bits |= Self.brailleBits[index] }
        }
        return bits
    }

    /// The bits of a Braille pattern, row by row.
    public static let brailleBits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
}

extension AreaRaster {
    /// How many quarters of the map, the rim left out, belong to areas for which `isCounted` is true.
    public func countQuarters(where isCounted: (UInt32) -> Bool) -> Int {
        var count = 0
        for y in 0..<rows * 2 {
            for x in 0..<columns * 2 {
                let (area, isFull) = area(ofQuarter: x, y)
                if isFull, isCounted(area) { count += 1 }
            }
        }
        return count
    }
}
