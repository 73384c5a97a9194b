import MapModel

/// Numbers by row in as few bytes as hold all of them exactly: 1, 2 or 4 for whole numbers, else 8.
///
/// The least integer of each width, and NaN, mark rows without a value.
package enum PackedNumbers: Sendable {
    /// -127…127.
    case int8([Int8])
    /// -32,767…32,767.
    case int16([Int16])
    /// -2,147,483,647…2,147,483,647.
    case int32([Int32])
    /// Any other numbers.
    case double([Double])

    /// How many rows there are, with a value or without.
    package var count: Int {
        switch self {
        case .int8(let values): values.count
        case .int16(let values): values.count
        case .int32(let values): values.count
        case .double(let values): values.count
        }
    }

    /// The number of a row; nil where there is none.
    package subscript(row: Int) -> Double? {
        let value = self.value(at: row)
        return value.isNaN ? nil : value
    }

    /// The number of a row; NaN where there is none.
    @inline(__always)
    package func value(at row: Int) -> Double {
        switch self {
        case .int8(let values): Self.value(values[row])
        case .int16(let values): Self.value(values[row])
        case .int32(let values): Self.value(values[row])
        case .double(let values): values[row]
        }
    }

    /// An integer as a number; NaN for the least one, which means no value.
    @inline(__always)
    package static func value<Number: FixedWidthInteger & SignedInteger>(_ number: Number) -> Double {
        number == .min ? .nan : Double(number)
    }

    /// Calls `body` with each row's number in order, NaN where there is none.
    ///
    /// - Complexity: O(rows); the width is decided once.
    @inline(__always)
    package func forEach(_ body: (Double) -> Void) {
        switch self {
        case .int8(let values): for value in values { body(Self.value(value)) }
        case .int16(let values): for value in values { body(Self.value(value)) }
        case .int32(let values): for value in values { body(Self.value(value)) }
        case .double(let values): for value in values { body(value) }
        }
    }

    /// Bytes that the numbers occupy.
    package var byteCount: Int {
        switch self {
        case .int8(let values): values.count
        case .int16(let values): values.count * 2
        case .int32(let values): values.count * 4
        case .double(let values): values.count * 8
        }
    }

    /// The numbers of the points of `tree` by index; NaN for none.
    ///
    /// - Complexity: O(points), shared by the workers.
    package func gathered(by tree: QuadTree, _ workers: Workers) -> [Double] {
        switch self {
        case .int8(let values): tree.numbers(byRow: values, by: workers)
        case .int16(let values): tree.numbers(byRow: values, by: workers)
        case .int32(let values): tree.numbers(byRow: values, by: workers)
        case .double(let values): tree.numbers(byRow: values, by: workers)
        }
    }

    /// Calls `body` with the numbers of a range of rows in order, NaN where there is none.
    @inline(__always)
    func forEach(in rows: Range<Int>, _ body: (Double) -> Void) {
        switch self {
        case .int8(let values): for value in values[rows] { body(Self.value(value)) }
        case .int16(let values): for value in values[rows] { body(Self.value(value)) }
        case .int32(let values): for value in values[rows] { body(Self.value(value)) }
        case .double(let values): for value in values[rows] { body(value) }
        }
    }
}
