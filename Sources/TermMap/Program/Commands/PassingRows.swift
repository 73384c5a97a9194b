import App
import DataSets
import MapModel
import RowValues
import Rows
import Runtime
import Streams

extension RowPrinter {
    /// Prints rows of a stream that match as they come, and forgets them; how many there were, nil where the stream cannot be
    /// read so. What was skipped is said at the end.
    func writePassing(_ loader: any SourceLoader) throws(UsageError) -> (count: Int, hasUnplacedMatch: Bool)?
    {
        var passing = PassingRows(
            limit: try options.rowLimit(), allRows: options.allRows, writer: options.rowWriter)
        var asked = PassingFilter(options)
        let sink = Self.standardOutput
        var problem: UsageError?
        do throws(SourceError) {
            let isPassing = try loader.readInPassing(
                withSameColumns: options.output != .ndjson && options.output != .lines,
                isCancelled: { false }
            ) { (part) throws(SourceError) in
                do throws(UsageError) {
                    try passing.write(part, try asked.asked(of: part.table), to: sink) {
                        UsageError($0, of: options.filter)
                    }
                } catch {
                    problem = error
                    throw .cancelled
                }
                if passing.isDone { throw .cancelled }
            }
            guard isPassing else { return nil }
        } catch {
            if let problem { throw problem }
            if !passing.isDone {
                if case .empty = error { Output.fail(error.description, code: .nothing) }
                throw UsageError(error)
            }
        }
        if let problem = asked.problem { throw problem }
        Output.reportSkipped(passing.skipped, passing.notices, name: name)
        return (passing.count, passing.hasUnplacedMatch)
    }
}

/// Rows of a stream that are printed part by part below one header.
private struct PassingRows {
    let limit: Int?
    let allRows: Bool
    let writer: RowWriter
    /// Rows that were printed.
    private(set) var count = 0
    /// Rows without a place that were read.
    private(set) var skipped = SkippedRows()
    /// How rows are read, a line each.
    private(set) var notices: [String] = []
    /// One of these matches.
    private(set) var hasUnplacedMatch = false
    private var head: [UInt8]?

    init(limit: Int?, allRows: Bool, writer: RowWriter) {
        (self.limit, self.allRows, self.writer) = (limit, allRows, writer)
    }

    /// As many rows as were asked for are printed.
    var isDone: Bool { limit.map { count >= $0 } ?? false }

    /// Prints those of a part that match.
    mutating func write(
        _ part: LoadedSource, _ asked: (filter: Filter, table: any RowTable)?, to sink: ([UInt8]) -> Void,
        _ failure: (FilterFailure) -> UsageError
    ) throws(UsageError) {
        skipped.append(contentsOf: part.skipped, linesBefore: 0)
        notices = part.notices
        var rows =
            allRows ? RowSet(capacity: part.table.recordCount) { _ in true } : part.points.rows
        if asked == nil, part.skipped.total > 0 { hasUnplacedMatch = true }
        if let (filter, table) = asked {
            do throws(FilterFailure) {
                var matching = try filter.rows(of: table, isCancelled: { false }, note: { _ in })
                rows.grow(to: matching.capacity)
                matching.grow(to: rows.capacity)
                rows.formIntersection(matching)
                hasUnplacedMatch = hasUnplacedMatch || rows.count < matching.count
            } catch {
                throw failure(error)
            }
        }
        if let limit { rows = rows.prefix(limit - count) }
        guard !rows.isEmpty else { return }
        count += rows.count
        let written = WrittenRows(withUnplaced: rows, in: part.points, nil, table: part.table)
        do throws(SourceError) {
            var bytes: [UInt8] = []
            try written.write(by: writer) { bytes += $0 }
            let start = bytes.prefix { $0 != 10 && $0 != 0 }.count + 1
            // The header is the first line of delimited text.
            if writer.hasHeader(of: part.table) {
                let own = Array(bytes.prefix(start))
                if head == own { bytes.removeFirst(min(start, bytes.count)) }
                head = own
            }
            sink(bytes)
        } catch {
            throw UsageError(error)
        }
    }
}
