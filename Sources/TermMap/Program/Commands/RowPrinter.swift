import App
import CellGraphics
import DataSets
import MapModel
import Platform
import RowValues
import Rows
import Runtime
import Streams

/// Prints rows without a screen, or how a database finds them.
struct RowPrinter {
    let options: Options
    let dataSet: any DataSet
    let name: String
    /// What rows are asked of areas; nil without any.
    var areas: RowQuery.Areas?

    // MARK: - Rows that match

    /// Prints the rows that match, in a part of the world; how many there were.
    ///
    /// - Parameter area: where rows are printed, by the box of those that match.
    func writeMatching(in area: (GeoBounds?) throws(UsageError) -> RowArea) throws(UsageError) -> Int {
        let limit = try options.rowLimit()
        let matching = try matching()
        let wanted = try area(asking { () throws(SourceError) in try matching.bounds() })
        return try write(asking { () throws(SourceError) in try matching.rows(in: wanted, limit: limit) })
    }

    /// Prints all rows that match; how many there were.
    func writeMatching() throws(UsageError) -> Int {
        let limit = try options.rowLimit()
        let filter = try filter { () throws(SourceError) in try dataSet.columnNames(demand) }
        return try write(
            filtering { () throws(FilterFailure) in
                try dataSet.rows(matching: filter, limit: limit, demand)
            })
    }

    /// Whether rows without a place match, which only `--all-rows` prints.
    func hasUnplacedMatch() throws(UsageError) -> Bool {
        guard !options.allRows, !options.hasView else { return false }
        let filter = try filter { () throws(SourceError) in try dataSet.columnNames(demand) }
        return try filtering { () throws(FilterFailure) in
            try dataSet.rows(matching: filter, limit: 1, RowDemand(withUnplaced: true)).count > 0
        }
    }

    private func write(_ rows: WrittenRows) throws(UsageError) -> Int {
        let table = try withTimes(try withAreas(rows.table)) { (0..<rows.count).map { rows.row($0).row } }
        try asking { () throws(SourceError) in
            try rows.of(table).write(by: options.rowWriter, to: sink)
        }
        return rows.count
    }

    /// A table with the columns of `--with-area`.
    private func withAreas(_ table: any RowTable) throws(UsageError) -> any RowTable {
        let columns = options.area.columns
        guard !columns.isEmpty, let areas else { return table }
        guard let dataSet = dataSet as? LoadedDataSet else {
            throw UsageError(
                "\(name): --with-area needs all rows in memory: export them from the server first")
        }
        try asking { () throws(SourceError) in try dataSet.readRows(demand) }
        do throws(QueryFailure) {
            let (values, notices) = try dataSet.areaColumns(columns, areas)
            Output.report(notices)
            return ExtendedTable(table, adding: values)
        } catch {
            throw UsageError(error.message)
        }
    }

    /// A table with the column of `--utc`.
    private func withTimes(
        _ table: any RowTable, of rows: () -> [UInt32]
    ) throws(UsageError) -> any RowTable {
        guard options.time.utc else { return table }
        let question = try options.time.question(always: true)
        guard dataSet is LoadedDataSet else {
            let times = try asking { () throws(SourceError) in try table.times(of: rows(), question) }
            return ExtendedTable(table, adding: times.utcValues)
        }
        let times = try filtering { () throws(FilterFailure) in
            try dataSet.times(question, matching: nil, per: nil, demand)
        }
        // A window has said it already.
        if options.time.windows.isEmpty { Output.report(times.times.notices) }
        return ExtendedTable(table, adding: times.utcValues)
    }

    /// The rows that match; all without a filter.
    func matching() throws(UsageError) -> any MatchingRows {
        let filter = try filter { () throws(SourceError) in try dataSet.columnNames(demand) }
        return try filtering { () throws(FilterFailure) in try dataSet.matching(filter, demand) }
    }

    /// What became of every row; what is to be said of how rows were read is said, but not why some are skipped.
    func audit() throws(UsageError) -> RowAudit {
        let demand = RowDemand { [name] note in
            guard case .skipped(_, let notices) = note else { return }
            Output.reportSkipped(SkippedRows(), notices, name: name)
        }
        let filter = try filter { () throws(SourceError) in try dataSet.columnNames(demand) }
        return try filtering { () throws(FilterFailure) in try dataSet.audit(filter, demand) }
    }

    /// The filter for columns; nil without one.
    func filter(columns: () throws(SourceError) -> [String]) throws(UsageError) -> Filter? {
        options.testsRows ? try options.filter(columns: asking(columns)) : nil
    }

    // MARK: - Rows near a place

    func write(_ request: NearbyRequest) throws(UsageError) {
        let limit = try options.printedRows()
        let source = try nearbySource()
        let rows = try asking { () throws(SourceError) in
            let rows = try source.near(question(request, limit), isCancelled: { false })
            Output.reportSkipped(SkippedRows(), source.notices, name: name)
            return rows
        }
        let table = try withTimes(try withAreas(source.table)) { rows.map(\.row) }
        try asking { () throws(SourceError) in
            try options.rowWriter.write(
                count: rows.count, row: { rows[$0] }, of: table, addsDistance: true, to: sink)
        }
        if rows.isEmpty { Output.fail(options.nothingNearby(request), code: .nothing) }
    }

