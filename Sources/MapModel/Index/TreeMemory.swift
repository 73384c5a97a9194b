import Synchronization

/// The memory of trees that are gone, for the next ones of about the same size: fresh memory is cleared by the system, which
/// takes about as long as to copy points to it.
///
/// Two sets of columns wait here at most, as many as windows that follow each other take, and none of more than 256 MB.
package final class TreeMemory: Sendable {
    /// The keys and rows of a tree, and the running sums of the keys.
    struct Columns: Sendable {
        var keys: [UInt64] = []
        var rows: [UInt32] = []
        var sums: [SIMD2<UInt64>] = []

        static func bytes(ofPoints count: Int) -> Int { count * 12 + (count / QuadTree.sumStep + 1) * 16 }

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

        /// Has the system clear all pages now.
        mutating func touch() {
            withTargets { target in
                Self.touch(UnsafeMutableRawBufferPointer(target.keys))
                Self.touch(UnsafeMutableRawBufferPointer(target.rows))
                Self.touch(UnsafeMutableRawBufferPointer(target.sums))
            }
        }

        private static func touch(_ memory: UnsafeMutableRawBufferPointer) {
            for offset in stride(from: 0, to: memory.count, by: 4_096) { memory[offset] = 0 }
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
    /// Of a set that is made ready before it is needed; a larger one grows with the windows.
    private static let mostPreparedBytes = 128 << 20
    private static let mostSets = 2

    private let free = Mutex<[Columns]>([])

    /// No memory yet.
    package init() {}

    /// Columns for so many points, with room for `capacity` of them if they are new.
    func columns(of count: Int, capacity: Int) -> Columns {
        var columns = free.withLock { $0.popLast() } ?? Columns()
        columns.resize(to: count, capacity: capacity)
        return columns
    }

    /// Makes memory ready for trees of up to `capacity` points, unless some waits here or a set would take more than 128 MB. Without
    /// it the first trees of nearly all points take twice as long as later ones, since the system clears new memory.
    ///
    /// - Complexity: O(capacity), about as long as to copy so many points twice.
    package func prepare(capacity: Int) {
        guard Columns.bytes(ofPoints: capacity) <= Self.mostPreparedBytes, free.withLock({ $0.isEmpty })
        else { return }
        for _ in 0..<Self.mostSets {
            var columns = Columns()
            columns.resize(to: capacity, capacity: capacity)
            columns.touch()
            give(columns)
        }
    }

    private func give(_ columns: Columns) {
        guard columns.capacityInBytes <= Self.mostBytes else { return }
        free.withLock { free in
            if free.count < Self.mostSets { free.append(columns) }
        }
    }
}
