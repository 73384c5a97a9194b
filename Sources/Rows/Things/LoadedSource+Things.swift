extension LoadedSource {
    /// Messages heard of each row, 0 for rows that are no things; nil where nothing is followed. A table with the columns of
    /// feeds is one of things.
    package var heardRows: [UInt32]? {
        if let heard { return heard }
        guard table.columnNames.starts(with: ThingColumn.names) else { return nil }
        return [UInt32](repeating: 1, count: table.recordCount)
    }
}
