/// The columns, counted from 0, for each purpose.
package struct ColumnRoles: Sendable, Equatable {
    /// The column shown as the name of a row; nil when there is none.
    package var label: Int?
    /// The column that identifies a row; nil when there is none.
    package var id: Int?
    /// The searched columns: the label, the id, then other columns of words.
    package var searched: [Int]

    /// Roles of columns, which must exist in the table.
    package init(label: Int? = nil, id: Int? = nil, searched: [Int] = []) {
        self.label = label
        self.id = id
        self.searched = searched
    }
}
