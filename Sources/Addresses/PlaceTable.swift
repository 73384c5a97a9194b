/// Places that were read, by where their records are.
///
/// A slot is the offset of a record and the number of its place, so that a look-up costs two places in memory.
struct PlaceTable {
    /// Places that are kept; others are read each time. A log has fewer different ones; more would be of a database that is
    /// made to fill the memory.
    private static let most = 1 << 20

    /// Nil for damaged records.
    private var places: [AddressPlace?] = []
    /// The offset in the upper half, in the lower the number of the place plus one; 0 is free. At most half are used.
    private var slots = [UInt64](repeating: 0, count: 1 << 10)

    /// The place of the record at an offset; nil where it was not read yet.
    func place(at offset: UInt32) -> AddressPlace?? {
        let slot = slots[slot(of: offset)]
        return slot == 0 ? nil : .some(places[Int(truncatingIfNeeded: slot & 0xffff_ffff) - 1])
    }

    /// Keeps the place of a record.
    mutating func keep(_ place: AddressPlace?, at offset: UInt32) {
        guard places.count < Self.most else { return }
        if places.count * 2 == slots.count { grow() }
        let slot = slot(of: offset)
        guard slots[slot] == 0 else { return }
        places.append(place)
        slots[slot] = UInt64(offset) << 32 | UInt64(places.count)
    }

    /// The slot that has an offset, else the free one for it.
    private func slot(of offset: UInt32) -> Int {
        let mask = slots.count &- 1
        // Multiples of the golden ratio are spread evenly, and so are their upper bits.
        var slot = Int(truncatingIfNeeded: UInt64(offset) &* 0x9e37_79b9_7f4a_7c15 >> 32) & mask
        while slots[slot] != 0, slots[slot] >> 32 != UInt64(offset) { slot = (slot &+ 1) & mask }
        return slot
    }

    private mutating func grow() {
        let old = slots
        slots = [UInt64](repeating: 0, count: old.count * 2)
        for kept in old where kept != 0 { slots[slot(of: UInt32(truncatingIfNeeded: kept >> 32))] = kept }
    }
}
