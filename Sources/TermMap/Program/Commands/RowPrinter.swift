import App
import CellGraphics
import MapModel
import MapSources
import Platform
import RowValues
import Rows
import Runtime
import Streams

/// Prints rows without a screen, or how a database finds them.
struct RowPrinter {
    let options: Options
    let source: OpenedSource
    let name: String

    func write(_ request: NearbyRequest) throws(UsageError) {
        let limit = try options.printedRows()
        let finder = try finder()
        let count: Int
        do throws(SourceError) {
            if let finder {
                count = try write(request, limit, from: finder)
            } else {
                count = try writeLoaded(request, limit)
            }
        } catch .empty(let file, let hasHeader) {
            Output.fail(SourceError.empty(file: file, hasHeader: hasHeader).description, code: .nothing)
        } catch {
            throw UsageError(error.description)
        }
        if count == 0 { Output.fail(options.nothingNearby(request), code: .nothing) }
    }

    /// How a database answers the question.
    func explain(_ request: NearbyRequest?) throws(UsageError) {
        guard let request else { throw UsageError("--explain needs --near") }
        let limit = try options.printedRows()
        guard let finder = try finder() else {
            throw UsageError("\(name): is not a database (--explain needs one)")
        }
        do throws(SourceError) {
            let lines = try finder.explain(question(request, limit))
            for line in lines { Output.write(DisplayText(sanitising: line, limit: 10_000).text + "\n") }
        } catch {
            throw UsageError(error.description)
        }
    }

    /// What finds rows by an index, those that match alone; nil where all rows are read.
    private func finder() throws(UsageError) -> (any NearbySource)? {
        if case .server(let server) = source { return try matching(server) }
        let found: (any NearbySource)?
        let names: [String]
        do throws(SourceError) {
            found = try source.finder()
            names = try found?.columnNames(isCancelled: { false }) ?? []
        } catch {
            throw UsageError(error.description)
        }
        guard let found, let filter = try options.filter(columns: names) else { return found }
        do throws(FilterFailure) {
            return try found.applying(filter, isCancelled: { false })
        } catch {
            throw UsageError(error, of: options.filter)
        }
    }

    private func question(_ request: NearbyRequest, _ limit: Int?) -> NearbyQuestion {
        NearbyQuestion(center: request.center, radiusMeters: request.radiusMeters, limit: limit)
    }

    /// A database finds them itself.
    private func write(
        _ request: NearbyRequest, _ limit: Int?, from finder: any NearbySource
    ) throws(SourceError) -> Int {
        let rows = try finder.near(question(request, limit), isCancelled: { false })
        Output.reportSkipped(SkippedRows(), finder.notices, name: name)
        try options.rowWriter.write(
            count: rows.count, row: { rows[$0] }, of: finder.table, addsDistance: true, to: sink)
        return rows.count
    }

    private func writeLoaded(_ request: NearbyRequest, _ limit: Int?) throws(SourceError) -> Int {
        let loaded = try source.read(isCancelled: { false })
        Output.reportSkipped(loaded.skipped, loaded.notices, name: name)
        let table = loaded.table
        let points = loaded.points
        let shapes = ShapeIndex(loaded.shapes)
        let written = writtenShapes(loaded.shapes, of: table, addsDistance: true)
        // The tree reuses the memory only when it holds the last reference.
        _ = consume loaded
        var tree = QuadTree(points)
        do throws(UsageError) { tree = try matching(tree, of: table) } catch {
            Output.fail(error.description, code: .usage, excerpt: error.excerpt)
        }
        if tree.isEmpty, options.filter == nil { Output.fail("\(name): no points to show", code: .nothing) }
        return try NearbyRows(request: request, limit: limit, writer: options.rowWriter)
            .write(tree, shapes, written: written, of: table, to: sink)
    }

    var sink: ([UInt8]) -> Void { Self.standardOutput }

    /// Standard output, where a terminal obeys nothing of what is printed.
    static var standardOutput: ([UInt8]) -> Void {
        let isShown = Descriptor.isTerminal(Descriptor.output)
        return { bytes in
            if isShown { Output.writeHarmless(bytes) } else { Output.write(bytes) }
        }
    }
}
