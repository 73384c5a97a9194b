import Glibc
import MapModel
import Synchronization

@testable import RowValues
@testable import Rows
@testable import Streams

/// A server that has its rows in memory: what a database would answer, without one.
///
/// A filter makes another one of fewer rows, which has everything else in common with it.
final class MemoryServer: ViewportSource {
    let name = "memory"
    private let all: QuadTree
    /// The rows that match.
    let tree: QuadTree
    /// What was asked, in words.
    let asked: Shared<[String]>
    /// While true, questions wait for their answers.
    let isHeld: Shared<Bool>
    /// What the next answers are: an error in words.
    let failure: Shared<String?>

    /// Row numbers that were given besides those of its rows.
    let numberedRows: Shared<Int>

    /// Which of its tables was opened.
    let tableName: Shared<String?>

    /// When its rows are, by number; none for a table without times.
    let moments: Shared<[Int64]>

    /// Names without a place, and what is chosen for them; nil where rows have coordinates.
    let skipped: Shared<SkippedRows?>
    let fixes: PlaceFixes
    var placeFixes: PlaceFixes? { fixes }

    init(_ places: [(Double, Double)]) {
        all = QuadTree(places: places)
        tree = all
        (asked, isHeld, failure) = (Shared([]), Shared(false), Shared(nil))
        (numberedRows, tableName, moments) = (Shared(0), Shared(nil), Shared([]))
        (skipped, fixes) = (Shared(nil), PlaceFixes())
    }

    /// Some rows of a server.
    private init(_ server: MemoryServer, _ tree: QuadTree) {
        self.tree = tree
        all = server.all
        (asked, isHeld, failure) = (server.asked, server.isHeld, server.failure)
        (numberedRows, tableName, moments) = (server.numberedRows, server.tableName, server.moments)
        (skipped, fixes) = (server.skipped, server.fixes)
    }

    var table: any RowTable { MemoryRows(recordCount: all.count + numberedRows.withLock { $0 }) }
    var questions: [String] { asked.withLock { $0 } }

    private func note(_ words: String, _ isCancelled: () -> Bool = { false }) throws(SourceError) {
        asked.withLock { $0.append(words) }
        while isHeld.withLock({ $0 }) {
            if isCancelled() { throw .cancelled }
            usleep(1_000)
        }
        if let words = failure.withLock({ $0 }) { throw .refused(name: name, words: words) }
    }

