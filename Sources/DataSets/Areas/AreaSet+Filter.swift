import MapModel
import RowValues
import Rows
import Streams

extension AreaSet {
    /// The areas whose columns match a piece of a filter; names in it are the columns of the set, and `row` its number.
    package func areas(
        matching piece: PlaceTest.Piece, _ isCancelled: () -> Bool
    ) throws(FilterFailure) -> RowSet {
        var columns = table.columnNames
        let rowColumn = FilterColumns(columns).index(of: "row") == nil ? columns.count : nil
        if rowColumn != nil { columns.append("row") }
        do throws(FilterFailure) {
            let filter: Filter
            do throws(FilterProblem) { filter = try Filter(piece.text, columns: columns) } catch {
                throw .problem(error)
            }
            var values = try values(of: filter.valueColumns.filter { $0 != rowColumn }, isCancelled)
            if let rowColumn, filter.valueColumns.contains(rowColumn) { values[rowColumn] = rowNumbers }
            let timed = filter.timedColumns.filter { $0 != rowColumn }
            let times = FilterTimes(try table.times(of: timed, filter.calendar, isCancelled: isCancelled))
            return try filter.rows(
                values, times: times, rowCount: table.recordCount, isCancelled: isCancelled)
        } catch .problem(let problem) {
            throw .problem(problem.moved(into: piece, of: name))
        } catch {
            throw error
        }
    }

    private func values(
        of columns: [Int], _ isCancelled: () -> Bool
    ) throws(FilterFailure) -> [Int: ColumnValues] {
        do throws(SourceError) {
            let found = try table.readColumns(columns, isCancelled: isCancelled, progress: { _ in })
            return Dictionary(zip(columns, found)) { first, _ in first }
        } catch {
            throw FilterFailure(error)
        }
    }

    private var rowNumbers: ColumnValues {
        var numbers = ColumnBuilder(name: "row", kind: .number)
        for row in 0..<table.recordCount { numbers.append("\(row + 1)") }
        return numbers.finish()
    }
}

extension FilterProblem {
    /// A mistake in the filter of a set, in the text of which that is a piece.
    fileprivate func moved(into piece: PlaceTest.Piece, of set: String) -> FilterProblem {
        let start = piece.range.lowerBound
        let words = description.hasPrefix("no column") ? "\(set) has \(description)" : description
        return FilterProblem(words, at: range.lowerBound + start..<range.upperBound + start)
    }
}

extension FilterFailure {
    /// Why something could not be read.
    init(_ error: SourceError) { self = error == .cancelled ? .cancelled : .source(error) }
}
