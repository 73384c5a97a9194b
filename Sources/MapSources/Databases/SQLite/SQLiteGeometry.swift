import MapModel

/// Geometries in the values of a database, told apart by their first bytes: the blobs of GeoPackage, SpatiaLite and
/// OGC, the same in hexadecimal digits.
enum SQLiteGeometry {
    /// Reads the geometry in a column into `sketch`.
    ///
    /// - Parameter ignoringReference: metadata say that it is in degrees; an SRID is a number of their own.
    static func read(
        _ rows: borrowing SQLiteStatement, _ column: Int, into sketch: inout GeometrySketch,
        ignoringReference: Bool = false
    ) -> Result<GeometryRemarks, GeometryFault> {
        let isBlob = rows.kind(column) == .blob
        return rows.withBytes(column) { bytes in
            Result { () throws(GeometryFault) in
                isBlob
                    ? try WellKnownBinary.read(bytes, into: &sketch, ignoringReference: ignoringReference)
                    : try WellKnownBinary.read(hexadecimal: bytes, into: &sketch)
            }
        }
    }

    /// Whether a value is a geometry, wherever it lies.
    static func isGeometry(
        _ rows: borrowing SQLiteStatement, _ column: Int, _ sketch: inout GeometrySketch
    ) -> Bool {
        switch read(rows, column, into: &sketch) {
        case .success: true
        case .failure(let fault): fault != .damaged
        }
    }
}
