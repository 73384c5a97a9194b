import Streams

/// A latitude or longitude in a text.
struct ProseAngle {
    let range: Range<Int>
    /// A degree sign, or the letter of a hemisphere.
    let isMarked: Bool
    /// The letter of a hemisphere comes last.
    let endsInLetter: Bool
    /// Digits behind the point.
    let decimals: Int
    /// Minutes and seconds that only blanks or colons set apart.
    let plainParts: Int

    /// What is between two angles.
    enum Separator { case mark, blank }

    /// Reads angles and what is between them.
    struct Scanner {
        private var cursor: LineCursor

        private static let degrees: [StaticString] = ["°", "º", "˚"]
        private static let minutes: [StaticString] = [
            "'", "′", "’", "‘", "´", "ʹ", "`", "minutes", "minute", "min", "m",
        ]
        private static let seconds: [StaticString] = [
            "''", "′′", "’’", "\"", "″", "”", "“", "ʺ", "seconds", "second", "sec", "s",
        ]
        /// Words that are degrees only beside a hemisphere: people turn and wait, too.
        private static let degreeWords: [StaticString] = ["degrees", "degree", "deg", "d"]
        private static let hemispheres: [StaticString] = ["north", "south", "east", "west"]
        private static let blanks: [StaticString] = [" ", "\t", "\u{A0}", "\u{202F}", "\u{2009}"]

        init(_ bytes: ByteRun, _ range: Range<Int>) { cursor = LineCursor(bytes, range) }

        var next: Int { cursor.next }

        /// Whether a letter of a hemisphere comes next.
        var isAtLetter: Bool {
            var probe = self
            return probe.hemisphere()
        }

        /// A label, perhaps in quotes, and perhaps a sign behind it.
        mutating func label(_ words: [StaticString]) -> Bool {
            let start = cursor.next
            for word in words {
                cursor.next = start
                let quote = UInt8(ascii: "\"")
                _ = cursor.skip(quote)
                guard skip(word) else { continue }
                _ = cursor.skip(quote)
                skipBlanks()
                _ = cursor.skip(UInt8(ascii: "=")) || cursor.skip(UInt8(ascii: ":"))
                skipBlanks()
                return true
            }
            cursor.next = start
            return false
        }

        mutating func separator() -> Separator? {
            let start = cursor.next
            skipBlanks()
            let mark =
                cursor.skip(UInt8(ascii: ",")) || cursor.skip(UInt8(ascii: ";"))
                || cursor.skip(UInt8(ascii: "/"))
            skipBlanks()
            return mark ? .mark : cursor.next > start ? .blank : nil
        }

        /// - Parameter plainParts: so many numbers behind the degrees may be minutes and seconds without signs.
        mutating func angle(plainParts limit: Int = 2) -> ProseAngle? {
            let start = cursor.next
            let isLed = hemisphere()
            if isLed { skipBlanks() }
            if !isLed {
                _ = cursor.skip(UInt8(ascii: "-")) || cursor.skip(UInt8(ascii: "+")) || cursor.skip("−")
            }
            guard cursor.number(digits: 1...3) != nil else { return nil }
            let whole = cursor.next
            let decimals = fraction(before: Self.degrees)
            let number = cursor.next
            var (hasSign, plainParts) = (mark(Self.degrees), 0)
            let hasWord = !hasSign && mark(Self.degreeWords)
            if hasSign || hasWord {
                if part(Self.minutes, isLed: isLed) { _ = part(Self.seconds) }
            } else if number == whole {
                plainParts = self.plainParts(limit)
            }
            let end = cursor.next
            skipBlanks()
            let isClosed = !isLed && hemisphere()
            if !isClosed { cursor.next = end }
            if !isLed, !isClosed, hasWord || plainParts > 0 {
                (cursor.next, hasSign, plainParts) = (number, false, 0)
            }
            return ProseAngle(
                range: start..<cursor.next, isMarked: hasSign || isLed || isClosed, endsInLetter: isClosed,
                decimals: decimals, plainParts: plainParts)
        }

