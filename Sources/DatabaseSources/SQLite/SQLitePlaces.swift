import MapModel
import RowValues
import Rows
import SQLiteFiles

/// Reads the places of rows from their columns.
struct SQLitePlaces {
    /// The place of a row, or why it has none.
    enum Place {
        /// The representative point; a line or an area is in `sketch`.
        case found(FixedCoordinate)
        case skipped(SkippedRows.Reason, what: String, column: Int)
    }

    private let coordinates: SQLiteLayout.Coordinates
    /// The indices of the columns of `coordinates` in a row; the last one is repeated when there are fewer than
    /// four.
    private let columns: (Int, Int, Int, Int)
    /// The same of angles in parts.
    private let parts: DegreeParts?
    private let decimalMark: CSVDialect.DecimalMark
    private let unitsPerDegree: Double
    /// The last geometry, when places are geometries.
    private(set) var sketch = GeometrySketch()
    private(set) var notes = LoadNotes()

    /// - Parameters:
    ///   - first: the first of the consecutive columns of the place; nil: as in the table.
    ///   - keepsHeights: the heights of geometries are read.
    init(_ layout: SQLiteLayout, from first: Int?, keepsHeights: Bool = false) {
        sketch.keepsHeights = keepsHeights
        coordinates = layout.coordinates
        let own = layout.coordinates.columns
        let all = first.map { Array($0..<$0 + own.count) } ?? own
        columns = (all[0], all[min(1, all.count - 1)], all[min(2, all.count - 1)], all[all.count - 1])
        parts =
            if case .parts(let parts) = layout.coordinates {
                parts.mapped { column in own.firstIndex(of: column).map { all[$0] } ?? column }
            } else { nil }
        decimalMark = layout.decimalMark
        unitsPerDegree = layout.unitsPerDegree
    }

    /// The last geometry is a line or an area.
    var isShape: Bool { sketch.kind.map { $0 > .point } ?? false }

    /// The geometry of the row at `place`, which was read last.
    func sketch(of place: FixedCoordinate) -> GeometrySketch {
        if case .geometry = coordinates { return sketch }
        var point = GeometrySketch()
        point.begin(.point)
        point.append(place)
        return point
    }

    /// The place of the current row of `rows`.
    @inline(__always)
    mutating func place(_ rows: borrowing SQLiteStatement) -> Place {
        switch coordinates {
        case .pair:
            place(
                north: degrees(rows, columns.0, .latitude), columns.0,
                east: degrees(rows, columns.1, .longitude), columns.1)
        case .parts: placeFromParts(rows)
        case .combined(_, let longitudeFirst): combined(rows, columns.0, longitudeFirst)
        case .geometry(_, let isVouchedFor): geometry(rows, columns.0, isVouchedFor)
        case .box: middle(rows)
        case .places(let roles):
            roles.code.map { code(rows, columns.0, $0.codes) } ?? .found(UnknownPlace.coordinate)
        }
    }

    // MARK: columns of numbers

    @inline(__always)
    private func degrees(
        _ rows: borrowing SQLiteStatement, _ column: Int, _ axis: CoordinateAxis
    ) -> ParsedDegrees {
        if unitsPerDegree > 1 { return wholeNumber(rows, column) }
        return switch rows.kind(column) {
        case .real, .integer: Self.units(rows.real(column))
        case .null: .missing
        case .text: text(rows, column, axis)
        case .blob: .notANumber
        }
    }

    /// A number of which so many make a degree, also in a text.
    private func wholeNumber(_ rows: borrowing SQLiteStatement, _ column: Int) -> ParsedDegrees {
        switch rows.kind(column) {
        case .real, .integer: PlaceRule.degrees(rows.real(column), unitsPerDegree: unitsPerDegree)
        case .null: .missing
        case .text:
            rows.withBytes(column) { bytes in
                if DegreeText.isMissing(bytes) { return .missing }
                guard let number = JSONNumber.value(bytes.span) else { return .notANumber }
                return PlaceRule.degrees(number, unitsPerDegree: unitsPerDegree)
            }
        case .blob: .notANumber
        }
    }

    /// Degrees in units of 1e-7; numbers far beyond all degrees are clamped.
    @inline(__always)
    private static func units(_ degrees: Double) -> ParsedDegrees {
        guard degrees.isFinite else { return .notANumber }
        let limit = 1e6
        return .value(Int64((min(max(degrees, -limit), limit) * FixedCoordinate.unitsPerDegree).rounded()))
    }

    private func text(
        _ rows: borrowing SQLiteStatement, _ column: Int, _ axis: CoordinateAxis
    ) -> ParsedDegrees {
        rows.withBytes(column) { bytes in
            DegreeText.degrees(bytes, axis: axis, commaIsDecimal: decimalMark == .comma)
        }
    }

