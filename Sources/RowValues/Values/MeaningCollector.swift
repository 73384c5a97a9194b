/// What the values of a column mean, row by row.
struct MeaningCollector: Sendable {
    let meaning: ValueMeaning
    private(set) var values: [UInt64] = []

    init(meaning: ValueMeaning) { self.meaning = meaning }

    mutating func append(_ text: UnsafeBufferPointer<UInt8>, _ decimalMark: UInt8) {
        values.append(meaning.meaning(text, decimalMark: decimalMark))
    }

    mutating func append(_ part: consuming MeaningCollector) { values += part.values }

    mutating func expect(_ rows: Int) { values.reserveCapacity(values.count + rows) }
}
