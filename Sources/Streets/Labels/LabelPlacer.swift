import CellGraphics

/// Finds room for the names of a street map: none covers another, and none covers data.
///
/// Names keep the places of the frame before while they fit. The rules are in docs/STREETS.md.
public struct LabelPlacer {
    /// What is on the map besides its names.
    public struct Surroundings {
        /// Cells that are taken: badges, signs of rows, the attribution.
        public var taken: CellOccupancy
        /// The signs and badges of rows.
        public var rows: [CellRect]
        /// Names of rows beside their signs.
        public var rowNames: [(cell: CellPoint, name: DisplayText)]
        /// Kinds of points of interest that are not named, because the rows are of that kind.
        public var hiddenKinds: Set<PoiKind>

        /// What is on the map; `taken` says where names may be, too.
        public init(
            taken: CellOccupancy, rows: [CellRect] = [],
            rowNames: [(cell: CellPoint, name: DisplayText)] = [],
            hiddenKinds: Set<PoiKind> = []
        ) {
            self.taken = taken
            self.rows = rows
            self.rowNames = rowNames
            self.hiddenKinds = hiddenKinds
        }
    }

    let view: StreetView
    let surroundings: Surroundings
    var taken: CellOccupancy
    /// Cells of names, which keep a row's distance from each other.
    var names: CellOccupancy
    private let before: LabelMemory
    /// Where the names are now.
    public private(set) var memory: LabelMemory
    /// The names that found room.
    public private(set) var labels: [StreetLabel] = []

    var zoom: Double { view.frame.zoom }
    var area: CellRect { taken.area }

    /// A placer for a view; `memory` is that of the frame before.
    public init(view: StreetView, surroundings: Surroundings, memory: LabelMemory) {
        self.view = view
        self.surroundings = surroundings
        taken = surroundings.taken
        names = CellOccupancy(area: surroundings.taken.area)
        before = memory
        self.memory = memory
        self.memory.begin(view.frame)
    }

    /// Places all names, in the order of their right to room.
    ///
    /// - Complexity: O(places of names in view × width of a name).
    public mutating func placeAll() {
        placeShields()
        placeWaters()
        placeSettlements()
        placeStations()
        placeRowNames()
        placeStreets()
        placeAreas()
        placePointsOfInterest()
    }

    // MARK: - Taking room

    /// Where a name was in the frame before.
    func remembered(_ kind: StreetLabel.Kind, _ name: String) -> [CellPoint] {
        before.places(of: LabelMemory.Key(kind: kind, name: name), in: view.frame)
    }

    func isFree(_ point: CellPoint, width: Int, air: Int = 2) -> Bool {
        taken.isFree(CellRect(column: point.column, row: point.row, width: width, height: 1), air: air)
    }

    /// Whether the rows above and below have no name at these columns.
    func isApart(_ point: CellPoint, width: Int) -> Bool {
        [point.row - 1, point.row + 1].allSatisfy { row in
            guard row >= area.row, row < area.endRow else { return true }
            return names.isFree(CellRect(column: point.column, row: row, width: width, height: 1))
        }
    }

    mutating func write(
        _ text: DisplayText, at point: CellPoint, _ kind: StreetLabel.Kind, name: String,
        sign: CellPoint? = nil
    ) {
        let label = StreetLabel(text: text, name: name, point: point, kind: kind, sign: sign)
        labels.append(label)
        taken.take(label.rect)
        if kind != .shield { names.take(label.rect) }
        memory.add(point, width: text.width, of: LabelMemory.Key(kind: kind, name: name), in: view.frame)
    }

    /// The share of some cells that are of a class; a river is water.
    func share(of area: AreaClass, _ point: CellPoint, width: Int) -> Double {
        let count = (point.column..<point.column + width).count { column in
            let cell = view[column, point.row]
            return cell.area == area || area == .water && cell.lineClass == .river
        }
        return Double(count) / Double(max(width, 1))
    }

    /// All spots of the view with their cells in it.
    func spots(_ list: (StreetBlock) -> [NamedSpot]) -> [(spot: NamedSpot, cell: CellPoint)] {
        view.blocks.flatMap { placed in
            list(placed.block).compactMap { spot in
                let cell = CellPoint(column: spot.column + placed.column, row: spot.row + placed.row)
                return area.contains(cell) ? (spot, cell) : nil
            }
        }
    }

    // MARK: - Names of rows

    private mutating func placeRowNames() {
        for (cell, name) in surroundings.rowNames {
            let text = name.clipped(to: 22)
            guard !text.isEmpty else { continue }
            // Of several rows with one name each has its own place.
            let key = "\(cell.column + view.frame.column) \(cell.row + view.frame.row) \(text.text)"
            let sides = [cell.column + 2, cell.column - 1 - text.width].map {
                CellPoint(column: $0, row: cell.row)
            }
            let known = remembered(.row, key)
            let place = (sides.filter(known.contains) + sides).first { isFree($0, width: text.width, air: 1) }
            if let place { write(text, at: place, .row, name: key) }
        }
    }
}
