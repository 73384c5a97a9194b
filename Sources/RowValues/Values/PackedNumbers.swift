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
}

/// Collects numbers, in the narrowest width that holds them so far.
///
/// One of the arrays is in use: an array that is taken out of an enum to be appended to would be copied each time.
struct PackedNumbersBuilder {
    private static let batchSize = 4_096

    private var bytes: [Int8] = []
    private var shorts: [Int16] = []
    private var words: [Int32] = []
    private var doubles: [Double] = []
    /// Bytes for each number.
    private var width = 1
    /// Numbers that are not packed yet: the width is decided once for each batch.
    private var batch: [Double] = []

    init() { batch.reserveCapacity(Self.batchSize) }

    /// Appends a number, or NaN for none.
    @inline(__always)
    mutating func append(_ number: Double) {
        batch.append(number)
        if batch.count == Self.batchSize { flush() }
    }

    mutating func finish() -> PackedNumbers {
        flush()
        return switch width {
        case 1: .int8(bytes)
        case 2: .int16(shorts)
        case 4: .int32(words)
        default: .double(doubles)
        }
    }

    private mutating func flush() {
        widen(to: max(Self.width(of: batch), width))
        switch width {
        case 1: for number in batch { bytes.append(Self.integer(number)) }
        case 2: for number in batch { shorts.append(Self.integer(number)) }
        case 4: for number in batch { words.append(Self.integer(number)) }
        default: doubles += batch
        }
        batch.removeAll(keepingCapacity: true)
    }

    private mutating func widen(to next: Int) {
        guard next > width else { return }
        let numbers: PackedNumbers =
            switch width {
            case 1: .int8(bytes)
            case 2: .int16(shorts)
            default: .int32(words)
            }
        (bytes, shorts, words) = ([], [], [])
        width = next
        switch next {
        case 2: numbers.forEach { shorts.append(Self.integer($0)) }
        case 4: numbers.forEach { words.append(Self.integer($0)) }
        default: numbers.forEach { doubles.append($0) }
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

    @inline(__always)
    private static func integer<Number: FixedWidthInteger & SignedInteger>(_ value: Double) -> Number {
        value.isNaN ? .min : Number(value)
    }
}
