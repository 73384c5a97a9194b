import MapModel
import RowValues
import Rows

/// Builds the geometry of a placemark element by element.
struct KMLGeometry {
    private(set) var sketch = GeometrySketch()
    private(set) var remarks = GeometryRemarks()
    /// Why it has no place: the first fault, and its text.
    private(set) var fault: (reason: GeometryFault, text: [UInt8])?
    private var kind = GeometrySketch.Kind.point
    private var isInPolygon = false
    private var isInHole = false
    /// Vertices before the polygon.
    private var polygonStart = 0
    /// The next vertex begins a part.
    private var startsPart = true
    private var degrees = DegreeBuffer()
    /// Where the track that is read begins, and the vertices of its coordinates, nil for those without a place.
    private(set) var trackVertices: [Int?] = []

    init(keepsHeights: Bool = false) { sketch.keepsHeights = keepsHeights }

    mutating func reset() {
        sketch.reset()
        remarks = GeometryRemarks()
        fault = nil
        isInPolygon = false
        kind = .point
        startsPart = true
    }

    mutating func start(_ tag: KMLTag) {
        switch tag {
        case .point: beginPart(.point)
        case .lineString, .track:
            trackVertices.removeAll(keepingCapacity: true)
            beginPart(.line)
        case .linearRing: beginPart(isInPolygon ? .area : .line)
        case .polygon:
            isInPolygon = true
            isInHole = false
            polygonStart = sketch.vertices.count
        case .outerBoundary: isInHole = false
        case .innerBoundary: isInHole = true
        default: break
        }
    }

    private mutating func beginPart(_ kind: GeometrySketch.Kind) {
        self.kind = kind
        startsPart = true
    }

    mutating func end(_ tag: KMLTag) {
        if tag == .polygon { isInPolygon = false }
    }

    /// Reads the text of `coordinates`: "longitude,latitude[,altitude]", separated by white space.
    ///
    /// Some programs write commas between the tuples as well, others blanks within them.
    mutating func takeCoordinates(_ text: UnsafeBufferPointer<UInt8>) {
        if let tuples = Self.unusualTuples(text), kind != .point || tuples.count == 1 {
            for tuple in tuples { append(text, east: tuple.east, north: tuple.north, height: tuple.height) }
            return
        }
        var offset = 0
        while skipBlanks(text, &offset) {
            let start = offset
            var numbers: (Range<Int>?, Range<Int>?, Range<Int>?) = (nil, nil, nil)
            var count = 0
            repeat {
                _ = skipBlanks(text, &offset)
                let number = numberRange(text, &offset)
                switch count {
                case 0: numbers.0 = number
                case 1: numbers.1 = number
                default: numbers.2 = number
                }
                count += 1
            } while passComma(text, &offset)
            guard let east = numbers.0, let north = numbers.1, !east.isEmpty, count <= 3 else {
                let end = min(text.count, start + SkippedRows.textLimit)
                return note(.damaged, UnsafeBufferPointer(rebasing: text[start..<max(start, end)]))
            }
            append(text, east: east, north: north, height: numbers.2)
        }
    }

    /// A number of a tuple is a range of its text.
    private typealias Tuple = (east: Range<Int>, north: Range<Int>, height: Range<Int>?)

