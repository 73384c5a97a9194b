import MapModel
import RowValues
import Rows
import Streams

/// Converts a GPX document into rows: one for each waypoint, each route and each track.
///
/// Columns are named like the elements; those within `extensions` too, unless GPX itself has such an element.
/// Of repeated elements the last counts. Values of single points of a route or track are read for journeys only. After the
/// GPX 1.1 schema, https://www.topografix.com/GPX/1/1/.
struct GPXRows: XMLRows {
    static let root = "gpx"
    static let formatName = "GPX"

    private enum Kind: String {
        case waypoint, route, track
    }

    private enum Outermost {
        case link, extensions, other
    }

    /// Elements whose values are numbers.
    private static let numbers: Set = [
        "ele", "sat", "hdop", "vdop", "pdop", "speed", "course", "magvar", "geoidheight", "ageofdgpsdata",
        "dgpsid", "number",
    ]
    private static let standard = numbers.union([
        "name", "desc", "cmt", "src", "link", "sym", "type", "time", "fix", "kind",
    ])

    var collector: FeatureCollector
    private var degrees = DegreeBuffer()
    private var sketch = GeometrySketch()
    private var remarks = GeometryRemarks()
    private var text = XMLText()

    private var depth = 0
    /// The row that is being read, and the line on which it begins.
    private var kind: Kind?
    private var line = 0
    /// Why the waypoint has no place, and the text of its coordinates.
    private var fault: (reason: SkippedRows.Reason, what: String, text: [UInt8])?
    /// The open elements within the row, and the outermost of them.
    private var openCount = 0
    private var outermost = Outermost.other
    /// The last tag was an opening one: the element has no children so far.
    private var isLeaf = false
    /// The next place begins a part of the geometry.
    private var startsPart = false
    /// Points of routes and tracks are skipped except for their place.
    private var isInPoint = false
    /// The elements around the point.
    private var pointDepth = 0
    /// The point has no place.
    private var isLost = false
    /// Whether the values of each column are numbers, by its name.
    private var areNumbers: [Bool] = []
    private var lostPointCount = 0

    init(name: String, options: FeatureOptions) {
        collector = FeatureCollector(name: name, options: options)
    }

    var notices: [String] {
        guard lostPointCount > 0 else { return [] }
        let points = lostPointCount == 1 ? "point" : "points"
        return ["\(grouped(lostPointCount)) \(points) of routes and tracks without coordinates, skipped"]
    }

    mutating func take(_ event: XMLStream.Event, of stream: XMLStream) {
        switch event {
        case .start(let name, let attributes):
            depth += 1
            if kind != nil {
                startInside(name, attributes)
            } else if depth == 2 {
                start(name, attributes, line: stream.line)
            }
        case .text(let piece): if isLeaf { text.append(piece) }
        case .end(let name):
            depth -= 1
            if kind != nil { end(name) }
        }
    }

    // MARK: a row begins

    private mutating func start(_ name: XMLName, _ attributes: XMLAttributes, line: Int) {
        if name == "wpt" {
            kind = .waypoint
        } else if name == "rte" {
            kind = .route
        } else if name == "trk" {
            kind = .track
        } else {
            return
        }
        self.line = line
        sketch.reset()
        remarks = GeometryRemarks()
        fault = nil
        startsPart = true
        if kind == .waypoint { fault = appendPlace(attributes, of: .point) }
    }

    /// Adds the place of an element; returns why there is none.
    private mutating func appendPlace(
        _ attributes: XMLAttributes, of part: GeometrySketch.Kind
    ) -> (reason: SkippedRows.Reason, what: String, text: [UInt8])? {
        let (north, east) = (attributes["lat"], attributes["lon"])
        func fault(
            _ reason: SkippedRows.Reason, _ what: String, _ text: UnsafeBufferPointer<UInt8>?
        ) -> (reason: SkippedRows.Reason, what: String, text: [UInt8]) {
            (reason, what, text.map { Array($0.prefix(4 * SkippedRows.textLimit)) } ?? [])
        }
        let latitude = degrees.degrees(north, axis: .latitude)
        guard case .value(let northUnits) = latitude else {
            return fault(latitude == .missing ? .missing : .notANumber, "latitude", north)
        }
        let longitude = degrees.degrees(east, axis: .longitude)
        guard case .value(let eastUnits) = longitude else {
            return fault(longitude == .missing ? .missing : .notANumber, "longitude", east)
        }
        do throws(GeometryFault) {
            if startsPart {
                try sketch.begin(part, north: northUnits, east: eastUnits, &remarks)
                startsPart = false
            } else {
                try sketch.append(north: northUnits, east: eastUnits, &remarks)
            }
            return nil
        } catch {
            let isLatitude = error == .latitudeOutOfRange
            return fault(error.reason, isLatitude ? "latitude" : "longitude", isLatitude ? north : east)
        }
    }

