import Addresses

/// A test of words, byte by byte in UTF-8 where that is possible.
///
/// A column may have a million different words: no string is made of a word unless it has other than ASCII characters
/// and is to be folded.
struct WordMatcher {
    private enum Step: Equatable {
        case byte(UInt8)
        /// One character of any length.
        case one
        /// Any bytes.
        case any
    }

    private let test: FilterTextTest
    private let folding: FilterFolding
    /// The text that is compared with, or those of a list.
    private let texts: [[UInt8]]
    /// Those of a long list.
    private let set: Set<[UInt8]>
    private let steps: [Step]

    private static let shortList = 8

    init(_ test: FilterTextTest, _ folding: FilterFolding) {
        self.test = test
        self.folding = folding
        switch test {
        case .compared(_, let text):
            (texts, set, steps) = ([Array(text.utf8)], [], [])
        case .among(let list, _):
            texts = list.map { Array($0.utf8) }
            set = list.count > Self.shortList ? Set(texts) : []
            steps = []
        case .within: (texts, set, steps) = ([], [], [])
        case .like(let pattern, _):
            (texts, set) = ([], [])
            steps = pattern.parts.flatMap { part -> [Step] in
                switch part {
                case .one: [.one]
                case .any: [.any]
                case .literal(let scalar): String(scalar).utf8.map { .byte($0) }
                }
            }
        }
    }

    /// Whether a word fulfils the test, folded as the test wants.
    ///
    /// - Complexity: O(length), for a pattern with several `%` times the length of the pattern at worst.
    func matches(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        if folding.isEmpty { return fulfils(word) }
        guard word.allSatisfy({ $0 < 0x80 }) else {
            var text = folding.folded(String(decoding: word, as: UTF8.self))
            return text.withUTF8 { fulfils($0) }
        }
        guard folding.contains(.case) else { return fulfils(word) }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(word.count, 1)) { lower in
            for (offset, byte) in word.enumerated() {
                lower[offset] = (65...90).contains(byte) ? byte | 0x20 : byte
            }
            return fulfils(UnsafeBufferPointer(rebasing: lower[..<word.count]))
        }
    }

    private func fulfils(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        switch test {
        case .compared(let comparison, _): return compare(word, comparison)
        case .among(_, let isNegated):
            let isListed = set.isEmpty ? texts.contains { $0.elementsEqual(word) } : set.contains(Array(word))
            return isListed != isNegated
        case .like(_, let isNegated): return fits(word) != isNegated
        case .within(let networks, let isNegated):
            guard let address = NetworkAddress(word) else { return false }
            return networks.contains { $0.contains(address) } != isNegated
        }
    }

    private func compare(_ word: UnsafeBufferPointer<UInt8>, _ comparison: FilterComparison) -> Bool {
        let text = texts[0]
        switch comparison {
        case .equal: return text.elementsEqual(word)
        case .notEqual: return !text.elementsEqual(word)
        case .less: return word.lexicographicallyPrecedes(text)
        case .atLeast: return !word.lexicographicallyPrecedes(text)
        case .greater: return text.lexicographicallyPrecedes(word)
        case .atMost: return !text.lexicographicallyPrecedes(word)
        }
    }

    /// As `TextPattern.matches`, on bytes.
    private func fits(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        steps.withUnsafeBufferPointer { steps in
            var (offset, step) = (0, 0)
            // Where to go on when what follows the last `.any` does not fit; -1 before the first one.
            var (retryOffset, retryStep) = (0, -1)
            while offset < word.count {
                if step < steps.count {
                    switch steps[step] {
                    case .any:
                        (retryOffset, retryStep) = (offset, step + 1)
                        step += 1
                        continue
                    case .byte(word[offset]):
                        offset += 1
                        step += 1
                        continue
                    case .one:
                        offset = Self.endOfCharacter(at: offset, in: word)
                        step += 1
                        continue
                    case .byte: break
                    }
                }
                guard retryStep >= 0 else { return false }
                retryOffset = Self.endOfCharacter(at: retryOffset, in: word)
                (offset, step) = (retryOffset, retryStep)
            }
            while step < steps.count, steps[step] == .any { step += 1 }
            return step == steps.count
        }
    }

    private static func endOfCharacter(at offset: Int, in word: UnsafeBufferPointer<UInt8>) -> Int {
        var end = offset + 1
        while end < word.count, word[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }
}
