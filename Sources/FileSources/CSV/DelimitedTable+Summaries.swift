import Rows
import Streams

extension DelimitedTable {
    /// The words of `rows`, in their order. Each block of 64 records is read once.
    ///
    /// - Precondition: `rows` are in ascending order.
    package func words(rows: [UInt32]) throws(SourceError) -> [RowWords] {
        var words: [RowWords] = []
        words.reserveCapacity(rows.count)
        try visit(rows) { words.append(self.words(of: $0)) }
        return words
    }

    private func words(of record: DelimitedRecord) -> RowWords {
        func value(_ column: Int?) -> String {
            column.flatMap { $0 < record.fields.count ? record.fields[$0] : nil } ?? ""
        }
        let identifier = columns.id == columns.label ? nil : columns.id
        var details: [String] = []
        for column in columns.searched where column != columns.label && column != identifier {
            let value = value(column)
            if !value.isEmpty, !details.contains(value) { details.append(value) }
        }
        return RowWords(
            row: record.row, label: value(columns.label), identifier: value(identifier), details: details)
    }
}
