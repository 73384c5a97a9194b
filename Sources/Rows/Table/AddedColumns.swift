/// What rows are written with besides their own columns.
package struct AddedColumns: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// How far each is from where it was looked for.
    package static let distance = AddedColumns(rawValue: 1)
    /// The latitude and the longitude; formats with geometries do without.
    package static let place = AddedColumns(rawValue: 2)
}
