import App
import DataSets
import Streams

/// The work of the table, in what was read last.
extension DataWork {
    /// The work behind a request of the table.
    func job(for request: TableRequest) -> BackgroundJob {
        switch request {
        case .list(let question, let ticket):
            BackgroundJob(slot: .table) { post throws(CancellationError) in
                .table(
                    try self.table.list(
                        question, ticket: ticket, self.loaded,
                        self.dataSet?.columns,
                        progress: { post(.answered(.table(.sorting($0, ticket: ticket)))) }))
            }
        case .measure(let rows, let numbering):
            BackgroundJob(slot: .tableColumns) { _ throws(CancellationError) in
                .table(try self.table.measure(rows, numbering: numbering, self.loaded))
            }
        case .read(let rows):
            BackgroundJob(slot: .tableRows) { _ throws(CancellationError) in try self.readTableRows(rows) }
        case .search(let query, let question, let ticket):
            BackgroundJob(slot: .tableSearch) { _ throws(CancellationError) in
                .table(
                    try self.table.search(query, in: question, ticket: ticket, self.loaded))
            }
        }
    }

    private func readTableRows(_ rows: [UInt32]) throws(CancellationError) -> Answer {
        guard loaded != nil else { throw CancellationError() }
        return .table(.read(readValues(rows)))
    }

    /// The values of rows; those that cannot be read have none, or they would be asked for again and again.
    func readValues(_ rows: [UInt32]) -> RowAnswer<[String]> {
        var answer = read(rows) { table, rows throws(SourceError) in
            var values: [UInt32: [String]] = [:]
            try table.visitRows(rows) { values[$0.row] = TableWork.texts(of: $0) }
            return values
        }
        for row in rows where answer.values[row] == nil { answer.values[row] = [] }
        return answer
    }
}
