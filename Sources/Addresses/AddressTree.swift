/// The tree of a database: nodes of two records, each a node, nothing, or a place of the data.
struct AddressTree {
    private let nodeCount: Int
    private let nodeBytes: Int
    private let isIPv6: Bool

    init(_ facts: DatabaseFacts) {
        (nodeCount, nodeBytes, isIPv6) = (facts.nodeCount, facts.nodeBytes, facts.isIPv6)
    }

    /// A record of a node, which must be less than their count; one that leads nowhere where the file was cut short.
    ///
    /// The bits of addresses are as good as random: which record is read must not be a branch.
    ///
    /// - Parameters:
    ///   - side: 0 or 1.
    ///   - isRead: all bytes of the tree are known to be there.
    @inline(__always)
    private func record(_ node: Int, _ side: UInt64, _ bytes: DatabaseBytes, isRead: Bool = false) -> Int {
        let start = node &* nodeBytes
        // At least 16 bytes follow the last node.
        guard isRead || bytes.has(start, 8) else { return nodeCount + 1 }
        let word = bytes.word(at: start)
        switch nodeBytes {
        case 6: return Int(truncatingIfNeeded: word &>> (40 &- 24 &* side) & 0xff_ffff)
        case 7:
            let high = word &>> (36 &- 4 &* side) & 15
            return Int(truncatingIfNeeded: high &<< 24 | word &>> (40 &- 32 &* side) & 0xff_ffff)
        default: return Int(truncatingIfNeeded: word &>> (32 &- 32 &* side) & 0xffff_ffff)
        }
    }

    /// Follows the bits of an address: the record at the end, and the bits of its network.
    func walk(
        _ address: NetworkAddress, _ starts: AddressStarts, _ bytes: DatabaseBytes
    ) -> (record: Int, bits: Int) {
        let isRead = starts.isTreeRead
        guard address.isIPv4 else {
            let half = walk(address.high, from: 0, depth: 0, until: 64, bytes, isRead)
            return walk(address.low, from: half.record, depth: half.bits, until: 128, bytes, isRead)
        }
        let first = Int(truncatingIfNeeded: address.low >> 16)
        let start = starts[first] ?? start(of: address, starts, at: first, bytes)
        return walk(address.low &<< 48, from: start.record, depth: start.bits, until: 32, bytes, isRead)
    }

    /// Where the first 16 bits of an address lead, which is kept.
    @inline(never)
    private func start(
        of address: NetworkAddress, _ starts: AddressStarts, at first: Int, _ bytes: DatabaseBytes
    ) -> (record: Int, bits: Int) {
        let start = walk(address.low &<< 32, from: root(bytes), depth: 0, until: 16, bytes, false)
        starts.keep(start, at: first)
        if !starts.isTreeRead, bytes.areRead(0..<nodeCount * nodeBytes + 8) { starts.noteTreeIsRead() }
        return start
    }

    /// - Parameter path: the bits that follow, the next one in front; those behind the end are 0.
    @inline(__always)
    private func walk(
        _ path: UInt64, from record: Int, depth: Int, until end: Int, _ bytes: DatabaseBytes, _ isRead: Bool
    ) -> (record: Int, bits: Int) {
        var (path, record, depth) = (path, record, depth)
        while record < nodeCount, depth < end {
            record = self.record(record, path &>> 63, bytes, isRead: isRead)
            path = path &<< 1
            depth &+= 1
        }
        return (record, depth)
    }

    /// The last node on the way of an address.
    func lastNode(of address: NetworkAddress, _ bytes: DatabaseBytes) -> Int {
        var (record, node, depth) = (address.isIPv4 ? root(bytes) : 0, 0, 0)
        while record < nodeCount, depth < address.bitCount {
            node = record
            record = self.record(node, UInt64(address.bit(depth)), bytes)
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
            for side: UInt64 in [1, 0] {
                let record = record(node, side, bytes)
                if record >= nodeCount + 16 { return record }
                if record < nodeCount { waiting.append(record) }
            }
        }
        return nil
    }
}
