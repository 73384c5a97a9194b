import CellGraphics

/// Collects what may be named on a block.
struct BlockNames {
    private let zoom: Double
    private var streets: [NamedStreet] = []
    /// The place of each name in `streets`.
    private var indices: [String: Int] = [:]
    /// The same by the index of the name in the tile that is being drawn.
    private var indicesOfTile: [Int32: Int] = [:]
    private var shields: [NamedSpot] = []
    private var spots: [NamedSpot] = []
    private var areas: [String: NamedArea] = [:]
    private var areaOrder: [String] = []

    /// Dots between two places for a street's name.
    private static let spacing = 3.0
    /// More spots than a street of this world can have in a block.
    private static let spotLimit = 20_000
    /// A street is flat where it rises by less than so much of its length.
    private static let flatSlope = 0.45

    init(zoom: Double) { self.zoom = zoom }

    /// The names of another tile follow.
    mutating func beginTile() { indicesOfTile.removeAll(keepingCapacity: true) }

    // MARK: - Streets

    /// Collects the name of a street as soon as the street is drawn: the status line needs it at zooms that do not label
    /// the street yet.
    mutating func add(_ feature: StreetTile.Feature, _ line: LineClass, _ frame: TileFrame) {
        if line == .river, feature.name >= 0 { return addRiver(feature, frame) }
        guard line.isStreet, line.leastZoom <= zoom || (line.leastNameZoom ?? .infinity) <= zoom else {
            return
        }
        if feature.number >= 0, line == .motorway || line == .major { addShield(feature, line, frame) }
        guard feature.name >= 0 else { return }
        let index = index(ofName: feature.name, line, frame)
        streets[index].line = max(streets[index].line, line)
        for part in feature.parts { Self.follow(frame.tile.points(ofPart: part), frame, &streets[index]) }
    }

    private mutating func index(ofName name: Int32, _ line: LineClass, _ frame: TileFrame) -> Int {
        if let known = indicesOfTile[name] { return known }
        let text = frame.tile.names[Int(name)]
        let index = indices[text] ?? streets.count
        if index == streets.count {
            streets.append(NamedStreet(name: text, label: Self.label(text), line: line))
            indices[text] = index
        }
        indicesOfTile[name] = index
        return index
    }

    private static func label(_ name: String) -> DisplayText { DisplayText(sanitising: ShortName.of(name)) }

    private static func follow(_ range: Range<Int>, _ frame: TileFrame, _ street: inout NamedStreet) {
        guard var previous = range.first.map({ frame.position(frame.tile.points[$0]) }) else { return }
        for vertex in range.dropFirst() {
            let next = frame.position(frame.tile.points[vertex])
            step(from: previous, to: next, frame, &street)
            previous = next
        }
    }

    /// Looks at every third dot of a stretch.
    private static func step(
        from start: DotPosition, to end: DotPosition, _ frame: TileFrame, _ street: inout NamedStreet
    ) {
        let limitX = Double(StreetBlock.columns * 2 + 2)
        let limitY = Double(StreetBlock.rows * 4 + 4)
        guard max(start.x, end.x) >= 0, min(start.x, end.x) <= limitX, max(start.y, end.y) >= 0,
            min(start.y, end.y) <= limitY, street.spots.count < spotLimit
        else { return }
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = (dx * dx + dy * dy).squareRoot()
        let count = min(max(Int(length / spacing), 1), 4_000)
        let isFlat = abs(dy) <= flatSlope * abs(dx)
        for index in 0...count {
            let share = Double(index) / Double(count)
            let dot = DotPosition(x: start.x + dx * share, y: start.y + dy * share)
            guard let cell = cell(of: dot, frame) else { continue }
            if index < count { street.length += Float(length / Double(count)) }
            let spot = NamedStreet.Spot(column: cell.column, row: cell.row, isFlat: isFlat)
            if street.spots.last != spot { street.spots.append(spot) }
        }
    }

    /// The cell of the block under a dot of its bitmaps; nil outside, and beyond the edges of the tile.
    private static func cell(of dot: DotPosition, _ frame: TileFrame) -> (column: UInt8, row: UInt8)? {
        let inTile =
            dot.x >= frame.x && dot.x < frame.x + frame.size && dot.y >= frame.y
            && dot.y < frame.y + frame.size
        guard inTile, dot.x >= 2, dot.y >= 4 else { return nil }
        let column = Int(dot.x / 2) - BlockPainter.rimColumns
        let row = Int(dot.y / 4) - BlockPainter.rimRows
        guard (0..<StreetBlock.columns).contains(column), (0..<StreetBlock.rows).contains(row) else {
            return nil
        }
        return (UInt8(column), UInt8(row))
    }

    // MARK: - Points

