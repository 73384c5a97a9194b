/// Collects words: each different one is kept once. Words of up to 7 bytes are compared as one number.
struct WordCodesBuilder: Sendable {
    private var dictionary = WordDictionary()
    private var counts = [0]
    /// A hash table of open addressing: the code in each slot, 0 for none.
    private var slots = [UInt32](repeating: 0, count: 64)
    /// By code: of a short word its bytes and its length, of a long one its hash.
    private var keys: [UInt64] = [0]
    private var narrow: [UInt8] = []
    private var middle: [UInt16] = []
    private var wide: [UInt32] = []
    private var width = 1
    /// Neighbouring rows often have the same word.
    private var last = 0
    private var lastKey: UInt64 = 0

    /// Words of up to so many bytes are keys themselves; their length is in the highest byte.
    private static let shortLength = 7
    /// In keys of long words: no length of a short one.
    private static let longBits: UInt64 = 0xFF << 56

    /// How many different words there are.
    var differentCount: Int { dictionary.count }
    /// Rows, with a word or without.
    var count: Int { narrow.count + middle.count + wide.count }

    /// Appends a row's word; an empty one means no value.
    mutating func append(_ word: UnsafeBufferPointer<UInt8>) {
        append(word.isEmpty ? 0 : code(of: word, key: Self.key(of: word)))
    }

    /// The same for a word from `start` on that 8 readable bytes follow.
    @inline(__always)
    mutating func append(padded start: UnsafePointer<UInt8>, count: Int) {
        guard count > 0, count <= Self.shortLength else {
            return append(UnsafeBufferPointer(start: start, count: count))
        }
        let bits = UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
        let known = UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- 8 &* count)
        let key = (bits & known) | UInt64(truncatingIfNeeded: count) &<< 56
        if key == lastKey { return append(last) }
        append(code(of: UnsafeBufferPointer(start: start, count: count), key: key))
    }

    /// Appends the rows of a part, whose words are numbered by themselves.
    ///
    /// - Complexity: O(rows) plus a look at the table for each different word of the part.
    mutating func append(_ part: WordCodes) {
        var codes = [UInt32](repeating: 0, count: part.counts.count)
        for code in 1..<max(codes.count, 1) {
            let own = part.dictionary.withBytes(of: code - 1) { self.code(of: $0, key: Self.key(of: $0)) }
            codes[code] = UInt32(own)
            counts[own] += part.counts[code]
        }
        counts[0] += part.counts[0]
        widen(for: dictionary.count)
        codes.withUnsafeBufferPointer { map in
            switch part.codes {
            case .byte(let codes): append(codes, by: map)
            case .short(let codes): append(codes, by: map)
            case .long(let codes): append(codes, by: map)
            }
        }
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

    private mutating func append<Code: FixedWidthInteger>(
        _ codes: [Code], by map: UnsafeBufferPointer<UInt32>
    ) {
        switch width {
        case 1: narrow.append(contentsOf: codes.lazy.map { UInt8(truncatingIfNeeded: map[Int($0)]) })
        case 2: middle.append(contentsOf: codes.lazy.map { UInt16(truncatingIfNeeded: map[Int($0)]) })
        default: wide.append(contentsOf: codes.lazy.map { map[Int($0)] })
        }
    }

    @inline(__always)
    private mutating func append(_ code: Int) {
        counts[code] += 1
        if code > 255 { widen(for: code) }
        switch width {
        case 1: narrow.append(UInt8(truncatingIfNeeded: code))
        case 2: middle.append(UInt16(truncatingIfNeeded: code))
        default: wide.append(UInt32(truncatingIfNeeded: code))
        }
    }

    private mutating func widen(for code: Int) {
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
    }

    // MARK: - The table

    private mutating func code(of word: UnsafeBufferPointer<UInt8>, key: UInt64) -> Int {
        let isLong = key >= Self.longBits
        if isLong, last > 0, key == lastKey, dictionary.isEqual(last - 1, word) { return last }
        lastKey = key
        var slot = firstSlot(of: key)
        while slots[slot] != 0 {
            let code = Int(slots[slot])
            if keys[code] == key, !isLong || dictionary.isEqual(code - 1, word) {
                last = code
                return code
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        dictionary.append(word)
        counts.append(0)
        keys.append(key)
        slots[slot] = UInt32(dictionary.count)
        last = dictionary.count
        if dictionary.count * 2 > slots.count { grow() }
        return last
    }

    private mutating func grow() {
        // A large table takes memory, a small one is soon full again.
        slots = [UInt32](repeating: 0, count: slots.count * (slots.count < 1 << 16 ? 4 : 2))
        for code in 1..<keys.count {
            var slot = firstSlot(of: keys[code])
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(code)
        }
    }

    @inline(__always)
    private func firstSlot(of key: UInt64) -> Int {
        let mixed = (key ^ key >> 32) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 32) & (slots.count - 1)
    }

    private static func key(of word: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard word.count <= shortLength else { return WordHash.hash(word) | longBits }
        var key: UInt64 = 0
        for (index, byte) in word.enumerated() { key |= UInt64(byte) << UInt64(8 * index) }
        return key | UInt64(word.count) << 56
    }
}

/// A hash of words of 8 bytes and more.
enum WordHash {
    /// Eight bytes at a time, multiplied and folded; the last eight overlap those before.
    static func hash(_ word: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let memory = UnsafeRawBufferPointer(word)
        assert(memory.count >= 8)
        var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(word.count)
        func mix(_ value: UInt64) {
            hash = (hash ^ value) &* 0xFF51_AFD7_ED55_8CCD
            hash ^= hash >> 32
        }
        var offset = 0
        while offset + 8 <= memory.count {
            mix(memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        if offset < memory.count {
            mix(memory.loadUnaligned(fromByteOffset: memory.count - 8, as: UInt64.self))
        }
        return hash ^ hash >> 29
    }
}
