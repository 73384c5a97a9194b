import Synchronization

/// Where the first 16 bits of addresses of IPv4 lead in a tree; found out by the first address that has them.
final class AddressStarts: Sendable {
    /// A record in the upper half, then the bits until there, and 1 where it is known.
    private let entries: Int
    private let allRead = Atomic(false)

    private static let count = 1 << 16

    init() {
        let entries = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: Self.count)
        for first in 0..<Self.count { (entries + first).initialize(to: Atomic(0)) }
        self.entries = Int(bitPattern: entries)
    }

    deinit { UnsafeMutablePointer<Atomic<UInt64>>(bitPattern: entries)?.deallocate() }

    /// Whether all bytes of the tree are there: who has found that out need not ask for those of each node.
    @inline(__always)
    var isTreeRead: Bool { allRead.load(ordering: .acquiring) }

    func noteTreeIsRead() { allRead.store(true, ordering: .releasing) }

    /// Nil where it is not known yet.
    @inline(__always)
    subscript(_ first: Int) -> (record: Int, bits: Int)? {
        let entry = UnsafePointer<Atomic<UInt64>>(bitPattern: entries)?[first].load(ordering: .relaxed) ?? 0
        guard entry != 0 else { return nil }
        return (Int(truncatingIfNeeded: entry >> 32), Int(truncatingIfNeeded: entry >> 1 & 31))
    }

    func keep(_ start: (record: Int, bits: Int), at first: Int) {
        let entry = UInt64(truncatingIfNeeded: start.record) << 32 | UInt64(start.bits) << 1 | 1
        UnsafePointer<Atomic<UInt64>>(bitPattern: entries)?[first].store(entry, ordering: .relaxed)
    }
}
