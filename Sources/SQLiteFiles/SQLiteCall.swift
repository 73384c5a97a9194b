import CSQLite

/// A call of one of SQLite's functions whose time is the product of the lengths of their arguments, computed
/// in linear time.
///
/// Results are those of SQLite 3.40 for all values, including text that is not UTF-8. After func.c of SQLite.
struct SQLiteCall {
    let context: OpaquePointer
    let values: [OpaquePointer]
    let shouldStop: () -> Bool

    /// Iterations between two calls of `shouldStop`.
    private static let stopInterval = 4_096

    /// The text of a value as SQLite converts it; nil for NULL.
    func text(_ value: OpaquePointer) -> UnsafeRawBufferPointer? {
        guard let start = sqlite3_value_text(value) else { return nil }
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }

    func answer(_ bytes: UnsafeRawBufferPointer) {
        csqlite_result_text(context, bytes.baseAddress, Int64(bytes.count))
    }

    private func isStopped(_ turn: Int) -> Bool {
        guard turn % Self.stopInterval == 0, shouldStop() else { return false }
        sqlite3_result_error_code(context, SQLITE_INTERRUPT)
        return true
    }

    private static func offset(
        of needle: UnsafeRawBufferPointer, in haystack: UnsafeRawBufferPointer, from start: Int = 0
    ) -> Int? {
        guard let base = haystack.baseAddress, let found = needle.baseAddress,
            let match = csqlite_find(
                base + start, Int64(haystack.count - start), found, Int64(needle.count))
        else { return nil }
        return match - base
    }

    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    // MARK: instr

    /// instr(X, Y): the place of Y in X, in characters of text and bytes of blobs, from 1.
    func find() {
        let types = values.map { sqlite3_value_type($0) }
        if types.contains(SQLITE_NULL) { return }
        guard sqlite3_value_bytes(values[1]) > 0 else { return sqlite3_result_int(context, 1) }
        if types == [SQLITE_BLOB, SQLITE_BLOB] {
            let bytes = values.map {
                UnsafeRawBufferPointer(start: sqlite3_value_blob($0), count: Int(sqlite3_value_bytes($0)))
            }
            let offset = Self.offset(of: bytes[1], in: bytes[0])
            return sqlite3_result_int(context, offset.map { Int32($0 + 1) } ?? 0)
        }
        // A blob beside text becomes text, but only here.
        let copies = types.contains(SQLITE_BLOB) ? values.compactMap { sqlite3_value_dup($0) } : []
        defer { for copy in copies { sqlite3_value_free(copy) } }
        let texts = (copies.isEmpty ? values : copies).map { text($0) }
        guard texts.count == 2, let haystack = texts[0], let needle = texts[1] else {
            return sqlite3_result_error_nomem(context)
        }
        sqlite3_result_int(context, needle.isEmpty ? 1 : Self.character(of: needle, in: haystack))
    }

    private static func character(
        of needle: UnsafeRawBufferPointer, in haystack: UnsafeRawBufferPointer
    ) -> Int32 {
        // A match within a character counts at the very start only.
        if isContinuation(needle[0]) { return haystack.starts(with: needle) ? 1 : 0 }
        guard let offset = offset(of: needle, in: haystack) else { return 0 }
        var number: Int32 = 1
        var index = 1
        while index <= offset {
            if !isContinuation(haystack[index]) { number += 1 }
            index += 1
        }
        return number
    }

    // MARK: replace

    /// replace(X, Y, Z): X with Z for each Y.
    func replace() {
        guard let source = text(values[0]), let pattern = text(values[1]) else { return }
        // As in C, a pattern that begins with a zero is empty.
        guard pattern.first ?? 0 != 0 else { return sqlite3_result_value(context, values[0]) }
        guard let replacement = text(values[2]) else { return }
        let limit = Int(sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1))
        var result: [UInt8] = []
        result.reserveCapacity(source.count)
        var start = 0
        var turn = 0
        while let offset = Self.offset(of: pattern, in: source, from: start) {
            result.append(contentsOf: source[start..<offset])
            result.append(contentsOf: replacement)
            start = offset + pattern.count
            turn += 1
            if isStopped(turn) { return }
            guard result.count <= limit else { return sqlite3_result_error_toobig(context) }
        }
        result.append(contentsOf: source[start...])
        result.withUnsafeBytes { answer($0) }
    }

    // MARK: trim

    /// trim(X, Y): X without the characters of Y at its ends.
    func trim(start: Bool, end: Bool) {
        guard let source = text(values[0]), let characters = text(values[1]) else { return }
        var set = CharacterSet()
        var turn = 0
        var index = 0
        // As in C, a zero ends the characters.
        while index < characters.count, characters[index] != 0 {
            let first = index
            index += 1
            if characters[first] >= 0xC0 {
                while index < characters.count, Self.isContinuation(characters[index]) { index += 1 }
            }
            set.insert(characters[first..<index])
            turn += 1
            if isStopped(turn) { return }
        }
        var rest = source[...]
        for isStart in [true, false] where isStart ? start : end {
            while let count = set.match(rest, atStart: isStart) {
                if isStart { rest.removeFirst(count) } else { rest.removeLast(count) }
                turn += set.effort
                if isStopped(turn) { return }
            }
        }
        answer(UnsafeRawBufferPointer(rebasing: rest))
    }

    /// The characters of trim; where several match, the first one counts.
    private struct CharacterSet {
        /// Up to four bytes and their number as a key; the values are the order.
        private var short: [UInt64: Int] = [:]
        /// Longer characters, which are not UTF-8.
        private var long: [(bytes: Slice<UnsafeRawBufferPointer>, order: Int)] = []
        private var count = 0

        /// The comparisons for a match: the interval between two checks, when they are many.
        var effort: Int { long.isEmpty ? 1 : SQLiteCall.stopInterval }

        mutating func insert(_ bytes: Slice<UnsafeRawBufferPointer>) {
            if bytes.count > 4 {
                long.append((bytes, count))
            } else if short[Self.key(bytes)] == nil {
                short[Self.key(bytes)] = count
            }
            count += 1
        }

        private static func key(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt64 {
            bytes.reduce(UInt64(bytes.count)) { $0 << 8 | UInt64($1) }
        }

        /// Bytes of the character of the set at one end of `text`.
        func match(_ text: Slice<UnsafeRawBufferPointer>, atStart: Bool) -> Int? {
            var best: (count: Int, order: Int)?
            for count in 1...4 where count <= text.count {
                let bytes = atStart ? text.prefix(count) : text.suffix(count)
                if let order = short[Self.key(bytes)], order < best?.order ?? .max { best = (count, order) }
            }
            for (bytes, order) in long where order < best?.order ?? .max && bytes.count <= text.count {
                let end = atStart ? text.prefix(bytes.count) : text.suffix(bytes.count)
                if end.elementsEqual(bytes) { best = (bytes.count, order) }
            }
            return best?.count
        }
    }
}