    private mutating func addShield(_ feature: StreetTile.Feature, _ line: LineClass, _ frame: TileFrame) {
        let whole = frame.tile.names[Int(feature.number)]
        let number = String(whole.split(separator: ";").first ?? "")
        guard !number.isEmpty, number.count <= 6 else { return }
        for part in feature.parts {
            let range = frame.tile.points(ofPart: part)
            Self.add(
                number, .line(line),
                frame.position(frame.tile.points[(range.lowerBound + range.upperBound) / 2]), frame,
                to: &shields)
        }
    }

    private mutating func addRiver(_ feature: StreetTile.Feature, _ frame: TileFrame) {
        for part in feature.parts {
            for vertex in frame.tile.points(ofPart: part) {
                addSpot(feature, .waterName, frame.position(frame.tile.points[vertex]), frame)
            }
        }
    }

    mutating func add(_ feature: StreetTile.Feature, _ frame: TileFrame) {
        guard feature.name >= 0, isNamed(feature.kind) else { return }
        for part in feature.parts {
            for vertex in frame.tile.points(ofPart: part) {
                addSpot(feature, feature.kind, frame.position(frame.tile.points[vertex]), frame)
            }
        }
    }

    /// Whether the zoom names features of a kind.
    private func isNamed(_ kind: FeatureKind) -> Bool {
        switch kind {
        case .waterName: true
        case .settlement(let settlement): settlement.zooms.contains(zoom)
        case .station: zoom >= LabelZooms.station
        case .pointOfInterest: zoom >= LabelZooms.pointOfInterest
        case .line, .streetName, .area: false
        }
    }

    private mutating func addSpot(
        _ feature: StreetTile.Feature, _ kind: FeatureKind, _ dot: DotPosition, _ frame: TileFrame
    ) {
        Self.add(frame.tile.names[Int(feature.name)], kind, dot, frame, to: &spots)
    }

    private static func add(
        _ name: String, _ kind: FeatureKind, _ dot: DotPosition, _ frame: TileFrame,
        to list: inout [NamedSpot]
    ) {
        guard let cell = cell(of: dot, frame), list.count < 4_000 else { return }
        // The text may be that of the spot before: a river has many.
        let known = list.last.flatMap { $0.name == name && $0.kind == kind ? $0.label : nil }
        list.append(
            NamedSpot(
                name: name, kind: kind, column: Int(cell.column), row: Int(cell.row),
                label: known ?? label(name, kind)))
    }

    private static func label(_ name: String, _ kind: FeatureKind) -> DisplayText {
        switch kind {
        case .settlement(let settlement): capitals(name, settlement)
        case .station, .pointOfInterest: label(name)
        case .waterName, .line, .streetName, .area: DisplayText(sanitising: name)
        }
    }

    /// A town is written in capitals, with spaces between them where it is short.
    private static func capitals(_ name: String, _ settlement: Settlement) -> DisplayText {
        let capitals = name.uppercased()
        let isSpaced = capitals.count <= 11 && settlement <= .town
        return DisplayText(
            sanitising: isSpaced ? capitals.map(String.init).joined(separator: " ") : capitals)
    }

    // MARK: - Areas

    mutating func add(_ feature: StreetTile.Feature, _ area: AreaClass, _ frame: TileFrame) {
        guard feature.name >= 0, area == .park || area == .wood || area == .water else { return }
        let box = frame.box(of: feature)
        func cells(_ range: Range<Int>, _ dots: Int, _ rim: Int, _ count: Int) -> Range<Int> {
            let first = range.lowerBound / dots - rim
            let end = (range.upperBound + dots - 1) / dots - rim
            return min(max(first, 0), count)..<min(max(end, 0), count)
        }
        let columns = cells(box.columns, 2, BlockPainter.rimColumns, StreetBlock.columns)
        let rows = cells(box.rows, 4, BlockPainter.rimRows, StreetBlock.rows)
        guard !columns.isEmpty, !rows.isEmpty else { return }
        let name = frame.tile.names[Int(feature.name)]
        let rect = CellRect(
            column: columns.lowerBound, row: rows.lowerBound, width: columns.count, height: rows.count)
        if areas[name] == nil { areaOrder.append(name) }
        areas[name] = NamedArea(
            name: name, label: areas[name]?.label ?? Self.label(name), area: area,
            box: areas[name]?.box.union(rect) ?? rect)
    }

    func write(into block: inout StreetBlock) {
        block.streets = streets.filter { !$0.spots.isEmpty }
        block.shields = shields
        block.spots = spots
        block.areas = areaOrder.compactMap { areas[$0] }
    }
}

extension CellRect {
    /// The smallest rectangle that holds both.
    func union(_ other: CellRect) -> CellRect {
        let column = min(self.column, other.column)
        let row = min(self.row, other.row)
        return CellRect(
            column: column, row: row, width: max(endColumn, other.endColumn) - column,
            height: max(endRow, other.endRow) - row)
    }
}
