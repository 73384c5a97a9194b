/// Writes databases of addresses in the MMDB format.
public struct AddressDatabaseFile {
    /// A value of a record.
    public indirect enum Value {
        case text(String)
        case number(Double)
        case count(UInt64)
        case map([(String, Value)])
        case list([Value])
        /// Bytes as they are, also such as break the format.
        case raw([UInt8])
    }

    private final class Node { var sides: [Side] = [.nothing, .nothing] }
    private enum Side { case nothing, node(Node), data(Int) }

    private let isIPv6: Bool
    private let recordSize: Int
    private let root = Node()
    private var data: [UInt8] = []

    /// - Parameter recordSize: bits of half a node: 24, 28 or 32.
    public init(isIPv6: Bool, recordSize: Int) { (self.isIPv6, self.recordSize) = (isIPv6, recordSize) }

    /// Adds a record for the network of the first bits of an address.
    ///
    /// - Parameter address: four bytes or sixteen; four lie behind 96 zeros in a tree of IPv6.
    public mutating func add(_ address: [UInt8], bits: Int, _ record: Value) {
        let isInside = isIPv6 && address.count == 4
        let bytes = (isInside ? [UInt8](repeating: 0, count: 12) : []) + address
        let count = bits + (isInside ? 96 : 0)
        var node = root
        for depth in 0..<count {
            let side = Int(bytes[depth / 8] >> UInt8(7 - depth % 8) & 1)
            if depth == count - 1 {
                node.sides[side] = .data(data.count)
            } else if case .node(let next) = node.sides[side] {
                node = next
            } else {
                let next = Node()
                node.sides[side] = .node(next)
                node = next
            }
        }
        data += Self.bytes(record)
    }

    /// The bytes of the file.
    public func encoded(type: String = "Test-City", major: UInt64 = 2) -> [UInt8] {
        var nodes = [root]
        var numbers = [ObjectIdentifier(root): 0]
        var next = 0
        while next < nodes.count {
            for case .node(let node) in nodes[next].sides {
                numbers[ObjectIdentifier(node)] = nodes.count
                nodes.append(node)
            }
            next += 1
        }
        let tree = nodes.flatMap { node in
            encoded(
                node.sides.map { side in
                    switch side {
                    case .nothing: nodes.count
                    case .node(let node): numbers[ObjectIdentifier(node)] ?? 0
                    case .data(let offset): nodes.count + 16 + offset
                    }
                })
        }
        let facts: [(String, Value)] = [
            ("node_count", .count(UInt64(nodes.count))), ("record_size", .count(UInt64(recordSize))),
            ("ip_version", .count(isIPv6 ? 6 : 4)), ("database_type", .text(type)),
            ("binary_format_major_version", .count(major)), ("binary_format_minor_version", .count(0)),
            ("build_epoch", .count(1_794_700_800)),
        ]
        return tree + [UInt8](repeating: 0, count: 16) + data + [0xab, 0xcd, 0xef] + Array("MaxMind.com".utf8)
            + Self.bytes(.map(facts))
    }

    private func encoded(_ sides: [Int]) -> [UInt8] {
        func bytes(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
        }
        guard recordSize == 28 else { return sides.flatMap { bytes($0, recordSize / 8) } }
        let middle = UInt8(sides[0] >> 24 & 15) << 4 | UInt8(sides[1] >> 24 & 15)
        return bytes(sides[0], 3) + [middle] + bytes(sides[1], 3)
    }

    private static func head(_ type: UInt8, _ size: Int) -> [UInt8] {
        let (first, extended): (UInt8, [UInt8]) = type > 7 ? (0, [type - 7]) : (type << 5, [])
        if size < 29 { return [first | UInt8(size)] + extended }
        if size < 285 { return [first | 29] + extended + [UInt8(size - 29)] }
        return [first | 30] + extended + [UInt8((size - 285) >> 8), UInt8((size - 285) & 255)]
    }

    private static func big(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
    }

    private static func bytes(_ value: Value) -> [UInt8] {
        switch value {
        case .text(let text): return head(2, text.utf8.count) + Array(text.utf8)
        case .number(let number): return head(3, 8) + big(number.bitPattern)
        case .count(let number):
            let digits = Array(big(number).drop { $0 == 0 })
            return head(9, digits.count) + digits
        case .map(let members):
            return head(7, members.count) + members.flatMap { bytes(.text($0.0)) + bytes($0.1) }
        case .list(let values): return head(11, values.count) + values.flatMap { bytes($0) }
        case .raw(let raw): return raw
        }
    }
}

extension AddressDatabaseFile.Value {
    /// A record of a city as MaxMind writes it.
    public static func city(
        _ name: String, _ country: String, _ latitude: Double, _ longitude: Double, radius: UInt64 = 20
    ) -> Self {
        .map([
            (
                "city",
                .map([
                    ("names", .map([("de", .text(name.isEmpty ? "" : name + " (de)")), ("en", .text(name))]))
                ])
            ),
            ("country", .map([("iso_code", .text(country))])),
            (
                "location",
                .map([
                    ("accuracy_radius", .count(radius)), ("latitude", .number(latitude)),
                    ("longitude", .number(longitude)),
                ])
            ),
            ("subdivisions", .list([.map([("iso_code", .text("ZH"))])])),
        ])
    }
}