    /// Prints the rows near the shapes of the file of `--near`, the nearest first.
    func writeNearFile() throws(UsageError) {
        guard let file = options.nearFile else { return }
        guard let dataSet = dataSet as? LoadedDataSet else {
            throw UsageError(
                "\(name): --near with a file needs all rows in memory: export them from the server first")
        }
        let meters = try options.nearMeters()
        let limit = try options.printedRows()
        let filter = try filter { () throws(SourceError) in try dataSet.columnNames(demand) }
        let (rows, found) = try filtering { () throws(FilterFailure) in
            try dataSet.rows(
                near: AreaSet.name(ofPath: file), within: meters, limit: limit, matching: filter, demand)
        }
        let table = try withTimes(try withAreas(found)) { rows.map(\.row) }
        try asking { () throws(SourceError) in
            try options.rowWriter.write(
                count: rows.count, row: { rows[$0] }, of: table, addsDistance: true, to: sink)
        }
        if rows.isEmpty {
            Output.fail("no rows within \(options.within ?? "reach") of \(file)", code: .nothing)
        }
    }

    /// How a database answers the question.
    func explain(_ request: NearbyRequest?) throws(UsageError) {
        guard let request else { throw UsageError("--explain needs --near") }
        let limit = try options.printedRows()
        guard dataSet.findsNearby else {
            throw UsageError("\(name): is not a database (--explain needs one)")
        }
        let source = try nearbySource()
        let lines = try asking { () throws(SourceError) in try source.explain(question(request, limit)) }
        if lines.isEmpty { Output.report(["\(name): all rows are read, and tested one by one"]) }
        for line in lines {
            Output.write(DisplayText(sanitising: line, limit: 10_000).text + "\n")
        }
    }

    /// What finds the rows that match.
    private func nearbySource() throws(UsageError) -> any NearbySource {
        let found = try asking { () throws(SourceError) in try dataSet.nearbySource(demand) }
        let filter = try filter { () throws(SourceError) in try found.columnNames(isCancelled: { false }) }
        guard let filter else { return found }
        return try filtering { () throws(FilterFailure) in try dataSet.applying(filter, to: found, demand)
        }
    }

    private func question(_ request: NearbyRequest, _ limit: Int?) -> NearbyQuestion {
        NearbyQuestion(center: request.center, radiusMeters: request.radiusMeters, limit: limit)
    }

    // MARK: - What is said

    var demand: RowDemand {
        let isGeoJSON = options.output?.rowFormat == .geojson
        return RowDemand(withShapes: isGeoJSON, withUnplaced: options.allRows) {
            [name, addsDistance = options.near != nil] note in
            switch note {
            case .skipped(let skipped, let notices):
                // What is said of codes says this as well.
                let isKnown = skipped.total == skipped.count(of: .unknownArea)
                Output.reportSkipped(isKnown ? SkippedRows() : skipped, notices, name: name)
            case .misfits(let notices): Output.report(notices)
            case .noPlaces: Output.fail("\(name): no points to show", code: .nothing)
            case .shapes(let shapes, let areCopied):
                if isGeoJSON, !areCopied || addsDistance { Self.report(cut: shapes.cutCount, name) }
            }
        }
    }

    /// Lines and areas that GeoJSON reduces to points.
    private static func report(cut count: Int, _ name: String) {
        guard count > 0 else { return }
        let words =
            count == 1
            ? "1 line or area reaches beyond 85.05° and is written as a point"
            : "\(grouped(count)) lines and areas reach beyond 85.05° and are written as points"
        Output.report(["\(name): \(words)"])
    }

    /// What a source answers; one without rows ends the program.
    func asking<Answer>(_ ask: () throws(SourceError) -> Answer) throws(UsageError) -> Answer {
        do throws(SourceError) { return try ask() } catch { throw Self.failure(error) }
    }

    func filtering<Answer>(_ ask: () throws(FilterFailure) -> Answer) throws(UsageError) -> Answer {
        do throws(FilterFailure) {
            return try ask()
        } catch .source(let error) {
            throw Self.failure(error)
        } catch {
            throw UsageError(error, of: options.filter)
        }
    }

    private static func failure(_ error: SourceError) -> UsageError {
        if case .empty = error { Output.fail(error.description, code: .nothing) }
        return UsageError(error)
    }

    private var sink: ([UInt8]) -> Void { Self.standardOutput }

    /// Standard output, where a terminal obeys nothing of what is printed.
    static var standardOutput: ([UInt8]) -> Void {
        let isShown = Descriptor.isTerminal(Descriptor.output)
        return { bytes in
            if isShown { Output.writeHarmless(bytes) } else { Output.write(bytes) }
        }
    }
}
