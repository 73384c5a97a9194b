/// The tree of a database: nodes of two records, each a node, nothing, or a place of the data.
struct AddressTree {
    private let nodeCount: Int
    private let nodeBytes: Int
    private let isIPv6: Bool

    init(_ facts: DatabaseFacts) {
        (nodeCount, nodeBytes, isIPv6) = (facts.nodeCount, facts.nodeBytes, facts.isIPv6)
    }

    /// A record of a node, which must be less than their count.
    @inline(__always)
    private func record(_ node: Int, _ side: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let start = node &* nodeBytes
        func number(_ first: Int) -> Int {
            Int(bytes[first]) << 16 | Int(bytes[first &+ 1]) << 8 | Int(bytes[first &+ 2])
        }
        switch nodeBytes {
        case 6: return number(start &+ side &* 3)
        case 7:
            let middle = Int(bytes[start &+ 3])
            return side == 0 ? (middle >> 4) << 24 | number(start) : (middle & 15) << 24 | number(start &+ 4)
        default:
            let first = start &+ side &* 4
            return Int(bytes[first]) << 24 | number(first &+ 1)
        }
    }

    /// Where each value of the first 16 bits of IPv4 leads: a quarter of a megabyte, which stays in the cache.
    struct Starts: Sendable {
        /// A node behind 16 bits, or where the walk ends.
        fileprivate var records: [UInt32]
        /// Bits until there.
        fileprivate var depths: [UInt8]
    }

    /// Follows the bits of an address: the record at the end, and the bits of its network.
    func walk(
        _ address: NetworkAddress, _ starts: Starts, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> (record: Int, bits: Int) {
        var (record, depth) = (0, 0)
        if address.isIPv4 {
            let start = Int(truncatingIfNeeded: address.low >> 16)
            record = Int(starts.records[start])
            guard record < nodeCount else { return (record, Int(starts.depths[start])) }
            depth = 16
        }
        while record < nodeCount, depth < address.bitCount {
            record = self.record(record, address.bit(depth), bytes)
            depth += 1
        }
        return (record, depth)
    }

    /// The last node on the way of an address.
    func lastNode(of address: NetworkAddress, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var (record, node, depth) = (address.isIPv4 ? root(bytes) : 0, 0, 0)
        while record < nodeCount, depth < address.bitCount {
            node = record
            record = self.record(node, address.bit(depth), bytes)
            depth += 1
        }
        return node
    }

    /// Where the addresses of IPv4 begin: in a tree of IPv6 behind 96 zeros.
    private func root(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var record = 0
        guard isIPv6 else { return record }
        for _ in 0..<96 where record < nodeCount { record = self.record(record, 0, bytes) }
        return record
    }

    /// Follows all values of the first 16 bits of IPv4.
    func starts(_ bytes: UnsafeBufferPointer<UInt8>) -> Starts {
        var level = Starts(records: [UInt32(truncatingIfNeeded: root(bytes))], depths: [0])
        for depth in 0..<UInt8(16) {
            var next = Starts(records: [], depths: [])
            next.records.reserveCapacity(level.records.count * 2)
            next.depths.reserveCapacity(level.records.count * 2)
            for (start, bits) in zip(level.records, level.depths) {
                let isNode = Int(start) < nodeCount
                for side in 0...1 {
                    let record = isNode ? record(Int(start), side, bytes) : Int(start)
                    next.records.append(UInt32(truncatingIfNeeded: record))
                    next.depths.append(isNode ? depth + 1 : bits)
                }
            }
            level = next
        }
        return level
    }

    /// Any record with data, of the first ones; nil where there is none nearby.
    func someRecord(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var waiting = [0]
        for _ in 0..<1_024 {
            guard let node = waiting.popLast() else { return nil }
            for side in [1, 0] {
                let record = record(node, side, bytes)
                if record >= nodeCount + 16 { return record }
                if record < nodeCount { waiting.append(record) }
            }
        }
        return nil
    }
}
