/// Text as it is compared when people search: without case, accents and punctuation.
///
/// Folded text is UTF-8 of letters and digits in words with one blank between them:
/// - compatibility decomposition, case folded, without the marks that people leave out (accents, Hebrew and Arabic
///   points, Thai tone marks); vowel signs and the voicing of kana stay, Hangul syllables stay whole;
/// - ø>o ł>l đ>d ð>d þ>th ß>ss æ>ae œ>oe ı>i and other letters with a stroke, forms of alef and yeh, katakana as
///   hiragana, the digits of all scripts as 0–9;
/// Characters inside words that are not typed vanish: apostrophes, `.` and `·`, soft hyphens, joiners
/// (`O'Brien` obrien, `D.C.` dc); anything else that is neither letter nor digit is a blank (`Saint-Étienne`
/// saint etienne); blanks at the ends vanish.
///
/// Folding is idempotent and the same for composed and decomposed text. Bytes that are not UTF-8 are blanks.
/// Control characters never remain, so they may separate folded texts.
public enum FoldedText {
    /// The folded text of `text`.
    public static func folded(_ text: String) -> [UInt8] {
        var buffer = FoldingBuffer()
        var text = text
        text.withUTF8 { buffer.append($0) }
        return buffer.withBytes { Array($0) }
    }

    /// What `character` becomes inside a text; a blank stays a blank anywhere.
    static func folded(_ character: Character) -> [UInt8] {
        var buffer = FoldingBuffer()
        var text = "a\(character)a"
        text.withUTF8 { buffer.append($0) }
        return buffer.withBytes { Array($0.dropFirst().dropLast()) }
    }
}

/// Memory that text is folded into, reused for each text.
package struct FoldingBuffer: ~Copyable {
    /// No scalar grows more: U+FDFA, three bytes, is four words of 33 bytes.
    private static let growth = 12
    private static let slack = 16

    private var memory: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// Bytes of folded text.
    package private(set) var count = 0

    /// An empty buffer.
    package init() {
        capacity = 4_096
        memory = .allocate(capacity: capacity)
    }

    deinit { memory.deallocate() }

    /// Appends the text to `bytes` and empties the buffer.
    mutating func move(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: memory, count: count))
        count = 0
    }

    mutating func append(byte: UInt8) {
        reserve(1)
        memory[count] = byte
        count += 1
    }

    /// Folds `bytes`, which are UTF-8, after the text that is there already.
    package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        reserve(bytes.count * Self.growth)
        var writer = FoldedWriter(output: memory + count)
        writer.append(bytes)
        count += writer.finish()
    }

    /// Forgets the text and keeps the memory.
    package mutating func clear() { count = 0 }

    /// Calls `body` with the folded text.
    package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(UnsafeBufferPointer(start: memory, count: count))
    }

    private mutating func reserve(_ more: Int) {
        guard count + more + Self.slack > capacity else { return }
        capacity = max(2 * capacity, count + more + Self.slack)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: memory, count: count)
        memory.deallocate()
        memory = larger
    }
}
