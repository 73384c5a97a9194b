import MapModel

@testable import App
@testable import RowValues
@testable import Rows
@testable import Streams

// A column of times.
extension MemoryServer {
    private var times: TimeColumn { TimeSamples.column(moments.withLock { $0 }, name: "name") }

    /// The rows whose times are in all windows of a question, or in all of its alternatives.
    func rows(at question: TimeQuestion) -> RowSet {
        var rows = question.rows(of: times)
        guard !question.alternatives.isEmpty else { return rows }
        var other = question
        other.windows = question.alternatives
        rows.formUnion(other.rows(of: times))
        return rows
    }

    /// The number of the first window or filter that a row matches.
    func classNumber(_ row: UInt32, _ measures: RowMeasures?) -> UInt8 {
        guard let windows = measures?.windows, !windows.isEmpty else {
            return MemoryRows.classNumber(row, measures)
        }
        return windows.firstIndex { rows(at: $0).contains(row) }.map { UInt8($0 + 1) } ?? 0
    }

    private func moments(in window: WorldWindow) -> [Int64] {
        let all = times.moments
        let rows = tree.indices(in: window).indices(limit: tree.count).map { Int(tree.row(at: $0)) }
        return rows.filter(all.indices.contains).map { all[$0] }
    }

    func timeOutline(_ question: TimeQuestion, isCancelled: () -> Bool) throws(SourceError) -> TimeOutline {
        TimeOutline(
            column: "name", range: TimeSamples.column(moments(in: .world), name: "name").range)
    }

    func timeCounts(
        _ question: TimeQuestion, between edges: [Int64], in window: WorldWindow, isCancelled: () -> Bool
    ) throws(SourceError) -> [Int] {
        let moments = moments(in: window)
        return zip(edges, edges.dropFirst()).map { from, until in
            moments.count { $0 >= from && $0 < until }
        }
    }

    func timeFold(
        _ question: TimeQuestion, by parts: [TimeFold.Part], in windows: [WorldWindow],
        isCancelled: () -> Bool
    ) throws(SourceError) -> TimeFold? {
        asked.withLock { $0.append("fold \(parts[0].rawValue),\(parts[1].rawValue)") }
        let all = moments.withLock { $0 }
        let rows = Set(windows.flatMap { tree.indices(in: $0).indices(limit: tree.count) })
            .map { Int(tree.row(at: $0)) }
        return TimeFold(
            TimeSamples.column(rows.map { all[$0] }, name: "name"), parts[0], parts[1],
            in: question.shownZone)
    }

    func timeMoments(
        _ question: TimeQuestion, from start: Int64, limit: Int, in window: WorldWindow,
        isCancelled: () -> Bool
    ) throws(SourceError) -> [Int64] {
        asked.withLock { $0.append("moments") }
        return Array(Set(moments(in: window).filter { $0 >= start }).sorted().prefix(limit))
    }
}
