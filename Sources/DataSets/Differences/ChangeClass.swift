/// What became of a row from the old source to the new one.
package enum ChangeClass: UInt8, CaseIterable, Sendable {
    /// Only in the new source.
    case added
    /// Only in the old source.
    case removed
    /// Further away than the tolerance; its values may differ, too.
    case moved
    /// At the same place, with other values.
    case changed
    /// The same.
    case unchanged

    /// The word for it in tables and filters.
    package var name: String {
        switch self {
        case .added: "added"
        case .removed: "removed"
        case .moved: "moved"
        case .changed: "changed"
        case .unchanged: "unchanged"
        }
    }

    /// The class with a name.
    package init?(name: String) {
        guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = found
    }
}

/// How many rows each class has.
package struct ChangeCounts: Sendable, Equatable {
    private var counts = [Int](repeating: 0, count: ChangeClass.allCases.count)

    /// No rows.
    package init() {}

    /// The rows of a class.
    package subscript(change: ChangeClass) -> Int {
        get { counts[Int(change.rawValue)] }
        set { counts[Int(change.rawValue)] = newValue }
    }

    /// Rows that are in both sources.
    var paired: Int { self[.unchanged] + self[.changed] + self[.moved] }
    /// Rows of the old source: all but the added ones.
    package var old: Int { paired + self[.removed] }
    /// Rows of the new source: all but the removed ones.
    package var new: Int { paired + self[.added] }
    /// Rows that differ.
    package var differences: Int { counts.reduce(0, +) - self[.unchanged] }
}
