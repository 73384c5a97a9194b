import MapModel
import RowValues
import SQLiteFiles
import Streams

/// Geometries in the values of a database, distinguished by their first bytes: the blobs of GeoPackage, SpatiaLite and
/// OGC, the same in hexadecimal digits, well-known text.
enum SQLiteGeometry {
    /// Reads the geometry in a column into `sketch`.
    ///
    /// - Parameter ignoringReference: metadata declare degrees; an SRID is then a number of the file's own.
    static func read(
        _ rows: borrowing SQLiteStatement, _ column: Int, into sketch: inout GeometrySketch,
        ignoringReference: Bool = false
    ) throws(GeometryFault) -> GeometryRemarks {
        let isBlob = rows.kind(column) == .blob
        return try rows.withBytes(column) { bytes throws(GeometryFault) in
            isBlob
                ? try WellKnownBinary.read(bytes, into: &sketch, ignoringReference: ignoringReference)
                : try read(text: bytes, into: &sketch)
        }
    }

    /// Digits begin with the order of bytes, 00 or 01, or with 0x or \x; text begins with the name of a type.
    private static func read(
        text: UnsafeBufferPointer<UInt8>, into sketch: inout GeometrySketch
    ) throws(GeometryFault) -> GeometryRemarks {
        guard let first = text.first(where: { $0 > 0x20 }) else { throw .empty }
        if first == UInt8(ascii: "0") || first == UInt8(ascii: "\\") {
            return try WellKnownBinary.read(hexadecimal: text, into: &sketch)
        }
        return try ByteRun.with(Array(text)) { run throws(GeometryFault) in
            try WellKnownText.read(run, 0..<run.count, into: &sketch)
        }
    }

    /// Whether a value is a geometry, wherever it lies.
    static func isGeometry(
        _ rows: borrowing SQLiteStatement, _ column: Int, _ sketch: inout GeometrySketch
    ) -> Bool {
        do throws(GeometryFault) {
            _ = try read(rows, column, into: &sketch)
            return true
        } catch {
            return error != .damaged
        }
    }
}
