import Synchronization

/// The numbers of rows in this program: a key keeps its number while the program runs.
///
/// A long session meets millions of rows, so their keys are packed: some 25 bytes for one of a few digits.
final class RowHandles: Sendable {
    struct Key: Hashable, Sendable {
        let parts: [String?]
        /// Rows with equal keys, such as in a view, are distinguished by their order in an answer.
        let occurrence: Int
    }

    private let store = Mutex(PackedKeys())

    /// Below the number that marks no row.
    private static let limit = Int(UInt32.max) - 1

    var count: Int { store.withLock { $0.count } }

    /// The numbers of rows in the order of their keys; nil when there are no more numbers.
    func numbers(of keys: [[String?]]) -> [UInt32]? {
        store.withLock { store in
            /// How often a row that comes first of its key was met in this answer.
            var met: [UInt32: Int] = [:]
            met.reserveCapacity(keys.count)
            var numbers: [UInt32] = []
            numbers.reserveCapacity(keys.count)
            for parts in keys {
                guard let first = store.number(of: Key(parts: parts, occurrence: 0), Self.limit) else {
                    return nil
                }
                let occurrence = met[first, default: 0]
                met[first] = occurrence + 1
                guard occurrence > 0 else {
                    numbers.append(first)
                    continue
                }
                guard let number = store.number(of: Key(parts: parts, occurrence: occurrence), Self.limit)
                else { return nil }
                numbers.append(number)
            }
            return numbers
        }
    }

    /// The keys of rows, each below `count`.
    func keys(of rows: some Collection<UInt32>) -> [[String?]] {
        store.withLock { store in rows.map { store.key(of: $0).parts } }
    }

    /// The key of a row, which is below `count`.
    func key(of row: UInt32) -> Key { store.withLock { $0.key(of: row) } }
}
