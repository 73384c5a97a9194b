import CellGraphics

/// Draws a block from the tiles that cover it: a bitmap for each class, then cells.
///
/// Lines are drawn at the dots of Braille, areas at twice that in both directions: 4 × 8 samples a cell. A rim of one
/// cell all round lets lines and shores be decided by their true neighbours.
struct BlockPainter {
    /// A tile and where it lies in the world of the block's zoom.
    struct Placed: Sendable {
        /// The decoded tile.
        let tile: StreetTile
        /// The north-west corner in dots of the world.
        let x: Double
        /// Its second coordinate, southwards.
        let y: Double
        /// The side in dots.
        let size: Double
    }

    static let rimColumns = 1
    static let rimRows = 1
    private static let dotsWide = (StreetBlock.columns + 2 * rimColumns) * 2
    private static let dotsHigh = (StreetBlock.rows + 2 * rimRows) * 4

    private let zoom: Double
    private let metersPerDot: Double
    /// Beyond it nothing is covered.
    private let region: BlockPlan.DotBox?
    private var block: StreetBlock
    /// The north-west corner of the rim in dots of the world.
    private let originX: Double
    private let originY: Double
    private var lines: [DotBitmap?]
    private var areas: [DotBitmap?]
    private var edges: DotBitmap
    private var covered: DotBitmap
    private var coasts: DotBitmap
    private var names: BlockNames
    /// Steps that are left: a tile of strangers may have a million lines across the whole of it.
    private var budget = 16_000_000.0

    /// A painter for a block whose dots are `metersPerDot` wide on the ground.
    init(id: BlockID, metersPerDot: Double, region: BlockPlan.DotBox? = nil) {
        zoom = id.zoom
        self.region = region
        self.metersPerDot = metersPerDot
        block = StreetBlock(id: id)
        originX = Double((id.column * StreetBlock.columns - Self.rimColumns) * 2)
        originY = Double((id.row * StreetBlock.rows - Self.rimRows) * 4)
        lines = Array(repeating: nil, count: LineClass.allCases.count)
        areas = Array(repeating: nil, count: AreaClass.allCases.count)
        edges = DotBitmap(width: Self.dotsWide * 2, height: Self.dotsHigh * 2)
        covered = DotBitmap(width: Self.dotsWide, height: Self.dotsHigh)
        coasts = covered
        names = BlockNames(zoom: id.zoom)
    }

    /// Draws the part of a tile that lies in the block.
    ///
    /// - Complexity: O(vertices of the features that reach into the block + their samples).
    mutating func draw(_ placed: Placed) {
        let frame = TileFrame(placed, originX: originX, originY: originY)
        names.beginTile()
        cover(frame, hasCoast: placed.tile.hasCoast)
        for feature in placed.tile.features where frame.reaches(feature, Self.dotsWide, Self.dotsHigh) {
            switch feature.kind {
            case .line(let line):
                if line.leastZoom <= zoom { draw(feature, as: line, frame) }
                names.add(feature, line, frame)
            case .streetName(let line): names.add(feature, line, frame)
            case .area(let area):
                if area != .land, area.leastZoom <= zoom { fill(feature, as: area, frame) }
                names.add(feature, area, frame)
            case .waterName, .settlement, .station, .pointOfInterest: names.add(feature, frame)
            }
        }
    }

    private mutating func cover(_ frame: TileFrame, hasCoast: Bool) {
        let box = BlockPlan.DotBox(
            west: max(frame.x, region.map { $0.west - originX } ?? frame.x),
            north: max(frame.y, region.map { $0.north - originY } ?? frame.y),
            east: min(frame.x + frame.size, region.map { $0.east - originX } ?? .infinity),
            south: min(frame.y + frame.size, region.map { $0.south - originY } ?? .infinity))
        let (west, east) = (Int(box.west.rounded()), Int(box.east.rounded()))
        let (north, south) = (Int(box.north.rounded()), Int(box.south.rounded()))
        guard west < east, north < south else { return }
        covered.fill(rows: north..<south, columns: west..<east)
        if hasCoast { coasts.fill(rows: north..<south, columns: west..<east) }
    }

    // MARK: - Lines and areas

    private mutating func draw(_ feature: StreetTile.Feature, as line: LineClass, _ frame: TileFrame) {
        let index = Int(line.rawValue)
        if lines[index] == nil { lines[index] = DotBitmap(width: Self.dotsWide, height: Self.dotsHigh) }
        let width = line.width(metersPerDot: metersPerDot)
        // Taken out of the array meanwhile, or each dot would check that nobody else holds the bitmap.
        guard var bitmap = lines[index].take() else { return }
        frame.tile.points.withUnsafeBufferPointer { points in
            for part in feature.parts {
                let range = frame.tile.points(ofPart: part)
                guard var previous = range.first.map({ frame.position(points[$0]) }) else { continue }
                for vertex in range.dropFirst() {
                    let next = frame.position(points[vertex])
                    budget -= 1 + min(abs(next.x - previous.x) + abs(next.y - previous.y), Self.longestStep)
                    if budget < 0 { break }
                    bitmap.drawBand(from: previous, to: next, width: width)
                    previous = next
                }
            }
        }
        lines[index] = bitmap
    }

    /// What lies beyond the bitmap costs nothing.
    private static let longestStep = Double(dotsHigh * 2)

