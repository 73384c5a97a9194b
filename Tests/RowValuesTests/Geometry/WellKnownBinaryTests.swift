import MapModel
import TestSupport
import Testing

@testable import RowTestSupport
@testable import RowValues

@Suite struct WellKnownBinaryTests {
    private static func read(_ bytes: [UInt8]) throws(GeometryFault) -> GeometrySketch {
        var sketch = GeometrySketch()
        let result = bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(GeometryFault) in try WellKnownBinary.read(buffer, into: &sketch) }
        }
        _ = try result.get()
        return sketch
    }

    private static func read(hexadecimal text: String) throws(GeometryFault) -> GeometrySketch {
        var sketch = GeometrySketch()
        let result = Array(text.utf8).withUnsafeBufferPointer { buffer in
            Result { () throws(GeometryFault) in
                try WellKnownBinary.read(hexadecimal: buffer, into: &sketch)
            }
        }
        _ = try result.get()
        return sketch
    }

    private static func hexadecimal(_ bytes: [UInt8], lowercased: Bool = false) -> String {
        bytes.map { byte in
            let text = String(byte, radix: 16, uppercase: !lowercased)
            return text.count < 2 ? "0" + text : text
        }.joined()
    }

    @Test(arguments: 0..<200) func whatIsWrittenIsReadAsFromText(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let sample = SampleGeometry.random(&random)
        let bytes = sample.binary(
            bigEndian: Bool.random(using: &random),
            dimensions: SampleGeometry.Dimensions.allCases.randomElement(using: &random) ?? .none,
            reference: [nil, 0, 4326].randomElement(using: &random) ?? nil)
        let text = Self.hexadecimal(bytes, lowercased: Bool.random(using: &random))
        if sample.sketch.isEmpty {
            #expect(throws: GeometryFault.empty) { try Self.read(bytes) }
        } else {
            #expect(try Self.read(bytes) == sample.sketch)
            #expect(try Self.read(hexadecimal: text) == sample.sketch)
            #expect(try WellKnownTextTests.read(sample.text()) == sample.sketch)
        }
    }

    @Test(arguments: 0..<100) func geometriesOfMySQLFollowTheirReference(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let sample = SampleGeometry.random(&random)
        guard !sample.sketch.isEmpty else { return }
        let bytes = sample.binary(bigEndian: false)
        for reference: [UInt8] in [[0, 0, 0, 0], [0xE6, 0x10, 0, 0]] {
            #expect(try Self.read(reference + bytes) == sample.sketch)
            #expect(try Self.read(hexadecimal: "0x" + Self.hexadecimal(reference + bytes)) == sample.sketch)
        }
        #expect(throws: GeometryFault.otherReference) { try Self.read([0x11, 0x0F, 0, 0] + bytes) }
    }

    /// Cut anywhere, a geometry is refused: nothing is made up.
    @Test(arguments: 0..<50) func whatIsCutOffIsRefused(seed: UInt64) {
        var random = SeededRandom(seed)
        let bytes = SampleGeometry.random(&random).binary(bigEndian: Bool.random(using: &random))
        for length in 0..<bytes.count {
            #expect(throws: GeometryFault.damaged) { try Self.read(Array(bytes[..<length])) }
        }
    }

    @Test(arguments: 0..<200) func mutationsAreReadOrRefused(seed: UInt64) {
        var random = SeededRandom(seed)
        var bytes = SampleGeometry.random(&random).binary(bigEndian: false, reference: 4326)
        for _ in 0..<20 {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            if let sketch = try? Self.read(bytes) { #expect(!sketch.isEmpty) }
        }
    }

    @Test func countsAreNotBelieved() {
        for type: UInt8 in [2, 3, 4, 5, 6, 7] {
            #expect(throws: GeometryFault.damaged) {
                try Self.read([1, type, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF])
            }
        }
        // Lines of no vertices, as many as there is room for.
        let empty: [UInt8] = [1, 2, 0, 0, 0, 0, 0, 0, 0]
        let many =
            [1, 5, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF] + Array(repeatElement(empty, count: 1_000).joined())
        #expect(throws: GeometryFault.damaged) { try Self.read(many) }
    }

    @Test func nestingIsLimited() throws {
        func nested(_ depth: Int) -> [UInt8] {
            var sample = SampleGeometry.point(FixedCoordinate(latitudeE7: 1, longitudeE7: 2))
            for _ in 0..<depth { sample = .collection([sample]) }
            return sample.binary(bigEndian: true)
        }
        #expect(try Self.read(nested(GeometrySketch.depthLimit - 1)).vertices.count == 1)
        #expect(throws: GeometryFault.damaged) { try Self.read(nested(GeometrySketch.depthLimit)) }
        let deep = Array(repeatElement([1, 7, 0, 0, 0, 1, 0, 0, 0] as [UInt8], count: 100_000).joined())
        #expect(throws: GeometryFault.damaged) { try Self.read(deep) }
    }

    @Test func otherReferencesAreNotPlotted() {
        let point = SampleGeometry.point(FixedCoordinate(latitudeE7: 1, longitudeE7: 2))
        #expect(throws: GeometryFault.otherReference) {
            try Self.read(point.binary(bigEndian: false, reference: 3857))
        }
    }

    @Test(arguments: [
        (Double.nan, Double.nan, GeometryFault.empty), (.infinity, 1, .empty), (1, 90.5, .latitudeOutOfRange),
        (541, 1, .longitudeOutOfRange), (1e308, 1, .longitudeOutOfRange), (1, -1e308, .latitudeOutOfRange),
    ]) func numbersThatAreNoPlaces(longitude: Double, latitude: Double, fault: GeometryFault) {
        let bytes: [UInt8] =
            [1, 1, 0, 0, 0]
            + [longitude, latitude].flatMap {
                withUnsafeBytes(of: $0.bitPattern.littleEndian) { Array($0) }
            }
        #expect(throws: fault) { try Self.read(bytes) }
    }

    // MARK: blobs

    private static let sample = SampleGeometry.line([
        FixedCoordinate(latitudeE7: 470_000_000, longitudeE7: 80_000_000),
        FixedCoordinate(latitudeE7: 480_000_000, longitudeE7: 90_000_000),
    ])

    private static func geoPackage(flags: UInt8, reference: [UInt8], box: Int) -> [UInt8] {
        [0x47, 0x50, 0, flags] + reference + [UInt8](repeating: 0xFF, count: box)
            + sample.binary(bigEndian: true)
    }

    @Test(arguments: [(0, 0), (1, 32), (2, 48), (3, 48), (4, 64)]) func blobsOfGeoPackage(
        code: UInt8, box: Int
    ) throws {
        let little = Self.geoPackage(flags: code << 1 | 1, reference: [0xE6, 0x10, 0, 0], box: box)
        #expect(try Self.read(little) == Self.sample.sketch)
        let big = Self.geoPackage(flags: code << 1, reference: [0, 0, 0x10, 0xE6], box: box)
        #expect(try Self.read(big) == Self.sample.sketch)
    }

    @Test func faultyBlobsOfGeoPackage() throws {
        let metres = Self.geoPackage(flags: 1, reference: [0x11, 0x0F, 0, 0], box: 0)
        #expect(throws: GeometryFault.otherReference) { try Self.read(metres) }
        var sketch = GeometrySketch()
        try metres.withUnsafeBufferPointer {
            _ = try WellKnownBinary.read($0, into: &sketch, ignoringReference: true)
        }
        #expect(sketch == Self.sample.sketch)
        #expect(throws: GeometryFault.empty) {
            try Self.read(Self.geoPackage(flags: 0x11, reference: [0, 0, 0, 0], box: 0))
        }
        #expect(throws: GeometryFault.damaged) {
            try Self.read(Self.geoPackage(flags: 5 << 1, reference: [0, 0, 0, 0], box: 64))
        }
        for length in 0..<20 {
            let cut = Array(Self.geoPackage(flags: 3, reference: [0, 0, 0, 0], box: 32)[..<length])
            #expect(throws: GeometryFault.damaged) { try Self.read(cut) }
        }
    }

    @Test func blobsOfSpatiaLite() throws {
        // Two points of a multi-point: the parts have the mark 0x69 in the place of a byte order.
        func double(_ value: Double) -> [UInt8] {
            withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
        }
        var bytes: [UInt8] = [0, 1, 0xE6, 0x10, 0, 0] + [UInt8](repeating: 0, count: 32) + [0x7C]
        bytes += [4, 0, 0, 0, 2, 0, 0, 0]
        for value in [1.0, 2] { bytes += [0x69, 1, 0, 0, 0] + double(value) + double(value) }
        bytes.append(0xFE)
        #expect(try Self.read(bytes).vertices.map(\.latitudeE7) == [10_000_000, 20_000_000])
        bytes[2] = 0
        #expect(throws: GeometryFault.otherReference) { try Self.read(bytes) }
    }

    @Test(arguments: [
        "", "0", "01", "0101000000", "xyz", "010100000000000000000020400000000000004z40", "0x", "\\x",
    ])
    func whatIsNoHexadecimalIsRefused(text: String) {
        #expect(throws: GeometryFault.damaged) { try Self.read(hexadecimal: text) }
    }

    /// As `SELECT ST_GeomFromText('POINT(8 47)', 4326)` prints it.
    @Test(arguments: ["", "\\x", " 0X"]) func whatPostGISPrints(prefix: String) throws {
        let sketch = try Self.read(
            hexadecimal: prefix + "0101000020E610000000000000000020400000000000804740 ")
        #expect(sketch.vertices == [FixedCoordinate(latitudeE7: 470_000_000, longitudeE7: 80_000_000)])
    }
}
