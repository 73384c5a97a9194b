import CByteScan

/// Which records of a segment have which letters, and which pairs of letters in a row, as bits by record.
///
/// Each frequent letter or pair has a set of its own; several rare ones share one. The letter at the beginning of a
/// word is a pair with what is before it: the beginning of the label or of another field, or a blank in either. So
/// the sets of a query's letters and pairs have in common every record that matches, and few others.
/// After Faloutsos and Christodoulakis, "Signature files", ACM TOIS 2, 1984, cut into slices, and with slots by frequency
/// instead of a hash function.
struct LetterSets: Sendable {
    /// 27 bytes a record.
    static let sliceCount = 216
    /// The sets with one letter or pair each come first.
    static let ownCount = 120
    /// Then those that several share, and last those of the first two letters of words.
    static let startSlot = sliceCount - 2 * name_start_slots
    /// The slot of what no query asks for, such as the marks between fields.
    static let unused = UInt8(sliceCount)
    static let slotCount = classCount + classCount * classCount
    private static let classCount = name_class_count
    /// So many records in a row are counted of 16 times as many.
    private static let sample = 64

    /// The set of each class of bytes, then of each pair of classes.
    let slots: [UInt8]
    /// Words of 64 records in a set.
    let width: Int
    /// One set after the other.
    let words: [UInt64]

    /// The sets of saved bits; nil where their number is wrong.
    init?(slots: [UInt8], words: [UInt64], recordCount: Int) {
        width = (recordCount + 63) / 64
        guard slots.count == Self.slotCount, words.count == Self.sliceCount * width,
            slots.allSatisfy({ $0 <= Self.unused })
        else { return nil }
        self.slots = slots
        self.words = words
    }

    /// Reads the records of a segment.
    ///
    /// - Complexity: O(bytes), about 2 ns a byte.
    init(of text: UnsafePointer<UInt8>, starts: UnsafeBufferPointer<UInt32>) {
        let recordCount = starts.count - 1
        let width = (recordCount + 63) / 64
        let slots = Self.slots(of: text, starts: starts)
        words = [UInt64](unsafeUninitializedCapacity: Self.sliceCount * width) { memory, count in
            if let base = memory.baseAddress { Self.note(text, starts, slots, width, into: base) }
            count = Self.sliceCount * width
        }
        self.slots = slots
        self.width = width
    }

    var byteCount: Int { slots.capacity + words.capacity * MemoryLayout<UInt64>.stride }

    private static func note(
        _ text: UnsafePointer<UInt8>, _ starts: UnsafeBufferPointer<UInt32>, _ slots: [UInt8], _ width: Int,
        into words: UnsafeMutablePointer<UInt64>
    ) {
        guard let first = starts.baseAddress else { return }
        let group = name_group
        var block = [UInt64](repeating: 0, count: (sliceCount + 1) * group)
        for word in stride(from: 0, to: width, by: group) {
            let records = min(64 * group, starts.count - 1 - 64 * word)
            for place in block.indices { block[place] = 0 }
            name_sets_note(text, first + 64 * word, records, classes, slots, startSlot, &block)
            let length = min(group, width - word)
            block.withUnsafeBufferPointer { block in
                guard let base = block.baseAddress else { return }
                for slice in 0..<sliceCount {
                    (words + slice * width + word).update(from: base + slice * group, count: length)
                }
            }
        }
    }

    // MARK: - Which letters share a set

    /// The most frequent ones in a sample have a set of their own, the others go in turn to the rest.
    private static func slots(of text: UnsafePointer<UInt8>, starts: UnsafeBufferPointer<UInt32>) -> [UInt8] {
        var counts = [UInt32](repeating: 0, count: slotCount)
        for block in stride(from: 0, to: starts.count - 1, by: 16 * sample) {
            for record in block..<min(block + sample, starts.count - 1) {
                name_sets_count(text, Int(starts[record]), Int(starts[record + 1]) - 1, classes, &counts)
            }
        }
        var slots = [UInt8](repeating: unused, count: slotCount)
        let wanted = slots.indices.filter { isLetter($0 % classCount) }
        // Letters that begin words identify the better kinds of matches, so they have more sets.
        let order = wanted.filter { counts[$0] > 0 }.map {
            (count: isStart($0) ? 32 * counts[$0] : counts[$0], gram: $0)
        }
        .sorted { ($0.count, $1.gram) > ($1.count, $0.gram) }.map(\.gram)
        for (rank, gram) in order.enumerated() { slots[gram] = slot(rank) }
        var rank = max(order.count, ownCount)
        for gram in wanted where counts[gram] == 0 {
            slots[gram] = slot(rank)
            rank += 1
        }
        return slots
    }

    /// To and fro among the shared sets, so that each gets as much of the more frequent as of the rarer.
    private static func slot(_ rank: Int) -> UInt8 {
        guard rank >= ownCount else { return UInt8(rank) }
        let shared = startSlot - ownCount
        let (turn, place) = (rank - ownCount).quotientAndRemainder(dividingBy: shared)
        return UInt8(ownCount + (turn.isMultiple(of: 2) ? place : shared - 1 - place))
    }

    private static func isStart(_ gram: Int) -> Bool {
        let before = gram / classCount - 1
        return before == WordStart.label.rawValue || before == WordStart.field.rawValue
    }

    private static func isLetter(_ type: Int) -> Bool {
        type == 0 || type > name_field_word
    }

    // MARK: - Classes

    /// Of the bytes of a label, then of those of other fields.
    private static let classes: [UInt8] = {
        let label = (0...255).map { classOf(UInt8($0), blank: name_label_word) }
        return label + (0...255).map { classOf(UInt8($0), blank: name_field_word) }
    }()

    private static func classOf(_ byte: UInt8, blank: Int) -> UInt8 {
        switch byte {
        case 0x20: UInt8(blank)
        case NameSegment.fieldMark: UInt8(name_field_word)
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 3
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 29
        // The bytes after the first of a character, then the first ones, some of which are taken for others.
        case 0x80...0xBF: byte - 0x80 + 39
        case 0xC0...0xFF: byte % 25 + 103
        default: 0
        }
    }

    static func slot(of byte: UInt8) -> Int { Int(classes[Int(byte)]) }

    static func slot(of pair: (UInt8, UInt8)) -> Int {
        classCount + Int(classes[Int(pair.0)]) * classCount + Int(classes[Int(pair.1)])
    }

    /// The pair of a beginning of a word, one of those of `WordStart`, and its first byte.
    static func slot(of byte: UInt8, after start: WordStart) -> Int {
        classCount + Int(start.rawValue) * classCount + Int(classes[Int(byte)])
    }
}

extension LetterSets {
    /// The sets in which records are that have a word that begins so.
    func slots(ofBeginning word: [UInt8], _ start: WordStart) -> [UInt8] {
        guard let first = word.first else { return [] }
        let one = slots[Self.slot(of: first, after: start)]
        guard word.count > 1 else { return [one] }
        let two = name_start_slot(UInt32(Self.slot(of: first)), UInt32(Self.slot(of: word[1])))
        let isField = start == .field ? name_start_slots : 0
        return [one, UInt8(Self.startSlot + isField + Int(two))]
    }
}

/// What is before the first letter of a word.
enum WordStart: UInt32, CaseIterable {
    /// A word of the label.
    case label = 1
    /// A word of another field.
    case field = 2
}