    private mutating func fill(_ feature: StreetTile.Feature, as area: AreaClass, _ frame: TileFrame) {
        guard budget > 0 else { return }
        let index = Int(area.rawValue)
        if areas[index] == nil {
            areas[index] = DotBitmap(width: Self.dotsWide * 2, height: Self.dotsHigh * 2)
        }
        guard var bitmap = areas[index].take() else { return }
        let sampling = frame.doubled
        let box = sampling.box(of: feature)
        sampling.tile.points.withUnsafeBufferPointer { points in
            for part in feature.parts {
                let range = sampling.tile.points(ofPart: part)
                guard let last = range.last else { continue }
                var previous = sampling.position(points[last])
                for vertex in range {
                    let next = sampling.position(points[vertex])
                    budget -= 1 + min(abs(next.y - previous.y), Self.longestStep)
                    if budget < 0 { break }
                    edges.toggleEdge(from: previous, to: next)
                    previous = next
                }
            }
        }
        guard budget >= 0 else {
            // An area is drawn whole or not at all.
            edges = DotBitmap(width: Self.dotsWide * 2, height: Self.dotsHigh * 2)
            areas[index] = bitmap
            return
        }
        // Edges beyond the right side leave no flags: such an area is scanned to the end.
        let width = Self.dotsWide * 2
        let first = min(max(box.columns.lowerBound, 0), width)
        let end = box.columns.upperBound < width ? max(box.columns.upperBound, first) : width
        bitmap.fill(betweenEdgesOf: &edges, rows: box.rows, columns: first..<end)
        areas[index] = bitmap
    }

    /// Up to so many samples wide, water would be seen here and there only, where it has most of a quarter: it is drawn as a
    /// river.
    private static let narrowSamples = 4
    /// Ponds, and what is left over at a shore, are shorter.
    private static let leastRiverSamples = 16
    /// Below that zoom a river is more than the streets along its banks, which lie in the same cells.
    private static let streetsFirstZoom = 14.0

    private mutating func drawNarrowWaters() {
        guard LineClass.river.leastZoom <= zoom, var water = areas[Int(AreaClass.water.rawValue)] else {
            return
        }
        var wide = water.opened(radius: Self.narrowSamples / 2)
        var narrow = water
        narrow.subtract(wide)
        narrow.removeParts(shorterThan: Self.leastRiverSamples)
        // Most blocks have no river: to follow the shores of a sea would take longer than all the rest.
        guard !narrow.isEmpty else { return }
        // What is wider for a short stretch only, as where rivers meet, is narrow, too.
        wide.removeParts(shorterThan: Self.leastRiverSamples)
        narrow = water
        narrow.subtract(wide)
        narrow.removeParts(shorterThan: Self.leastRiverSamples)
        water.subtract(narrow)
        areas[Int(AreaClass.water.rawValue)] = water
        let index = Int(LineClass.river.rawValue)
        var rivers = lines[index] ?? DotBitmap(width: Self.dotsWide, height: Self.dotsHigh)
        rivers.formUnion(narrow.halved())
        lines[index] = rivers
    }

    /// The finished block.
    ///
    /// - Complexity: O(cells × classes).
    consuming func finished() -> StreetBlock {
        drawNarrowWaters()
        names.write(into: &block)
        let cells = BlockCells(
            lines: lines, areas: areas, covered: covered, coasts: coasts,
            hidesBuildingsBehindStreets: zoom >= 15.5, showsRiversFirst: zoom < Self.streetsFirstZoom)
        block.cells = cells.all()
        BlockCells.landAroundStreets(&block.cells)
        return block
    }
}

/// Where a tile lies in the bitmaps of a block.
struct TileFrame {
    let tile: StreetTile
    let x: Double
    let y: Double
    let size: Double
    private let scale: Double

    init(_ placed: BlockPainter.Placed, originX: Double, originY: Double) {
        self.init(tile: placed.tile, x: placed.x - originX, y: placed.y - originY, size: placed.size)
    }

    private init(tile: StreetTile, x: Double, y: Double, size: Double) {
        self.tile = tile
        self.x = x
        self.y = y
        self.size = size
        scale = size / Double(StreetTile.extent)
    }

    /// The same at twice the resolution.
    var doubled: TileFrame { TileFrame(tile: tile, x: x * 2, y: y * 2, size: size * 2) }

    @inline(__always)
    func position(_ point: TilePoint) -> DotPosition {
        DotPosition(x: x + Double(point.x) * scale, y: y + Double(point.y) * scale)
    }

    /// Whether some of the feature may lie in a bitmap.
    func reaches(_ feature: StreetTile.Feature, _ width: Int, _ height: Int) -> Bool {
        let margin = 4.0
        return x + Double(feature.east) * scale >= -margin
            && x + Double(feature.west) * scale <= Double(width) + margin
            && y + Double(feature.south) * scale >= -margin
            && y + Double(feature.north) * scale <= Double(height) + margin
    }

    /// The rows and columns that a feature may touch.
    func box(of feature: StreetTile.Feature) -> (rows: Range<Int>, columns: Range<Int>) {
        func span(_ start: Double, _ low: Int16, _ high: Int16) -> Range<Int> {
            let first = Int((start + Double(low) * scale).rounded(.down)) - 1
            return first..<max(Int((start + Double(high) * scale).rounded(.up)) + 2, first)
        }
        return (span(y, feature.north, feature.south), span(x, feature.west, feature.east))
    }
}
