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
    /// A river comes before all but major roads, and is seen under these.
    private let showsRiversFirst: Bool
    private let shore: DotBitmap?

    /// Of 32 samples, so many make a cell a building.
    private static let leastBuildingSamples = 13

    init(
        lines: [DotBitmap?], areas: [DotBitmap?], covered: DotBitmap, coasts: DotBitmap,
        hidesBuildingsBehindStreets: Bool, showsRiversFirst: Bool
    ) {
        self.showsRiversFirst = showsRiversFirst
        var classes = LineClass.allCases
        if showsRiversFirst, let major = classes.firstIndex(of: .major) {
            classes.insert(.river, at: major)
            classes.remove(at: classes.firstIndex(of: .river) ?? major)
        }
        self.lines = classes.compactMap { line in
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

    /// Cells that are made together: 64 samples, 32 dots.
    private static let groupColumns = 16

    /// What lies in a group of cells: only these bitmaps are looked at for each of them.
    private struct Group {
        var areas: [(area: AreaClass, rows: SIMD8<UInt64>)] = []
        var lines: [(line: LineClass, rows: SIMD4<UInt64>)] = []
        /// Dots that tiles cover, and those where they know land from sea.
        var covered = SIMD4<UInt64>()
        var coasts = SIMD4<UInt64>()
        var shore = SIMD4<UInt64>()
    }

    /// All cells, row by row.
    func all() -> [StreetCell] {
        var group = Group()
        let columns = StreetBlock.columns
        return Array(unsafeUninitializedCapacity: columns * StreetBlock.rows) { cells, count in
            for row in 0..<StreetBlock.rows {
                // The rim is a cell: the first group lacks it.
                for first in stride(from: -BlockPainter.rimColumns, to: columns, by: Self.groupColumns) {
                    load(&group, (first + BlockPainter.rimColumns) / Self.groupColumns, row)
                    for column in max(first, 0)..<min(first + Self.groupColumns, columns) {
                        (cells.baseAddress! + row * columns + column).initialize(to: cell(column, row, group))
                    }
                }
            }
            count = columns * StreetBlock.rows
        }
    }

    /// Where tiles know no coast, cells near streets and buildings are land: another map's coast is too coarse to be
    /// right there.
    static func landAroundStreets(_ cells: inout [StreetCell]) {
        guard cells.contains(where: { $0.cover == .withoutCoast }) else { return }
        var near = [Bool](repeating: false, count: cells.count)
        let (columns, rows) = (StreetBlock.columns, StreetBlock.rows)
        for (index, cell) in cells.enumerated() where cell.isBuiltUp {
            let (row, column) = (index / columns, index % columns)
            for other in max(row - landRows, 0)...min(row + landRows, rows - 1) {
                let first = other * columns
                for place in max(column - landColumns, 0)...min(column + landColumns, columns - 1) {
                    near[first + place] = true
                }
            }
        }
        for index in cells.indices where near[index] && cells[index].cover == .withoutCoast {
            cells[index].cover = .whole
        }
    }

    private static let landColumns = 4
    private static let landRows = 2

    private func load(_ group: inout Group, _ number: Int, _ row: Int) {
        group.areas.removeAll(keepingCapacity: true)
        group.lines.removeAll(keepingCapacity: true)
        let y = (row + BlockPainter.rimRows) * 4
        for (area, bitmap) in areas {
            let rows = bitmap.words(eightRowsFrom: 2 * y, word: number)
            if rows != .zero { group.areas.append((area, rows)) }
        }
        for line in lines {
            let rows = Self.dots(line.dots, number, y)
            if rows != .zero { group.lines.append((line.line, rows)) }
        }
        group.covered = Self.dots(covered, number, y)
        group.coasts = Self.dots(coasts, number, y)
        if let shore { group.shore = Self.dots(shore, number, y) }
    }

    /// The dots of a group: half a word of each row.
    private static func dots(_ bitmap: DotBitmap, _ number: Int, _ y: Int) -> SIMD4<UInt64> {
        let rows = bitmap.words(fourRowsFrom: y, word: number / 2)
        return number % 2 == 0 ? rows & 0xFFFF_FFFF : rows &>> 32
    }

    private func cell(_ column: Int, _ row: Int, _ group: Group) -> StreetCell {
        var cell = StreetCell()
        let position = (column + BlockPainter.rimColumns) % Self.groupColumns
        guard Self.dots(group.covered, position).nonzeroBitCount >= 4 else { return cell }
        cell.cover = Self.dots(group.coasts, position).nonzeroBitCount >= 4 ? .whole : .withoutCoast
        if group.shore != .zero { cell.shore = Self.dots(group.shore, position) }
        let second = group.areas.isEmpty ? .land : paint(&cell, group, position)
        if group.lines.isEmpty { return cell }
        drawLines(&cell, group, position, isOddColumn: column % 2 != 0)
        if hidesBuildingsBehindStreets, cell.area == .building, let line = cell.lineClass, line >= .pedestrian
        {
            cell.area = second
        }
        return cell
    }

    // MARK: - Areas

    /// The samples of each class, by its raw value.
    private typealias Samples = SIMD16<UInt32>

    private static let quarterMasks: SIMD4<UInt32> = [0x0000_3333, 0x0000_CCCC, 0x3333_0000, 0xCCCC_0000]

    /// Sets the classes of the cell and its quarters; returns the class that has most of it but buildings.
    private func paint(_ cell: inout StreetCell, _ group: Group, _ position: Int) -> AreaClass {
        var rest = UInt32.max
        var samples = Samples()
        for (area, rows) in group.areas {
            let visible = Self.samples(rows, position) & rest
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

    /// The 4 × 8 samples of a cell of a group, a row after the other from the lowest bit on.
    private static func samples(_ rows: SIMD8<UInt64>, _ position: Int) -> UInt32 {
        let own = (rows &>> UInt64(4 * position)) & 15
        return UInt32(truncatingIfNeeded: (own &<< SIMD8(0, 4, 8, 12, 16, 20, 24, 28)).wrappedSum())
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

    private func drawLines(_ cell: inout StreetCell, _ group: Group, _ position: Int, isOddColumn: Bool) {
        let isWater = cell.area == .water
        var hasRiver = false
        for (line, rows) in group.lines {
            var bits = Self.dots(rows, position)
            switch line {
            case .path, .ferry: bits &= Self.checkerboard
            case .rail, .tram: bits &= Self.dashes(isOddColumn: isOddColumn)
            default: break
            }
            guard bits != 0, !(isWater && Self.staysOnLand(line)) else { continue }
            if line == .river { hasRiver = bits.nonzeroBitCount >= Self.leastRiverDots }
            let isSameColor = cell.lineClass?.isColoredLike == line.isColoredLike
            cell.dots = isSameColor ? cell.dots | bits : bits
            cell.line = line.rawValue
        }
        if hasRiver, showsRiversFirst, cell.lineClass != .river {
            (cell.area, cell.upper, cell.lower) = (.water, .water, .water)
        }
    }

    /// So many of the dots of a cell make it a river's.
    private static let leastRiverDots = 3

    /// The dots of a cell of a group as of a Braille pattern.
    private static func dots(_ rows: SIMD4<UInt64>, _ position: Int) -> UInt8 {
        let own = (rows &>> UInt64(2 * position)) & 3
        let left = (own & 1) &<< SIMD4(0, 1, 2, 6)
        let right = (own &>> 1) &<< SIMD4(3, 4, 5, 7)
        return UInt8(truncatingIfNeeded: (left | right).wrappedSum())
    }

    private static func staysOnLand(_ line: LineClass) -> Bool {
        switch line {
        case .path, .service, .stream, .river, .tram: true
        default: false
        }
    }

    /// Three dots of four, where (x + y) mod 4 is not 0.
    private static func dashes(isOddColumn: Bool) -> UInt8 {
        // The left column of dots lacks row -x mod 4, the right one the row above it.
        isOddColumn ? ~(1 << 2 | 1 << 4) : ~(1 << 0 | 1 << 7)
    }
}

extension StreetCell {
    /// Somebody walks, drives or lives here.
    fileprivate var isBuiltUp: Bool {
        switch area {
        case .building, .industrial, .plaza, .park, .field, .wood: true
        case .land, .sand, .water: lineClass.map { $0.isStreet && $0 != .path || $0 == .rail } ?? false
        }
    }
}
