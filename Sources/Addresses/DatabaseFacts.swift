/// What the metadata at the end of a database say.
struct DatabaseFacts: Equatable, Sendable {
    /// Bytes at the end of the file in which they begin.
    static let span = 131_072
    /// What stands before them.
    private static let marker: [UInt8] = [0xab, 0xcd, 0xef] + Array("MaxMind.com".utf8)

    let nodeCount: Int
    /// Bits of half a node: 24, 28 or 32.
    let recordSize: Int
    let isIPv6: Bool
    let type: String
    /// When it was made: seconds since 1970.
    let madeAt: UInt64
    /// Bytes behind the data, from the marker on.
    let length: Int

    /// Bytes of a node.
    var nodeBytes: Int { recordSize / 4 }
    /// Bytes of the tree.
    var treeBytes: Int { nodeCount * nodeBytes }

    /// Bytes of the data in a file of so many.
    func dataBytes(of total: Int) -> Int { total - length - treeBytes - 16 }

    /// A reader of the data in the bytes of the whole file.
    func reader(_ bytes: DatabaseBytes) -> RecordReader {
        let start = treeBytes + 16
        return RecordReader(bytes, section: start..<start + dataBytes(of: bytes.count))
    }

    /// - Parameters:
    ///   - tail: the last bytes of the file.
    ///   - total: bytes of the file.
    init(tail: [UInt8], total: Int) throws(DatabaseFault.Reason) {
        guard let start = Self.markerEnd(in: tail) else { throw .noDatabase }
        var reader = RecordReader(DatabaseBytes(tail), section: start..<tail.count)
        let read = try? reader.value(at: 0)
        guard let read, case .map = read else { throw .metadata("its description") }
        let major = read["binary_format_major_version"]?.count ?? 0
        guard major == 2 else {
            throw .version(major: major, minor: read["binary_format_minor_version"]?.count ?? 0)
        }
        guard let nodes = read["node_count"]?.count, nodes > 0, nodes < 1 << 32 else {
            throw .metadata("node_count")
        }
        guard let size = read["record_size"]?.count, [24, 28, 32].contains(size) else {
            throw .metadata("record_size")
        }
        guard let version = read["ip_version"]?.count, version == 4 || version == 6 else {
            throw .metadata("ip_version")
        }
        (nodeCount, recordSize, isIPv6) = (Int(nodes), Int(size), version == 6)
        type = read["database_type"]?.text ?? ""
        madeAt = read["build_epoch"]?.count ?? 0
        length = tail.count - start + Self.marker.count
        guard dataBytes(of: total) >= 0 else { throw .cutShort }
    }

    private static func markerEnd(in tail: [UInt8]) -> Int? {
        guard tail.count >= marker.count else { return nil }
        for start in stride(from: tail.count - marker.count, through: 0, by: -1)
        where tail[start] == marker[0] && tail[start..<start + marker.count].elementsEqual(marker) {
            return start + marker.count
        }
        return nil
    }
}

extension DatabaseFault.Reason: Error {}
