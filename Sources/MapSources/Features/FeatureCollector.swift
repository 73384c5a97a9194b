import MapModel

/// What readers of features fill: for each record its values, then its geometry or why it has none.
///
/// Append the values to `values`, then call `take` or `skip`: each ends one row, so that
/// `points.count + skipped.total == recordCount` holds always.
struct FeatureCollector: Sendable {
    var values: FeatureTable.Builder
    /// Readers count in it what they see; places at 0, 0 are counted here.
    var notes = LoadNotes()
    private(set) var points = PointBuffer()
    private(set) var shapes = ShapeBuffer()
    private(set) var skipped = SkippedRows()
    private let options: FeatureOptions

    init(name: String, options: FeatureOptions) {
        values = FeatureTable.Builder(name: name)
        self.options = options
    }

    var recordCount: Int { values.rowCount }

    /// Ends a row that has a place: its representative point becomes one of `points`, its lines and areas a shape.
    ///
    /// A sketch without vertices is skipped as one without a geometry.
    @inline(__always)
    mutating func take(_ sketch: GeometrySketch, line: Int?) {
        guard let place = sketch.representative else {
            return skip(.noGeometry, line: line, what: "geometry", text: [])
        }
        let row = values.endRow(line: line)
        points.append(place, row: row)
        if sketch.parts.count > 1 || sketch.parts[0].kind > .point { shapes.append(sketch, row: row) }
        if place.latitudeE7 == 0, place.longitudeE7 == 0 { notes.atZeroZero += 1 }
    }

    /// Ends a row that has no place.
    ///
    /// - Parameters:
    ///   - what: what the text was to be: "geometry", "latitude", "row".
    ///   - text: what stood there; its first bytes are kept as an example.
    mutating func skip(_ reason: SkippedRows.Reason, line: Int?, what: String, text: [UInt8]) {
        let row = values.endRow(line: line)
        skipped.add(reason, line: line ?? Int(row) + 1, what: what, text: text)
    }

    /// What was read so far, with the roles as far as they can be told yet: more may follow.
    func part(coordinates: Set<Int> = []) -> LoadedSource {
        let found = try? roles(coordinates: coordinates).found().roles
        return source(found ?? ColumnRoles(), notices: [])
    }

    /// All that was read.
    ///
    /// - Parameters:
    ///   - coordinates: columns that hold coordinates.
    ///   - notices: what the reader has to say, the most important first.
    /// - Throws: `.columns` where the user named a label or an id that is not there.
    func loaded(coordinates: Set<Int> = [], notices: [String] = []) throws(SourceError) -> LoadedSource {
        do throws(ColumnError) {
            return source(try roles(coordinates: coordinates).found().roles, notices: notices + ownNotices)
        } catch {
            throw .columns(error, file: values.name)
        }
    }

    /// Label, id and searched columns by the rules for all sources, from the first rows.
    func roles(coordinates: Set<Int>) -> FeatureRoles {
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
        LoadedSource(
            points: points, shapes: shapes, table: values.table(roles: roles), skipped: skipped,
            notices: notices)
    }

    private var ownNotices: [String] {
        var lines = notes.notices(file: values.name)
        if values.droppedValueCount > 0 {
            lines.append(
                "\(printable(values.name)): more than \(grouped(ColumnInterning.limit)) columns: "
                    + "\(grouped(values.droppedValueCount)) values of the others are left out")
        }
        return lines
    }
}
