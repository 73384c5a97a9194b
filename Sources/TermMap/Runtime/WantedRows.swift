import Synchronization

/// Rows that something is asked of, until a thread takes them all in one question.
///
/// While a server is silent, questions about rows would queue up one behind the other, each waiting as long as the first.
final class WantedRows: Sendable {
    private let rows = Mutex<Set<UInt32>>([])

    func insert(_ more: [UInt32]) { rows.withLock { $0.formUnion(more) } }

    /// What was wanted since the last call, in ascending order.
    func takeAll() -> [UInt32] {
        rows.withLock { rows in
            defer { rows = [] }
            return rows.sorted()
        }
    }
}
