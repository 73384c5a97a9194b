import MapModel
import Synchronization

/// Rows that are found when they are first asked for: the map of a window of time needs its points alone.
package final class LateRows: Sendable {
    private enum State {
        case unknown(@Sendable () -> RowSet?)
        case known(RowSet?)
    }

    private let state: Mutex<State>

    /// Rows that are known; nil for all.
    package init(_ rows: RowSet?) { state = Mutex(.known(rows)) }

    /// Rows that a function finds, which is called once at most.
    package init(finding find: @escaping @Sendable () -> RowSet?) { state = Mutex(.unknown(find)) }

    /// The rows; nil for all. Others who ask wait until they are found.
    package var rows: RowSet? {
        state.withLock { state in
            switch state {
            case .known(let rows): return rows
            case .unknown(let find):
                let rows = find()
                state = .known(rows)
                return rows
            }
        }
    }
}
