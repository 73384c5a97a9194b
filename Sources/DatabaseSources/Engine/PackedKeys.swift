/// Keys of rows one after the other in pages of bytes, and a table of their numbers by hash.
struct PackedKeys {
    /// A page is not copied when there are more keys. A key lies in one page; one that is larger has its own.
    private static let pageSize = 1 << 16

    private var pages: [[UInt8]] = []
    /// The page of a key in the upper half, where it begins there in the lower one.
    private var places: [UInt64] = []
    /// The hash of each key: it is compared before the bytes, and the table grows by it.
    private var hashes: [UInt32] = []
    /// Open addressing; its size is a power of two.
    private var slots: [UInt32] = [UInt32](repeating: .max, count: 64)
    /// The key that is looked up.
    private var packed: [UInt8] = []

    var count: Int { places.count }

    /// The number of a key, which is a new one for a key that was not met; nil beyond `limit`.
    mutating func number(of key: RowHandles.Key, _ limit: Int) -> UInt32? {
        pack(key)
        let hash = hashOfPacked()
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] != .max {
            if hashes[Int(slots[slot])] == hash, isPacked(slots[slot]) { return slots[slot] }
            slot = (slot + 1) & (slots.count - 1)
        }
        guard count < limit else { return nil }
        let number = UInt32(count)
        append(hash)
        slots[slot] = number
        if count * 4 > slots.count * 3 { grow() }
        return number
    }

    private mutating func append(_ hash: UInt32) {
        if pages.isEmpty || pages[pages.count - 1].count + packed.count > Self.pageSize {
            pages.append([])
            pages[pages.count - 1].reserveCapacity(max(Self.pageSize, packed.count))
        }
        places.append(UInt64(pages.count - 1) << 32 | UInt64(pages[pages.count - 1].count))
        hashes.append(hash)
        pages[pages.count - 1].append(contentsOf: packed)
    }

    private func place(_ number: UInt32) -> (page: Int, start: Int) {
        (Int(places[Int(number)] >> 32), Int(places[Int(number)] & 0xFFFF_FFFF))
    }

    /// Whether a key is the one that is looked up. None is the beginning of another: each says its length.
    private func isPacked(_ number: UInt32) -> Bool {
        let (page, start) = place(number)
        return pages[page].withUnsafeBytes { page in
            guard page.count - start >= packed.count else { return false }
            return packed.withUnsafeBytes { packed in
                page[start..<start + packed.count].elementsEqual(packed)
            }
        }
    }

    private mutating func grow() {
        var next = [UInt32](repeating: .max, count: slots.count * 2)
        for number in hashes.indices {
            var slot = Int(hashes[number]) & (next.count - 1)
            while next[slot] != .max { slot = (slot + 1) & (next.count - 1) }
            next[slot] = UInt32(number)
        }
        slots = next
    }

    private func hashOfPacked() -> UInt32 {
        var hasher = Hasher()
        packed.withUnsafeBytes { hasher.combine(bytes: $0) }
        return UInt32(truncatingIfNeeded: hasher.finalize())
    }

    // MARK: - Packing

    /// The occurrence, how many parts there are, then each part: 0 for NULL, else its length and 1, and its bytes.
    private mutating func pack(_ key: RowHandles.Key) {
        packed.removeAll(keepingCapacity: true)
        append(key.occurrence)
        append(key.parts.count)
        for part in key.parts {
            guard let part else {
                packed.append(0)
                continue
            }
            let utf8 = part.utf8
            append(utf8.count + 1)
            packed.append(contentsOf: utf8)
        }
    }

    /// Seven bits a byte, the lowest first; all but the last byte have the highest bit.
    private mutating func append(_ number: Int) {
        var rest = number
        while rest >= 0x80 {
            packed.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        packed.append(UInt8(rest))
    }

    /// The key of a row, which is below `count`.
    func key(of number: UInt32) -> RowHandles.Key {
        let (page, start) = place(number)
        return pages[page].withUnsafeBytes { page in
            var rest = page[start...]
            let occurrence = Self.takeNumber(from: &rest)
            let parts = (0..<Self.takeNumber(from: &rest)).map { _ -> String? in
                let length = Self.takeNumber(from: &rest)
                guard length > 0 else { return nil }
                defer { rest = rest.dropFirst(length - 1) }
                return String(decoding: rest.prefix(length - 1), as: UTF8.self)
            }
            return RowHandles.Key(parts: parts, occurrence: occurrence)
        }
    }

    private static func takeNumber(from bytes: inout Slice<UnsafeRawBufferPointer>) -> Int {
        var (number, shift) = (0, 0)
        while let byte = bytes.popFirst() {
            number |= Int(byte & 0x7F) << shift
            if byte < 0x80 { break }
            shift += 7
        }
        return number
    }
}
