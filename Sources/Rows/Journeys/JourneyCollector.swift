import MapModel
import RowValues
import Streams

/// Gathers the heights, times and further values of the vertices of lines while rows are read, and makes journeys of them.
///
/// Readers set the values of the vertex that they have added to the sketch last; `take` ends a row.
package struct JourneyCollector: Sendable {
    /// The journeys so far, each with the row whose line it is.
    package private(set) var journeys: [Journey] = []
    /// The heights so far, of points and areas as well; nil where only journeys are asked for.
    private(set) var rowHeights: VertexHeights?
    /// Lines are journeys; else only heights are asked for.
    private let keepsJourneys: Bool

    private var heights: [Double] = []
    private var moments: [Int64] = []
    private var places: [Coordinate] = []
    private var columns: [(name: String, values: [Float])] = []
    private var withoutZone = 0
    private var withZone = 0

    private static let noMoment = Int64.min
    private static let mostColumns = 32

    /// A collector without journeys.
    ///
    /// - Parameters:
    ///   - keepsJourneys: lines are asked for, with what is known of their points.
    ///   - keepsHeights: heights of all rows are asked for; beside journeys those of points.
    package init(keepsJourneys: Bool = true, keepsHeights: Bool = false) {
        self.keepsJourneys = keepsJourneys
        if keepsHeights { rowHeights = VertexHeights() }
    }

    // MARK: - Values of vertices

    /// Sets the height of a vertex in metres.
    package mutating func setHeight(_ meters: Double, vertex: Int) {
        while heights.count <= vertex { heights.append(.nan) }
        heights[vertex] = meters
    }

    /// Sets the time of a vertex: ISO 8601, or a number of seconds or milliseconds since 1970; anything else is none.
    package mutating func setTime(_ text: UnsafeBufferPointer<UInt8>, vertex: Int) {
        guard vertex >= 0, let moment = moment(text) else { return }
        while moments.count <= vertex { moments.append(Self.noMoment) }
        moments[vertex] = moment
    }

    /// Sets a further value of a vertex.
    package mutating func set(_ value: Double, column name: String, vertex: Int) {
        guard vertex >= 0 else { return }
        var index = columns.firstIndex { $0.name == name }
        if index == nil, columns.count < Self.mostColumns {
            columns.append((name, []))
            index = columns.count - 1
        }
        guard let index else { return }
        while columns[index].values.count <= vertex { columns[index].values.append(.nan) }
        columns[index].values[vertex] = Float(value)
    }

    /// Sets the height or another value of a vertex, by the name that it has in the source.
    package mutating func set(_ value: Double, named name: String, isHeight: Bool, vertex: Int) {
        if isHeight { return setHeight(value, vertex: vertex) }
        if let height = HeightColumn([name]) {
            // An element of the format itself counts more.
            if vertex >= heights.count || heights[vertex].isNaN {
                setHeight(value * height.metersPerUnit, vertex: vertex)
            }
        } else {
            set(value, column: name, vertex: vertex)
        }
    }

    /// Takes a list of JSON with a value for each vertex, in lists of the parts or without them: `coordTimes`, or
    /// `coordinateProperties` with times, heart rates and others.
    package mutating func takeList(_ json: UnsafeBufferPointer<UInt8>, name: String) {
        let last = name.split(separator: ".").last.map(String.init) ?? name
        guard Self.lists.contains(last) || name.hasPrefix("coordinateProperties.") else { return }
        let isTime = last.lowercased().hasSuffix("times")
        let column = Self.shortNames[last] ?? last
        var vertex = 0
        for token in json.split(whereSeparator: { [0x5B, 0x5D, 0x2C].contains($0) || $0 <= 0x20 }) {
            let isQuoted = token.first == UInt8(ascii: "\"") && token.count >= 2
            let text = UnsafeBufferPointer(rebasing: isQuoted ? token.dropFirst().dropLast() : token)
            if isTime {
                setTime(text, vertex: vertex)
            } else if let number = JSONNumber.value(text.span) {
                set(number, column: column, vertex: vertex)
            }
            vertex += 1
        }
    }

    private static let lists: Set = ["coordTimes", "times", "heartRates", "coordinateTimes"]
    private static let shortNames = ["heartRates": "hr", "heart": "hr", "atemps": "atemp", "cads": "cad"]

    /// Sets the place of a vertex where it is known more exactly than to 1e-7°.
    package mutating func setPlace(_ place: Coordinate, vertex: Int) {
        guard vertex >= 0, let place = Coordinate(wrapping: place.latitude, place.longitude) else { return }
        while places.count <= vertex { places.append(Coordinate(latitude: .nan, longitude: .nan)) }
        places[vertex] = place
    }

    private mutating func moment(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        if let instant = UTCInstant(iso8601: text) {
            // A zone is a Z or an offset after the time of day.
            let hasZone = text.dropFirst(11).contains { byte in
                byte | 0x20 == UInt8(ascii: "z") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
            }
            if hasZone { withZone += 1 } else { withoutZone += 1 }
            return instant.milliseconds
        }
        guard let number = JSONNumber.value(text.span), number > 0 else { return nil }
        // Seconds until the year 5138, else milliseconds.
        let milliseconds = number < 1e11 ? number * 1000 : number
        return milliseconds < 1e15
            ? UTCInstant(milliseconds: Int64(milliseconds.rounded()))?.milliseconds : nil
    }

    // MARK: - Rows

    /// Ends a row: a journey of its lines, where it has any.
    package mutating func take(_ sketch: GeometrySketch, row: UInt32) {
        defer { reset() }
        takeHeights(sketch, row: row)
        guard keepsJourneys, sketch.parts.contains(where: { $0.kind == .line }) else { return }
        var builder = JourneyBuilder(name: "", row: row)
        builder.reserveCapacity(sketch.vertices.count)
        let sketched = VertexHeights.known(sketch)
        if moments.isEmpty { moments = Self.times(of: sketch.measures) }
        for part in sketch.parts.indices where sketch.parts[part].kind == .line {
            builder.startSegment()
            for vertex in sketch.range(of: part) {
                append(sketch.vertices[vertex], vertex, sketched, to: &builder)
            }
        }
        if withZone > 0 { builder.note(withoutZone: withoutZone) }
        if let journey = builder.finish() { journeys.append(journey) }
    }

    /// The heights of a row, where those of all are asked for. Journeys have those of lines themselves.
    mutating func takeHeights(_ sketch: GeometrySketch, row: UInt32) {
        rowHeights?.appendPoints(row, sketch)
        guard rowHeights != nil, !keepsJourneys || sketch.vertices.count == 1 else { return }
        let sketched = VertexHeights.known(sketch)
        let heights = sketch.vertices.indices.map { height(ofVertex: $0, sketched) }
        rowHeights?.append(row, sketch) { heights[$0] }
    }

    private func height(ofVertex vertex: Int, _ sketched: [Double]) -> Double? {
        Self.height(heights, vertex) ?? Self.height(sketched, vertex)
    }

    /// Fourth coordinates as times, as some trackers write them; none unless all are likely seconds or milliseconds since 1970.
    private static func times(of measures: [Double]) -> [Int64] {
        let known = measures.filter { !$0.isNaN }
        let seconds = Double(EpochUnit.likelySeconds.lowerBound)...Double(EpochUnit.likelySeconds.upperBound)
        for factor in [1000.0, 1] where !known.isEmpty {
            guard known.allSatisfy({ seconds.contains($0 * factor / 1000) }) else { continue }
            return measures.map { $0.isNaN ? noMoment : Int64(($0 * factor).rounded(.down)) }
        }
        return []
    }

    private func append(
        _ place: FixedCoordinate, _ vertex: Int, _ sketched: [Double], to builder: inout JourneyBuilder
    ) {
        let height = height(ofVertex: vertex, sketched)
        let moment = vertex < moments.count && moments[vertex] != Self.noMoment ? moments[vertex] : nil
        let exact =
            vertex < places.count && !places[vertex].latitude.isNaN ? places[vertex] : place.coordinate
        builder.append(exact, height: height, moment: moment)
        for column in columns where vertex < column.values.count && !column.values[vertex].isNaN {
            builder.set(Double(column.values[vertex]), column: column.name)
        }
    }

    private static func height(_ heights: [Double], _ vertex: Int) -> Double? {
        vertex < heights.count && !heights[vertex].isNaN ? heights[vertex] : nil
    }

    /// Forgets the values of a row that is none.
    mutating func reset() {
        heights.removeAll(keepingCapacity: true)
        moments.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        columns.removeAll(keepingCapacity: true)
        (withZone, withoutZone) = (0, 0)
    }

    /// Adds the journeys of rows that follow.
    mutating func append(_ next: JourneyCollector, rowOffset: UInt32) {
        if let next = next.rowHeights { rowHeights?.append(next, rowOffset: rowOffset) }
        journeys += next.journeys.map { journey in
            var journey = journey
            journey.row = journey.row.map { $0 + rowOffset }
            return journey
        }
    }
}

extension LoadedSource {
    /// Takes what was gathered of the vertices of its rows; nil where nobody asked for it.
    package mutating func take(_ collector: JourneyCollector?) {
        journeys = collector?.journeys ?? []
        heights = collector?.rowHeights ?? VertexHeights()
    }
}
