import Streams

/// The keys of lines that name their values, each of which is a column.
struct LogKeys: Sendable {
    private let keys: [[UInt8]]
    /// The same as texts.
    let names: [String]

    /// More keys than this are no columns.
    private static let limit = 2_000
    private static let longest = 128

    init(_ names: [String] = []) { (keys, self.names) = (names.map { Array($0.utf8) }, names) }

    /// Whether there may be more.
    var mayGrow: Bool { keys.count < Self.limit }

    /// Which key a part of a line is, by its number; nil for one that is not known.
    ///
    /// - Parameter expected: the number that is looked at first.
    func number(of key: Range<Int>, _ bytes: ByteRun, _ expected: inout Int) -> Int? {
        if expected < keys.count, isEqual(keys[expected], key, bytes) {
            expected += 1
            return expected - 1
        }
        guard let found = keys.firstIndex(where: { isEqual($0, key, bytes) }) else { return nil }
        expected = found + 1
        return found
    }

    @inline(__always)
    private func isEqual(_ name: [UInt8], _ key: Range<Int>, _ bytes: ByteRun) -> Bool {
        guard name.count == key.count else { return false }
        return name.withUnsafeBufferPointer { name in
            for index in 0..<name.count where name[index] != bytes[key.lowerBound &+ index] { return false }
            return true
        }
    }

    /// A key as the name of a column; nil for one that is too long.
    static func name(of key: Range<Int>, _ bytes: ByteRun) -> String? {
        key.count <= longest ? String(decoding: bytes.buffer(key), as: UTF8.self) : nil
    }

    /// The keys with others behind them; nil where there are none that are new.
    ///
    /// - Parameter columns: names that are taken.
    func adding(_ others: [String], besides columns: [String]) -> LogKeys? {
        var known = Set(names + columns)
        let new = others.filter { known.insert($0).inserted }
        guard !new.isEmpty, mayGrow else { return nil }
        return LogKeys(Array((names + new).prefix(Self.limit)))
    }
}
