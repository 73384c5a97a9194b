import MapModel
import Streams

/// How the geometries of a column are written.
package enum GeometryNotation: Sendable, Equatable, CaseIterable {
    case wellKnownText
    /// Well-known binary in hexadecimal digits.
    case hexadecimal
    case geoJSON

    /// The name for users.
    package var words: String {
        switch self {
        case .wellKnownText: "WKT"
        case .hexadecimal: "hexadecimal WKB"
        case .geoJSON: "GeoJSON"
        }
    }

    /// Reads the geometry in a range of `bytes` into `sketch`, which is reset first.
    package func read(
        _ bytes: ByteRun, _ range: Range<Int>, into sketch: inout GeometrySketch
    ) throws(GeometryFault) -> GeometryRemarks {
        switch self {
        case .wellKnownText: try WellKnownText.read(bytes, range, into: &sketch)
        case .hexadecimal:
            try WellKnownBinary.read(
                hexadecimal: UnsafeBufferPointer(start: bytes.base + range.lowerBound, count: range.count),
                into: &sketch)
        case .geoJSON: try GeometryJSON.read(bytes, range, into: &sketch)
        }
    }

    /// The notation of `text`, and why it cannot be shown, if so; nil for text that is not a geometry.
    package static func judge(_ text: [UInt8]) -> (notation: GeometryNotation, fault: GeometryFault?)? {
        var sketch = GeometrySketch()
        for notation in allCases {
            let fault = ByteRun.with(text) { bytes -> GeometryFault? in
                do throws(GeometryFault) {
                    _ = try notation.read(bytes, 0..<bytes.count, into: &sketch)
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
