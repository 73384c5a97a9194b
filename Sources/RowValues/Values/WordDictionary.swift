/// Different words, numbered from 0 in the order of their first appearance.
package struct WordDictionary: Sendable {
    private(set) var bytes: [UInt8] = []
    /// Where each word begins in `bytes`, and the end of the last one.
    private(set) var starts: [Int] = [0]

    init() {}

    /// Words that were saved; nil when `starts` cannot be theirs.
    init?(bytes: [UInt8], starts: [Int]) {
        guard starts.first == 0, starts.last == bytes.count,
            zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 })
        else { return nil }
        self.bytes = bytes
        self.starts = starts
    }

    /// How many different words there are.
    package var count: Int { starts.count - 1 }

    /// Bytes that the words occupy.
    package var byteCount: Int { bytes.count + starts.count * 8 }

    /// A word; bytes that are not UTF-8 are replaced.
    package subscript(index: Int) -> String {
        String(decoding: bytes[starts[index]..<starts[index + 1]], as: UTF8.self)
    }

    /// Calls `body` with the bytes of a word.
    package func withBytes<Result>(
        of index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        bytes.withUnsafeBufferPointer {
            body(UnsafeBufferPointer(rebasing: $0[starts[index]..<starts[index + 1]]))
        }
    }

    func isEqual(_ index: Int, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = starts[index]
        guard starts[index + 1] - start == word.count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            for offset in 0..<word.count where bytes[start + offset] != word[offset] { return false }
            return true
        }
    }

    mutating func append(_ word: UnsafeBufferPointer<UInt8>) {
        bytes.append(contentsOf: word)
        starts.append(bytes.count)
    }
}
