import MapModel
import RowValues
import Rows
import Streams

/// Converts a TCX document into rows: one for each activity, each course and each point of a course.
///
/// Values of single trackpoints are read for journeys only; those of laps are added up. After Garmin's
/// TrainingCenterDatabasev2.xsd.
struct TCXRows: XMLRows {
    static let root = "TrainingCenterDatabase"
    static let formatName = "TCX"

    private enum Kind: String {
        case activity, course, point
    }

    var collector: FeatureCollector
    private var degrees = DegreeBuffer()
    private var text = XMLText()
    /// The names of the open elements.
    private var path: [String] = []
    private var isLeaf = false
    private var track = Row()
    private var point = Row()
    /// The latitude of the trackpoint that is being read.
    private var north: ParsedDegrees?
    /// Vertices before the trackpoint that is being read.
    private var vertexCount = 0
    /// The values of the trackpoint that is being read.
    private var pointValues: [(name: String, text: [UInt8])] = []
    private var lostPointCount = 0

    /// A row while it is read.
    private struct Row {
        var kind: Kind?
        var line = 0
        var depth = 0
        var sketch = GeometrySketch()
        var remarks = GeometryRemarks()
        var startsPart = true
        var fault: (reason: SkippedRows.Reason, text: [UInt8])?
        var values: [(name: String, text: [UInt8])] = []
        /// Sums over the laps of an activity.
        var sums: [(name: String, value: Double)] = []

        mutating func begin(_ kind: Kind, depth: Int, line: Int) {
            self = Row()
            (self.kind, self.depth, self.line) = (kind, depth, line)
        }
    }

    /// Elements of laps whose values are added up.
    private static let summed: Set = ["TotalTimeSeconds", "DistanceMeters", "Calories"]

    init(name: String, options: FeatureOptions) {
        collector = FeatureCollector(name: name, options: options)
    }

    var notices: [String] {
        guard lostPointCount > 0 else { return [] }
        return [
            "\(grouped(lostPointCount)) trackpoint\(lostPointCount == 1 ? "" : "s") without a position, left out"
        ]
    }

    mutating func take(_ event: XMLStream.Event, of stream: XMLStream) {
        switch event {
        case .start(let name, let attributes): start(name.text, attributes, line: stream.line)
        case .text(let piece): if isLeaf { text.append(piece) }
        case .end: end()
        }
    }

    private mutating func start(_ name: String, _ attributes: XMLAttributes, line: Int) {
        path.append(name)
        isLeaf = true
        text.reset()
        switch name {
        case "Activity":
            track.begin(.activity, depth: path.count, line: line)
            if let sport = attributes["Sport"] { track.values.append(("sport", Array(sport))) }
        case "Course": track.begin(.course, depth: path.count, line: line)
        case "CoursePoint": point.begin(.point, depth: path.count, line: line)
        case "Track": track.startsPart = true
        case "Trackpoint":
            north = nil
            vertexCount = track.sketch.vertices.count
            pointValues.removeAll(keepingCapacity: true)
        default: break
        }
    }

    private mutating func end() {
        guard let name = path.popLast() else { return }
        defer { isLeaf = false }
        if isLeaf, !path.isEmpty { takeText(name, in: path[path.count - 1]) }
        if name == "Trackpoint" {
            if north == nil { lostPointCount += 1 }
            // Values without a place are not those of the point before.
            if track.sketch.vertices.count > vertexCount { takePointValues() }
        }
        if point.kind != nil, path.count < point.depth {
            Self.finish(&point, into: &collector)
        } else if track.kind != nil, path.count < track.depth {
            Self.finish(&track, into: &collector)
        }
    }

    private mutating func takeText(_ name: String, in parent: String) {
        switch (parent, name) {
        case ("Position", "LatitudeDegrees"):
            north = text.withTrimmed { degrees.degrees($0, axis: .latitude) }
        case ("Position", "LongitudeDegrees"): takeLongitude()
        case ("Lap", _) where Self.summed.contains(name):
            guard let value = Double(text.trimmed) else { return }
            if let index = track.sums.firstIndex(where: { $0.name == name }) {
                track.sums[index].value += value
            } else {
                track.sums.append((name, value))
            }
        case ("Activity", _), ("Course", _):
            track.values.append((Self.column(name), Array(text.trimmed.utf8)))
        case ("CoursePoint", _): point.values.append((Self.column(name), Array(text.trimmed.utf8)))
        case (_, _) where collector.journeys != nil && path.contains("Trackpoint"):
            pointValues.append((name == "Value" ? parent : name, text.bytes))
        default: break
        }
    }

