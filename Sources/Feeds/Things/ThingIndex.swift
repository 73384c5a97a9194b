import Streams

/// Finds things by the bytes of their ids: a table with open addressing, so that no text is made to look one up.
struct ThingIndex: Sendable {
    /// The number of a thing and 1; 0 where a slot is free.
    private var slots: [UInt32] = []
    private var hashes: [UInt64] = []
    private(set) var count = 0
    /// Made anew for each run, so that nobody can make ids that all fall together.
    private let seed = UInt64.random(in: 1 ... .max)

    init() {
        slots = [UInt32](repeating: 0, count: 64)
        hashes = [UInt64](repeating: 0, count: 64)
    }

    /// The hash of an id.
    func hash(_ id: ArraySlice<UInt8>) -> UInt64 {
        var hash = seed
        for byte in id { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        hash ^= hash >> 32
        hash = hash &* 0x9E37_79B9_7F4A_7C15
        return hash ^ hash >> 29
    }

    /// The thing with a hash for which `isEqual` is true; nil where there is none.
    func find(_ hash: UInt64, where isEqual: (Int) -> Bool) -> Int? {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            if hashes[slot] == hash, isEqual(Int(slots[slot] - 1)) { return Int(slots[slot] - 1) }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Adds a thing that is not there yet.
    mutating func insert(_ thing: Int, hash: UInt64) {
        if (count + 1) * 2 > slots.count { grow() }
        put(UInt32(thing + 1), hash)
        count += 1
    }

    private mutating func put(_ entry: UInt32, _ hash: UInt64) {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 { slot = (slot + 1) & mask }
        (slots[slot], hashes[slot]) = (entry, hash)
    }

    private mutating func grow() {
        let (oldSlots, oldHashes) = (slots, hashes)
        slots = [UInt32](repeating: 0, count: oldSlots.count * 2)
        hashes = [UInt64](repeating: 0, count: oldSlots.count * 2)
        for (entry, hash) in zip(oldSlots, oldHashes) where entry != 0 { put(entry, hash) }
    }

    /// Takes a thing out.
    mutating func remove(_ thing: Int, hash: UInt64) {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != UInt32(thing + 1) {
            if slots[slot] == 0 { return }
            slot = (slot + 1) & mask
        }
        slots[slot] = 0
        count -= 1
        // Those behind it may have been pushed on by it.
        slot = (slot + 1) & mask
        while slots[slot] != 0 {
            let (entry, hash) = (slots[slot], hashes[slot])
            slots[slot] = 0
            put(entry, hash)
            slot = (slot + 1) & mask
        }
    }
}
