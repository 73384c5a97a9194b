import MapModel
import Streams

/// Reads zone files: TZif, versions 1 to 4.
///
/// Source: RFC 8536. Leap seconds are not counted.
enum ZoneFile {
    /// The largest that is read; those of the system have 4 KiB.
    static let sizeLimit = 1 << 20

    /// The zone of a file; nil where it is not one.
    static func zone(_ name: String, _ bytes: [UInt8]) -> ZoneTable? {
        var reader = BigEndianReader(bytes)
        guard var head = Header(&reader) else { return nil }
        var width = 4
        if head.version >= 2 {
            // The second part has the same with 64 bits.
            guard reader.skip(head.length(width)), let second = Header(&reader) else { return nil }
            (head, width) = (second, 8)
        }
        guard let table = Table(&reader, head, width) else { return nil }
        guard width == 8, let line = reader.bytes(reader.rest), line.first == 10, line.last == 10 else {
            return table.zone(name, rule: nil)
        }
        let text = line.dropFirst().dropLast()
        if text.isEmpty { return table.zone(name, rule: nil) }
        guard let rule = ZoneRule(text) else { return nil }
        return table.zone(name, rule: rule)
    }

    /// The numbers at the beginning of each part.
    private struct Header {
        let version: UInt8
        let utcCount, standardCount, leapCount, timeCount, typeCount, charCount: Int

        init?(_ reader: inout BigEndianReader) {
            guard let magic = reader.bytes(4), Array(magic) == Array("TZif".utf8),
                let version = reader.bytes(1)?.first, reader.skip(15)
            else { return nil }
            self.version = version == 0 ? 1 : version &- 48
            var counts: [Int] = []
            for _ in 0..<6 {
                guard let count = reader.bigEndian(4), count < 1 << 20 else { return nil }
                counts.append(Int(count))
            }
            (utcCount, standardCount, leapCount) = (counts[0], counts[1], counts[2])
            (timeCount, typeCount, charCount) = (counts[3], counts[4], counts[5])
            if typeCount == 0 { return nil }
        }

        func length(_ width: Int) -> Int {
            timeCount * (width + 1) + typeCount * 6 + charCount + leapCount * (width + 4) + standardCount
                + utcCount
        }
    }

    /// When which offset begins.
    private struct Table {
        /// 35 million years: sums do not overflow. Some files begin with the big bang.
        private static let farthest: Int64 = 1 << 50

        private var starts: [Int64] = []
        private var offsets: [Int32] = []

        init?(_ reader: inout BigEndianReader, _ head: Header, _ width: Int) {
            for _ in 0..<head.timeCount {
                guard let time = reader.bigEndian(width) else { return nil }
                starts.append(width == 4 ? Int64(Int32(truncatingIfNeeded: time)) : max(time, -Self.farthest))
            }
            guard let numbers = reader.bytes(head.timeCount).map(Array.init) else { return nil }
            var types: [(offset: Int32, isSummer: Bool)] = []
            for _ in 0..<head.typeCount {
                guard let offset = reader.bigEndian(4), let more = reader.bytes(2) else { return nil }
                let seconds = Int32(truncatingIfNeeded: offset)
                guard seconds.magnitude < 7 * 86_400 else { return nil }
                types.append((seconds, more.first != 0))
            }
            let rest = head.charCount + head.leapCount * (width + 4) + head.standardCount + head.utcCount
            guard reader.skip(rest), numbers.allSatisfy({ Int($0) < types.count }),
                zip(starts, starts.dropFirst()).allSatisfy({ $0 < $1 }),
                starts.allSatisfy({ $0 <= Self.farthest })
            else { return nil }
            let first = types.first { !$0.isSummer } ?? types[0]
            offsets = [first.offset] + numbers.map { types[Int($0)].offset }
        }

        /// With the changes of a rule for 400 years after the last.
        func zone(_ name: String, rule: ZoneRule?) -> ZoneTable {
            guard let rule else {
                return ZoneTable(name: name, starts: starts, offsets: offsets, repeats: false)
            }
            guard rule.summer != nil else {
                guard let last = offsets.last, last != rule.standard, let start = starts.last else {
                    return ZoneTable(name: name, starts: starts, offsets: offsets, repeats: false)
                }
                return ZoneTable(
                    name: name, starts: starts + [start + 1], offsets: offsets + [rule.standard],
                    repeats: false)
            }
            var (starts, offsets) = (starts, offsets)
            let last = starts.last ?? 0
            let first = WallTime(milliseconds: min(last, 1 << 40) * 1000).year
            for year in first...(first + 401) {
                for change in rule.changes(in: year) where change.second > (starts.last ?? .min) {
                    starts.append(change.second)
                    offsets.append(change.offset)
                }
            }
            return ZoneTable(name: name, starts: starts, offsets: offsets, repeats: true)
        }
    }
}

/// Reads numbers and bytes from the beginning.
private struct BigEndianReader {
    private var left: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { left = bytes[...] }

    var rest: Int { left.count }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= left.count else { return nil }
        defer { left = left.dropFirst(count) }
        return left.prefix(count)
    }

    mutating func skip(_ count: Int) -> Bool { bytes(count) != nil }

    mutating func bigEndian(_ count: Int) -> Int64? {
        bytes(count)?.reduce(0) { $0 << 8 | Int64($1) }
    }
}
