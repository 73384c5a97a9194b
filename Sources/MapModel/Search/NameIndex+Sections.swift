/// Names saved and restored: the memory of an index as sections of bytes.
///
/// ```
/// header: mark, segments; for each segment: first record, records, bytes of text
/// for each segment: text · starts (4 bytes each) · slots · sets (8 bytes each), both empty where it has none
/// ```
/// Numbers have the byte order of the machine; on another the mark is a different one.
extension NameIndex {
    /// The format and its version; changed with either.
    private static let mark: UInt64 = 0x3230_7865_646E_494E
    private static let headerLength = 2
    private static let fieldsOfSegment = 3
    private static let sectionsOfSegment = 4

    /// Calls `body` with each section in turn, its memory borrowed for the call.
    ///
    /// `init(sections:)` takes them in this order. There is one, and four for each segment.
    public func visitSections<Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        var header: [UInt64] = [Self.mark, UInt64(segments.count)]
        for segment in segments {
            header += [
                UInt64(segment.firstRecord), UInt64(segment.recordCount), UInt64(segment.bytes.count),
            ]
        }
        try visit(header, body)
        for segment in segments {
            try visit(segment.bytes, body)
            try visit(segment.starts, body)
            try visit(segment.sets?.slots ?? [], body)
            try visit(segment.sets?.words ?? [], body)
        }
    }

    private func visit<Element: BitwiseCopyable, Failure: Error>(
        _ elements: [Element], _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        try elements.withUnsafeBufferPointer { (memory) throws(Failure) in
            try body(UnsafeRawBufferPointer(memory))
        }
    }

    /// An index of sections that `visitSections` has given; nil where they cannot be such.
    ///
    /// All offsets are checked, so a search of damaged sections ends and reads nothing outside them. That the text is
    /// the one that was saved is not checked: keep a checksum.
    /// - Complexity: O(bytes), which are copied.
    public init?(sections: [UnsafeRawBufferPointer]) {
        guard let first = sections.first, let header = Self.numbers(in: first, UInt64.self),
            header.count >= Self.headerLength, header[0] == Self.mark,
            let count = Int(exactly: header[1]), count == (sections.count - 1) / Self.sectionsOfSegment,
            sections.count == 1 + count * Self.sectionsOfSegment,
            header.count == Self.headerLength + count * Self.fieldsOfSegment
        else { return nil }
        var segments: [NameSegment] = []
        var firstRecord: UInt64 = 0
        for index in 0..<count {
            let fields = header[(Self.headerLength + index * Self.fieldsOfSegment)...].prefix(3)
            let base = 1 + index * Self.sectionsOfSegment
            guard
                fields.elementsEqual([
                    firstRecord, fields[fields.startIndex + 1], UInt64(sections[base].count),
                ]),
                let segment = NameSegment(
                    firstRecord: UInt32(firstRecord), text: sections[base], starts: sections[base + 1],
                    slots: sections[base + 2], words: sections[base + 3]),
                segment.recordCount == fields[fields.startIndex + 1]
            else { return nil }
            segments.append(segment)
            firstRecord += UInt64(segment.recordCount)
            guard firstRecord <= UInt32.max, index == count - 1 || firstRecord & 63 == 0 else { return nil }
        }
        self.init(segments: segments)
    }

    /// The numbers of a section; nil where bytes are left over.
    fileprivate static func numbers<Number: BitwiseCopyable>(
        in section: UnsafeRawBufferPointer, _: Number.Type
    ) -> [Number]? {
        let stride = MemoryLayout<Number>.stride
        guard section.count % stride == 0 else { return nil }
        return [Number](unsafeUninitializedCapacity: section.count / stride) { memory, count in
            UnsafeMutableRawBufferPointer(memory).copyMemory(from: section)
            count = section.count / stride
        }
    }
}

extension NameSegment {
    /// A saved segment; nil where its records do not lie in the text one after the other.
    fileprivate init?(
        firstRecord: UInt32, text: UnsafeRawBufferPointer, starts section: UnsafeRawBufferPointer,
        slots: UnsafeRawBufferPointer, words: UnsafeRawBufferPointer
    ) {
        guard let starts = NameIndex.numbers(in: section, UInt32.self),
            starts.count >= 2, starts[0] == 1, text.count > Self.padding, text[0] == Self.recordMark,
            Int(starts[starts.count - 1]) + Self.padding == text.count,
            zip(starts, starts.dropFirst()).allSatisfy({ $0 < $1 }),
            // They ascend to the last, so all of them lie in the text.
            starts.allSatisfy({ text[Int($0) - 1] == Self.recordMark }),
            text[(text.count - Self.padding)...].allSatisfy({ $0 == 0 })
        else { return nil }
        var sets: LetterSets?
        if !slots.isEmpty || !words.isEmpty {
            guard let words = NameIndex.numbers(in: words, UInt64.self),
                let saved = LetterSets(slots: Array(slots), words: words, recordCount: starts.count - 1)
            else { return nil }
            sets = saved
        }
        self.init(firstRecord: firstRecord, bytes: Array(text), starts: starts, sets: sets)
    }
}