        /// The letter or name of a hemisphere that belongs to no other word.
        private mutating func hemisphere() -> Bool {
            if "NSEWO".utf8.contains(cursor.byte(0)), !Self.isLetter(cursor.byte(1)) {
                cursor.next += 1
                return true
            }
            return Self.hemispheres.contains { skip($0) }
        }

        /// Digits behind a point, or behind a comma where one of `marks` follows; how many.
        private mutating func fraction(before marks: [StaticString]) -> Int {
            let isComma = cursor.peek == UInt8(ascii: ",")
            guard isComma || cursor.peek == UInt8(ascii: "."), cursor.byte(1) &- 48 < 10 else { return 0 }
            var probe = self
            probe.cursor.next += 1
            let start = probe.next
            while let byte = probe.cursor.peek, byte &- 48 < 10 { probe.cursor.next += 1 }
            let end = probe.next
            if isComma, !probe.mark(marks) { return 0 }
            cursor.next = end
            return end - start
        }

        /// One of some signs, or words that end there; a blank may stand before it.
        private mutating func mark(_ marks: [StaticString]) -> Bool {
            let start = cursor.next
            skipBlank()
            for mark in marks {
                let before = cursor.next
                guard cursor.skip(mark) else { continue }
                // 36sN is both a unit and a hemisphere, 5d is a time.
                let isWord = Self.isLetter(mark.utf8Start[0])
                if !isWord || !(0x61...0x7A).contains(cursor.byte(0)) { return true }
                cursor.next = before
            }
            cursor.next = start
            return false
        }

        /// Minutes or seconds: with one of their signs, or at once behind the sign before them. Minutes with a fraction need none beside a
        /// hemisphere: `N 47° 22.600`.
        ///
        /// - Parameter isLed: a hemisphere stands before the degrees; nil for seconds.
        private mutating func part(_ marks: [StaticString], isLed: Bool? = nil) -> Bool {
            let start = cursor.next
            skipBlanks()
            let isTight = cursor.next == start
            guard cursor.number(digits: 1...2) != nil else {
                cursor.next = start
                return false
            }
            let decimals = fraction(before: marks)
            if mark(marks) || isTight && cursor.byte(0) &- 48 >= 10 { return true }
            if let isLed, decimals > 0, isLed || isBeforeLetter, !isBeforeDegrees { return true }
            cursor.next = start
            return false
        }

        private var isBeforeLetter: Bool {
            var probe = self
            probe.skipBlanks()
            return probe.hemisphere()
        }

        private var isBeforeDegrees: Bool {
            var probe = self
            return probe.mark(Self.degrees)
        }

        /// Numbers behind blanks or colons, the last of which may have a fraction; how many.
        private mutating func plainParts(_ limit: Int) -> Int {
            var count = 0
            while count < limit {
                let start = cursor.next
                if !cursor.skip(UInt8(ascii: ":")) { skipBlanks() }
                guard cursor.next > start, cursor.number(digits: 1...2) != nil else {
                    cursor.next = start
                    break
                }
                let isLast = cursor.peek == UInt8(ascii: ".") && fraction(before: []) > 0
                guard cursor.byte(0) &- 48 >= 10 else {
                    cursor.next = start
                    break
                }
                count += 1
                if isLast { break }
            }
            return count
        }

        // MARK: bytes

        /// A word in any letters that ends there.
        private mutating func skip(_ word: StaticString) -> Bool {
            let count = word.utf8CodeUnitCount
            guard (0..<count).allSatisfy({ cursor.byte($0) | 0x20 == word.utf8Start[$0] }),
                !Self.isLetter(cursor.byte(count))
            else { return false }
            cursor.next += count
            return true
        }

        private mutating func skipBlanks() { while skipBlank() {} }

        @discardableResult
        private mutating func skipBlank() -> Bool { Self.blanks.contains { cursor.skip($0) } }

        private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    }
}
