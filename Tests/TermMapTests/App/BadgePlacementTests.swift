import CellGraphics
import MapModel
import TestSupport
import Testing

@testable import App
@testable import FileSources
@testable import StoryTestSupport

/// Where badges stand: near their rows, apart from each other, and in the same place in every view of a zoom.
@Suite struct BadgePlacementTests {
    private struct View {
        let viewport: Viewport
        let grid: ClusterGrid
        let area: CellRect
        var cells: WorldCells { WorldCells(grid: grid, worldDots: viewport.worldDots) }

        init(_ center: WorldPoint, zoom: Double, columns: Int, rows: Int, width: Int) {
            area = CellRect(column: 0, row: 0, width: columns, height: rows)
            viewport = Viewport(center: center, zoom: zoom, size: DotSize(columns: columns, rows: rows))
            grid = ClusterGrid(viewport: viewport, size: ClusterSize(width: width))
        }

        func placed(_ tree: QuadTree) -> [PlacedAnnotation] {
            let set = AnnotationSet(of: tree, in: viewport.window(of: area.dots), grid: grid)
            let surroundings = AnnotationLayout.surroundings(of: set.window, viewport, grid, style)
            return AnnotationLayout.place(
                set, among: tree.clusters(in: surroundings, grid: grid), viewport: viewport, area: area,
                style: style)
        }

        var width: Int { Int(cells.side) / 2 }
        /// Columns of rates, and of the sign before a difference.
        var (leastDigits, moreDigits) = (1, 0)
        var style: BadgeStyle {
            BadgeStyle(allowsTall: width > 6, leastDigits: leastDigits, moreDigits: moreDigits)
        }
    }

    /// Rows in towns and between them, half of the time across 180°.
    private static func randomTree(_ random: inout SeededRandom) -> QuadTree {
        let middle = random.number(0...1) == 0 ? 180.0 : Double(random.number(-180...180))
        let places: [FixedCoordinate] =
            (0..<400).flatMap { _ in
                let (latitude, longitude) = (
                    Double(random.number(-60...60)), middle + Double(random.number(-40...40))
                )
                return (0..<random.number(1...60)).map { _ in
                    FixedCoordinate(
                        Coordinate(
                            latitude: latitude + random.fraction() * 3,
                            longitude: Coordinate.wrapped(longitude: longitude + random.fraction() * 3)))
                }
            }
        return QuadTree(Self.points(places))
    }

    private static func points(_ places: [FixedCoordinate]) -> PointBuffer {
        var points = PointBuffer()
        for (row, place) in places.enumerated() { points.append(place, row: UInt32(row)) }
        return points
    }

    private static func randomView(_ random: inout SeededRandom, _ tree: QuadTree) -> View {
        let place = tree.coordinate(at: random.number(0...tree.count - 1))
        return View(
            WebMercator.project(place), zoom: Double(random.number(4...30)) / 2,
            columns: random.number(20...200),
            rows: random.number(8...60), width: ClusterSize.widths[random.number(0...5)])
    }

    /// The halo decides as the whole world does: a pan changes nothing but what the edge of the view cuts.
    @Test(arguments: 0..<60)
    func everyViewShowsWhatTheWholeWorldDecides(seed: UInt64) {
        var random = SeededRandom(seed)
        let tree = Self.randomTree(&random)
        let view = Self.randomView(&random, tree)
        guard view.grid.columnCount < 1_000 else { return }
        let world = AnnotationLayout.groups(
            of: tree.clusters(in: .world, grid: view.grid), view.cells, BadgeStyle(allowsTall: view.width > 6)
        )
        var byLeader: [ClusterID: BadgeGroup] = [:]
        for group in world { byLeader[group.id] = group }
        let window = view.viewport.window(of: view.area.dots)
        #expect(view.placed(tree).reduce(0) { $0 + $1.count } == tree.count(in: window))
        for annotation in view.placed(tree) where annotation.reach == nil {
            let leader = annotation.leader
            let id = leader.id.cell ?? view.grid.id(of: QuantumPoint(leader.mean))
            let group = byLeader[id]
            #expect(group?.count == annotation.count, "seed \(seed)")
            let spot = view.cells.cell(of: leader.anchor)
            let onScreen = view.viewport.dot(of: leader.anchor).cell
            let rect = annotation.rect.moved(
                columns: spot.column - onScreen.column, rows: spot.row - onScreen.row)
            #expect(rect == group?.rect, "seed \(seed)")
        }
    }

