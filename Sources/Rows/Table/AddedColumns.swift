/// Columns that rows are written with besides their own.
package struct AddedColumns: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The distance from the centre of the search, in metres.
    package static let distance = AddedColumns(rawValue: 1)
    /// The latitude and longitude in degrees; formats with geometries need none.
    package static let place = AddedColumns(rawValue: 2)
}
