import SQLiteFiles
import Synchronization

/// Numbers for rows in the order in which answers first name them: a key keeps its number.
final class SQLiteKeyRegister: Sendable {
    private struct State: Sendable {
        var keys: SQLiteKeys
        var numbers: [[SQLiteValue]: UInt32] = [:]
    }

    private let state: Mutex<State>

    init(of key: SQLiteRelation.Key) {
        state = Mutex(State(keys: SQLiteKeys(of: key)))
    }

    var count: Int { state.withLock { $0.keys.count } }
    var keys: SQLiteKeys { state.withLock { $0.keys } }

    /// The numbers of rows by their keys; nil when there are more rows than numbers.
    func numbers(of keys: [[SQLiteValue]]) -> [UInt32]? {
        state.withLock { state in
            var numbers: [UInt32] = []
            numbers.reserveCapacity(keys.count)
            for key in keys {
                if let number = state.numbers[key] {
                    numbers.append(number)
                } else {
                    guard let number = UInt32(exactly: state.keys.count) else { return nil }
                    state.numbers[key] = number
                    state.keys.append(key)
                    numbers.append(number)
                }
            }
            return numbers
        }
    }
}
