import MapModel
import Programs
import RowValues
import Rows
import Streams

/// Reads the places that a load selects, and counts rows that have none.
struct DuckDBPlaceReader {
    private(set) var points = PointBuffer()
    private(set) var shapes = ShapeBuffer()
    private(set) var skipped = SkippedRows()
    var notes = LoadNotes()
    private(set) var recordCount = 0

    private let place: DuckDBPlace
    private let table: DuckDBTable
    /// The coordinate system of the geometries; nil for degrees.
    private let system: String?
    /// Rows that are placed together at the end.
    private var projected: [ProjectedShape] = []
    private var answer = DuckDBAnswer()
    private var values: [[UInt8]?] = []
    private var sketch = GeometrySketch()
    /// The beginning of a line of numbers.
    private var rest: [UInt8] = []
    private var batch = DuckDBPlaceBatch()
    /// Gathers the heights of the vertices of rows; nil where nobody asks for them.
    private var journeys: JourneyCollector?

    init(
        _ place: DuckDBPlace, _ table: DuckDBTable, system: String? = nil, journeys: JourneyCollector? = nil
    ) {
        self.journeys = journeys
        sketch.keepsHeights = journeys != nil
        self.system = system
        self.place = place
        self.table = table
    }

    /// Takes a piece of the answer.
    mutating func take(_ piece: UnsafeBufferPointer<UInt8>) {
        if case .numbers = place { return takeNumbers(piece) }
        // Moved out and back: the answer calls this reader.
        var answer = DuckDBAnswer()
        swap(&answer, &self.answer)
        if case .texts(_, _, let commaIsDecimal) = place {
            answer.feed(piece) {
                values.append($0.map(Array.init))
            } endRow: {
                takePair(commaIsDecimal)
                values.removeAll(keepingCapacity: true)
            }
        } else {
            answer.feed(piece) {
                takeOne($0)
            } endRow: {
            }
        }
        swap(&answer, &self.answer)
    }

    /// What was read so far.
    mutating func loaded(notices: [String]) -> LoadedSource {
        flush()
        var source = LoadedSource(
            points: points, shapes: shapes, table: table.limited(to: recordCount), skipped: skipped,
            notices: notices, earlyEnd: notes.earlyEnd)
        source.take(journeys)
        return source
    }

    // MARK: - Numbers

    /// Whole lines at once.
    private mutating func takeNumbers(_ piece: UnsafeBufferPointer<UInt8>) {
        var start = 0
        if !rest.isEmpty {
            guard let end = piece.firstIndex(of: 0x0A) else { return rest.append(contentsOf: piece) }
            rest.append(contentsOf: piece[...end])
            let line = rest
            rest.removeAll(keepingCapacity: true)
            line.withUnsafeBufferPointer { takeLines($0) }
            start = end + 1
        }
        guard let last = piece.lastIndex(of: 0x0A), last >= start else {
            return rest.append(contentsOf: piece[start...])
        }
        takeLines(UnsafeBufferPointer(rebasing: piece[start...last]))
        rest.append(contentsOf: piece[(last + 1)...])
    }

    private mutating func takeLines(_ lines: UnsafeBufferPointer<UInt8>) {
        var offset = 0
        while offset < lines.count {
            let north = Self.number(lines, &offset, until: 0x2C)
            let east = Self.number(lines, &offset, until: 0x0A)
            take(north: north, east: east, text: { [] })
        }
    }

    /// Nil for nothing; the offset is moved behind the delimiter.
    @inline(__always)
    private static func number(
        _ text: UnsafeBufferPointer<UInt8>, _ offset: inout Int, until delimiter: UInt8
    ) -> ParsedDegrees {
        var value: Int64 = 0
        var isNegative = false
        let start = offset
        while offset < text.count, text[offset] != delimiter {
            let byte = text[offset]
            if byte == 0x2D { isNegative = true } else { value = value &* 10 &+ Int64(byte &- 48) }
            offset += 1
        }
        defer { offset += 1 }
        if offset == start { return .missing }
        if value == DuckDBPlace.notANumber { return .notANumber }
        return .value(isNegative ? -value : value)
    }

    // MARK: - Rows

    private mutating func takePair(_ commaIsDecimal: Bool) {
        func degrees(_ text: [UInt8]?, _ axis: CoordinateAxis) -> ParsedDegrees {
            text.map { DegreeText.degrees($0, axis: axis, commaIsDecimal: commaIsDecimal) } ?? .missing
        }
        let (latitude, longitude) = (values[0], values.count > 1 ? values[1] : nil)
        let north = degrees(latitude, .latitude)
        take(north: north, east: degrees(longitude, .longitude)) {
            if case .value = north { longitude ?? [] } else { latitude ?? [] }
        }
    }

    private mutating func takeOne(_ text: UnsafeBufferPointer<UInt8>?) {
        switch place {
        case .numbers, .texts: break
        case .combined(_, let longitudeFirst): takeBoth(text, longitudeFirst)
        case .binary: takeGeometry(text, .hexadecimal)
        case .written(_, let notation): takeGeometry(text, notation)
        case .places(let roles, _): takeWaiting(text, roles.code?.codes)
        }
    }