    /// The tuples of a text that has only commas and more than three numbers, or only blanks: of three numbers where their
    /// count and the range of the second of each allow it, else of two; nil for any other text.
    private static func unusualTuples(_ text: UnsafeBufferPointer<UInt8>) -> [Tuple]? {
        let hasBlanks = text.contains { $0 <= 32 }
        let hasCommas = text.contains(UInt8(ascii: ","))
        let hasSemicolons = text.contains(UInt8(ascii: ";"))
        guard hasBlanks != hasCommas || hasSemicolons else { return nil }
        let numbers = text.indices.split {
            text[$0] <= 32 || text[$0] == UInt8(ascii: ",") || text[$0] == UInt8(ascii: ";")
        }
        .map { $0.startIndex..<$0.endIndex }
        guard hasBlanks || hasSemicolons ? numbers.count > 1 : numbers.count > 3 else { return nil }
        func tuples(of length: Int) -> [Tuple]? {
            guard numbers.count.isMultiple(of: length) else { return nil }
            return stride(from: 0, to: numbers.count, by: length).map {
                (numbers[$0], numbers[$0 + 1], length > 2 ? numbers[$0 + 2] : nil)
            }
        }
        func isOnGlobe(_ tuple: Tuple) -> Bool {
            [(tuple.east, CoordinateAxis.longitude, 180.0), (tuple.north, .latitude, 90.0)].allSatisfy {
                range, axis, limit in
                let number = UnsafeBufferPointer(rebasing: text[range])
                guard case .value(let units) = DegreeText.degrees(number, axis: axis, commaIsDecimal: false)
                else { return false }
                return abs(Double(units)) <= limit * FixedCoordinate.unitsPerDegree
            }
        }
        for length in [3, 2] {
            if let found = tuples(of: length), found.allSatisfy(isOnGlobe) { return found }
        }
        return nil
    }

    /// Reads the text of a `gx:coord`: "longitude latitude altitude"; an empty one is not a fault.
    mutating func takeTrackCoordinate(_ text: UnsafeBufferPointer<UInt8>) {
        var offset = 0
        guard skipBlanks(text, &offset) else { return trackVertices.append(nil) }
        let east = numberRange(text, &offset)
        _ = skipBlanks(text, &offset)
        let north = numberRange(text, &offset)
        _ = skipBlanks(text, &offset)
        let count = sketch.vertices.count
        append(text, east: east, north: north, height: numberRange(text, &offset))
        trackVertices.append(sketch.vertices.count > count ? count : nil)
    }

    private mutating func append(
        _ text: UnsafeBufferPointer<UInt8>, east: Range<Int>, north: Range<Int>, height: Range<Int>?
    ) {
        let whole = UnsafeBufferPointer(
            rebasing: text[east.lowerBound..<max(north.upperBound, east.upperBound)])
        guard
            case .value(let eastUnits) = degrees.degrees(
                UnsafeBufferPointer(rebasing: text[east]), axis: .longitude),
            case .value(let northUnits) = degrees.degrees(
                UnsafeBufferPointer(rebasing: text[north]), axis: .latitude)
        else { return note(.damaged, whole) }
        do throws(GeometryFault) {
            if startsPart {
                let isHole = isInPolygon && isInHole && sketch.vertices.count > polygonStart
                try sketch.begin(kind, isHole: isHole, north: northUnits, east: eastUnits, &remarks)
                startsPart = false
            } else {
                try sketch.append(north: northUnits, east: eastUnits, &remarks)
            }
            if sketch.keepsHeights, let height, let meters = JSONNumber.value(text.span.extracting(height)) {
                sketch.setHeight(meters)
            }
        } catch {
            note(error, whole)
        }
    }

    private mutating func note(_ reason: GeometryFault, _ text: UnsafeBufferPointer<UInt8>) {
        if fault == nil { fault = (reason, Array(text.prefix(4 * SkippedRows.textLimit))) }
    }

    // MARK: marks

    /// False at the end.
    private func skipBlanks(_ text: UnsafeBufferPointer<UInt8>, _ offset: inout Int) -> Bool {
        while offset < text.count, text[offset] <= 32 { offset += 1 }
        return offset < text.count
    }

    private func numberRange(_ text: UnsafeBufferPointer<UInt8>, _ offset: inout Int) -> Range<Int> {
        let start = offset
        while offset < text.count, text[offset] > 32, text[offset] != UInt8(ascii: ",") {
            offset += 1
        }
        return start..<offset
    }

    /// A comma joins numbers, also after white space.
    private func passComma(_ text: UnsafeBufferPointer<UInt8>, _ offset: inout Int) -> Bool {
        var next = offset
        guard skipBlanks(text, &next), text[next] == UInt8(ascii: ",") else { return false }
        offset = next + 1
        return true
    }
}
