import DataSets

/// The differences around the selected row, nearest first, and what was read of them.
package struct ChangesNear: Sendable {
    /// Values kept in memory; beyond it all are forgotten together.
    private static let keptValues = 2_000

    package private(set) var rows: [UInt32] = []
    /// The columns of rows, as the table has them.
    package private(set) var values: [UInt32: [String]] = [:]
    private var subject: Subject?

    /// Of the rows: those numbered otherwise are other rows.
    private var numbering = -1

    /// What they are around.
    struct Subject: Equatable {
        let row: UInt32
        let generation: Int
    }

    /// Those of some rows whose values are not known.
    mutating func missing(_ rows: [UInt32], numbering: Int) -> [UInt32] {
        if numbering != self.numbering { (self.numbering, values) = (numbering, [:]) }
        return rows.filter { values[$0] == nil }
    }

    /// Whether they are known.
    func isAbout(_ subject: Subject) -> Bool { self.subject == subject }

    /// Shows others.
    mutating func show(_ rows: [UInt32], around subject: Subject) {
        (self.rows, self.subject) = (rows, subject)
    }

    /// None, while no row is looked at.
    mutating func hide() { (rows, subject) = ([], nil) }

    mutating func receive(_ values: [UInt32: [String]]) {
        if self.values.count > Self.keptValues { self.values = [:] }
        self.values.merge(values) { $1 }
    }
}
