extension RowTable {
    public func write(
        count: Int, row: (Int) -> ExportedRow, as format: RowFormat, to sink: ([UInt8]) -> Void
    ) throws(SourceError) {}
}
