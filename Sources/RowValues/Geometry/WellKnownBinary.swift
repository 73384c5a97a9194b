import MapModel

/// Reads geometries in well-known binary: that of OGC and ISO, PostGIS's with an SRID, MySQL's behind one, and inside the
/// blobs of GeoPackage and SpatiaLite.
///
/// x is the longitude and y the latitude, in degrees; measures are skipped, and heights unless the sketch keeps them. Counts are
/// trusted only as far as there are bytes for them. Bytes after a geometry are ignored.
/// After OGC 06-103r4, "Simple Feature Access", part 1, section 8, and ISO 19125.
package struct WellKnownBinary {
    /// Reads the geometry in `bytes` into `sketch`, which is reset first.
    ///
    /// - Parameter ignoringReference: the caller knows that the coordinates are in degrees, whatever the
    ///   SRID.
    /// - Throws: possibly after a part was read: the sketch is then invalid.
    /// - Complexity: O(bytes).
    @discardableResult
    package static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, into sketch: inout GeometrySketch,
        ignoringReference: Bool = false, projection: GeometryProjection = .refused
    ) throws(GeometryFault) -> GeometryRemarks {
        sketch.reset()
        var reader = WellKnownBinary(bytes, ignoringReference: ignoringReference, projection)
        try reader.passHeader()
        try reader.geometry(into: &sketch, depth: 0)
        guard !sketch.isEmpty else { throw .empty }
        return reader.remarks
    }

    /// The same for bytes in hexadecimal digits, as PostGIS prints them; `\x` or `0x` may precede them, and
    /// white space may surround them.
    @discardableResult
    package static func read(
        hexadecimal text: UnsafeBufferPointer<UInt8>, into sketch: inout GeometrySketch,
        projection: GeometryProjection = .refused
    ) throws(GeometryFault) -> GeometryRemarks {
        guard let digits = digits(in: text) else { throw .damaged }
        let result = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: digits.count / 2) { memory in
            for index in 0..<digits.count / 2 {
                guard let high = hexadecimalDigit(text[digits.lowerBound + 2 * index]),
                    let low = hexadecimalDigit(text[digits.lowerBound + 2 * index + 1])
                else { return Result<GeometryRemarks, GeometryFault>.failure(.damaged) }
                memory.initializeElement(at: index, to: high << 4 | low)
            }
            return Result { () throws(GeometryFault) in
                try read(UnsafeBufferPointer(memory), into: &sketch, projection: projection)
            }
        }
        return try result.get()
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let ignoresReference: Bool
    private var offset = 0
    private var isBigEndian = false
    /// Parts of a SpatiaLite blob have a mark instead of a byte order.
    private var isSpatiaLite = false
    private var remarks = GeometryRemarks()

    private let projection: GeometryProjection
    /// The vertices have the units of another coordinate system.
    private var isProjected: Bool

    private init(
        _ bytes: UnsafeBufferPointer<UInt8>, ignoringReference: Bool, _ projection: GeometryProjection
    ) {
        self.bytes = bytes
        self.projection = projection
        isProjected = projection == .all
        ignoresReference = ignoringReference
    }

    // MARK: headers

    private mutating func passHeader() throws(GeometryFault) {
        if bytes.count >= 2, bytes[0] == UInt8(ascii: "G"), bytes[1] == UInt8(ascii: "P") {
            try passGeoPackageHeader()
        } else if bytes.count >= 45, bytes[0] == 0, bytes[1] <= 1, bytes[38] == 0x7C,
            bytes[bytes.count - 1] == 0xFE
        {
            isSpatiaLite = true
            isBigEndian = bytes[1] == 0
            offset = 2
            try check(reference: try word())
            // The box, then the mark instead of a byte order.
            offset = 38
        } else if isMySQL {
            try check(reference: try word())
        }
    }

    /// MySQL stores the SRID, then a geometry whose least bytes come first. Without an SRID its beginning is that of a point whose
    /// greatest bytes come first, but a point ends sooner.
    private var isMySQL: Bool {
        guard bytes.count >= 13, bytes[4] == 1, (1...7).contains(bytes[5]),
            bytes[6...8].allSatisfy({ $0 == 0 })
        else { return false }
        return bytes[0] > 1 || bytes.count > 21 && bytes[..<4].allSatisfy { $0 == 0 }
    }

    /// After OGC 12-128r18, "GeoPackage", section 2.1.3.1.1.
    private mutating func passGeoPackageHeader() throws(GeometryFault) {
        guard bytes.count >= 8 else { throw .damaged }
        let flags = bytes[3]
        let boxLengths = [0, 32, 48, 48, 64]
        let box = Int(flags >> 1 & 7)
        guard box < boxLengths.count else { throw .damaged }
        isBigEndian = flags & 1 == 0
        offset = 4
        try check(reference: try word())
        if flags & 0x10 != 0 { throw .empty }
        offset = 8 + boxLengths[box]
    }

    private mutating func check(reference: UInt32) throws(GeometryFault) {
        guard !ignoresReference, reference != 0 else { return }
        isProjected = reference != 4326
        guard isProjected else { return }
        guard projection != .refused else { throw .otherReference }
        remarks.reference = Int(reference)
    }

    private mutating func append(x: Double, y: Double, to sketch: inout GeometrySketch) throws(GeometryFault)
    {
        if isProjected {
            sketch.append(GeometrySketch.ProjectedVertex(x: x, y: y))
        } else {
            let (north, east) = sketch.isSwapped ? (x, y) : (y, x)
            try sketch.append(latitude: north, longitude: east, &remarks)
        }
    }

    // MARK: geometries

    private mutating func geometry(into sketch: inout GeometrySketch, depth: Int) throws(GeometryFault) {
        guard depth < GeometrySketch.depthLimit else { throw .damaged }
        let order = try byte()
        if isSpatiaLite {
            guard order == (depth == 0 ? 0x7C : 0x69) else { throw .damaged }
        } else {
            guard order <= 1 else { throw .damaged }
            isBigEndian = order == 0
        }
        let code = try word()
        if code & 0x2000_0000 != 0 { try check(reference: try word()) }
        let isoDimensions = Int(code & 0x0FFF_FFFF) / 1_000
        guard isoDimensions <= 3 else { throw .damaged }
        let hasHeight = code & 0x8000_0000 != 0 || isoDimensions & 1 != 0
        let hasMeasure = code & 0x4000_0000 != 0 || isoDimensions & 2 != 0
        let others = Others(count: (hasHeight ? 1 : 0) + (hasMeasure ? 1 : 0), hasHeight: hasHeight)
        switch code & 0x0FFF_FFFF % 1_000 {
        case 1: try point(into: &sketch, others: others)
        case 2: try vertices(of: .line, into: &sketch, others: others)
        // Polygon, triangle.
        case 3, 17: try rings(into: &sketch, others: others)
        // Multi-geometries, collection, curves and surfaces of several parts, polyhedral surface, TIN.
        case 4...7, 9...12, 15, 16:
            for _ in 0..<(try word()) { try geometry(into: &sketch, depth: depth + 1) }
        default: throw .damaged
        }
    }

    /// What follows x and y: a height comes first.
    private struct Others {
        let count: Int
        let hasHeight: Bool
    }

    /// Passes what follows x and y of a vertex; its height, where that is kept.
    private mutating func height(
        _ others: Others, for sketch: GeometrySketch
    ) throws(GeometryFault) -> Double? {
        guard others.hasHeight, sketch.keepsHeights else {
            try skip(8 * others.count)
            return nil
        }
        let height = try double()
        try skip(8 * (others.count - 1))
        return height.isFinite ? height : nil
    }

    /// An empty point is written with NaN.
    private mutating func point(into sketch: inout GeometrySketch, others: Others) throws(GeometryFault) {
        let longitude = try double()
        let latitude = try double()
        let height = try height(others, for: sketch)
        guard longitude.isFinite, latitude.isFinite else { return }
        sketch.begin(.point)
        try append(x: longitude, y: latitude, to: &sketch)
        if let height { sketch.setHeight(height) }
    }

    private mutating func rings(into sketch: inout GeometrySketch, others: Others) throws(GeometryFault) {
        let start = sketch.vertices.count
        for _ in 0..<(try word()) {
            let isHole = sketch.vertices.count > start
            try vertices(of: .area, isHole: isHole, into: &sketch, others: others)
        }
    }

    private mutating func vertices(
        of kind: GeometrySketch.Kind, isHole: Bool = false, into sketch: inout GeometrySketch, others: Others
    ) throws(GeometryFault) {
        let count = try word()
        if count > 0 { sketch.begin(kind, isHole: isHole) }
        for _ in 0..<count {
            let longitude = try double()
            let latitude = try double()
            let height = try height(others, for: sketch)
            guard longitude.isFinite, latitude.isFinite else { throw .damaged }
            try append(x: longitude, y: latitude, to: &sketch)
            if let height { sketch.setHeight(height) }
        }
    }

    // MARK: numbers

    private mutating func skip(_ count: Int) throws(GeometryFault) {
        guard bytes.count - offset >= count else { throw .damaged }
        offset += count
    }

    private mutating func byte() throws(GeometryFault) -> UInt8 {
        let start = offset
        try skip(1)
        return bytes[start]
    }

    private mutating func word() throws(GeometryFault) -> UInt32 {
        let start = offset
        try skip(4)
        let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: start, as: UInt32.self)
        return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }

    private mutating func double() throws(GeometryFault) -> Double {
        let start = offset
        try skip(8)
        let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: start, as: UInt64.self)
        return Double(bitPattern: isBigEndian ? UInt64(bigEndian: word) : UInt64(littleEndian: word))
    }

    // MARK: hexadecimal digits

    /// The range of the digits; nil when their count is odd or too small for any geometry.
    private static func digits(in text: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var start = 0
        var end = text.count
        while start < end, text[start] <= 32 { start += 1 }
        while start < end, text[end - 1] <= 32 { end -= 1 }
        let hasPrefix =
            end - start >= 2 && (text[start] == UInt8(ascii: "\\") || text[start] == UInt8(ascii: "0"))
            && text[start + 1] | 0x20 == UInt8(ascii: "x")
        if hasPrefix { start += 2 }
        return (end - start).isMultiple(of: 2) && end - start >= 10 ? start..<end : nil
    }

    private static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
