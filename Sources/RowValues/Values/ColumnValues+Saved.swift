import Streams

extension ColumnValues {
    private enum Section {
        static let head = 1, values = 2, words = 3, starts = 4, counts = 5
    }

    /// How the values of a saved column are kept.
    private enum Width: UInt8 {
        case int8, int16, int32, double, byteCodes, shortCodes, longCodes
    }

    /// Writes the values of all rows.
    package func save(to file: inout SavedFileWriter) throws(SavedFault) {
        let width: Width
        switch storage {
        case .numbers(.int8(let values)): width = try Self.write(values, .int8, to: &file)
        case .numbers(.int16(let values)): width = try Self.write(values, .int16, to: &file)
        case .numbers(.int32(let values)): width = try Self.write(values, .int32, to: &file)
        case .numbers(.double(let values)): width = try Self.write(values, .double, to: &file)
        case .words(let words):
            switch words.codes {
            case .byte(let codes): width = try Self.write(codes, .byteCodes, to: &file)
            case .short(let codes): width = try Self.write(codes, .shortCodes, to: &file)
            case .long(let codes): width = try Self.write(codes, .longCodes, to: &file)
            }
            try file.write(Section.words, words.dictionary.bytes)
            try file.write(Section.starts, words.dictionary.starts)
            try file.write(Section.counts, words.counts)
        }
        var head = ByteWriter()
        head.append(name)
        head.append([kind.rawValue, width.rawValue])
        head.append(UInt64(filledCount))
        head.append(UInt64(misfitCount))
        try file.write(Section.head, head.bytes)
    }

    private static func write<Value: BitwiseCopyable>(
        _ values: [Value], _ width: Width, to file: inout SavedFileWriter
    ) throws(SavedFault) -> Width {
        try file.write(Section.values, values)
        return width
    }

    /// The column that was saved; throws `.damaged` for what cannot have been.
    package init(_ saved: SavedFile) throws(SavedFault) {
        var head = ByteReader(try saved.bytes(Section.head))
        guard let name = head.text(), let kinds = head.counted(), kinds.count == 2,
            let kind = ColumnKind(rawValue: kinds[0]), let width = Width(rawValue: kinds[1]),
            let filledCount = head.uint64(), let misfitCount = head.uint64(), head.isAtEnd
        else { throw .damaged }
        storage = try Self.storage(saved, width)
        self.name = name
        self.kind = kind
        self.filledCount = filledCount
        self.misfitCount = misfitCount
        let isOfNumbers = if case .numbers = storage { true } else { false }
        guard isOfNumbers == (kind == .number || kind == .time), filledCount <= rowCount else {
            throw .damaged
        }
    }

    private static func storage(_ saved: SavedFile, _ width: Width) throws(SavedFault) -> Storage {
        switch width {
        case .int8: return .numbers(.int8(try saved.numbers(Section.values, of: Int8.self)))
        case .int16: return .numbers(.int16(try saved.numbers(Section.values, of: Int16.self)))
        case .int32: return .numbers(.int32(try saved.numbers(Section.values, of: Int32.self)))
        case .double:
            return .numbers(
                .double(
                    try saved.numbers(Section.values, of: Double.self) { $0.allSatisfy { !$0.isInfinite } }))
        case .byteCodes, .shortCodes, .longCodes: break
        }
        let counts = try saved.numbers(Section.counts, of: Int.self)
        let dictionary = WordDictionary(
            bytes: try saved.bytes(Section.words), starts: try saved.numbers(Section.starts, of: Int.self))
        guard let dictionary, counts.count == dictionary.count + 1, counts.allSatisfy({ $0 >= 0 }) else {
            throw .damaged
        }
        let codes: WordCodes.Codes =
            switch width {
            case .byteCodes: .byte(try Self.codes(saved, below: counts.count))
            case .shortCodes: .short(try Self.codes(saved, below: counts.count))
            default: .long(try Self.codes(saved, below: counts.count))
            }
        return .words(WordCodes(codes: codes, dictionary: dictionary, counts: counts))
    }

    private static func codes<Code: FixedWidthInteger & BitwiseCopyable & Sendable>(
        _ saved: SavedFile, below count: Int
    ) throws(SavedFault) -> [Code] {
        try saved.numbers(Section.values, of: Code.self) { $0.allSatisfy { $0 < count } }
    }
}
