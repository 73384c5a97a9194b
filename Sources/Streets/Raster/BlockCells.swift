import CellGraphics

/// Makes cells of the bitmaps of a block.
struct BlockCells {
    /// The classes of a colour with their dots, by rising rank.
    private struct Line {
        let line: LineClass
        let dots: DotBitmap
    }

    private let lines: [Line]
    /// From the class that covers all others down.
    private let areas: [(area: AreaClass, samples: DotBitmap)]
    private let covered: DotBitmap
    private let coasts: DotBitmap
    /// Streets are corridors: the cell of one is not a building.
    private let hidesBuildingsBehindStreets: Bool
    private let shore: DotBitmap?

    /// Of 32 samples, so many make a cell a building.
    private static let leastBuildingSamples = 13

    init(
        lines: [DotBitmap?], areas: [DotBitmap?], covered: DotBitmap, coasts: DotBitmap,
        hidesBuildingsBehindStreets: Bool
    ) {
        self.lines = LineClass.allCases.compactMap { line in
            lines[Int(line.rawValue)].map { Line(line: line, dots: $0) }
        }
        self.areas = AreaClass.allCases.reversed().compactMap { area in
            areas[Int(area.rawValue)].map { (area, $0) }
        }
        self.covered = covered
        self.coasts = coasts
        self.hidesBuildingsBehindStreets = hidesBuildingsBehindStreets
        shore = self.areas.first { $0.area == .water }.map { $0.samples.halved().inverted().shore() }
    }

    func all() -> [StreetCell] {
        var cells = Array(repeating: StreetCell(), count: StreetBlock.columns * StreetBlock.rows)
        for row in 0..<StreetBlock.rows {
            for column in 0..<StreetBlock.columns {
                cells[row * StreetBlock.columns + column] = cell(column, row)
            }
        }
        return cells
    }

    private func cell(_ column: Int, _ row: Int) -> StreetCell {
        let x = (column + BlockPainter.rimColumns) * 2
        let y = (row + BlockPainter.rimRows) * 4
        var cell = StreetCell()
        guard covered.brailleBits(x: x, y: y).nonzeroBitCount >= 4 else { return cell }
        cell.cover = coasts.brailleBits(x: x, y: y).nonzeroBitCount >= 4 ? .whole : .withoutCoast
        let second = paint(&cell, x * 2, y * 2)
        drawLines(&cell, x, y)
        if hidesBuildingsBehindStreets, cell.area == .building, let line = cell.lineClass, line >= .pedestrian
        {
            cell.area = second
        }
        cell.shore = shore?.brailleBits(x: x, y: y) ?? 0
        return cell
    }

    // MARK: - Areas

    /// The samples of each class, by its raw value.
    private typealias Samples = SIMD16<UInt32>

    private static let quarterMasks: SIMD4<UInt32> = [0x0000_3333, 0x0000_CCCC, 0x3333_0000, 0xCCCC_0000]

    /// Sets the classes of the cell and its quarters; returns the class that has most of it but buildings.
    private func paint(_ cell: inout StreetCell, _ x: Int, _ y: Int) -> AreaClass {
        var rest = UInt32.max
        var samples = Samples()
        for (area, bitmap) in areas {
            let visible = bitmap.samples(x: x, y: y) & rest
            guard visible != 0 else { continue }
            if visible == .max {
                (cell.area, cell.upper, cell.lower) = (area, area, area)
                return area == .building ? .land : area
            }
            rest &= ~visible
            samples[Int(area.rawValue)] = visible
            if rest == 0 { break }
        }
        if rest == .max { return .land }
        samples[Int(AreaClass.land.rawValue)] = rest
        return paint(&cell, samples)
    }

    private func paint(_ cell: inout StreetCell, _ samples: Samples) -> AreaClass {
        let buildings = samples[Int(AreaClass.building.rawValue)].nonzeroBitCount
        var open = samples
        open[Int(AreaClass.building.rawValue)] = 0
        let most = Self.majority(of: open, in: .max)
        cell.area = buildings >= Self.leastBuildingSamples ? .building : most
        var counts = SIMD16<UInt8>()
        var quarters = SIMD4<UInt8>()
        for quarter in 0..<4 {
            let area = Self.majority(of: samples, in: Self.quarterMasks[quarter]).rawValue
            quarters[quarter] = area
            counts[Int(area)] += 1
        }
        setQuarters(quarters, counts, &cell)
        return most
    }

    /// The class with most samples within a mask; of equal ones the one that is covered by the other.
    private static func majority(of samples: Samples, in mask: UInt32) -> AreaClass {
        var best = (area: 0, count: -1)
        for area in 0..<AreaClass.count {
            let count = (samples[area] & mask).nonzeroBitCount
            if count > best.count { best = (area, count) }
        }
        return AreaClass(rawValue: UInt8(best.area)) ?? .land
    }

    /// Of more than two classes the two with most quarters are shown.
    private func setQuarters(_ quarters: SIMD4<UInt8>, _ counts: SIMD16<UInt8>, _ cell: inout StreetCell) {
        var counts = counts
        let first = Self.most(counts)
        counts[Int(first)] = 0
        let second = Self.most(counts)
        let hasTwo = counts[Int(second)] > 0
        let upper = hasTwo ? max(first, second) : first
        cell.upper = AreaClass(rawValue: upper) ?? .land
        cell.lower = AreaClass(rawValue: hasTwo ? min(first, second) : first) ?? .land
        guard hasTwo else { return }
        for quarter in 0..<4 where quarters[quarter] == upper { cell.quarters |= 1 << UInt8(quarter) }
    }

    private static func most(_ counts: SIMD16<UInt8>) -> UInt8 {
        var best: UInt8 = 0
        for area in 1..<UInt8(AreaClass.count) where counts[Int(area)] > counts[Int(best)] { best = area }
        return best
    }

    // MARK: - Lines

    /// Every second dot, where x + y is even.
    private static let checkerboard: UInt8 = 0b1001_0101

    private func drawLines(_ cell: inout StreetCell, _ x: Int, _ y: Int) {
        let isWater = cell.area == .water
        for line in lines {
            var bits = line.dots.brailleBits(x: x, y: y)
            guard bits != 0 else { continue }
            switch line.line {
            case .path, .ferry: bits &= Self.checkerboard
            case .rail, .tram: bits &= Self.dashes(x)
            default: break
            }
            if isWater, Self.staysOnLand(line.line) { continue }
            guard bits != 0 else { continue }
            let isSameColor = cell.lineClass?.isColoredLike == line.line.isColoredLike
            cell.dots = isSameColor ? cell.dots | bits : bits
            cell.line = line.line.rawValue
        }
    }

    private static func staysOnLand(_ line: LineClass) -> Bool {
        switch line {
        case .path, .service, .stream, .river, .tram: true
        default: false
        }
    }

    /// Three dots of four, where (x + y) mod 4 is not 0; x is the world's, and even.
    private static func dashes(_ x: Int) -> UInt8 {
        let isShifted = (x / 2 - BlockPainter.rimColumns) % 2 != 0
        // Column 0 lacks row -x mod 4, column 1 the row above it.
        return isShifted ? ~(1 << 2 | 1 << 4) : ~(1 << 0 | 1 << 7)
    }
}
