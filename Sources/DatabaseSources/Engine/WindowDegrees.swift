import MapModel

/// A range of degrees from `low` up to `high`.
struct DegreeRange: Sendable, Equatable {
    var low: Double
    var high: Double
    /// `high` is included too, at the end of the world.
    var isClosed: Bool

    var isEmpty: Bool { isClosed ? low > high : low >= high }
}

/// A window of the world plane in degrees: exactly the places that the index would find there, whose
/// coordinates are rounded to 1e-7°.
struct WindowDegrees: Sendable, Equatable {
    let latitudes: DegreeRange
    /// One to three ranges, none of them empty: the meridian of 180° belongs to the western edge of the world.
    let longitudes: [DegreeRange]

    init(_ window: WorldWindow) {
        latitudes = Self.latitudes(window.rowRange)
        longitudes = window.isEmpty ? [] : Self.longitudes(window.columnRanges)
    }

    /// Those of windows that are not empty.
    static func all(of windows: [WorldWindow]) -> [WindowDegrees] {
        windows.map(WindowDegrees.init).filter { !$0.isEmpty }
    }

    var isEmpty: Bool { latitudes.isEmpty || longitudes.isEmpty }

    /// Its fraction of all degrees of latitude and longitude, 0...1.
    var share: Double {
        let width = longitudes.reduce(0) { $0 + $1.high - $1.low }
        return width * (latitudes.high - latitudes.low) / (360 * 180)
    }

    /// The smallest boxes that contain all places, one for each range of longitudes.
    var boxes: [GeoBounds] {
        longitudes.map {
            GeoBounds(south: latitudes.low, west: $0.low, north: latitudes.high, east: $0.high)
        }
    }

    private static func latitudes(_ rows: Range<UInt64>) -> DegreeRange {
        let isAtPole = rows.lowerBound == 0
        let low = southernEdge(ofRow: rows.upperBound)
        return DegreeRange(
            low: max(low, -90), high: isAtPole ? 90 : southernEdge(ofRow: rows.lowerBound), isClosed: isAtPole
        )
    }

    /// The least latitude north of the line above `row`.
    static func southernEdge(ofRow row: UInt64) -> Double {
        FixedCoordinate.leastDegrees(roundingTo: QuantumEdge.latitudeE7(row: row) + 1)
    }

    /// The least longitude east of the line at the west of `column`.
    static func westernEdge(ofColumn column: UInt64) -> Double {
        FixedCoordinate.leastDegrees(roundingTo: QuantumEdge.longitudeE7(column: column))
    }

    private static func longitudes(_ columns: [Range<UInt64>]) -> [DegreeRange] {
        let last = westernEdge(ofColumn: WorldWindow.worldSize)
        var ranges = columns.map { columns in
            DegreeRange(
                low: max(westernEdge(ofColumn: columns.lowerBound), -180),
                high: westernEdge(ofColumn: columns.upperBound), isClosed: false)
        }
        if columns.contains(where: { $0.lowerBound == 0 && !$0.isEmpty }) {
            let meridian = DegreeRange(low: last, high: 180, isClosed: true)
            if let index = ranges.firstIndex(where: { $0.high == last }) {
                ranges[index].high = 180
                ranges[index].isClosed = true
            } else {
                ranges.append(meridian)
            }
        }
        return ranges.filter { !$0.isEmpty }
    }
}

/// The cells of a grid in a window, as the numbers that separate them: for a server to sort places into.
struct ClusterCells: Sendable {
    /// In ascending order, with the cell that begins at each.
    let longitudes: [(edge: Double, column: UInt32)]
    let latitudes: [(edge: Double, row: UInt32)]

    /// More cells along one axis than any screen shows.
    static let limit = 4_096

    /// Nil for an empty window, and for more than `limit` cells along an axis.
    init?(_ window: WorldWindow, _ grid: ClusterGrid) {
        guard !window.isEmpty else { return nil }
        let side = grid.cellQuanta
        let spans = window.columnRanges.map {
            UInt64(grid.column(of: $0.lowerBound))...UInt64(grid.column(of: $0.upperBound - 1))
        }
        let rows = window.rowRange.lowerBound / side...(window.rowRange.upperBound - 1) / side
        guard spans.allSatisfy({ $0.count <= Self.limit }), rows.count <= Self.limit else { return nil }
        var columns = Set(spans.flatMap { $0 }).sorted().map { cell in
            (edge: WindowDegrees.westernEdge(ofColumn: cell * side), column: UInt32(cell))
        }
        if window.columnRanges.contains(where: { $0.lowerBound == 0 }) {
            columns.append((WindowDegrees.westernEdge(ofColumn: WorldWindow.worldSize), 0))
        }
        longitudes = columns
        latitudes = rows.reversed().map { cell in
            (edge: WindowDegrees.southernEdge(ofRow: (cell + 1) * side), row: UInt32(cell))
        }
    }
}
