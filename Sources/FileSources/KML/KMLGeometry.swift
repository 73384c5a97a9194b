import MapModel
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
        case .lineString, .track: beginPart(.line)
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
    mutating func takeCoordinates(_ text: UnsafeBufferPointer<UInt8>) {
        var offset = 0
        while skipBlanks(text, &offset) {
            let start = offset
            var numbers: (Range<Int>?, Range<Int>?) = (nil, nil)
            var count = 0
            repeat {
                _ = skipBlanks(text, &offset)
                let number = numberRange(text, &offset)
                if count == 0 { numbers.0 = number } else if count == 1 { numbers.1 = number }
                count += 1
            } while passComma(text, &offset)
            guard let east = numbers.0, let north = numbers.1, !east.isEmpty, count <= 3 else {
                let end = min(text.count, start + SkippedRows.textLimit)
                return note(.damaged, UnsafeBufferPointer(rebasing: text[start..<max(start, end)]))
            }
            append(text, east: east, north: north)
        }
    }

    /// Reads the text of a `gx:coord`: "longitude latitude altitude"; an empty one is not a fault.
    mutating func takeTrackCoordinate(_ text: UnsafeBufferPointer<UInt8>) {
        var offset = 0
        guard skipBlanks(text, &offset) else { return }
        let east = numberRange(text, &offset)
        _ = skipBlanks(text, &offset)
        append(text, east: east, north: numberRange(text, &offset))
    }

    private mutating func append(_ text: UnsafeBufferPointer<UInt8>, east: Range<Int>, north: Range<Int>) {
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
