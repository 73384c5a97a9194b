/// How rare bytes are in folded names, roughly: rare ones are searched for first.
enum ByteRarity {
    /// Letters from the most to the least frequent in names of places around the world.
    private static let frequency: StaticString = "aeinorlstumhdkgbcpyvjwzfxq"

    private static let ranks: [UInt8] = {
        // Lead bytes of other scripts repeat in all of a name; the bytes after them are rarer.
        var ranks = [UInt8](repeating: 0, count: 256)
        for byte in 0x30...0x39 { ranks[byte] = 24 }
        for byte in 0x80...0xBF { ranks[byte] = 20 }
        frequency.withUTF8Buffer { letters in
            for (rank, letter) in letters.enumerated() { ranks[Int(letter)] = UInt8(rank + 4) }
        }
        return ranks
    }()

    static func of(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(0) { $0 + Int(ranks[Int($1)]) }
    }

    /// The places of the two rarest bytes, ascending; the same twice for a single byte.
    static func rarestPair(of bytes: UnsafeBufferPointer<UInt8>) -> (first: Int, second: Int) {
        guard bytes.count > 1 else { return (0, 0) }
        let places = bytes.indices.sorted { (ranks[Int(bytes[$0])], $0) > (ranks[Int(bytes[$1])], $1) }
        return (min(places[0], places[1]), max(places[0], places[1]))
    }

    static func isPart(_ part: [UInt8], of whole: [UInt8]) -> Bool {
        guard part.count <= whole.count else { return false }
        return (0...whole.count - part.count).contains { start in
            whole[start..<start + part.count].elementsEqual(part)
        }
    }
}
