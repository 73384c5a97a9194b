import RowValues
import MapModel
import Streams

/// Collects the records of a feature reader: for each its values, then its geometry or why it has none.
///
/// Append the values to `values`, then call `take` or `skip`: each ends one row, so that
/// `points.count + skipped.total == recordCount` holds always.
package struct FeatureCollector: Sendable {
    /// The values of the rows; append to it before `take` or `skip`.
    package var values: FeatureTable.Builder
    /// Readers count what they notice; places at 0, 0 are counted here.
    package var notes = LoadNotes()
    /// The representative point of each row that has one; empty when rows replace each other.
    package private(set) var points = PointBuffer()
    private(set) var shapes = ShapeBuffer()
    /// Rows in the middle of areas.
    private var areaRows: [UInt32] = []
    /// Rows with geometries in another coordinate system, and all with a place behind the first of them.
    private var projected: [ProjectedShape] = []
    /// Records without a place, counted by reason.
    package private(set) var skipped = SkippedRows()
    /// The heights and times of the vertices of the row that is read, where they are asked for.
    package var journeys: JourneyCollector?
    /// The columns of names and codes of rows without coordinates.
    package var places: NamedPlaceRoles?
    private let options: FeatureOptions
    private var memory: MemoryCheck
    /// The places of rows that replace each other; `points` and `shapes` are empty then.
    private var register: RowRegister?
    /// What was said since it was asked for last; nil where nobody asks.
    private var said: SaidRecords?
    /// Why each row has no place, by its number; nil where rows are not given up.
    private var reasons: [(row: UInt32, reason: SkippedRows.Reason)]?
    /// Rows that were given up.
    package private(set) var droppedCount = 0
    private var idColumnFound: Int?
    private var columnsLookedAt = 0

    /// A collector without rows for the source called `name`.
    package init(name: String, options: FeatureOptions) {
        values = FeatureTable.Builder(name: name)
        self.options = options
        memory = MemoryCheck(limit: options.memoryLimit)
        if options.replacesRowsWithID, options.columns.id != nil { register = RowRegister() }
        journeys = options.journeyCollector
    }

    /// Rows in the table.
    package var recordCount: Int { values.rowCount }
    /// Records that were taken, including those that replaced others.
    package private(set) var takenCount = 0

    /// Ends a row that has a place: its representative point becomes one of `points`, its lines and areas a shape.
    ///
    /// A sketch without vertices is skipped as one without a geometry.
    @inline(__always)
    package mutating func take(_ sketch: GeometrySketch, line: Int?) {
        guard sketch.projected.isEmpty, projected.isEmpty else {
            return takeLater(sketch, line: line, reference: nil)
        }
        guard let place = sketch.representative else {
            return skip(.noGeometry, line: line, what: "geometry", text: [])
        }
        takenCount &+= 1
        let line = options.countsLines ? line : nil
        if place.latitudeE7 == 0, place.longitudeE7 == 0 { notes.atZeroZero += 1 }
        let hasShape = sketch.parts.count > 1 || sketch.parts[0].kind > .point
        guard register == nil else {
            return register(.place(place), hasShape ? sketch : nil, line: line)
        }
        let row = values.endRow(line: line)
        points.append(place, row: row)
        if hasShape { shapes.append(sketch, row: row) }
        journeys?.take(sketch, row: row)
    }

    /// Ends a row in the middle of a cell.
    package mutating func take(_ cell: CodeArea, line: Int?) {
        var sketch = GeometrySketch()
        sketch.begin(.point)
        sketch.append(FixedCoordinate(cell.middle))
        if cell.isArea, register == nil { areaRows.append(UInt32(truncatingIfNeeded: values.rowCount)) }
        take(sketch, line: line)
    }

    /// Ends a row whose place is known once `place(_:)` is called.
    ///
    /// - Parameter reference: the number of the coordinate system that the geometry names.
    package mutating func takeLater(_ sketch: GeometrySketch, line: Int?, reference: Int?) {
        guard register == nil else {
            return skip(.otherReference, line: line, what: "geometry", text: [])
        }
        takenCount &+= 1
        let line = options.countsLines ? line : nil
        let row = values.endRow(line: line)
        journeys?.reset()
        projected.append(
            ProjectedShape(row: row, line: line ?? takenCount, sketch: sketch, reference: reference))
    }

    /// The rows that wait for their places, which are taken out.
    package mutating func takeProjected() -> [ProjectedShape] {
        defer { projected = [] }
        return projected
    }

    /// Adds the places of rows that were taken out, in their order.
    package mutating func place(_ rows: [ProjectedShape]) {
        for row in rows {
            guard row.sketch.projected.isEmpty, let place = row.sketch.representative else {
                let text = row.sketch.projected.first.map { "\($0.x), \($0.y)" } ?? ""
                let reason = row.sketch.projected.isEmpty ? SkippedRows.Reason.noGeometry : .otherReference
                skipped.add(reason, line: row.line, what: "geometry", text: Array(text.utf8))
                continue
            }
            points.append(place, row: row.row)
            if let kind = row.sketch.kind, kind > .point { shapes.append(row.sketch, row: row.row) }
            journeys?.takeHeights(row.sketch, row: row.row)
        }
    }

    /// Ends a row that has no place.
    ///
    /// - Parameters:
    ///   - what: what the text should have been: "geometry", "latitude", "row".
    ///   - text: the actual text; its first bytes are kept as an example.
    package mutating func skip(_ reason: SkippedRows.Reason, line: Int?, what: String, text: [UInt8]) {
        takenCount &+= 1
        let line = options.countsLines ? line : nil
        skipped.add(reason, line: line ?? takenCount, what: what, text: text)
        journeys?.reset()
        guard register == nil else { return register(.skipped(reason), nil, line: line) }
        let row = values.endRow(line: line)
        reasons?.append((row, reason))
    }

    /// The first rows may be given up later; before any is read.
    package mutating func mayDropRows() { if register == nil { reasons = [] } }

    /// Gives up the first rows, where they may be; those that are left are numbered from 0.
    ///
    /// - Complexity: O(rows).
    package mutating func removeFirst(_ count: Int) {
        guard let known = reasons, count > 0, projected.isEmpty, journeys == nil else { return }
        let first = UInt32(min(count, recordCount))
        for (row, reason) in known where row < first { skipped.remove(reason) }
        reasons = known.filter { $0.row >= first }.map { ($0.row - first, $0.reason) }
        var places = PointBuffer()
        points.visitPlaces { row, place in if row >= first { places.append(place, row: row - first) } }
        points = places
        if !shapes.isEmpty { shapes = shapes.renumbered(Array(first..<UInt32(recordCount))) }
        areaRows = areaRows.filter { $0 >= first }.map { $0 - first }
        values.removeFirst(Int(first))
        droppedCount += Int(first)
    }

    /// A collector of the records that follow, to be appended to this one.
    ///
    /// - Parameter room: of about so many rows.
    package func emptied(room: RowRoom) -> FeatureCollector {
        var next = FeatureCollector(name: values.name, options: options)
        next.values = values.emptied(room: room)
        return next
    }

    /// Forgets all rows, but not what was noticed: those that follow are numbered from 0.
    package mutating func forgetRows() {
        var next = emptied(room: values.room * 0)
        (next.notes, next.places, next.takenCount) = (notes, places, takenCount)
        self = next
    }

    /// Whether rows are read one after another: each may replace an earlier one, or has its number for a line.
    package var isInOrder: Bool { register != nil || !options.countsLines }

    /// Adds the records of a collector that `emptied(room:)` made; false, and none are added, when the table would have
    /// more than `columnLimit` columns then.
    ///
    /// - Parameter linesBefore: the lines before those records.
    package mutating func append(_ next: FeatureCollector, linesBefore: Int, columnLimit: Int) -> Bool {
        precondition(!isInOrder)
        let row = UInt32(truncatingIfNeeded: values.rowCount)
        guard values.append(next.values, linesBefore: linesBefore, columnLimit: columnLimit) else {
            return false
        }
        points.append(contentsOf: next.points, rowOffset: row)
        shapes.append(contentsOf: next.shapes, rowOffset: row)
        areaRows += next.areaRows.lazy.map { $0 + row }
        if let next = next.journeys { journeys?.append(next, rowOffset: row) }
        skipped.append(contentsOf: next.skipped, linesBefore: linesBefore)
        notes.add(next.notes)
        takenCount += next.takenCount
        return true
    }

    /// Refuses the source when its rows will not fit into memory. Call it now and then while they are read.
    ///
    /// - Parameter totalBytes: of the source; nil where it is not known.
    package mutating func checkMemory(bytesRead: Int, totalBytes: Int?) throws(SourceError) {
        try memory.check(
            values.name, rowCount: recordCount,
            byteCount: values.byteCount + shapes.vertexCount * Self.bytesPerVertex,
            MemoryCheck.Progress(bytesRead: bytesRead, totalBytes: totalBytes))
    }

    /// A vertex as it is read, and in the index.
    private static let bytesPerVertex = 28

    /// Ends a row that may replace another.
    @inline(never)
    private mutating func register(_ outcome: RowRegister.Outcome, _ sketch: GeometrySketch?, line: Int?) {
        let id = idColumn().flatMap { values.row.text(of: $0) }
        let known = id.flatMap { register?.row(of: $0) }
        if case .place(let place) = outcome, id != nil {
            said?.append(
                values.row, of: known ?? UInt32(truncatingIfNeeded: values.rowCount), at: place)
        }
        guard let row = known else {
            values.endRow(line: line)
            register?.append(outcome, sketch, id: id)
            return
        }
        values.replaceRow(row, line: line)
        if case .skipped(let reason) = register?.replace(row, by: outcome, sketch) { skipped.remove(reason) }
    }

    /// Records are kept as messages from now on, until they are taken.
    package mutating func keepMessages() {
        if register != nil { said = SaidRecords() }
    }

    /// What was said since the last time, in its order.
    package mutating func takeMessages() -> [ThingMessages] {
        guard let messages = said else { return [] }
        said = SaidRecords()
        return [messages.messages(values.table(roles: ColumnRoles()))]
    }

    /// The column that the user named as id, once it has appeared.
    private mutating func idColumn() -> Int? {
        if idColumnFound == nil, values.columnCount > columnsLookedAt, let asked = options.columns.id {
            columnsLookedAt = values.columnCount
            idColumnFound = ColumnNames(values.columnNames).columns(asked: asked).first
        }
        return idColumnFound
    }

    /// The rows so far, with the roles detected so far: more may follow.
    package func part(coordinates: Set<Int> = []) -> LoadedSource {
        let found = try? roles(coordinates: coordinates).found().roles
        return source(found ?? ColumnRoles(), notices: [])
    }

    /// All rows.
    ///
    /// - Parameters:
    ///   - coordinates: columns that hold coordinates.
    ///   - notices: the messages of the reader, the most important first; `notes` are added.
    /// - Throws: `.columns` when the user named a label or an id that does not exist.
    package func loaded(coordinates: Set<Int> = [], notices: [String] = []) throws(SourceError)
        -> LoadedSource
    {
        do throws(ColumnError) {
            return source(try roles(coordinates: coordinates).found().roles, notices: notices + ownNotices)
        } catch {
            throw .columns(error, file: values.name)
        }
    }

    /// Label, id and searched columns by the rules for all sources, from the first rows.
    package func roles(coordinates: Set<Int>) -> FeatureRoles {
        let table = values.table(roles: ColumnRoles())
        let records = (0..<UInt32(min(values.rowCount, FeatureRoles.sampleLimit))).map { row in
            table.values(of: row).values.map { value in
                value.map { Array($0.text.utf8) } ?? []
            }
        }
        return FeatureRoles(
            names: values.columnNames, sample: ColumnSample(records: records), options: options.columns,
            coordinates: coordinates)
    }

    private func source(_ roles: ColumnRoles, notices: [String]) -> LoadedSource {
        var table = values.table(roles: roles)
        table.placeRoles = places?.roles(in: table.columnNames)
        var source = LoadedSource(
            points: register?.points ?? points, shapes: register?.shapes ?? shapes, table: table,
            skipped: skipped, notices: notices, earlyEnd: notes.earlyEnd)
        source.vague = VagueRows(areas: areaRows, capacity: table.recordCount)
        source.layers[0].droppedCount = droppedCount
        source.layers[0].replacedCount = register?.replacedCount ?? 0
        source.heard = register?.heard
        source.take(journeys)
        return source
    }

    /// Rows so far, with those that were forgotten.
    private var seenCount: Int { register == nil ? takenCount : recordCount }

    private var ownNotices: [String] {
        var lines = notes.notices(file: values.name)
        if let projected = notes.projectedNotice(file: values.name, records: seenCount) {
            lines.append(projected)
        }
        if let swapped = notes.swapNotice(
            file: values.name, records: seenCount, isSwapped: options.columns.isSwapped)
        {
            lines.insert(swapped, at: 0)
        }
        if let register, register.replacedCount > 0 {
            let words = register.replacedCount == 1 ? "record" : "records"
            lines.append(
                "\(printable(values.name)): \(grouped(register.replacedCount)) \(words) replaced earlier ones with the same id"
            )
        }
        if values.droppedValueCount > 0 {
            lines.append(
                "\(printable(values.name)): more than \(grouped(ColumnInterning.limit)) columns: "
                    + "\(grouped(values.droppedValueCount)) values in further columns ignored")
        }
        return lines
    }
}
