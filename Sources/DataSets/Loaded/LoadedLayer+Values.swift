import MapModel
import RowValues
import Rows
import Streams

// What the columns of files hold, as a server would say it.
extension LoadedLayer {
    package func frequentValues(
        of column: Int, limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> [(value: String, count: Int)] {
        let values = try values(of: column, isCancelled)
        let rows = try rows(isCancelled)
        guard case .numbers(let numbers) = values.storage else {
            return ColumnSummary(values, rows: rows, limit: limit).frequent.map { ($0.value, $0.count) }
        }
        var counts: [Double: Int] = [:]
        for row in rows.rows {
            let number = numbers.value(at: Int(row))
            if !number.isNaN { counts[number, default: 0] += 1 }
        }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(limit)
            .map { (ColumnKind.text(of: $0.key, kind: values.kind), $0.value) }
    }

    package func summarizeColumns(
        in windows: [WorldWindow]?, listing limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> [ColumnSummary] {
        var rows = try rows(isCancelled)
        if let windows {
            let inside = try members(of: windows, after: nil, limit: .max, isCancelled: isCancelled).matches
            var found = RowSet(capacity: rows.capacity)
            for match in inside { found.insert(match.row) }
            rows.formIntersection(found)
        }
        var summaries: [ColumnSummary] = []
        for column in try columnNames(isCancelled: isCancelled).indices {
            summaries.append(ColumnSummary(try values(of: column, isCancelled), rows: rows, limit: limit))
        }
        return summaries
    }

    package func distribution(
        of column: Int, quantileCount: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> ColumnDistribution {
        let values = try values(of: column, isCancelled)
        let rows = try rows(isCancelled)
        let summary = ColumnSummary(values, rows: rows)
        guard case .numbers(let numbers) = values.storage else {
            return ColumnDistribution(summary: summary, quantiles: [])
        }
        let sorted = rows.rows.map { numbers.value(at: Int($0)) }.filter { !$0.isNaN }.sorted()
        let quantiles =
            sorted.isEmpty ? [] : (0..<quantileCount).map { sorted[sorted.count * $0 / quantileCount] }
        return ColumnDistribution(summary: summary, quantiles: quantiles)
    }

    package func rowCounts(matching filters: [String], isCancelled: () -> Bool) throws(SourceError) -> [Int] {
        let rows = try rows(isCancelled)
        let classes = try classes(filters, isCancelled)
        var counts = [Int](repeating: 0, count: filters.count + 1)
        for row in rows.rows { counts[Int(classes[Int(row)])] += 1 }
        return counts
    }

    /// The number of the first filter that each row matches, counted from 1; 0 for none.
    private func classes(_ filters: [String], _ isCancelled: () -> Bool) throws(SourceError) -> [UInt8] {
        try keptClasses(filters) { () throws(SourceError) in
            var classes = [UInt8](repeating: 0, count: table.recordCount)
            for (index, text) in filters.enumerated().reversed() {
                for row in try rows(matching: text, isCancelled).rows { classes[Int(row)] = UInt8(index + 1) }
            }
            return classes
        }
    }

    private func rows(matching text: String, _ isCancelled: () -> Bool) throws(SourceError) -> RowSet {
        do throws(FilterFailure) {
            let filter: Filter
            do throws(FilterProblem) {
                filter = try Filter(text, columns: table.columnNames)
            } catch {
                throw .problem(error)
            }
            return try rows(matching: filter, isCancelled)
        } catch .problem(let problem) {
            throw .refused(name: name, words: "filter: \(problem)")
        } catch .source(let error) {
            throw error
        } catch {
            throw .cancelled
        }
    }

    /// What the rows of an answer, or of its clusters, are measured to have.
    package func measured(
        _ measures: RowMeasures, _ answer: ViewportAnswer, _ tree: QuadTree, _ isCancelled: () -> Bool
    ) throws(SourceError) -> MeasuredRows {
        let classes = try classes(measures.classes, isCancelled)
        let number: (Int) -> Double
        switch measures.number {
        case nil: number = { _ in 0 }
        case .column(let column):
            guard case .numbers(let numbers) = try values(of: column, isCancelled).storage else {
                throw .refused(name: name, words: "a column of numbers has words")
            }
            number = { numbers.value(at: $0) }
        case .matching(let filter, let othersAreZero):
            let rows = try rows(matching: filter, isCancelled)
            number = { rows.contains(UInt32($0)) ? 1 : othersAreZero ? 0 : .nan }
        }
        var measured = MeasuredRows()
        guard case .clusters(let clusters) = answer.content else {
            tree.visit(in: answer.question.window) { index in
                let row = tree.row(at: index)
                measured.rows[row] = MeasuredRows.Row(
                    classNumber: classes[Int(row)], number: number(Int(row)))
                return true
            }
            return measured
        }
        let counts = ClassCounts(of: tree, byRow: classes)
        let numbers = NumberAggregates(of: tree, byRow: number)
        for cluster in clusters {
            let members = tree.members(of: cluster.id, in: answer.question.window)
            var found = MeasuredRows.Cluster()
            found.tally = counts.tally(in: members)
            found.numbers = numbers.aggregate(in: members)
            measured.clusters[cluster.id] = found
        }
        return measured
    }
}
