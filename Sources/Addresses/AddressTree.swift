/// The tree of a database: nodes of two records, each a node, nothing, or a place of the data.
struct AddressTree {
    private let nodeCount: Int
    private let nodeBytes: Int
    private let isIPv6: Bool

    init(_ facts: DatabaseFacts) {
        (nodeCount, nodeBytes, isIPv6) = (facts.nodeCount, facts.nodeBytes, facts.isIPv6)
    }

    /// A record of a node, which must be less than their count; one that leads nowhere where the file was cut short.
    @inline(__always)
    private func record(_ node: Int, _ side: Int, _ bytes: DatabaseBytes) -> Int {
        let start = node &* nodeBytes
        // At least 16 bytes follow the last node.
        guard bytes.has(start, 8) else { return nodeCount + 1 }
        let word = bytes.word(at: start)
        func bits(_ first: UInt64, _ mask: UInt64) -> Int { Int(truncatingIfNeeded: word >> first & mask) }
        switch nodeBytes {
        case 6: return side == 0 ? bits(40, 0xff_ffff) : bits(16, 0xff_ffff)
        case 7:
            return side == 0
                ? bits(36, 15) << 24 | bits(40, 0xff_ffff) : bits(32, 15) << 24 | bits(8, 0xff_ffff)
        default: return side == 0 ? bits(32, 0xffff_ffff) : bits(0, 0xffff_ffff)
        }
    }

    /// Follows the bits of an address: the record at the end, and the bits of its network.
    func walk(
        _ address: NetworkAddress, _ starts: AddressStarts, _ bytes: DatabaseBytes
    ) -> (record: Int, bits: Int) {
        guard address.isIPv4 else { return walk(address, from: 0, depth: 0, until: 128, bytes) }
        let first = Int(truncatingIfNeeded: address.low >> 16)
        let start =
            starts[first]
            ?? {
                let start = walk(address, from: root(bytes), depth: 0, until: 16, bytes)
                starts.keep(start, at: first)
                return start
            }()
        return walk(address, from: start.record, depth: start.bits, until: 32, bytes)
    }

    @inline(__always)
    private func walk(
        _ address: NetworkAddress, from record: Int, depth: Int, until end: Int, _ bytes: DatabaseBytes
    ) -> (record: Int, bits: Int) {
        var (record, depth) = (record, depth)
        while record < nodeCount, depth < end {
            record = self.record(record, address.bit(depth), bytes)
            depth += 1
        }
        return (record, depth)
    }

    /// The last node on the way of an address.
    func lastNode(of address: NetworkAddress, _ bytes: DatabaseBytes) -> Int {
        var (record, node, depth) = (address.isIPv4 ? root(bytes) : 0, 0, 0)
        while record < nodeCount, depth < address.bitCount {
            node = record
            record = self.record(node, address.bit(depth), bytes)
            depth += 1
        }
        return node
    }

    /// Where the addresses of IPv4 begin: in a tree of IPv6 behind 96 zeros.
    private func root(_ bytes: DatabaseBytes) -> Int {
        var record = 0
        guard isIPv6 else { return record }
        for _ in 0..<96 where record < nodeCount { record = self.record(record, 0, bytes) }
        return record
    }

    /// Any record with data, of the first ones; nil where there is none nearby.
    func someRecord(_ bytes: DatabaseBytes) -> Int? {
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
