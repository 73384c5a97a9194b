import Synchronization

/// The numbers of rows in this program: a key keeps its number while the program runs.
final class RowHandles: Sendable {
    struct Key: Hashable, Sendable {
        let parts: [String?]
        /// Rows with equal keys, such as in a view, are distinguished by their order in an answer.
        let occurrence: Int
    }

    private struct Store {
        var numbers: [Key: UInt32] = [:]
        var keys: [Key] = []
    }

    private let store = Mutex(Store())

    /// Below the number that marks no row.
    private static let limit = Int(UInt32.max) - 1

    var count: Int { store.withLock { $0.keys.count } }

    /// The numbers of rows in the order of their keys; nil when there are no more numbers.
    func numbers(of keys: [[String?]]) -> [UInt32]? {
        store.withLock { store in
            var met: [[String?]: Int] = [:]
            var numbers: [UInt32] = []
            numbers.reserveCapacity(keys.count)
            for parts in keys {
                let key = Key(parts: parts, occurrence: met[parts, default: 0])
                met[parts] = key.occurrence + 1
                if let known = store.numbers[key] {
                    numbers.append(known)
                } else {
                    guard store.keys.count < Self.limit else { return nil }
                    let number = UInt32(store.keys.count)
                    store.numbers[key] = number
                    store.keys.append(key)
                    numbers.append(number)
                }
            }
            return numbers
        }
    }

    /// The keys of rows, each below `count`.
    func keys(of rows: some Collection<UInt32>) -> [[String?]] {
        store.withLock { store in rows.map { store.keys[Int($0)].parts } }
    }

    /// The key of a row, which is below `count`.
    func key(of row: UInt32) -> Key { store.withLock { $0.keys[Int(row)] } }
}