    /// A row in the middle of a cell, or one whose place is found later.
    private mutating func takeWaiting(_ text: UnsafeBufferPointer<UInt8>?, _ codes: CodeColumn?) {
        guard let codes else { return add(UnknownPlace.coordinate) }
        guard let text, !text.isEmpty else { return skip(.noPlace, "code") { [] } }
        guard let cell = try? codes.area(of: text) else {
            return skip(.invalidCode, "code") { Array(text) }
        }
        add(FixedCoordinate(cell.middle))
    }

    private mutating func takeBoth(_ text: UnsafeBufferPointer<UInt8>?, _ longitudeFirst: Bool) {
        if let pair = text.flatMap({ AnglePair($0)?.degrees(longitudeFirst: longitudeFirst) }) {
            return take(north: .value(pair.north), east: .value(pair.east)) { text.map(Array.init) ?? [] }
        }
        let isMissing = text.map(DegreeText.isMissing) ?? true
        skip(isMissing ? .missing : .notANumber, "coordinates") { text.map(Array.init) ?? [] }
    }

    private mutating func takeGeometry(_ text: UnsafeBufferPointer<UInt8>?, _ notation: GeometryNotation) {
        guard let text else { return skip(.noGeometry, "geometry") { [] } }
        do throws(GeometryFault) {
            let remarks = try read(text, notation)
            guard sketch.projected.isEmpty, projected.isEmpty else { return wait(remarks) }
            guard let place = sketch.representative else {
                return skip(.noGeometry, "geometry") { Array(text) }
            }
            if remarks.hasWrapped { notes.wrappedLongitudes += 1 }
            if sketch.kind.map({ $0 > .point }) ?? false { shapes.append(sketch, row: UInt32(recordCount)) }
            journeys?.take(sketch, row: UInt32(recordCount))
            add(place)
        } catch {
            skip(error.reason, "geometry") { Array(text) }
        }
    }

    private mutating func read(
        _ text: UnsafeBufferPointer<UInt8>, _ notation: GeometryNotation
    ) throws(GeometryFault) -> GeometryRemarks {
        if notation == .hexadecimal {
            return try WellKnownBinary.read(hexadecimal: text, into: &sketch, projection: projection)
        }
        var sketch = GeometrySketch()
        sketch.keepsHeights = journeys != nil
        let projection = projection
        defer { self.sketch = sketch }
        return try ByteRun.with(Array(text)) { bytes throws(GeometryFault) in
            try notation.read(bytes, 0..<bytes.count, into: &sketch, projection: projection)
        }
    }

    // MARK: - Other coordinate systems

    private var projection: GeometryProjection { system == nil ? .refused : .all }

    private mutating func wait(_ remarks: GeometryRemarks) {
        projected.append(
            ProjectedShape(
                row: UInt32(recordCount), line: recordCount + 1, sketch: sketch, reference: remarks.reference)
        )
        recordCount += 1
    }

    /// Places the rows whose geometries are in another system, which are the last ones.
    mutating func placeProjected(name: String, isCancelled: () -> Bool) throws(SourceError) {
        let placed = try CoordinateTransform.placed(
            projected, system: system, name: name, isCancelled: isCancelled)
        projected = []
        for shape in placed {
            guard shape.sketch.projected.isEmpty, let place = shape.sketch.representative else {
                let text = shape.sketch.projected.first.map { "\($0.x), \($0.y)" } ?? ""
                skipped.add(.otherReference, line: shape.line, what: "geometry", text: Array(text.utf8))
                continue
            }
            if shape.sketch.kind.map({ $0 > .point }) ?? false { shapes.append(shape.sketch, row: shape.row) }
            journeys?.take(shape.sketch, row: shape.row)
            add(place, row: Int(shape.row))
        }
        flush()
    }

    // MARK: - Places

    @inline(__always)
    private mutating func take(north: ParsedDegrees, east: ParsedDegrees, text: () -> [UInt8]) {
        guard case .value(let northUnits) = north else {
            return skip(north == .missing ? .missing : .notANumber, "latitude", text)
        }
        guard case .value(let eastUnits) = east else {
            return skip(east == .missing ? .missing : .notANumber, "longitude", text)
        }
        switch PlaceRule.judge(north: northUnits, east: eastUnits) {
        case .latitudeOutOfRange(let isPerhapsSwapped):
            if isPerhapsSwapped { notes.perhapsSwapped += 1 }
            skip(.latitudeOutOfRange, "latitude", text)
        case .longitudeOutOfRange: skip(.longitudeOutOfRange, "longitude", text)
        case .place(let place, let isWrapped):
            if isWrapped { notes.wrappedLongitudes += 1 }
            add(place)
        }
    }

    @inline(__always)
    private mutating func add(_ place: FixedCoordinate) {
        add(place, row: recordCount)
        recordCount += 1
    }

    @inline(__always)
    private mutating func add(_ place: FixedCoordinate, row: Int) {
        if place.latitudeE7 == 0, place.longitudeE7 == 0 { notes.atZeroZero += 1 }
        if batch.isFull { flush() }
        batch.append(place, row: row)
    }

    private mutating func skip(_ reason: SkippedRows.Reason, _ what: String, _ text: () -> [UInt8]) {
        skipped.add(
            reason, line: recordCount + 1, what: what, text: skipped.wantsExample(of: reason) ? text() : [])
        recordCount += 1
    }

    /// Everything so far is among the points.
    mutating func flush() { batch.move(to: &points) }
}
