import Glibc
import MapModel
import Synchronization

@testable import RowValues
@testable import Rows
@testable import Streams

/// A server that answers nothing until it is released: each question blocks its thread, cancelled or not.
final class SilentServer: ViewportSource {
    let name = "silent"
    private let isReleased = Mutex(false)
    private let waiting = Mutex(0)

    /// Questions that are waiting now.
    var waitingCount: Int { waiting.withLock { $0 } }

    func release() { isReleased.withLock { $0 = true } }

    func block() {
        waiting.withLock { $0 += 1 }
        while !isReleased.withLock({ $0 }) { usleep(1000) }
        waiting.withLock { $0 -= 1 }
    }

    fileprivate func refuse() -> SourceError {
        block()
        return .refused(name: name, words: "released")
    }

    var table: any RowTable { Rows(server: self) }

    func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] { throw refuse() }
    func open(isCancelled: () -> Bool) throws(SourceError) -> SourceSummary { throw refuse() }
    func answer(
        _ question: ViewportQuestion, isCancelled: () -> Bool
    ) throws(SourceError) -> ViewportAnswer { throw refuse() }
    func matches(_ text: String, limit: Int, isCancelled: () -> Bool) throws(SourceError) -> MatchAnswer {
        throw refuse()
    }
    func near(_ question: NearbyQuestion, isCancelled: () -> Bool) throws(SourceError) -> [ExportedRow] {
        throw refuse()
    }
    func explain(_ question: NearbyQuestion) throws(SourceError) -> [String] { throw refuse() }

    func matchCount(_ text: String, isCancelled: () -> Bool) throws(SourceError) -> Int { throw refuse() }
    func members(
        of windows: [WorldWindow], after row: UInt32?, limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> MatchAnswer { throw refuse() }
    func summarizeColumns(
        in windows: [WorldWindow]?, listing limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> [ColumnSummary] { throw refuse() }
    func distribution(
        of column: Int, quantileCount: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> ColumnDistribution { throw refuse() }
    func rowCounts(matching filters: [String], isCancelled: () -> Bool) throws(SourceError) -> [Int] {
        throw refuse()
    }
    func columnNames(isCancelled: () -> Bool) throws(SourceError) -> [String] { throw refuse() }
    func columnKinds(isCancelled: () -> Bool) throws(SourceError) -> [ColumnKind] { throw refuse() }
    func frequentValues(
        of column: Int, limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> [(value: String, count: Int)] { throw refuse() }
    func applying(_ filter: Filter?, isCancelled: () -> Bool) throws(FilterFailure) -> Self {
        throw .source(refuse())
    }

    private struct Rows: RowTable {
        let server: SilentServer
        let name = "silent"
        let columnNames = ["name"]
        let roles = ColumnRoles(label: 0, id: nil, searched: [0])
        let recordCount = 10

        func visitRows(_ rows: [UInt32], _ body: (SourceRow) -> Void) throws(SourceError) {
            throw server.refuse()
        }
    }
}