    /// A column of air beside a badge, and a badge never on another: except at the edge, where they may touch.
    @Test(arguments: 0..<60)
    func badgesKeepApart(seed: UInt64) {
        var random = SeededRandom(seed)
        let tree = Self.randomTree(&random)
        var view = Self.randomView(&random, tree)
        if seed % 3 == 1 { view.leastDigits = 5 }
        if seed % 3 == 2 { view.moreDigits = 1 }
        let placed = view.placed(tree)
        let hasBlocks = BadgeBlocks.side(view.cells, view.style) != nil
        for (index, first) in placed.enumerated() {
            for second in placed[(index + 1)...] {
                #expect(!first.rect.intersects(second.rect))
                guard first.reach == nil, second.reach == nil, !(first.isPlace && second.isPlace),
                    first.rect.row < second.rect.endRow, second.rect.row < first.rect.endRow
                else { continue }
                let gap = max(
                    second.rect.column - first.rect.endColumn, first.rect.column - second.rect.endColumn)
                // Across 180° columns of the world are rounded, and a dot may stand at the edge of its block.
                let isAcross = abs(first.leader.anchor.x - second.leader.anchor.x) > 0.5
                let isDotOfBlock = hasBlocks && (first.isPlace || second.isPlace)
                #expect(
                    gap >= (isAcross || isDotOfBlock ? 0 : 1), "seed \(seed): \(first.rect) \(second.rect)")
            }
        }
    }

    /// Two marks on one cell of the screen would hide each other.
    @Test func rowsSideBySideAcrossTheEdgeOfACellShareABadge() {
        let edge = -180 + 360.0 * 20 / 512
        let places = [edge - 0.01, edge + 0.01].map {
            FixedCoordinate(Coordinate(latitude: 30, longitude: $0))
        }
        let tree = QuadTree(Self.points(places))
        let view = View(
            WebMercator.project(Coordinate(latitude: 30, longitude: edge)), zoom: 3, columns: 80, rows: 22,
            width: 10)
        #expect(view.placed(tree).map(\.count) == [2])
    }

    /// Linking is for crowded pairs: it joins few, and never two large ones.
    @Test(arguments: [(80, 22), (120, 38), (240, 62)])
    func linkingCostsFewBadges(columns: Int, rows: Int) throws {
        let tree = try Self.airports()
        let view = Self.world(columns, rows)
        let clusters = tree.clusters(in: .world, grid: view.grid)
        let groups = BadgeLinks.groups(of: clusters, view.cells)
        #expect(groups.count * 10 >= clusters.count * (columns == 80 ? 9 : 8))
        #expect(groups.allSatisfy { $0.cells.filter { $0.count >= 1_000 }.count <= 1 })
    }

    // MARK: - On real data

    private static func airports() throws -> QuadTree {
        QuadTree(try CSVLoader(path: Repository.root + "/data/airports.csv").read().points)
    }

    private static func world(_ columns: Int, _ rows: Int) -> View {
        let size = DotSize(columns: columns, rows: rows)
        let view = Viewport.wholeWorld(size: size)
        return View(
            view.center, zoom: view.zoom, columns: columns, rows: rows, width: columns >= 200 ? 12 : 10)
    }

    /// Badges by rows of the screen are no straight lines.
    @Test(arguments: [(120, 38), (240, 62)])
    func noRowOfTheScreenHoldsManyBadges(columns: Int, rows: Int) throws {
        let placed = Self.world(columns, rows).placed(try Self.airports())
        let byRow = Dictionary(grouping: placed, by: \.middleRow).mapValues(\.count)
        let largest = byRow.values.max() ?? 0
        // By chance a row would hold 1/rows of them; the land is not spread evenly, so up to about 9 % at 120 columns.
        #expect(largest * 100 <= placed.count * (columns == 120 ? 12 : 7), "\(largest) of \(placed.count)")
    }

    /// One row at each whole degree, and rows anywhere: their badges stand at no fixed spot of the cells.
    @Test(arguments: [true, false])
    func badgesOfEvenlySpreadRowsStandInNoLines(isRaster: Bool) {
        var random = SeededRandom(17)
        let places: [(Double, Double)] =
            isRaster
            ? (-84...84).flatMap { latitude in
                (-180..<180).map { (Double(latitude), Double($0)) }
            } : (0..<20_000).map { _ in (random.fraction(-84...84), random.fraction(-180...180)) }
        for (columns, rows) in [(120, 38), (240, 62)] {
            // What the edge of the view cuts stands along it.
            let placed = Self.world(columns, rows).placed(QuadTree(places: places)).filter { $0.reach == nil }
            let byRow = Dictionary(grouping: placed, by: \.middleRow).mapValues(\.count)
            let byColumn = Dictionary(grouping: placed, by: \.rect.column).mapValues(\.count)
            // A row of cells has 12 badges, or 21, and four rows of the screen where they may stand.
            #expect(byRow.values.max() ?? 0 <= (columns == 120 ? 8 : 14), "\(columns) columns: \(byRow)")
            #expect(byColumn.values.max() ?? 0 <= (columns == 120 ? 6 : 9), "\(columns) columns: \(byColumn)")
        }
    }

    /// The share that stands within two cells of its densest spot.
    @Test(arguments: [(120, 38), (240, 62)])
    func badgesStandWhereTheirRowsAreDensest(columns: Int, rows: Int) throws {
        let view = Self.world(columns, rows)
        let placed = view.placed(try Self.airports()).filter { $0.reach == nil }
        let near = placed.filter { annotation in
            let spot = view.viewport.dot(of: annotation.leader.anchor).cell
            let rect = annotation.rect
            let columns = max(rect.column - spot.column, spot.column - rect.endColumn + 1, 0)
            let rows = max(rect.row - spot.row, spot.row - rect.endRow + 1, 0)
            return columns <= 2 && rows <= 2
        }
        #expect(near.count * 100 >= placed.count * 95, "\(near.count) of \(placed.count)")
    }
}
