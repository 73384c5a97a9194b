import MapModel
import Streams

/// What becomes of a geometry in another coordinate system than degrees on WGS 84.
package enum GeometryProjection: Sendable, Equatable {
    /// It is a fault.
    case refused
    /// A geometry that names its system keeps its numbers, to be transformed.
    case named
    /// So does one that names none: the user named it.
    case all
}

/// How the geometries of a column are written.
package enum GeometryNotation: Sendable, Equatable, CaseIterable {
    case wellKnownText
    /// Well-known binary in hexadecimal digits.
    case hexadecimal
    /// A geometry or feature of GeoJSON, also as Python prints it, or a bare array of positions.
    case geoJSON
    /// Google's encoded polyline, told by the name of its column only: any text could be one.
    case encodedPolyline
    /// References of the British National Grid, told by the name of their column: article numbers look alike.
    case britishGrid

    /// The name for users.
    package var words: String {
        switch self {
        case .wellKnownText: "WKT"
        case .hexadecimal: "hexadecimal WKB"
        case .geoJSON: "GeoJSON"
        case .encodedPolyline: "encoded polylines"
        case .britishGrid: "British grid references"
        }
    }

    /// Reads the geometry in a range of `bytes` into `sketch`, which is reset first.
    ///
    /// - Parameter projection: what becomes of geometries in other coordinate systems.
    package func read(
        _ bytes: ByteRun, _ range: Range<Int>, into sketch: inout GeometrySketch,
        projection: GeometryProjection = .refused
    ) throws(GeometryFault) -> GeometryRemarks {
        switch self {
        case .wellKnownText: try WellKnownText.read(bytes, range, into: &sketch, projection: projection)
        case .hexadecimal:
            try WellKnownBinary.read(
                hexadecimal: UnsafeBufferPointer(start: bytes.base + range.lowerBound, count: range.count),
                into: &sketch, projection: projection)
        case .geoJSON: try GeometryJSON.read(bytes, range, into: &sketch)
        case .encodedPolyline: try EncodedPolyline.read(bytes, range, into: &sketch)
        case .britishGrid: try BritishGrid.read(bytes, range, into: &sketch, projection: projection)
        }
    }

    /// The notation of `text`, and why it cannot be shown, if so; nil for text that is not a geometry.
    package static func judge(
        _ text: [UInt8], projection: GeometryProjection = .refused, isSwapped: Bool = false
    ) -> (notation: GeometryNotation, fault: GeometryFault?)? {
        var sketch = GeometrySketch()
        sketch.isSwapped = isSwapped
        for notation in allCases where notation != .encodedPolyline && notation != .britishGrid {
            let fault = ByteRun.with(text) { bytes -> GeometryFault? in
                do throws(GeometryFault) {
                    _ = try notation.read(bytes, 0..<bytes.count, into: &sketch, projection: projection)
                    return nil
                } catch {
                    return error
                }
            }
            if fault != .damaged { return (notation, fault) }
        }
        return nil
    }
}
