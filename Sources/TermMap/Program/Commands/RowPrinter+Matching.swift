import App
import MapModel
import MapSources
import RowValues
import Rows
import Runtime
import Streams

extension RowPrinter {
    /// Where rows are printed, by the box of those that match.
    typealias Area = (GeoBounds?) throws(UsageError) -> PrintedArea

    /// Prints the rows of a source that is read whole; how many there were.
    func writeMatching(in area: Area) throws(UsageError) -> Int {
        let loaded: LoadedSource
        do throws(SourceError) {
            loaded = try source.read(isCancelled: { false })
        } catch .empty(let file, let hasHeader) {
            Output.fail(SourceError.empty(file: file, hasHeader: hasHeader).description, code: .nothing)
        } catch {
            throw UsageError(error.description)
        }
        Output.reportSkipped(loaded.skipped, loaded.notices, name: name)
        let table = loaded.table
        let points = loaded.points
        let shapes = writtenShapes(loaded.shapes, of: table, addsDistance: false)
        // The tree reuses the memory only when it holds the last reference.
        _ = consume loaded
        let tree = try matching(QuadTree(points), of: table)
        return try write(tree, shapes, of: table, in: area(tree.bounds))
    }

    /// The lines and areas to write beside the rows; reports those that GeoJSON reduces to points.
    func writtenShapes(_ buffer: ShapeBuffer, of table: any RowTable, addsDistance: Bool) -> WrittenShapes? {
        guard !buffer.isEmpty, options.output?.rowFormat == .geojson else { return nil }
        let shapes = WrittenShapes(buffer)
        // Features are copied whole.
        let count = table.writesShapes && !addsDistance ? 0 : shapes.index.cutCount
        if count > 0 {
            let words =
                count == 1
                ? "1 line or area reaches beyond 85.05° and is written as a point"
                : "\(grouped(count)) lines and areas reach beyond 85.05° and are written as points"
            Output.report(["\(name): \(words)"])
        }
        return shapes
    }

    /// The places of the rows that match; all without a filter.
    func matching(_ tree: QuadTree, of table: any RowTable) throws(UsageError) -> QuadTree {
        guard let rows = try matchingRows(of: table) else { return tree }
        return QuadTree(tree, keeping: rows)
    }

    /// The rows that match; nil for all.
    func matchingRows(of table: any RowTable) throws(UsageError) -> RowSet? {
        guard let filter = try options.filter(columns: table.columnNames) else { return nil }
        do throws(FilterFailure) {
            return try filter.rows(of: table, isCancelled: { false }) { _ in
            } inspect: { columns in
                Output.report(columns.compactMap(\.misfitNotice))
            }
        } catch {
            throw UsageError(error, of: options.filter)
        }
    }

    /// Rows of a server: its window, then the exact box.
    func writeMatching(of server: any ViewportSource, in area: Area) throws(UsageError) -> Int {
        let server = try matching(server)
        do throws(SourceError) {
            let summary = try server.open(isCancelled: { false })
            Output.reportSkipped(
                SkippedRows(missingOnServer: summary.skippedCount), summary.notices, name: name)
            let wanted: PrintedArea
            do throws(UsageError) { wanted = try area(summary.bounds) } catch {
                Output.fail(error.description, code: .usage)
            }
            let tree = try server.allRows(in: wanted.window, isCancelled: { false })
            let printed = min(tree.count, ((try? options.rowLimit()) ?? nil) ?? tree.count)
            // A few are fetched by their keys sooner than all of the window.
            let isFew = printed <= Self.fewRows || printed < tree.count / 4
            let table =
                isFew
                ? server.table : try server.table(of: tree, in: wanted.window, isCancelled: { false })
            return try write(tree, nil, of: table, wanted)
        } catch {
            throw UsageError(error.description)
        }
    }

    /// The same for the rows of a server that match; rows that are read are filtered when they are there.
    func filtered() throws(UsageError) -> RowPrinter {
        guard options.filter != nil, case .server(let server) = source else { return self }
        return RowPrinter(options: options, source: .server(try matching(server)), name: name)
    }

    /// The server's rows that match; all without a filter.
    func matching(_ server: any ViewportSource) throws(UsageError) -> any ViewportSource {
        guard options.filter != nil else { return server }
        let names: [String]
        do throws(SourceError) {
            names = try server.columnNames(isCancelled: { false })
        } catch {
            throw UsageError(error.description)
        }
        let filter = try options.filter(columns: names)
        do throws(FilterFailure) {
            return try server.applying(filter, isCancelled: { false })
        } catch {
            throw UsageError(error, of: options.filter)
        }
    }

    private static let fewRows = 1_000

    private func write(
        _ tree: QuadTree, _ shapes: WrittenShapes?, of table: any RowTable, in area: PrintedArea
    ) throws(UsageError) -> Int {
        do throws(SourceError) {
            return try write(tree, shapes, of: table, area)
        } catch {
            throw UsageError(error.description)
        }
    }

    private func write(
        _ tree: QuadTree, _ shapes: WrittenShapes?, of table: any RowTable, _ area: PrintedArea
    ) throws(SourceError) -> Int {
        let order = RowOrder(of: area.indices(in: tree), in: tree)
        let limit = (try? options.rowLimit()) ?? nil
        let count = min(order.count, limit ?? order.count)
        try options.rowWriter.write(
            count: count,
            row: { tree.exportedRow(order[$0], shapes) }, of: table, to: sink)
        return count
    }
}

extension PrintedArea {
    /// A window that holds all of it.
    fileprivate var window: WorldWindow {
        switch self {
        case .everywhere: return .world
        case .window(let window): return window
        case .box(let bounds):
            let side = Double(WorldWindow.worldSize)
            let northWest = WebMercator.project(Coordinate(latitude: bounds.north, longitude: bounds.west))
            let southEast = WebMercator.project(Coordinate(latitude: bounds.south, longitude: bounds.east))
            let west = Int64(northWest.x * side) - 1
            let east = Int64(southEast.x * side) + 2
            return WorldWindow(
                west: west, east: bounds.west > bounds.east ? east + Int64(side) : east,
                north: Int64(northWest.y * side) - 1, south: Int64(southEast.y * side) + 2)
        }
    }
}
