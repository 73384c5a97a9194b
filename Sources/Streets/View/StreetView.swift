import CellGraphics

/// The blocks of a view as one grid of cells.
public struct StreetView: Sendable {
    /// The part of the world that a view shows, in cells.
    public struct Frame: Hashable, Sendable {
        /// The zoom of the view.
        public let zoom: Double
        /// Cells east of 180° W of the view's western edge; may be negative.
        public let column: Int
        /// Cells south of the northern edge of the world of the view's northern edge.
        public let row: Int
        /// Columns of the view.
        public let width: Int
        /// Rows of the view.
        public let height: Int

        /// The part of the world at an address, in cells.
        public init(zoom: Double, column: Int, row: Int, width: Int, height: Int) {
            self.zoom = zoom
            self.column = column
            self.row = row
            self.width = width
            self.height = height
        }

        /// The blocks that the view needs, those in its middle first.
        public var blocks: [BlockID] {
            guard width > 0, height > 0 else { return [] }
            let columns =
                Self.block(column, StreetBlock.columns)...Self.block(column + width - 1, StreetBlock.columns)
            let rows = Self.block(row, StreetBlock.rows)...Self.block(row + height - 1, StreetBlock.rows)
            let all = rows.flatMap { row in columns.map { BlockID(zoom: zoom, column: $0, row: row) } }
            func distance(_ id: BlockID) -> Int {
                let x = (2 * id.column + 1) * StreetBlock.columns / 2 - column - width / 2
                let y = ((2 * id.row + 1) * StreetBlock.rows / 2 - row - height / 2) * 2
                return x * x + y * y
            }
            return all.sorted { (distance($0), $0.row, $0.column) < (distance($1), $1.row, $1.column) }
        }

        private static func block(_ cell: Int, _ side: Int) -> Int {
            (cell - (cell < 0 ? side - 1 : 0)) / side
        }
    }

    /// A block and where its north-west corner lies in the view.
    struct Placed: Sendable {
        let block: StreetBlock
        let column: Int
        let row: Int
    }

    /// The part of the world that is shown.
    public let frame: Frame
    /// `frame.width` × `frame.height` cells, row by row.
    public private(set) var cells: [StreetCell]
    let blocks: [Placed]

    /// The view of `frame`, from the blocks that are there.
    ///
    /// - Complexity: O(cells).
    public init(_ frame: Frame, block: (BlockID) -> StreetBlock?) {
        self.frame = frame
        cells = Array(repeating: StreetCell(), count: max(frame.width, 0) * max(frame.height, 0))
        blocks = frame.blocks.compactMap { id in
            block(id).map {
                Placed(
                    block: $0, column: id.column * StreetBlock.columns - frame.column,
                    row: id.row * StreetBlock.rows - frame.row)
            }
        }
        for placed in blocks where !placed.block.cells.isEmpty { copy(placed) }
    }

    private mutating func copy(_ placed: Placed) {
        let columns = max(placed.column, 0)..<max(min(placed.column + StreetBlock.columns, frame.width), 0)
        let rows = max(placed.row, 0)..<max(min(placed.row + StreetBlock.rows, frame.height), 0)
        for row in rows {
            let source = (row - placed.row) * StreetBlock.columns - placed.column
            let target = row * frame.width
            for column in columns { cells[target + column] = placed.block.cells[source + column] }
        }
    }

    /// The cell of the view; one without cover outside.
    public subscript(column: Int, row: Int) -> StreetCell {
        guard column >= 0, column < frame.width, row >= 0, row < frame.height else { return StreetCell() }
        return cells[row * frame.width + column]
    }

    /// Whether tiles cover any of it.
    public var hasStreets: Bool { blocks.contains { !$0.block.cells.isEmpty } }

    /// Whether tiles cover all of it and know land from sea there: then nothing of another map is needed.
    public var coversAll: Bool { cells.allSatisfy { $0.cover == .whole } }

    /// The named street nearest to a cell, at most `reach` rows or twice as many columns away.
    public func street(near cell: CellPoint, reach: Int) -> String? {
        var best: (name: String, distance: Int)?
        for placed in blocks {
            let (column, row) = (cell.column - placed.column, cell.row - placed.row)
            for street in placed.block.streets {
                for spot in street.spots {
                    // A row is as high as two columns are wide.
                    let dx = Int(spot.column) - column
                    let dy = (Int(spot.row) - row) * 2
                    let distance = dx * dx + dy * dy
                    guard distance <= 4 * reach * reach, distance < best?.distance ?? .max else { continue }
                    best = (street.name, distance)
                }
            }
        }
        return best?.name
    }

    /// A name on the map.
    public struct Named: Hashable, Sendable {
        /// The whole name.
        public let name: String
        /// What it names, in a word: street, park, water, station, place, or the kind of a point of interest.
        public let kind: String
        /// A cell of the view where it is.
        public let cell: CellPoint
    }

    /// What has a name that passes a test, each name once, the nearest to the middle first.
    ///
    /// - Complexity: O(names and their places).
    public func named(where passes: (String) -> Bool) -> [Named] {
        let middle = CellPoint(column: frame.width / 2, row: frame.height / 2)
        func distance(_ cell: CellPoint) -> Int {
            let (dx, dy) = (cell.column - middle.column, 2 * (cell.row - middle.row))
            return dx * dx + dy * dy
        }
        var nearest: [String: Named] = [:]
        var verdicts: [String: Bool] = [:]
        func add(_ name: String, _ kind: String, _ cells: [CellPoint]) {
            let verdict = verdicts[name] ?? passes(name)
            verdicts[name] = verdict
            guard verdict, let cell = cells.min(by: { distance($0) < distance($1) }) else { return }
            if let known = nearest[name], distance(known.cell) <= distance(cell) { return }
            nearest[name] = Named(name: name, kind: kind, cell: cell)
        }
        for placed in blocks {
            func cell(_ column: Int, _ row: Int) -> CellPoint {
                CellPoint(column: column + placed.column, row: row + placed.row)
            }
            for street in placed.block.streets {
                add(street.name, "street", street.spots.map { cell(Int($0.column), Int($0.row)) })
            }
            for area in placed.block.areas {
                let middle = cell(area.box.column + area.box.width / 2, area.box.row + area.box.height / 2)
                add(area.name, area.area == .water ? "water" : "park", [middle])
            }
            for spot in placed.block.spots { add(spot.name, spot.kind.word, [cell(spot.column, spot.row)]) }
        }
        return nearest.values.sorted { (distance($0.cell), $0.name) < (distance($1.cell), $1.name) }
    }
}

extension FeatureKind {
    /// What it is, in a word for people.
    fileprivate var word: String {
        switch self {
        case .line, .streetName: "street"
        case .area: "area"
        case .waterName: "water"
        case .settlement(let settlement): "\(settlement)"
        case .station: "station"
        case .pointOfInterest(let kind): kind.word.replacing("_", with: " ")
        }
    }
}
