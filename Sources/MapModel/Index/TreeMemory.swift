import Synchronization

/// The memory of trees that are gone, for the next ones of about the same size: fresh memory is cleared by the system, which
/// takes about as long as to copy points to it.
///
/// One set of columns waits here at most, and none of more than 256 MB.
package final class TreeMemory: Sendable {
    /// The keys and rows of a tree, and the running sums of the keys.
    struct Columns: Sendable {
        var keys: [UInt64] = []
        var rows: [UInt32] = []
        var sums: [SIMD2<UInt64>] = []

        var capacityInBytes: Int { keys.capacity * 8 + rows.capacity * 4 + sums.capacity * 16 }

        /// Makes room for so many points; what is in it means nothing.
        mutating func resize(to count: Int, capacity: Int) {
            Self.resize(&keys, to: count, capacity: capacity)
            Self.resize(&rows, to: count, capacity: capacity)
            Self.resize(
                &sums, to: count / QuadTree.sumStep + 1, capacity: capacity / QuadTree.sumStep + 1)
        }

        /// Lends the memory to what writes a tree to it.
        mutating func withTargets(_ body: (QuadTree.ColumnTargets) -> Void) {
            keys.withUnsafeMutableBufferPointer { keys in
                rows.withUnsafeMutableBufferPointer { rows in
                    sums.withUnsafeMutableBufferPointer { sums in
                        body(QuadTree.ColumnTargets(keys: keys, rows: rows, sums: sums))
                    }
                }
            }
        }

        private static func resize<Number: BitwiseCopyable>(
            _ numbers: inout [Number], to count: Int, capacity: Int
        ) {
            if numbers.count >= count {
                numbers.removeLast(numbers.count - count)
            } else if numbers.capacity >= count {
                numbers.append(addingCapacity: count - numbers.count) { rest in
                    rest.withUnsafeMutableBufferPointer { memory, written in written = memory.count }
                }
            } else {
                numbers = [Number](unsafeUninitializedCapacity: capacity) { memory, written in
                    HugePages.use(for: UnsafeMutableRawBufferPointer(memory))
                    written = count
                }
            }
        }
    }

    /// What a tree has borrowed: given back when its last copy is gone.
    final class Loan: Sendable {
        private let columns: Columns
        private let memory: TreeMemory

        init(_ columns: Columns, of memory: TreeMemory) { (self.columns, self.memory) = (columns, memory) }

        deinit { memory.give(columns) }
    }

    private static let mostBytes = 256 << 20

    private let free = Mutex<Columns?>(nil)

    /// No memory yet.
    package init() {}

    /// Columns for so many points, with room for `capacity` of them if they are new.
    func columns(of count: Int, capacity: Int) -> Columns {
        var columns = free.withLock { free in
            defer { free = nil }
            return free ?? Columns()
        }
        columns.resize(to: count, capacity: capacity)
        return columns
    }

    private func give(_ columns: Columns) {
        guard columns.capacityInBytes <= Self.mostBytes else { return }
        free.withLock { $0 = columns }
    }
}
