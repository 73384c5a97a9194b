import MapModel

/// Collects the values of a column, one for each row in order, and finds their type.
///
/// The type is that of nearly all of the first values. What does not fit is missing and counted; where that is too
/// much, `isMisjudged` is true and the column is to be read again as text.
package struct ColumnBuilder: Sendable {
    /// Values that decide the type.
    private static let sampleSize = 1_000
    /// Rows from the first value on after which the type is decided, though there are fewer values.
    private static let sampleRows = 20_000
    /// The share of values that may be of another type.
    private static let misfitShare = 0.05

    let name: String
    /// "." or ",", in the values that are appended from now on.
    package var decimalMark: UInt8
    /// The type; nil until enough values were seen.
    package private(set) var kind: ColumnKind?
    /// Rows before the first value.
    private var emptyRows = 0
    private var sample: [(text: [UInt8], decimalMark: UInt8)] = []
    private var sampleFilled = 0

    var numbers = PackedNumbersBuilder()
    var words = WordCodesBuilder()
    var filled = 0
    var misfits = 0
    /// Words are counted, not kept by row, where they are nearly all different: for a summary.
    var tally: WordTally?
    /// Words after which that is looked at again; nil where words are kept.
    var nextTallyCheck: Int?
    /// The rows that are summarized; nil for all.
    var summarized: RowSet?
    /// Of a part whose type is not known: its values as they are.
    var untyped: UntypedFields?
    /// The order of day and month in a column of times where three numbers leave it open.
    private(set) var dayOrder: DayOrder?
    /// Reads times by all rules, for `collectedTimes`; nil where the values are wanted by type.
    var times: TimeCollector?
    /// Collects what values mean, for `collectedMeanings`; nil where the values are wanted by type.
    var meanings: MeaningCollector?

    /// - Parameters:
    ///   - kind: the type, where it is known; else it is found.
    ///   - decimalMark: "." or ",".
    package init(name: String, kind: ColumnKind? = nil, decimalMark: UInt8 = UInt8(ascii: ".")) {
        self.name = name
        self.kind = kind
        self.decimalMark = decimalMark
    }

    /// A builder of which only `collectedTimes` will be asked for: texts are times by all rules.
    package init(timesOf name: String, format: TimeFormat?) {
        self.init(name: name, kind: .time)
        times = TimeCollector(format: format)
    }

    /// A builder of which only `collectedMeanings` will be asked for.
    package init(meaningsOf name: String, _ meaning: ValueMeaning) {
        // Values of a column of times go through one door.
        self.init(name: name, kind: .time)
        meanings = MeaningCollector(meaning: meaning)
    }

    /// What the values of a column mean, by row; none unless it was made for that.
    package var collectedMeanings: [UInt64] { meanings?.values ?? [] }

    /// What was read of a column as times; nil unless it was made for that.
    package var collectedTimes: TimeCollector? { times }

    /// A builder of the same column.
    func another() -> ColumnBuilder {
        var other = ColumnBuilder(name: name, kind: kind, decimalMark: decimalMark)
        other.dayOrder = dayOrder
        other.times = times.map { TimeCollector(format: $0.format) }
        other.meanings = meanings.map { MeaningCollector(meaning: $0.meaning) }
        return other
    }

    /// Appends the value of the next row; an empty text means none.
    @inline(__always)
    package mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        if let kind {
            append(text, as: kind)
        } else if untyped == nil {
            appendToSample(text)
        } else {
            untyped?.append(text)
        }
    }

    /// Appends the value of the next row; an empty text means none.
    package mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// Whether so many values were of another type than the first ones that the column is one of text.
    package var isMisjudged: Bool {
        kind != .text && Double(misfits) > Self.misfitShare * Double(filled + misfits)
    }

    /// The values of all rows that were appended.
    package consuming func finish() -> ColumnValues {
        if kind == nil { decide() }
        let isWords = kind == .text || kind == .boolean
        return ColumnValues(
            name: name, kind: kind ?? .text,
            storage: isWords ? .words(words.finish()) : .numbers(numbers.finish()),
            filledCount: filled, misfitCount: misfits)
    }

    /// The type, and the order of day and month of times where three numbers leave it open.
    package consuming func judged() -> (kind: ColumnKind, order: DayOrder?) {
        if kind == nil { decide() }
        return isMisjudged ? (.text, nil) : (kind ?? .text, dayOrder)
    }

    /// Rows that were appended.
    package var rowCount: Int {
        emptyRows + sample.count + numbers.count + words.count
            + (tally?.rowCount ?? times?.count ?? meanings?.values.count ?? 0)
    }

    // MARK: - The type

    private mutating func appendToSample(_ text: UnsafeBufferPointer<UInt8>) {
        // A column may begin late: in another file, or with the rows of a later year.
        if text.isEmpty, sample.isEmpty {
            emptyRows += 1
            return
        }
        sample.append((Array(text), decimalMark))
        if !text.isEmpty { sampleFilled += 1 }
        if sampleFilled >= Self.sampleSize || sample.count >= Self.sampleRows { decide() }
    }

    private mutating func decide() {
        var kind = judgedKind
        if kind == .time { judgeOrder(&kind) }
        self.kind = kind
        let none = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        for _ in 0..<emptyRows { append(none, as: kind) }
        emptyRows = 0
        let present = decimalMark
        for (text, mark) in sample {
            decimalMark = mark
            text.withUnsafeBufferPointer { append($0, as: kind) }
        }
        decimalMark = present
        sample = []
    }

    /// Dates that could be of two days leave a column one of text.
    private mutating func judgeOrder(_ kind: inout ColumnKind) {
        var times = TimeCollector()
        for (text, _) in sample { text.withUnsafeBufferPointer { times.append($0) } }
        switch Result(catching: { () throws(TimeFault) in try times.judged(name: name, isGiven: false) }) {
        case .success(.text(let order)): dayOrder = order
        default: kind = .text
        }
    }

    private var judgedKind: ColumnKind {
        var counts = [Int](repeating: 0, count: ColumnKind.allCases.count)
        var total = 0
        // Numbers that may be others, unless the column has some that are certain.
        var doubtful = 0
        for (text, decimalMark) in sample where !text.isEmpty {
            text.withUnsafeBufferPointer { text in
                let text = ValueText.trimmed(text)
                if text.isEmpty || ValueText.isMissing(text) { return }
                total += 1
                if ValueText.plainNumber(text, decimalMark: decimalMark) != nil {
                    counts[Int(ColumnKind.number.rawValue)] += 1
                } else if let grouped = GroupedNumber(text, decimalMark: decimalMark) {
                    if grouped.isCertain {
                        counts[Int(ColumnKind.number.rawValue)] += 1
                    } else {
                        doubtful += 1
                    }
                } else if TimeText.reading(text) != nil {
                    counts[Int(ColumnKind.time.rawValue)] += 1
                } else if ValueText.boolean(text) != nil {
                    counts[Int(ColumnKind.boolean.rawValue)] += 1
                }
            }
        }
        guard total > 0 else { return .text }
        if counts[Int(ColumnKind.number.rawValue)] > 0 { counts[Int(ColumnKind.number.rawValue)] += doubtful }
        let least = Double(total) * (1 - Self.misfitShare)
        return ColumnKind.allCases.first { Double(counts[Int($0.rawValue)]) >= least } ?? .text
    }

    // MARK: - Values

    @inline(__always)
    private mutating func append(_ text: UnsafeBufferPointer<UInt8>, as kind: ColumnKind) {
        switch kind {
        case .number:
            let text = ValueText.trimmed(text)
            append(ValueText.number(text, decimalMark: decimalMark), of: text)
        case .time:
            if times != nil {
                times?.append(text)
            } else if meanings != nil {
                meanings?.append(text, decimalMark)
            } else {
                let text = ValueText.trimmed(text)
                append(TimeText.milliseconds(text, dayOrder), of: text)
            }
        case .boolean: appendBoolean(text)
        case .text:
            if !text.isEmpty { filled += 1 }
            if tally == nil {
                words.append(text)
                if let next = nextTallyCheck, words.count >= next { checkTally() }
            } else {
                tally?.append(text)
            }
        }
    }

    @inline(__always)
    private mutating func append(_ number: Double?, of text: UnsafeBufferPointer<UInt8>) {
        numbers.append(number ?? .nan)
        if number != nil {
            filled += 1
        } else {
            countMisfit(text)
        }
    }

    private mutating func countMisfit(_ text: UnsafeBufferPointer<UInt8>) {
        if !text.isEmpty, !ValueText.isMissing(text) { misfits += 1 }
    }

    private mutating func appendBoolean(_ text: UnsafeBufferPointer<UInt8>) {
        let text = ValueText.trimmed(text)
        let value = ValueText.boolean(text)
        if value != nil { filled += 1 } else { countMisfit(text) }
        let word = value.map { $0 ? "true" : "false" } ?? ""
        Array(word.utf8).withUnsafeBufferPointer { words.append($0) }
    }
}