    /// The names of values that other formats have as well.
    private static let shortNames = [
        "HeartRateBpm": "hr", "Cadence": "cad", "RunCadence": "cad", "Watts": "power", "Speed": "speed",
    ]

    /// Gives the vertex of a trackpoint its time, height and further values.
    private mutating func takePointValues() {
        let vertex = track.sketch.vertices.count - 1
        guard track.kind != nil, vertex >= 0 else { return }
        for (name, bytes) in pointValues {
            if name == "Time" {
                bytes.withUnsafeBufferPointer { collector.journeys?.setTime($0, vertex: vertex) }
            } else if let number = bytes.withUnsafeBufferPointer(XMLNumber.value), name != "DistanceMeters" {
                collector.journeys?.set(
                    number, named: Self.shortNames[name] ?? name, isHeight: name == "AltitudeMeters",
                    vertex: vertex)
            }
        }
        pointValues.removeAll(keepingCapacity: true)
    }

    private mutating func takeLongitude() {
        let east = text.withTrimmed { degrees.degrees($0, axis: .longitude) }
        guard case .value(let northUnits) = north, case .value(let eastUnits) = east else {
            if point.kind == nil { lostPointCount += 1 } else { point.fault = (.notANumber, text.bytes) }
            return
        }
        if point.kind != nil {
            Self.append(northUnits, eastUnits, .point, text.bytes, to: &point)
        } else if track.kind != nil {
            Self.append(northUnits, eastUnits, .line, text.bytes, to: &track)
        }
    }

    private static func append(
        _ north: Int64, _ east: Int64, _ kind: GeometrySketch.Kind, _ text: [UInt8], to row: inout Row
    ) {
        do throws(GeometryFault) {
            if row.startsPart {
                try row.sketch.begin(kind, north: north, east: east, &row.remarks)
                row.startsPart = false
            } else {
                try row.sketch.append(north: north, east: east, &row.remarks)
            }
        } catch {
            if row.fault == nil { row.fault = (error.reason, text) }
        }
    }

    /// `TotalTimeSeconds` as `total_time_seconds`.
    private static func column(_ name: String) -> String {
        name.reduce(into: "") { result, character in
            if character.isUppercase, !result.isEmpty { result.append("_") }
            result.append(contentsOf: character.lowercased())
        }
    }

    private static func finish(_ row: inout Row, into collector: inout FeatureCollector) {
        guard let kind = row.kind else { return }
        row.kind = nil
        for (name, text) in row.values where !text.isEmpty {
            text.withUnsafeBufferPointer { collector.values.append(collector.values.column(name), .text, $0) }
        }
        for (name, value) in row.sums {
            let digits =
                value == value.rounded() ? "\(Int64(clamping: Int(exactly: value) ?? 0))" : "\(value)"
            Array(digits.utf8).withUnsafeBufferPointer {
                collector.values.append(collector.values.column(column(name)), .number, $0)
            }
        }
        collector.values.append(collector.values.column("kind"), .text, kind.rawValue)
        if row.remarks.hasWrapped { collector.notes.wrappedLongitudes += 1 }
        if let fault = row.fault {
            collector.skip(fault.reason, line: row.line, what: "coordinates", text: fault.text)
        } else if row.sketch.isEmpty {
            let text = Array("\(kind.rawValue) without positions".utf8)
            collector.skip(.noGeometry, line: row.line, what: kind.rawValue, text: text)
        } else {
            collector.take(row.sketch, line: row.line)
        }
    }

    mutating func endOpenRow() {
        for row in [\TCXRows.point, \TCXRows.track] where self[keyPath: row].kind != nil {
            var open = self[keyPath: row]
            Self.finish(&open, into: &collector)
            self[keyPath: row] = open
        }
    }
}
