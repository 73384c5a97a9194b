import Glibc
import MapModel
import Synchronization

@testable import Rows
@testable import Streams

/// A server that has its rows in memory: what a database would answer, without one.
final class MemoryServer: ViewportSource {
    let name = "memory"
    private let all: QuadTree
    private let filtered: Mutex<QuadTree>
    /// The rows that match.
    var tree: QuadTree { filtered.withLock { $0 } }
    /// What was asked, in words.
    let asked = Mutex<[String]>([])
    /// While true, questions wait for their answers.
    let isHeld = Mutex(false)
    /// What the next answers are: an error in words.
    let failure = Mutex<String?>(nil)

    init(_ places: [(Double, Double)]) {
        all = QuadTree(places: places)
        filtered = Mutex(all)
    }

    var table: any RowTable { MemoryRows(recordCount: all.count) }
    var questions: [String] { asked.withLock { $0 } }

    private func note(_ words: String) throws(SourceError) {
        asked.withLock { $0.append(words) }
        while isHeld.withLock({ $0 }) { usleep(1_000) }
        if let words = failure.withLock({ $0 }) { throw .refused(name: name, words: words) }
    }

    func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] { ["memory"] }

    func open(isCancelled: () -> Bool) throws(SourceError) -> SourceSummary {
        try note("open")
        return SourceSummary(rowCount: tree.count, isEstimate: false, bounds: tree.bounds, notices: [])
    }

    func answer(
        _ question: ViewportQuestion, isCancelled: () -> Bool
    ) throws(SourceError) -> ViewportAnswer {
        try note("view")
        let total = tree.count(in: question.window)
        guard total <= question.limit else {
            let clusters = tree.clusters(in: question.window, grid: question.grid)
            return ViewportAnswer(question: question, total: total, content: .clusters(clusters))
        }
        let rows = tree.indices(in: question.window).indices(limit: total).map {
            (tree.row(at: $0), tree.fixedCoordinate(at: $0))
        }
        return ViewportAnswer(question: question, total: total, content: .rows(Self.buffer(rows)))
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
        in windows: [WorldWindow]?, isCancelled: () -> Bool
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
    ) throws(SourceError) -> [(value: String, count: Int)] { [("row 7", 1), ("row 8", 1)] }

    func applying(_ filter: Filter?, isCancelled: () -> Bool) throws(FilterFailure) -> Self {
        asked.withLock { $0.append("filter \(filter?.text ?? "")") }
        let rows = try filter?.rows(of: table, isCancelled: isCancelled)
        filtered.withLock { $0 = rows.map { QuadTree(all, keeping: $0) } ?? all }
        return self
    }
}

/// Rows that are named by their numbers.
struct MemoryRows: RowTable {
    let name = "memory"
    let columnNames = ["name"]
    let roles = ColumnRoles(label: 0, id: nil, searched: [0])
    let recordCount: Int

    func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
        for row in rows { body(SourceRow(row: row, line: nil, values: [FieldValue(.text, "row \(row)")])) }
    }
}
