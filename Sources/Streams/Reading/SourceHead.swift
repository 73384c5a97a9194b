/// The beginning of a source and its name, from which its kind is detected.
package struct SourceHead: Sendable {
    /// The first bytes, decompressed if necessary.
    package let bytes: [UInt8]
    /// The last part of the name after a dot, in lower case; for compressed files the one before it.
    package let ending: String
    /// How the file is compressed, as its own directory shows.
    package let archive: ArchiveKind?
    /// The first byte that is not blank or a byte order mark, also in UTF-16; nil where there is no text.
    package let firstSign: UInt8?
    /// Rows are shown as they come, and none replaces another.
    package let isStream: Bool

    /// - Parameter head: the first bytes as they are in the file.
    package init(_ head: [UInt8], name: String, archive: ArchiveKind? = nil, isStream: Bool = false) {
        self.isStream = isStream
        bytes = ArchiveKind.unpackedHead(head)
        if case .zippedText(let inner) = archive {
            ending = Self.ending(of: inner)
        } else {
            ending = Self.ending(of: name)
        }
        self.archive = archive
        firstSign = bytes.first { $0 > 0x20 && $0 < 0x80 || $0 == 0x1E }
    }

    private static func ending(of name: String) -> String {
        var parts = name.lowercased().split(separator: ".").dropFirst()
        if let last = parts.last, ["gz", "zst", "zip"].contains(last), parts.count > 1 { parts.removeLast() }
        return parts.last.map(String.init) ?? ""
    }

    /// XML, HTML or something similar.
    package var isMarkup: Bool { firstSign == UInt8(ascii: "<") }

    /// A zip archive.
    package var isZip: Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) }

    /// A tar archive, by the magic of POSIX or GNU in its first header.
    package var isTar: Bool {
        let mark = bytes.dropFirst(257)
        return mark.starts(with: Array("ustar\u{0}".utf8)) || mark.starts(with: Array("ustar  \u{0}".utf8))
    }

    /// Bytes that no encoding of text contains.
    package var isBinary: Bool {
        let isMarked = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        return !isMarked && !bytes.starts(with: [0, 0, 0xFE, 0xFF])
            && ByteRun.with(bytes) { TextEncoding(head: $0) == .binary }
    }

    /// Whether the first bytes are an HTML page, as servers return them in place of a file, or a table of one.
    package var isWebPage: Bool {
        isMarkup && (holds("<html") || holds("<!doctype html") || bytes.starts(with: Array("<table".utf8)))
    }

    /// Why data inside a program in JavaScript are not read; nil for what is none.
    package var scriptWords: String? {
        let text = String(decoding: bytes.prefix(4_096), as: UTF8.self)
        let words = text.split { $0 == " " || $0 == "\n" || $0 == "\r" || $0 == "\t" }.prefix(6)
        guard let first = words.first else { return nil }
        if let open = first.firstIndex(of: "("), open > first.startIndex,
            let sign = first[open...].dropFirst().first,
            sign == "[" || sign == "{",
            first[..<open].allSatisfy({ $0.isLetter || $0.isNumber || "_$.".contains($0) }),
            first.first?.isNumber == false,
            text.last == ";" || text.last == ")" || bytes.count > 4_096
                || text.split(separator: "\n").last.map({ $0.hasSuffix(");") || $0.hasSuffix(")") }) == true
        {
            return
                "is JavaScript, not JSON (remove \(quoted(String(first[...open]), limit: 40)) before the data and the closing "
                + "bracket behind them)"
        }
        let isDeclaration = ["var", "let", "const", "export", "module.exports"].contains(first)
        let isAssignment = isDeclaration || first.hasPrefix("window.") || first.hasPrefix("module.")
        guard isAssignment, let mark = text.firstIndex(of: "="),
            let sign = text[mark...].dropFirst().first(where: { !$0.isWhitespace }),
            sign == "[" || sign == "{"
        else { return nil }
        let before = text[...mark].split(separator: "\n").joined(separator: " ")
        return
            "is JavaScript, not JSON (remove \(quoted(before, limit: 40)) before the data and a semicolon behind them)"
    }

    /// A log of a glider's recorder, in the format of the International Gliding Commission.
    package var isFlightLog: Bool {
        bytes.first == UInt8(ascii: "A") && (holds("\nhfdte") || ending == "igc" && holds("\nh"))
    }

    /// Whether a text is among the first bytes, in small or capital letters, also in UTF-16.
    package func holds(_ text: String) -> Bool {
        let needle = Array(text.utf8)
        let small = bytes.filter { $0 != 0 }.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
        guard small.count >= needle.count else { return false }
        return (0...small.count - needle.count).contains { start in
            small[start..<start + needle.count].elementsEqual(needle)
        }
    }
}
