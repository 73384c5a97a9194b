import MapModel
import Rows
import Streams

/// Rows, looked up in what was read last.
extension DataWork {
    /// The names of rows; rows that cannot be read have none.
    func readLabels(_ rows: [UInt32]) -> Action {
        .labelsRead(
            read(rows) { table, rows throws(SourceError) in
                Dictionary(zip(rows, try table.rowLabels(rows))) { first, _ in first }
            })
    }

    /// What lists show of rows; rows that cannot be read are empty.
    func readSummaries(_ rows: [UInt32]) -> Action {
        var answer = read(rows, summaries)
        // A row that cannot be read is answered as well, or it would be asked for again and again.
        for row in rows where answer.values[row] == nil {
            answer.values[row] = RowSummary(title: .empty, detail: .empty, code: .empty)
        }
        return .summariesRead(answer)
    }

    private func summaries(
        _ table: any RowTable, _ rows: [UInt32]
    ) throws(SourceError) -> [UInt32: RowSummary] {
        Dictionary(try table.rowWords(rows).map { ($0.row, RowSummary($0)) }) { first, _ in first }
    }

    /// What `body` reads of rows, source by source: one that cannot be read does not keep the others from it.
    private func read<Value: Sendable>(
        _ rows: [UInt32], _ body: (any RowTable, [UInt32]) throws(SourceError) -> [UInt32: Value]
    ) -> RowAnswer<Value> {
        guard let loaded = loaded.withLock({ $0 }) else { return RowAnswer(numbering: 0) }
        var answer = RowAnswer<Value>(numbering: loaded.rows.numbering)
        var rest = Set(rows).sorted()[...]
        for end in loaded.sources.map(\.rows.upperBound) + [.max] {
            let own = Array(rest.prefix { $0 < end })
            rest = rest.dropFirst(own.count)
            if own.isEmpty { continue }
            do throws(SourceError) {
                answer.values.merge(try body(loaded.table, own)) { first, _ in first }
            } catch {
                answer.problem = answer.problem ?? error
            }
        }
        return answer
    }

    /// Gathers the names of all rows, telling `progress` of every part.
    func indexNames(progress: (Action) -> Void) throws(CancellationError) -> Action {
        guard let loaded = loaded.withLock({ $0 }) else { throw CancellationError() }
        return try search.indexNames(
            of: loaded.table, loaded.rows.tree, generation: loaded.rows.generation, progress: progress)
    }

    func readRecord(_ row: UInt32, ticket: Int) -> Action {
        guard let table = loaded.withLock({ $0?.table }) else {
            return .recordRead(.failure(RecordError(message: "the file is still loading")), ticket: ticket)
        }
        do throws(SourceError) {
            return .recordRead(.success(try table.namedRow(row)), ticket: ticket)
        } catch {
            return .recordRead(.failure(RecordError(message: error.onScreen)), ticket: ticket)
        }
    }
}

extension RowSummary {
    fileprivate init(_ words: RowWords) {
        title = RowTexts.oneLine(words.label)
        code = RowTexts.oneLine(words.identifier)
        detail = RowTexts.oneLine(words.details.joined(separator: ", "), limit: 1000)
    }
}
