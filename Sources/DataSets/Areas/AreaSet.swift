import MapModel
import Rows
import Streams

/// Areas that rows are counted in: their outlines, what they are called, and their columns.
package struct AreaSet: Sendable {
    /// Where a set comes from.
    package enum Kind: Sendable, Equatable {
        /// Countries or regions that come with the program: they are cut by the coast of the map.
        case shipped
        /// A file of its own.
        case file
        /// Rows that are shown themselves.
        case layer
    }

    /// What the user calls it.
    package let name: String
    /// Where it comes from.
    package let kind: Kind
    /// The outlines; an area is a number.
    package let geometry: AreaGeometry
    /// Of each area; two may have one name.
    package let names: [String]
    /// A code of each area, "" for none.
    package let codes: [String]
    /// The columns of the areas: row i is area i.
    package let table: any RowTable
    /// A number of its own for each time that it was read.
    package internal(set) var reading: Int
    /// The lines and areas by row of `table`.
    package let shapes: WrittenShapes
    /// The places of rows that are points.
    package let points: [FixedCoordinate]
    /// What the user should know of how they were read, a line each.
    package var notices: [String] = []
    /// Knows all codes and names of shipped areas, of so many columns; nil where the columns of the set have them.
    let codeBook: (@Sendable (_ columns: Int) throws(SourceError) -> any AreaCodes)?

    package init(
        name: String, kind: Kind, geometry: AreaGeometry, names: [String], codes: [String],
        table: any RowTable, reading: Int = 0, shapes: WrittenShapes = WrittenShapes(ShapeIndex()),
        points: [FixedCoordinate] = [],
        codeBook: (@Sendable (_ columns: Int) throws(SourceError) -> any AreaCodes)? = nil
    ) {
        (self.shapes, self.points, self.codeBook) = (shapes, points, codeBook)
        self.name = name
        self.kind = kind
        self.geometry = geometry
        self.names = names
        self.codes = codes
        self.table = table
        self.reading = reading
    }

    /// How far the areas reach beyond their borders where there is no other: those of the map are right to about a kilometre,
    /// so that harbours and airports at a coast would lie at sea.
    package var reachMeters: Double { kind == .shipped ? 2_000 : 0 }

    /// How many areas there are.
    package var count: Int { geometry.count }
}
