extension ColumnValues {
    /// The most frequent values of a column that was not read, with their counts: there are no values by row.
    package init(name: String, kind: ColumnKind, frequent: [(value: String, count: Int)]) {
        self.name = name
        self.kind = kind
        storage = .words(WordCodes(frequent: frequent))
        filledCount = frequent.reduce(0) { $0 + $1.count }
        misfitCount = 0
    }
}
