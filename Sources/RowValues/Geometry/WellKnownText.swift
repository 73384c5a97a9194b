import MapModel
import Streams

/// Reads geometries in well-known text: all types of OGC but curves, with Z, M or both, EMPTY, and an SRID
/// before them.
///
/// x is the longitude and y the latitude, in degrees; measures are skipped, and heights unless the sketch keeps them. Case and
/// white space do not matter. Decimals are read exactly, like those of columns.
/// After OGC 06-103r4, "Simple Feature Access", part 1, section 7; the SRID as PostGIS writes it, the address of
/// CRS84 as GeoSPARQL does.
package struct WellKnownText {
    /// Reads the geometry in a range of `bytes` into `sketch`, which is reset first.
    ///
    /// - Throws: possibly after a part was read: the sketch is then invalid.
    /// - Complexity: O(bytes).
    @discardableResult
    package static func read(
        _ bytes: ByteRun, _ range: Range<Int>, into sketch: inout GeometrySketch,
        projection: GeometryProjection = .refused
    ) throws(GeometryFault) -> GeometryRemarks {
        sketch.reset()
        var reader = WellKnownText(
            bytes, range, projection, keepsHeights: sketch.keepsHeights, isSwapped: sketch.isSwapped)
        let isLiteral = reader.skipBlanks() == UInt8(ascii: "\"")
        if isLiteral { reader.offset += 1 }
        try reader.reference()
        try reader.geometry(into: &sketch, depth: 0)
        reader.skipDatatype(afterQuote: isLiteral)
        if reader.skipBlanks() == UInt8(ascii: ";") { reader.offset += 1 }
        guard reader.skipBlanks() == nil else { throw .damaged }
        guard !sketch.isEmpty else { throw .empty }
        return reader.remarks
    }

    /// The content of the brackets after the name of a type.
    private enum Shape {
        /// One vertex.
        case point
        /// A list of vertices.
        case line
        /// Rings in brackets.
        case area
        /// Any number of the same, in brackets, which may be left out around points.
        case points, lines, areas
        /// Whole geometries with their names.
        case geometries
    }

    let bytes: ByteRun
    let end: Int
    var offset: Int
    let parser = NumberParser(decimalMark: .point)
    var remarks = GeometryRemarks()
    /// y stands before x.
    var isLatitudeFirst = false
    let keepsHeights: Bool
    /// The user says that it is the other way round.
    let isSwapped: Bool
    /// A third number is a measure.
    private(set) var isMeasured = false
    /// The height of the vertex read last; nil without one.
    var height: Double?

    private let projection: GeometryProjection
    /// The vertices have the units of another coordinate system.
    private var isProjected: Bool

    private init(
        _ bytes: ByteRun, _ range: Range<Int>, _ projection: GeometryProjection, keepsHeights: Bool,
        isSwapped: Bool
    ) {
        self.isSwapped = isSwapped
        self.bytes = bytes
        self.keepsHeights = keepsHeights
        self.projection = projection
        isProjected = projection == .all
        offset = range.lowerBound
        end = range.upperBound
    }

    // MARK: around the geometry

    /// The end of a literal of RDF, as SPARQL writes it: `"Point(7.45 46.95)"^^<http://www.opengis.net/ont/geosparql#wktLiteral>`.
    private mutating func skipDatatype(afterQuote: Bool) {
        if skipBlanks() == UInt8(ascii: "\""), afterQuote { offset += 1 }
        let mark = UInt8(ascii: "^")
        if end - offset > 2, bytes[offset] == mark, bytes[offset + 1] == mark { offset = end }
    }

    /// `SRID=4326;` or an address in `<>`: refused unless it is for degrees on WGS 84, longitude first.
    private mutating func reference() throws(GeometryFault) {
        if skipBlanks() == UInt8(ascii: "<") {
            let start = offset + 1
            while offset < end, bytes[offset] != UInt8(ascii: ">") { offset += 1 }
            guard offset < end else { throw .damaged }
            let address = bytes.bytes(start..<offset)
            // A tag of XML is none.
            guard address.contains(UInt8(ascii: ":")) else { throw .damaged }
            offset += 1
            let isEarth =
                address.suffix(6).elementsEqual("/CRS84".utf8)
                || address.suffix(10).elementsEqual("/entity/Q2".utf8)
            // In this system GeoSPARQL writes the latitude first.
            isLatitudeFirst = address.suffix(12).elementsEqual("/EPSG/0/4326".utf8)
            guard isEarth || isLatitudeFirst else { throw .otherReference }
        } else if end - offset >= 4, spells(offset..<offset + 4, "SRID") {
            offset += 4
            try expect(UInt8(ascii: "="))
            _ = skipBlanks()
            let start = offset
            while offset < end, bytes[offset] != UInt8(ascii: ";") { offset += 1 }
            guard offset < end else { throw .damaged }
            var number = bytes.bytes(start..<offset)
            while let last = number.last, last <= 32 { number.removeLast() }
            offset += 1
            guard !number.isEmpty, number.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .damaged }
            guard !number.elementsEqual("0".utf8) else { return }
            isProjected = !number.elementsEqual("4326".utf8)
            guard isProjected else { return }
            remarks.reference = Int(String(decoding: number, as: UTF8.self))
            guard projection != .refused, remarks.reference != nil else { throw .otherReference }
        }
    }

    // MARK: geometries

    private mutating func geometry(into sketch: inout GeometrySketch, depth: Int) throws(GeometryFault) {
        guard depth < GeometrySketch.depthLimit else { throw .damaged }
        let shape = try type()
        guard try opens() else { return }
        switch shape {
        case .point:
            try point(into: &sketch)
            try expect(UInt8(ascii: ")"))
        case .line:
            sketch.begin(.line)
            try vertices(into: &sketch)
        case .area: try rings(into: &sketch)
        case .points: try eachPart { reader throws(GeometryFault) in try reader.pointOfMany(into: &sketch) }
        case .lines:
            try eachPart { reader throws(GeometryFault) in
                guard try reader.opens() else { return }
                sketch.begin(.line)
                try reader.vertices(into: &sketch)
            }
        case .areas:
            try eachPart { reader throws(GeometryFault) in
                if try reader.opens() { try reader.rings(into: &sketch) }
            }
        case .geometries:
            try eachPart { reader throws(GeometryFault) in
                try reader.geometry(into: &sketch, depth: depth + 1)
            }
        }
    }

    /// The name of a type and the letters for its dimensions, which may follow it without a blank.
    private mutating func type() throws(GeometryFault) -> Shape {
        guard var name = word() else { throw .damaged }
        isMeasured = false
        while true {
            if let shape = Self.shapes.first(where: { spells(name, $0.name) })?.shape {
                let mark = offset
                if let letters = word() {
                    if !Self.dimensions.contains(where: { spells(letters, $0) }) { offset = mark }
                    isMeasured = spells(letters, "M")
                }
                return shape
            }
            // The last letters of POINTZM or LINESTRINGZ are its dimensions.
            let last = bytes[name.upperBound - 1] & ~0x20
            guard name.count > 1, last == UInt8(ascii: "Z") || last == UInt8(ascii: "M") else {
                throw .damaged
            }
            isMeasured = last == UInt8(ascii: "M")
            name = name.dropLast()
        }
    }

    private static let dimensions: [StaticString] = ["Z", "M", "ZM"]
    private static let shapes: [(name: StaticString, shape: Shape)] = [
        ("POINT", .point), ("LINESTRING", .line), ("LINEARRING", .line), ("POLYGON", .area),
        ("TRIANGLE", .area), ("MULTIPOINT", .points), ("MULTILINESTRING", .lines), ("MULTIPOLYGON", .areas),
        ("POLYHEDRALSURFACE", .areas), ("TIN", .areas), ("GEOMETRYCOLLECTION", .geometries),
    ]

    /// Skips an opening bracket; false for EMPTY, which is skipped as well.
    private mutating func opens() throws(GeometryFault) -> Bool {
        if skipBlanks() == UInt8(ascii: "(") {
            offset += 1
            return true
        }
        guard let word = word(), spells(word, "EMPTY") else { throw .damaged }
        return false
    }

    /// Calls `body` for each element of a list whose bracket is open, and skips the closing bracket.
    private mutating func eachPart(
        _ body: (inout WellKnownText) throws(GeometryFault) -> Void
    ) throws(GeometryFault) {
        repeat { try body(&self) } while try hasNext()
    }

    /// Whether a comma comes next, rather than the closing bracket; skips either.
    private mutating func hasNext() throws(GeometryFault) -> Bool {
        let next = skipBlanks()
        guard next == UInt8(ascii: ",") || next == UInt8(ascii: ")") else { throw .damaged }
        offset += 1
        return next == UInt8(ascii: ",")
    }

    /// `(1 2)`, `1 2` or EMPTY.
    private mutating func pointOfMany(into sketch: inout GeometrySketch) throws(GeometryFault) {
        let next = skipBlanks()
        if next == UInt8(ascii: "(") {
            offset += 1
            try point(into: &sketch)
            try expect(UInt8(ascii: ")"))
        } else if next == UInt8(ascii: "E") || next == UInt8(ascii: "e") {
            _ = try opens()
        } else {
            try point(into: &sketch)
        }
    }

    /// The rings of an area whose bracket is open, and the closing bracket.
    private mutating func rings(into sketch: inout GeometrySketch) throws(GeometryFault) {
        let start = sketch.vertices.count
        repeat {
            guard try opens() else { continue }
            sketch.begin(.area, isHole: sketch.vertices.count > start)
            try vertices(into: &sketch)
        } while try hasNext()
    }

    /// Vertices up to the closing bracket, which is skipped.
    private mutating func vertices(into sketch: inout GeometrySketch) throws(GeometryFault) {
        repeat {
            if isProjected {
                guard let vertex = try projectedVertex() else { throw .damaged }
                sketch.append(vertex)
                continue
            }
            guard let place = try numbers(mayBeNone: false) else { throw .damaged }
            try sketch.append(north: place.north, east: place.east, &remarks)
            if let height { sketch.setHeight(height) }
        } while try hasNext()
    }

    /// A point with NaN is an empty one.
    private mutating func point(into sketch: inout GeometrySketch) throws(GeometryFault) {
        if isProjected {
            guard let vertex = try projectedVertex() else { return }
            sketch.begin(.point)
            return sketch.append(vertex)
        }
        guard let place = try numbers(mayBeNone: true) else { return }
        sketch.begin(.point)
        try sketch.append(north: place.north, east: place.east, &remarks)
        if let height { sketch.setHeight(height) }
    }
}