    /// The vertex that was added last.
    var lastVertex: Int { sketch.vertices.count - 1 }

    /// Calls `body` with the text of the element that ends.
    mutating func withText(_ body: (inout FeatureCollector, UnsafeBufferPointer<UInt8>) -> Void) {
        text.withTrimmed { if !$0.isEmpty { body(&collector, $0) } }
    }

    // MARK: inside a row

    private mutating func startInside(_ name: XMLName, _ attributes: XMLAttributes) {
        isLeaf = false
        defer { openCount += 1 }
        if isInPoint {
            isLeaf = collector.journeys != nil
            if isLeaf { text.reset() }
            return
        }
        if openCount == 0 {
            outermost = name == "link" ? .link : name == "extensions" ? .extensions : .other
        }
        if kind == .track, name == "trkseg" {
            startsPart = true
        } else if kind == .route && name == "rtept" || kind == .track && name == "trkpt" {
            isInPoint = true
            pointDepth = openCount
            isLost = appendPlace(attributes, of: .line) != nil
            if isLost { lostPointCount += 1 } else { setExactPlace(attributes) }
        } else {
            isLeaf = true
            text.reset()
        }
        if openCount == 0, outermost == .link, let address = attributes["href"], !address.isEmpty {
            collector.values.append(collector.values.column("link"), .text, address)
        }
    }

    private mutating func end(_ name: XMLName) {
        guard openCount > 0 else { return endRow() }
        openCount -= 1
        if isInPoint {
            if isLeaf, !isLost, openCount > pointDepth { takeValue(name, isOwn: openCount == pointDepth + 1) }
            isInPoint = openCount > pointDepth
        } else if isLeaf {
            append(name)
        }
        isLeaf = false
    }

    private mutating func append(_ element: XMLName) {
        // The text of a link is not a value of the row.
        if openCount > 0, outermost == .link { return }
        let isExtension = openCount > 0 && outermost == .extensions
        text.withTrimmed { value in
            guard !value.isEmpty else { return }
            let column =
                isExtension && Self.standard.contains(element.text)
                ? collector.values.column("extension_" + element.text)
                : collector.values.column(element.bytes)
            let mayBeNumber = !isExtension && areNumbers(column, element)
            if mayBeNumber, let number = XMLNumber.withPoint(value) {
                number.withUnsafeBufferPointer { collector.values.append(column, .number, $0) }
            } else {
                let isNumber = mayBeNumber && JSONNumber.value(value.span) != nil
                collector.values.append(column, isNumber ? .number : .text, value)
            }
        }
    }

    private mutating func areNumbers(_ column: Int, _ element: XMLName) -> Bool {
        while areNumbers.count <= column, areNumbers.count < collector.values.columnCount {
            areNumbers.append(Self.numbers.contains(collector.values.columnNames[areNumbers.count]))
        }
        return column < areNumbers.count ? areNumbers[column] : Self.numbers.contains(element.text)
    }

    // MARK: a row ends

    mutating func endOpenRow() {
        guard let kind, kind != .waypoint else { return }
        isInPoint = false
        openCount = 0
        endRow()
    }

    private mutating func endRow() {
        guard let kind else { return }
        self.kind = nil
        if kind != .waypoint {
            collector.values.append(collector.values.column("kind"), .text, kind.rawValue)
        }
        if remarks.hasWrapped { collector.notes.wrappedLongitudes += 1 }
        if let fault {
            collector.skip(fault.reason, line: line, what: fault.what, text: fault.text)
        } else if sketch.isEmpty {
            collector.skip(
                .noGeometry, line: line, what: kind.rawValue,
                text: Array("\(kind.rawValue) without points".utf8))
        } else {
            collector.take(sketch, line: line)
        }
    }
}
