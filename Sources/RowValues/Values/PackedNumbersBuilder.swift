/// Collects numbers, in the narrowest width that holds them so far.
///
/// One of the arrays is in use: an array that is taken out of an enum to be appended to would be copied each time.
struct PackedNumbersBuilder: Sendable {
    private static let batchSize = 4_096

    private var bytes: [Int8] = []
    private var shorts: [Int16] = []
    private var words: [Int32] = []
    private var doubles: [Double] = []
    /// Bytes for each number.
    private var width = 1
    /// Whole numbers that are not packed yet, the least for none: the width is decided once for each batch.
    private var batch: [Int32] = []
    /// How many numbers there will be at least: memory that grows is copied, and cleared by the system again.
    private var expectedCount = 0

    init() { batch.reserveCapacity(Self.batchSize) }

    /// How many numbers were appended.
    var count: Int { bytes.count + shorts.count + words.count + doubles.count + batch.count }

    /// Makes room for so many more numbers.
    mutating func expect(_ more: Int) {
        expectedCount = count + more
        reserve()
    }

    /// Appends a number, or NaN for none; minus zero becomes zero, as it does among whole numbers.
    @inline(__always)
    mutating func append(_ number: Double) {
        let number = number + 0
        if width < 8 {
            if number.isNaN { return append(whole: .min) }
            if number == number.rounded(), abs(number) <= 2_147_483_647 {
                return append(whole: Int32(number))
            }
            flush()
            widen(to: 8)
        }
        doubles.append(number)
    }

    /// Appends a whole number; the least one means none.
    @inline(__always)
    mutating func append(whole: Int32) {
        guard width < 8 else { return doubles.append(PackedNumbers.value(whole)) }
        batch.append(whole)
        if batch.count == Self.batchSize { flush() }
    }

    /// Appends numbers that were packed by themselves.
    mutating func append(_ part: PackedNumbers) {
        flush()
        switch part {
        case .int8(let values): append(integers: values)
        case .int16(let values):
            widen(to: 2)
            append(integers: values)
        case .int32(let values):
            widen(to: 4)
            append(integers: values)
        case .double(let values):
            widen(to: 8)
            doubles += values
        }
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
        guard !batch.isEmpty else { return }
        var greatest: UInt32 = 0
        for value in batch { greatest = max(greatest, value == .min ? 0 : value.magnitude) }
        widen(to: greatest <= 127 ? 1 : greatest <= 32_767 ? 2 : 4)
        append(integers: batch)
        batch.removeAll(keepingCapacity: true)
    }

    /// Appends integers that the width holds.
    @inline(__always)
    private mutating func append<Value: FixedWidthInteger & SignedInteger>(integers values: [Value]) {
        switch width {
        case 1: bytes.append(contentsOf: values.lazy.map { Self.integer($0) })
        case 2: shorts.append(contentsOf: values.lazy.map { Self.integer($0) })
        case 4: words.append(contentsOf: values.lazy.map { Self.integer($0) })
        default: doubles.append(contentsOf: values.lazy.map { PackedNumbers.value($0) })
        }
    }

    /// The same integer in another width; the least one stays the least.
    @inline(__always)
    private static func integer<Value, Other>(_ value: Value) -> Other
    where Value: FixedWidthInteger & SignedInteger, Other: FixedWidthInteger & SignedInteger {
        value == .min ? .min : Other(truncatingIfNeeded: value)
    }

    private mutating func widen(to next: Int) {
        guard next > width else { return }
        let (oldBytes, oldShorts, oldWords) = (bytes, shorts, words)
        (bytes, shorts, words) = ([], [], [])
        let last = width
        width = next
        reserve()
        switch last {
        case 1: append(integers: oldBytes)
        case 2: append(integers: oldShorts)
        default: append(integers: oldWords)
        }
    }

    private mutating func reserve() {
        switch width {
        case 1: bytes.reserveCapacity(expectedCount)
        case 2: shorts.reserveCapacity(expectedCount)
        case 4: words.reserveCapacity(expectedCount)
        default: doubles.reserveCapacity(expectedCount)
        }
    }
}
