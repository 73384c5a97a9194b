import MapModel
import RowValues
import Rows
import Streams

extension DifferenceTable {
    /// Delimited text with the class, the values, and those of before as JSON; or objects with `change`, `key`, `moved_m`, `old`
    /// and `new`, which are the properties of features, too. Of moved rows a feature is the line from the old place to the new.
    package func write(
        count: Int, row: (Int) -> ExportedRow, as format: RowFormat, adding: AddedColumns,
        to sink: ([UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) {
        // Rows without a place have none in added columns.
        let places = adding.contains(.place) && format != .geojson ? ["latitude", "longitude"] : []
        if format == .csv {
            let names = ["change"] + new.columnNames + places + ["moved_m", "changed", "old"]
            return try ValueExport(
                columnNames: names, format: .csv, adding: adding.subtracting(.place), fillsPlaces: false
            ).write(count: count, row: row, to: sink) { rows, body throws(SourceError) in
                try visitRows(rows) { body(record($0, places)) }
            }
        }
        var buffer = OutputBuffer(format == .geojson ? Self.collection : [])
        for start in stride(from: 0, to: count, by: Self.passLength) {
            let rows = (start..<min(start + Self.passLength, count)).map(row)
            let order = rows.indices.sorted { rows[$0].row < rows[$1].row }
            var texts = [[UInt8]](repeating: [], count: rows.count)
            var next = 0
            try visitRows(order.map { rows[$0].row }) { values in
                texts[order[next]] = object(values, rows[order[next]], as: format, adding)
                next += 1
            }
            for (index, text) in texts.enumerated() {
                let isFirst = start + index == 0
                try buffer.append(
                    isFirst ? text : (format == .geojson ? Self.comma : Self.line) + text, to: sink)
            }
        }
        if format == .geojson {
            try buffer.append(Self.end, to: sink)
        } else if count > 0 {
            try buffer.append(Self.line, to: sink)
        }
        try buffer.finish(sink)
    }

    private static let passLength = 4_096
    private static let collection = Array("{\"type\":\"FeatureCollection\",\"features\":[\n".utf8)
    private static let comma = Array(",\n".utf8)
    private static let line = Array("\n".utf8)
    private static let end = Array("\n]}\n".utf8)

    // MARK: - Delimited text

    private func record(_ row: SourceRow, _ places: [String]) -> [FieldValue?] {
        let count = new.columnNames.count
        let added = Array(row.values[count..<count + Self.added.count])
        var values: [FieldValue?] = [added[0]]
        values += row.values[..<count].map { $0 }
        if !places.isEmpty { values += Self.degrees(place(ofRow: row.row)).map { $0 } }
        values += [added[1], added[2]]
        let before = oldMembers(row)
        let text = before.isEmpty ? "" : String(decoding: Self.object(before), as: UTF8.self)
        return values + [text.isEmpty ? .missing : FieldValue(.json, text)]
    }

    /// Latitude and longitude.
    static func degrees(_ place: FixedCoordinate?) -> [FieldValue] {
        guard let place else { return [.missing, .missing] }
        return [place.latitudeE7, place.longitudeE7].map { degrees in
            var text: [UInt8] = []
            DecimalText.append(degreesE7: degrees, to: &text)
            return FieldValue(.number, String(decoding: text, as: UTF8.self))
        }
    }

    // MARK: - Objects

    private typealias Members = [(name: String, value: FieldValue)]

    private func object(
        _ values: SourceRow, _ row: ExportedRow, as format: RowFormat, _ adding: AddedColumns
    ) -> [UInt8] {
        let change = difference.change(ofRow: values.row)
        var members: Members = [("change", FieldValue(.text, change.name))]
        let key = difference.keyPairs.map { pair in
            change == .removed
                ? (old.columnNames[pair.old], values.value(of: firstOldColumn + pair.old))
                : (new.columnNames[pair.new], values.value(of: pair.new))
        }
        if !key.isEmpty { members.append(("key", FieldValue(.json, Self.text(key)))) }
        let moved = values.value(of: new.columnNames.count + 1)
        if moved.kind != .missing { members.append(("moved_m", moved)) }
        let before = oldMembers(values)
        if !before.isEmpty { members.append(("old", FieldValue(.json, Self.text(before)))) }
        let after = newMembers(values)
        if !after.isEmpty { members.append(("new", FieldValue(.json, Self.text(after)))) }
        if adding.contains(.distance) {
            members.append(("distance_m", FieldValue(.number, Self.text(meters: row.distanceMeters))))
        }
        guard format == .geojson else { return Self.object(members) }
        return JSONRowText.featureStart + geometry(of: values.row) + JSONRowText.propertiesStart
            + Self.object(members) + [UInt8(ascii: "}")]
    }

    /// What the old source has of a row where it differs; all of a removed one, nothing of an added one.
    private func oldMembers(_ row: SourceRow) -> Members {
        let names = old.columnNames
        func member(_ column: Int) -> (String, FieldValue) {
            (names[column], row.value(of: firstOldColumn + column))
        }
        switch difference.change(ofRow: row.row) {
        case .added, .unchanged: return []
        case .removed:
            return names.indices.map(member) + placeMembers(oldPlace(ofRow: row.row), beside: old)
        case .moved, .changed:
            let changed = difference.changedColumns(ofRow: row.row)
            var columns = changed.compactMap { difference.columns[$0].old }
            let former =
                hasOtherShape(row.row)
                ? shapeMember(oldShape(ofRow: row.row))
                : difference.oldRow(of: row.row).map {
                    heightsMember(changed, difference.heights.old, ofRow: $0)
                } ?? []
            let isElsewhere =
                difference.movedMeters(ofRow: row.row) != nil
                || changed.contains(difference.columns.count - 1)
            guard isElsewhere else { return columns.map(member) + former }
            columns += old.coordinateColumns
            return columns.sorted().map(member) + placeMembers(oldPlace(ofRow: row.row), beside: old) + former
        }
    }

    /// Whether the line or area of a row is another one than before.
    private func hasOtherShape(_ row: UInt32) -> Bool {
        difference.changedColumns(ofRow: row).contains(difference.columns.count - 2)
    }

    /// The heights of a row where they differ.
    private func heightsMember(_ changed: [Int], _ heights: VertexHeights, ofRow row: UInt32) -> Members {
        guard changed.contains(where: { difference.columns[$0].isOfHeights }) else { return [] }
        return heights.value(ofRow: row).map { [("heights", $0)] } ?? []
    }

    /// The line or area that a row had, else its place.
    private func oldShape(ofRow row: UInt32) -> [UInt8]? {
        guard let oldRow = difference.oldRow(of: row) else { return nil }
        return WrittenShapes(oldShapes).geometry(ofRow: oldRow) ?? oldPlace(ofRow: row).map(Self.point)
    }

    private func shapeMember(_ geometry: [UInt8]?) -> Members {
        geometry.map { [("geometry", FieldValue(.json, String(decoding: $0, as: UTF8.self)))] } ?? []
    }

    private static func point(_ place: FixedCoordinate) -> [UInt8] {
        var text = JSONRowText.pointStart
        JSONRowText.append(position: place, to: &text)
        return text + [UInt8(ascii: "}")]
    }

    /// All that the new source has of a row.
    private func newMembers(_ row: SourceRow) -> Members {
        guard Int(row.row) < difference.newCount else { return [] }
        let names = new.columnNames
        return names.indices.filter { row.values[$0].kind != .missing }.map { (names[$0], row.values[$0]) }
            + placeMembers(place(ofRow: row.row), beside: new)
            + (hasOtherShape(row.row)
                ? shapeMember(shape(ofRow: row.row))
                : heightsMember(
                    difference.changedColumns(ofRow: row.row), difference.heights.new, ofRow: row.row))
    }

    /// The place of a row where no columns have it.
    private func placeMembers(_ place: FixedCoordinate?, beside table: any RowTable) -> Members {
        guard table.coordinateColumns.isEmpty, let place else { return [] }
        return zip(["latitude", "longitude"], Self.degrees(place)).map { ($0, $1) }
    }

    private static func text(_ members: Members) -> String {
        String(decoding: object(members), as: UTF8.self)
    }

    private static func object(_ members: Members) -> [UInt8] {
        var text: [UInt8] = [UInt8(ascii: "{")]
        var names: [String: Int] = [:]
        for (index, member) in members.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text += JSONRowText.key(member.name, &names)
            JSONRowText.append(member.value, to: &text)
        }
        return text + [UInt8(ascii: "}")]
    }

    // MARK: - Geometries

    /// A line from the old place to the new one, else the line or area of the row, else its place; null without one.
    private func geometry(of row: UInt32) -> [UInt8] {
        guard let place = place(ofRow: row) else { return Array("null".utf8) }
        if difference.movedMeters(ofRow: row) != nil, let from = oldPlace(ofRow: row) {
            return Self.line(from, place)
        }
        return shape(ofRow: row) ?? Self.point(place)
    }

    /// The line or area of a row; nil for a point.
    private func shape(ofRow row: UInt32) -> [UInt8]? {
        shapes.isEmpty ? nil : WrittenShapes(shapes).geometry(ofRow: row)
    }

    /// Lines that cross 180° are cut there.
    private static func line(_ from: FixedCoordinate, _ to: FixedCoordinate) -> [UInt8] {
        let step = Int64(to.longitudeE7) - Int64(from.longitudeE7)
        let half: Int64 = 1_800_000_000
        guard abs(step) > half else {
            return Array("{\"type\":\"LineString\",\"coordinates\":".utf8) + positions([from, to]) + [
                UInt8(ascii: "}")
            ]
        }
        let isEastward = step < 0
        let edge = isEastward ? half : -half
        // From 180° to −180° there is no way.
        let way = 2 * half - abs(step)
        let share = way == 0 ? 0.5 : Double(abs(edge - Int64(from.longitudeE7))) / Double(way)
        let middle = Double(from.latitudeE7) + share * Double(to.latitudeE7 - from.latitudeE7)
        let latitude = Int32(max(-9e8, min(9e8, middle.rounded())))
        let first = FixedCoordinate(latitudeE7: latitude, longitudeE7: Int32(edge))
        let second = FixedCoordinate(latitudeE7: latitude, longitudeE7: Int32(-edge))
        return Array("{\"type\":\"MultiLineString\",\"coordinates\":[".utf8) + positions([from, first])
            + [UInt8(ascii: ",")] + positions([second, to]) + Array("]}".utf8)
    }

    private static func positions(_ places: [FixedCoordinate]) -> [UInt8] {
        var text: [UInt8] = [UInt8(ascii: "[")]
        for (index, place) in places.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            JSONRowText.append(position: place, to: &text)
        }
        return text + [UInt8(ascii: "]")]
    }
}
