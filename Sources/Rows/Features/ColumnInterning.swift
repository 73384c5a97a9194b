/// Numbers for the names of columns, in the order of their first appearance.
struct ColumnInterning: Sendable {
    /// Further names get the number `limit`, which is not a column.
    static let limit = 2_000

    private(set) var names: [String] = []
    private var bytes: [[UInt8]] = []
    private var numbers: [[UInt8]: Int] = [:]
    /// Records usually name their columns in the same order: the number that followed the last one.
    private var expected = 0

    @inline(__always)
    mutating func number(of name: UnsafeBufferPointer<UInt8>) -> Int {
        if expected < bytes.count, Self.areEqual(bytes[expected], name) {
            let found = expected
            expected += 1
            return found
        }
        return lookedUp(name)
    }

    @inline(never)
    private mutating func lookedUp(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        if let first = bytes.first, Self.areEqual(first, name) {
            expected = 1
            return 0
        }
        let key = Array(name)
        if let found = numbers[key] {
            expected = found + 1
            return found
        }
        guard names.count < Self.limit else { return Self.limit }
        numbers[key] = names.count
        bytes.append(key)
        names.append(String(decoding: name, as: UTF8.self))
        expected = names.count
        return names.count - 1
    }

    @inline(__always)
    private static func areEqual(_ name: [UInt8], _ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard name.count == other.count else { return false }
        return name.withUnsafeBufferPointer { bytes in
            for index in 0..<bytes.count where bytes[index] != other[index] { return false }
            return true
        }
    }
}
