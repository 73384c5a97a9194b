import App
import MapModel
import DataSets
import Rows
import Streams

/// Rows, looked up in what was read last.
extension DataWork {
    /// The names of rows; rows that cannot be read have none.
    func readLabels(_ rows: [UInt32]) -> RowAnswer<String> {
        read(rows) { table, rows throws(SourceError) in
            Dictionary(zip(rows, try table.rowLabels(rows))) { first, _ in first }
        }
    }

    /// What lists show of rows; rows that cannot be read are empty.
    func readSummaries(_ rows: [UInt32]) -> RowAnswer<RowSummary> {
        var answer = read(rows, summaries)
        // A row that cannot be read is answered as well, or it would be asked for again and again.
        for row in rows where answer.values[row] == nil {
            answer.values[row] = RowSummary(title: .empty, detail: .empty, code: .empty)
        }
        return answer
    }

    private func summaries(
        _ table: any RowTable, _ rows: [UInt32]
    ) throws(SourceError) -> [UInt32: RowSummary] {
        Dictionary(try table.rowWords(rows).map { ($0.row, RowSummary($0)) }) { first, _ in first }
    }

    /// What `body` reads of rows, source by source: one that cannot be read does not keep the others from it.
    package func read<Value: Sendable>(
        _ rows: [UInt32], _ body: (any RowTable, [UInt32]) throws(SourceError) -> [UInt32: Value]
    ) -> RowAnswer<Value> {
        guard let loaded else { return RowAnswer(numbering: 0) }
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

    /// What differs as the list shows it; nil where the rows cannot be read.
    func listChanges(_ question: ChangeListing.Question) throws(CancellationError) -> ChangeListing? {
        guard let loaded else { return nil }
        do throws(SourceError) {
            return try ChangeListing(question, of: loaded.table) { Task.isCancelled }
        } catch .cancelled {
            throw CancellationError()
        } catch {
            return nil
        }
    }

    /// What changed in each column of a comparison; nothing where the rows cannot be read.
    func countChangedColumns(_ kept: RowSet?) throws(CancellationError) -> [ChangedColumn] {
        guard let loaded, let changes = loaded.rows.changes else { return [] }
        do throws(SourceError) {
            return try ChangedColumn.all(of: changes, kept: kept, in: loaded.table) { Task.isCancelled }
        } catch .cancelled {
            throw CancellationError()
        } catch {
            return []
        }
    }

    /// Gathers the names of all rows, telling `progress` of every part.
    func indexNames(progress: (Action) -> Void) throws(CancellationError) -> Answer {
        guard let loaded else { throw CancellationError() }
        return try search.indexNames(
            of: loaded.table, loaded.rows.tree, generation: loaded.rows.generation, saved: loaded.saved,
            progress: progress)
    }

    /// All columns of a row.
    func readRecord(_ row: UInt32) throws(CancellationError) -> Result<NamedRow, SourceError> {
        try outcome { () throws(SourceError) in try readTable().namedRow(row) }
    }

    /// All columns of an area.
    func readArea(
        _ area: Int, of set: String
    ) throws(CancellationError) -> Result<NamedRow, SourceError> {
        try outcome { () throws(SourceError) in
            guard let dataSet else { throw .cancelled }
            return try dataSet.areaSets.set(set).table.namedRow(UInt32(area))
        }
    }

    /// A row as its source has it, without the end of its line.
    func writeRow(
        _ row: UInt32, at place: FixedCoordinate?
    ) throws(CancellationError) -> Result<[UInt8], SourceError> {
        try outcome { () throws(SourceError) in
            let table = try readTable()
            var line: [UInt8] = []
            if try table.visitLines([row], { line = Array($0) }) {
                while line.last == 10 || line.last == 13 { line.removeLast() }
                return line
            }
            let exported = place.map { ExportedRow(row: row, place: $0) } ?? ExportedRow(withoutPlace: row)
            return try table.record(of: exported, as: .csv)
        }
    }

    private func readTable() throws(SourceError) -> any RowTable {
        guard let table = loaded?.table else {
            throw .refused(name: dataSet?.loader.name ?? "", words: "is still being read")
        }
        return table
    }

    // MARK: - Clusters

    /// What rows have in common.
    ///
    /// - Parameter progress: takes the share that is read, 0…1, a hundred times at most.
    func summarize(
        _ rows: SummarizedRows, progress: (Double) -> Void
    ) throws(CancellationError) -> Result<RowsSummary, SourceError> {
        switch rows {
        case .elsewhere(let count, let windows):
            guard let server else { throw CancellationError() }
            return try server.summarize(rowCount: count, in: windows)
        case .known(let question):
            return try outcome { () throws(SourceError) in
                let table = try readTable()
                guard loaded?.rows.numbering == question.numbering else {
                    throw .refused(name: dataSet?.loader.name ?? "", words: "its rows have changed")
                }
                let rows = question.tree.rows(of: question.points, capacity: table.recordCount)
                var percent = 0
                return try table.summary(of: rows, isCancelled: { Task.isCancelled }) { share in
                    guard Int(share * 100) > percent else { return }
                    percent = Int(share * 100)
                    progress(share)
                }
            }
        }
    }

    /// The positions of those `rows` that contain the words of the filter, in the order that is wanted.
    func arrange(_ rows: [UInt32], _ arrangement: MemberList.Arrangement) -> [Int] {
        let query = SearchQuery(arrangement.filter)
        let words = read(rows) { table, rows throws(SourceError) in
            Dictionary(try table.rowWords(rows).map { ($0.row, $0) }) { first, _ in first }
        }.values
        var positions = Array(rows.indices)
        if !query.isEmpty {
            positions = positions.filter { position in
                words[rows[position]].map { query.matches($0.text) } ?? false
            }
        }
        switch arrangement.sorting {
        case .place: break
        case .row: positions.sort { rows[$0] < rows[$1] }
        case .name:
            // Rows without a name come last.
            let keys = rows.map { FoldedText.folded(words[$0]?.label ?? "") }
            positions.sort { first, second in
                if keys[first].isEmpty != keys[second].isEmpty { return keys[second].isEmpty }
                return keys[first] == keys[second]
                    ? rows[first] < rows[second] : keys[first].lexicographicallyPrecedes(keys[second])
            }
        }
        return positions
    }
}

extension RowWords {
    /// All that a filter looks at.
    fileprivate var text: String { ([label, identifier] + details).joined(separator: "\n") }
}

extension RowSummary {
    fileprivate init(_ words: RowWords) {
        self.init(
            title: RowTexts.oneLine(words.label),
            detail: RowTexts.oneLine(words.details.joined(separator: ", "), limit: 1000),
            code: RowTexts.oneLine(words.identifier))
    }
}
