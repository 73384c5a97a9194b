import TestSupport

extension [UInt8] {
    /// A copy with a few bytes changed, removed, repeated or cut off, most of them among the first `limit`.
    func mutated(_ random: inout SeededRandom, upTo limit: Int) -> [UInt8] {
        var bytes = self
        let extremes: [UInt8] = [0, 1, 127, 128, 255]
        for _ in 0..<random.number(1...4) where !bytes.isEmpty {
            let last = (random.number(0...3) == 0 ? bytes.count : Swift.min(limit, bytes.count)) - 1
            let place = random.number(0...last)
            switch random.number(0...9) {
            case 0...3: bytes[place] = UInt8(random.number(0...255))
            case 4...6: bytes[place] = extremes[random.number(0...4)]
            case 7: bytes[place] ^= 1 << UInt8(random.number(0...7))
            case 8: bytes.removeSubrange(place..<Swift.min(place + random.number(1...8), bytes.count))
            default:
                if random.number(0...2) == 0 {
                    bytes.removeSubrange(place...)
                } else {
                    bytes.insert(contentsOf: bytes[place..<Swift.min(place + 8, bytes.count)], at: place)
                }
            }
        }
        return bytes
    }
}
