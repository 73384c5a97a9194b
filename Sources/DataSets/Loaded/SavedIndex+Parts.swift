import MapModel
import RowValues
import Streams

// Names and columns of rows.
extension SavedIndex {
    /// The names of rows as they were saved; nil when they must be read.
    package func names(recordCount: Int) -> NameIndex? {
        restore(.names) { saved throws(SavedFault) in
            let index = try NameIndex(saved)
            guard index.recordCount == recordCount else { throw .damaged }
            return index
        }
    }

    /// Saves the names of all rows.
    package func save(_ names: NameIndex) {
        save(.names, rowCount: names.recordCount, byteCount: names.byteCount) { file throws(SavedFault) in
            try names.save(to: &file)
        }
    }

    /// The values of a column as they were saved; nil when they must be read.
    package func column(_ number: Int, rowCount: Int) -> ColumnValues? {
        restore(.column(number)) { saved throws(SavedFault) in
            let values = try ColumnValues(saved)
            guard values.rowCount == rowCount else { throw .damaged }
            return values
        }
    }

    /// Saves the values of a column of all rows.
    package func save(_ column: ColumnValues, number: Int) {
        save(.column(number), rowCount: column.rowCount, byteCount: column.byteCount) {
            file throws(SavedFault) in
            try column.save(to: &file)
        }
    }
}