    func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] { ["memory"] }

    func open(isCancelled: () -> Bool) throws(SourceError) -> SourceSummary {
        try note("open")
        var summary = SourceSummary(
            rowCount: tree.count, isEstimate: false, bounds: tree.bounds, notices: [])
        summary.table = tableName.withLock { $0 }
        summary.skipped = skipped.withLock { $0 }
        summary.skippedCount = summary.skippedRows.total
        return summary
    }

    func answer(
        _ question: ViewportQuestion, isCancelled: () -> Bool
    ) throws(SourceError) -> ViewportAnswer {
        try note("view", isCancelled)
        let total = tree.count(in: question.window)
        guard total <= question.limit else {
            let clusters = tree.clusters(in: question.window, grid: question.grid)
            var answer = ViewportAnswer(question: question, total: total, content: .clusters(clusters))
            for cluster in clusters {
                var measured = MeasuredRows.Cluster()
                for index in tree.members(of: cluster.id, in: question.window).indices(limit: total) {
                    measured.add(
                        tree.row(at: index),
                        of: classNumber(tree.row(at: index), question.measures))
                }
                answer.measured.clusters[cluster.id] = measured
            }
            return answer
        }
        let rows = tree.indices(in: question.window).indices(limit: total).map {
            (tree.row(at: $0), tree.fixedCoordinate(at: $0))
        }
        var answer = ViewportAnswer(question: question, total: total, content: .rows(Self.buffer(rows)))
        for (row, _) in rows {
            let classNumber = self.classNumber(row, question.measures)
            answer.measured.rows[row] = MeasuredRows.Row(classNumber: classNumber, number: Double(row))
        }
        return answer
    }

    func distribution(
        of column: Int, quantileCount: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> ColumnDistribution {
        try note("distribution")
        return ColumnDistribution(
            summary: ColumnSummary(
                name: "name", kind: .text, rowCount: tree.count, missingCount: 0, misfitCount: 0,
                distinctCount: tree.count, range: nil, frequent: []), quantiles: [])
    }

    func rowCounts(matching filters: [String], isCancelled: () -> Bool) throws(SourceError) -> [Int] {
        try note("classes")
        var counts = [Int](repeating: 0, count: filters.count + 1)
        for index in 0..<tree.count {
            counts[Int(MemoryRows.classNumber(tree.row(at: index), RowMeasures(classes: filters)))] += 1
        }
        return counts
    }

    private static func buffer(_ rows: [(UInt32, FixedCoordinate)]) -> PointBuffer {
        var buffer = PointBuffer()
        for (row, place) in rows.sorted(by: { $0.0 < $1.0 }) { buffer.append(place, row: row) }
        return buffer
    }

    func matches(_ text: String, limit: Int, isCancelled: () -> Bool) throws(SourceError) -> MatchAnswer {
        try note("match \(text)")
        let rows = (0..<tree.count).filter { "row \(tree.row(at: $0))".contains(text) }
        let matches = rows.map {
            MatchAnswer.Match(row: tree.row(at: $0), place: tree.fixedCoordinate(at: $0))
        }
        return MatchAnswer(matches: Array(matches.prefix(limit)), isCut: matches.count > limit)
    }

    func near(_ question: NearbyQuestion, isCancelled: () -> Bool) throws(SourceError) -> [ExportedRow] {
        try note("near")
        let found = tree.nearest(
            to: question.center, count: question.limit ?? tree.count,
            within: question.radiusMeters ?? .infinity)
        return found.map {
            ExportedRow(
                row: tree.row(at: $0.index), place: tree.fixedCoordinate(at: $0.index),
                distanceMeters: $0.distanceMeters)
        }
    }

    func explain(_ question: NearbyQuestion) throws(SourceError) -> [String] { ["SELECT"] }

    func matchCount(_ text: String, isCancelled: () -> Bool) throws(SourceError) -> Int {
        (0..<tree.count).count { "row \(tree.row(at: $0))".contains(text) }
    }

    func members(
        of windows: [WorldWindow], after row: UInt32?, limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> MatchAnswer {
        try note("members after \(row.map { "\($0)" } ?? "nothing")")
        let all = windows.flatMap { tree.indices(in: $0).indices(limit: tree.count) }.map {
            MatchAnswer.Match(row: tree.row(at: $0), place: tree.fixedCoordinate(at: $0))
        }.sorted { $0.row < $1.row }.filter { match in row.map { match.row > $0 } ?? true }
        return MatchAnswer(matches: Array(all.prefix(limit)), isCut: all.count > limit)
    }

    func summarizeColumns(
        in windows: [WorldWindow]?, listing limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> [ColumnSummary] {
        let count = windows?.reduce(0) { $0 + tree.count(in: $1) } ?? tree.count
        return [
            ColumnSummary(
                name: "size", kind: .number, rowCount: count, missingCount: 0, misfitCount: 0,
                distinctCount: count, range: ColumnSummary.Range(least: 1, greatest: 9, mean: 4, median: 5),
                frequent: [])
        ]
    }
    func columnNames(isCancelled: () -> Bool) throws(SourceError) -> [String] { table.columnNames }
    func columnKinds(isCancelled: () -> Bool) throws(SourceError) -> [ColumnKind] {
        table.columnNames.map { _ in .text }
    }
    func frequentValues(
        of column: Int, limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> [(value: String, count: Int)] {
        (0..<min(limit, 8)).map { ("row \($0 + 7)", 1) }
    }

    func applying(_ filter: Filter?, isCancelled: () -> Bool) throws(FilterFailure) -> MemoryServer {
        asked.withLock { $0.append("filter \(filter?.text ?? "")") }
        var rows = try filter?.during(nil).rows(of: table, isCancelled: isCancelled)
        if let time = filter?.time { rows?.formIntersection(self.rows(at: time)) }
        return MemoryServer(self, rows.map { QuadTree(all, keeping: $0) } ?? all)
    }
}

/// A value that several objects have in common.
final class Shared<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }

    @discardableResult
    func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        value.withLock { body(&$0) }
    }
}

/// Rows that are named by their numbers.
struct MemoryRows: RowTable {
    let name = "memory"
    let columnNames = ["name"]
    let roles = ColumnRoles(label: 0, id: nil, searched: [0])
    let recordCount: Int

    /// The number of the first filter that the row matches.
    static func classNumber(_ row: UInt32, _ measures: RowMeasures?) -> UInt8 {
        var builder = ColumnBuilder(name: "name", kind: .text)
        builder.append("row \(row)")
        let columns = [0: builder.finish()]
        let filters = measures?.classes ?? []
        let first = filters.firstIndex { text in
            let found = try? Filter(text, columns: ["name"]).rows(columns, rowCount: 1) { false }
            return found?.contains(0) == true
        }
        return first.map { UInt8($0 + 1) } ?? 0
    }

    func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        for row in rows { body(SourceRow(row: row, line: nil, values: [FieldValue(.text, "row \(row)")])) }
    }
}

extension MeasuredRows.Cluster {
    fileprivate mutating func add(_ row: UInt32, of classNumber: UInt8) {
        tally[Int(classNumber)] += 1
        var number = NumberAggregates.Aggregate()
        number.add(Double(row))
        numbers.add(number)
    }
}
