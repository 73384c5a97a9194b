/// Words by row: a dictionary of the different words, and a code for each row.
///
/// Code 0 means no value; the others count the words in the order of their first appearance.
package struct WordCodes: Sendable {
    /// Codes in as few bytes as hold the largest one.
    package enum Codes: Sendable {
        case byte([UInt8])
        case short([UInt16])
        case long([UInt32])
    }

    /// The code of each row.
    package let codes: Codes
    /// The different words.
    package let dictionary: WordDictionary
    /// Rows of each code; at 0 those without a value.
    package let counts: [Int]

    /// How many rows there are, with a value or without.
    package var count: Int {
        switch codes {
        case .byte(let codes): codes.count
        case .short(let codes): codes.count
        case .long(let codes): codes.count
        }
    }

    /// The code of a row; 0 where it has no value.
    @inline(__always)
    package func code(at row: Int) -> Int {
        switch codes {
        case .byte(let codes): Int(codes[row])
        case .short(let codes): Int(codes[row])
        case .long(let codes): Int(codes[row])
        }
    }

    /// The word of a code from 1 on.
    package func word(_ code: Int) -> String { dictionary[code - 1] }

    /// Calls `body` with the code of each row in order.
    ///
    /// - Complexity: O(rows); the width is decided once.
    @inline(__always)
    package func forEach(_ body: (Int) -> Void) {
        switch codes {
        case .byte(let codes): for code in codes { body(Int(code)) }
        case .short(let codes): for code in codes { body(Int(code)) }
        case .long(let codes): for code in codes { body(Int(code)) }
        }
    }

    /// The codes with the most rows first, equal ones by their words; at most `limit`.
    package func mostFrequent(_ limit: Int) -> [Int] {
        Self.mostFrequent(limit, counts: counts, dictionary)
    }

    /// The codes with the largest of `counts`, which are by code, first; equal ones by their words. Codes without
    /// rows are left out.
    ///
    /// - Complexity: O(words · log limit).
    package static func mostFrequent(_ limit: Int, counts: [Int], _ dictionary: WordDictionary) -> [Int] {
        var best: [Int] = []
        func isBefore(_ first: Int, _ second: Int) -> Bool {
            if counts[first] != counts[second] { return counts[first] > counts[second] }
            return dictionary[first - 1] < dictionary[second - 1]
        }
        for code in 1..<max(counts.count, 1) where counts[code] > 0 {
            if best.count == limit, let last = best.last, !isBefore(code, last) { continue }
            var low = 0
            var high = best.count
            while low < high {
                let middle = (low + high) / 2
                if isBefore(code, best[middle]) { high = middle } else { low = middle + 1 }
            }
            best.insert(code, at: low)
            if best.count > limit { best.removeLast() }
        }
        return best
    }

    /// Words with their counts, without rows.
    init(frequent: [(value: String, count: Int)]) {
        var dictionary = WordDictionary()
        for value in frequent { Array(value.value.utf8).withUnsafeBufferPointer { dictionary.append($0) } }
        codes = .byte([])
        self.dictionary = dictionary
        counts = [0] + frequent.map(\.count)
    }

    init(codes: Codes, dictionary: WordDictionary, counts: [Int]) {
        self.codes = codes
        self.dictionary = dictionary
        self.counts = counts
    }

    /// Bytes that codes and words occupy.
    package var byteCount: Int {
        let codeBytes =
            switch codes {
            case .byte(let codes): codes.count
            case .short(let codes): codes.count * 2
            case .long(let codes): codes.count * 4
            }
        return codeBytes + dictionary.byteCount + counts.count * 8
    }
}

/// Collects words: each different one is kept once.
struct WordCodesBuilder {
    private var dictionary = WordDictionary()
    private var counts = [0]
    /// A hash table of open addressing: the code in each slot, 0 for none.
    private var slots = [UInt32](repeating: 0, count: 64)
    private var hashes: [UInt32] = [0]
    private var narrow: [UInt8] = []
    private var middle: [UInt16] = []
    private var wide: [UInt32] = []
    private var width = 1
    /// Neighbouring rows often have the same word.
    private var last = 0

    /// Appends a row's word; an empty one means no value.
    mutating func append(_ word: UnsafeBufferPointer<UInt8>) {
        let code = word.isEmpty ? 0 : code(of: word)
        counts[code] += 1
        append(code)
    }

    consuming func finish() -> WordCodes {
        let codes: WordCodes.Codes =
            switch width {
            case 1: .byte(narrow)
            case 2: .short(middle)
            default: .long(wide)
            }
        return WordCodes(codes: codes, dictionary: dictionary, counts: counts)
    }

    private mutating func append(_ code: Int) {
        if code > 255, width == 1 {
            middle = narrow.map { UInt16($0) }
            narrow = []
            width = 2
        }
        if code > 65_535, width == 2 {
            wide = middle.map { UInt32($0) }
            middle = []
            width = 4
        }
        switch width {
        case 1: narrow.append(UInt8(code))
        case 2: middle.append(UInt16(code))
        default: wide.append(UInt32(code))
        }
    }

    private mutating func code(of word: UnsafeBufferPointer<UInt8>) -> Int {
        if last > 0, dictionary.isEqual(last - 1, word) { return last }
        let hash = Self.hash(word)
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let code = Int(slots[slot])
            if hashes[code] == hash, dictionary.isEqual(code - 1, word) {
                last = code
                return code
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        dictionary.append(word)
        counts.append(0)
        hashes.append(hash)
        slots[slot] = UInt32(dictionary.count)
        last = dictionary.count
        if dictionary.count * 2 > slots.count { grow() }
        return last
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for code in 1..<hashes.count {
            var slot = Int(hashes[code]) & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(code)
        }
    }

    /// Eight bytes at a time, multiplied and folded.
    private static func hash(_ word: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let memory = UnsafeRawBufferPointer(word)
        var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(word.count)
        var offset = 0
        func mix(_ value: UInt64) {
            hash = (hash ^ value) &* 0xFF51_AFD7_ED55_8CCD
            hash ^= hash >> 32
        }
        while offset + 8 <= memory.count {
            mix(memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < memory.count {
            rest = rest << 8 | UInt64(memory[offset])
            offset += 1
        }
        mix(rest)
        return UInt32(truncatingIfNeeded: hash ^ hash >> 29)
    }
}