    @inline(__always)
    private mutating func place(
        north: ParsedDegrees, _ northColumn: Int, east: ParsedDegrees, _ eastColumn: Int
    ) -> Place {
        guard case .value(let north) = north else {
            return .skipped(north == .missing ? .missing : .notANumber, what: "latitude", column: northColumn)
        }
        guard case .value(let east) = east else {
            return .skipped(east == .missing ? .missing : .notANumber, what: "longitude", column: eastColumn)
        }
        switch PlaceRule.judge(north: north, east: east) {
        case .latitudeOutOfRange(let isPerhapsSwapped):
            if isPerhapsSwapped { notes.perhapsSwapped += 1 }
            return .skipped(.latitudeOutOfRange, what: "latitude", column: northColumn)
        case .longitudeOutOfRange:
            return .skipped(.longitudeOutOfRange, what: "longitude", column: eastColumn)
        case .place(let place, let isWrapped):
            if isWrapped { notes.wrappedLongitudes += 1 }
            if north == 0, east == 0 { notes.atZeroZero += 1 }
            return .found(place)
        }
    }

    // MARK: other columns

    private mutating func placeFromParts(_ rows: borrowing SQLiteStatement) -> Place {
        guard let parts else { return .skipped(.missing, what: "coordinates", column: columns.0) }
        let texts = parts.columns.map { column -> [UInt8] in
            switch rows.kind(column) {
            case .text: rows.withBytes(column) { Array($0) }
            case .integer, .real: Array(rows.field(column).text.utf8)
            case .null, .blob: []
            }
        }
        func text(_ column: Int) -> [UInt8] { parts.columns.firstIndex(of: column).map { texts[$0] } ?? [] }
        return place(
            north: parts.degrees(.latitude, decimalMark: decimalMark, text: text), parts.latitude.degrees,
            east: parts.degrees(.longitude, decimalMark: decimalMark, text: text), parts.longitude.degrees)
    }

    private mutating func combined(
        _ rows: borrowing SQLiteStatement, _ column: Int, _ longitudeFirst: Bool
    ) -> Place {
        guard rows.kind(column) == .text else {
            return .skipped(
                rows.kind(column) == .null ? .missing : .notANumber, what: "coordinates", column: column)
        }
        let both = rows.withBytes(column) { bytes -> (north: ParsedDegrees, east: ParsedDegrees) in
            if DegreeText.isMissing(bytes) { return (.missing, .missing) }
            guard let pair = AnglePair(bytes)?.degrees(longitudeFirst: longitudeFirst) else {
                return (.notANumber, .notANumber)
            }
            return (.value(pair.north), .value(pair.east))
        }
        let place = place(north: both.north, column, east: both.east, column)
        guard case .skipped(let reason, _, let column) = place, reason == .missing || reason == .notANumber
        else { return place }
        return .skipped(reason, what: "coordinates", column: column)
    }

    private func code(
        _ rows: borrowing SQLiteStatement, _ column: Int, _ codes: CodeColumn
    ) -> Place {
        if rows.kind(column) == .null { return .skipped(.noPlace, what: "code", column: column) }
        let text =
            rows.kind(column) == .text
            ? rows.withBytes(column) { Array($0) } : Array(rows.field(column).text.utf8)
        guard let cell = try? text.withUnsafeBufferPointer(codes.area) else {
            return .skipped(text.isEmpty ? .noPlace : .invalidCode, what: "code", column: column)
        }
        return .found(FixedCoordinate(cell.middle))
    }

    private mutating func geometry(_ rows: borrowing SQLiteStatement, _ column: Int, _ isVouchedFor: Bool)
        -> Place
    {
        switch rows.kind(column) {
        case .null: return .skipped(.noGeometry, what: "geometry", column: column)
        case .integer, .real: return .skipped(.badGeometry, what: "geometry", column: column)
        case .text, .blob: break
        }
        do throws(GeometryFault) {
            let remarks = try SQLiteGeometry.read(
                rows, column, into: &sketch, ignoringReference: isVouchedFor)
            guard let place = sketch.representative else { throw .empty }
            if remarks.hasWrapped { notes.wrappedLongitudes += 1 }
            if place.latitudeE7 == 0, place.longitudeE7 == 0 { notes.atZeroZero += 1 }
            return .found(place)
        } catch {
            return .skipped(error.reason, what: "geometry", column: column)
        }
    }

    private mutating func middle(_ rows: borrowing SQLiteStatement) -> Place {
        place(
            north: Self.units((rows.real(columns.2) + rows.real(columns.3)) / 2), columns.2,
            east: Self.units((rows.real(columns.0) + rows.real(columns.1)) / 2), columns.0)
    }
}

extension SkippedRows {
    /// Counts a row without a place; `row` is counted from 0.
    mutating func add(
        _ reason: Reason, _ what: String, _ rows: borrowing SQLiteStatement, column: Int, row: Int
    ) {
        let text = wantsExample(of: reason) ? Self.example(rows, column) : []
        add(reason, line: row + 1, what: what, text: text)
    }

    static func example(_ rows: borrowing SQLiteStatement, _ column: Int) -> [UInt8] {
        switch rows.kind(column) {
        case .text: rows.withBytes(column) { Array($0.prefix(textLimit)) }
        default: Array(rows.field(column).text.utf8)
        }
    }
}
