import MapModel

/// A row whose geometry is in another coordinate system, or which follows such a row: shapes are in the order of rows.
package struct ProjectedShape: Sendable {
    /// The number of the row.
    package let row: UInt32
    /// The line on which it begins; 0 where it has none.
    package let line: Int
    /// Its geometry, whose vertices are projected until they are placed.
    package var sketch: GeometrySketch
    /// The number of the system that the geometry names; nil for the one that the user named.
    package let reference: Int?

    /// A row with its geometry.
    package init(row: UInt32, line: Int, sketch: GeometrySketch, reference: Int?) {
        (self.row, self.line, self.sketch, self.reference) = (row, line, sketch, reference)
    }
}
