import MapModel
import Streams

/// Reads lines in Google's encoded polyline format: differences of latitude and longitude in 1e-5 degrees, five bits a
/// character.
///
/// After Google, "Encoded Polyline Algorithm Format".
package enum EncodedPolyline {
    /// Units of 1e-7 degrees in the last digit.
    private static let unitsPerStep: Int64 = 100

    /// Reads the line in a range of `bytes` into `sketch`, which is reset first.
    ///
    /// - Complexity: O(bytes).
    package static func read(
        _ bytes: ByteRun, _ range: Range<Int>, into sketch: inout GeometrySketch
    ) throws(GeometryFault) -> GeometryRemarks {
        sketch.reset()
        var remarks = GeometryRemarks()
        var offset = range.lowerBound
        var (north, east): (Int64, Int64) = (0, 0)
        sketch.begin(.line)
        while offset < range.upperBound {
            north += try difference(bytes, &offset, range.upperBound)
            east += try difference(bytes, &offset, range.upperBound)
            try sketch.append(north: north * unitsPerStep, east: east * unitsPerStep, &remarks)
        }
        guard sketch.vertices.count > 1 else { throw .damaged }
        return remarks
    }

    private static func difference(_ bytes: ByteRun, _ offset: inout Int, _ end: Int) throws(GeometryFault)
        -> Int64
    {
        var value: Int64 = 0
        var shift: Int64 = 0
        while true {
            guard offset < end, (63...126).contains(bytes[offset]), shift < 35 else { throw .damaged }
            let bits = Int64(bytes[offset] - 63)
            offset += 1
            value |= (bits & 31) << shift
            shift += 5
            if bits < 32 { return value & 1 == 1 ? ~(value >> 1) : value >> 1 }
        }
    }
}
