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

    /// Whether all numbers are whole.
    package var areWhole: Bool {
        guard case .double(let values) = self else { return true }
        return values.allSatisfy { $0.isNaN || $0 == $0.rounded() }
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
}

/// Collects numbers, in the narrowest width that holds them so far.
struct PackedNumbersBuilder {
    private static let batchSize = 4_096

    private var packed = PackedNumbers.int8([])
    /// Numbers that are not packed yet: the width is decided once for each batch.
    private var batch: [Double] = []

    init() { batch.reserveCapacity(Self.batchSize) }

    /// Appends a number, or NaN for none.
    mutating func append(_ number: Double) {
        batch.append(number)
        if batch.count == Self.batchSize { flush() }
    }

    mutating func finish() -> PackedNumbers {
        flush()
        return packed
    }

    private mutating func flush() {
        guard !batch.isEmpty else { return }
        let width = max(Self.width(of: batch), currentWidth)
        let before = packed
        packed = .int8([])
        packed = Self.appending(batch, to: before, width: width)
        batch.removeAll(keepingCapacity: true)
    }

    private var currentWidth: Int {
        switch packed {
        case .int8: 1
        case .int16: 2
        case .int32: 4
        case .double: 8
        }
    }

    /// Bytes for each of the numbers.
    private static func width(of numbers: [Double]) -> Int {
        var width = 1
        for number in numbers where !number.isNaN {
            guard number == number.rounded(), abs(number) <= 2_147_483_647 else { return 8 }
            let magnitude = abs(number)
            width = max(width, magnitude <= 127 ? 1 : magnitude <= 32_767 ? 2 : 4)
        }
        return width
    }

    /// `before` is given up, so that its memory grows in place.
    private static func appending(
        _ numbers: [Double], to before: consuming PackedNumbers, width: Int
    ) -> PackedNumbers {
        switch (before, width) {
        case (.int8(var values), 1):
            before = .int8([])
            values += numbers.map(integer)
            return .int8(values)
        case (.int16(var values), 2):
            before = .int8([])
            values += numbers.map(integer)
            return .int16(values)
        case (.int32(var values), 4):
            before = .int8([])
            values += numbers.map(integer)
            return .int32(values)
        case (.double(var values), _):
            before = .int8([])
            values += numbers
            return .double(values)
        default: return appending(numbers, to: widened(before, to: width), width: width)
        }
    }

    private static func integer<Number: FixedWidthInteger & SignedInteger>(_ value: Double) -> Number {
        value.isNaN ? .min : Number(value)
    }

    private static func widened(_ numbers: PackedNumbers, to width: Int) -> PackedNumbers {
        var values: [Double] = []
        values.reserveCapacity(numbers.count)
        numbers.forEach { values.append($0) }
        return switch width {
        case 2: .int16(values.map(integer))
        case 4: .int32(values.map(integer))
        default: .double(values)
        }
    }
}
