/// Remarks about a geometry that was read.
package struct GeometryRemarks: Equatable, Sendable {
    /// A longitude was moved by a whole turn into ±180.
    package var hasWrapped = false
    /// The number of the coordinate system that the geometry names, whose units its vertices have: an SRID, which is one of
    /// EPSG's nearly always.
    package var reference: Int?

    /// Remarks about a geometry.
    package init(hasWrapped: Bool = false) {
        self.hasWrapped = hasWrapped
    }
}
