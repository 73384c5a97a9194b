import Streams

/// Why a statement has no answer.
enum DuckDBFault: Error, Equatable {
    /// In DuckDB's words.
    case refused(words: String)
    /// The program ended, in its words.
    case ended(words: String)
    case timedOut(Duration)
    case tooLong(limit: Int)
    case notInstalled
    case cancelled

    /// For the user, who named the source `name`.
    func sourceError(name: String) -> SourceError {
        switch self {
        case .cancelled: .cancelled
        case .notInstalled: .refused(name: name, words: DuckDBWords.notInstalled)
        case .timedOut(let time):
            .refused(name: name, words: "timeout: no answer from duckdb within \(time.components.seconds) s")
        case .tooLong(let limit):
            .refused(name: name, words: "the answer has more than \(grouped(limit)) bytes")
        case .refused(let words): .refused(name: name, words: DuckDBWords.explained(words))
        case .ended(let words):
            .refused(
                name: name,
                words: words.isEmpty
                    ? "duckdb ended unexpectedly (perhaps it ran out of memory)"
                    : DuckDBWords.explained(words))
        }
    }
}

/// What duckdb says, in words that fit this program.
enum DuckDBWords {
    static let notInstalled =
        "needs the program duckdb, which was not found (pip install duckdb-cli, or https://duckdb.org)"
    static let tooOld =
        "needs a newer duckdb: 1.5 or later (pip install --upgrade duckdb-cli, or https://duckdb.org)"

    /// The first error of a message; nil where it has warnings only.
    static func error(in message: [UInt8]) -> String? {
        let lines = plain(message, separator: "\n").split(separator: "\n")
        guard let start = lines.firstIndex(where: { isError($0) }) else { return nil }
        // Its lines go on until the statement is quoted.
        let words = lines[start...].prefix { !$0.hasPrefix("LINE ") }
        return words.map { $0.trimmingBlanks() }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func isError(_ line: Substring) -> Bool {
        line.contains("Error:") || line.contains("cannot be used in -safe mode")
            || line.hasPrefix("Error ") || line.hasPrefix("Unknown ")
    }

    /// Without the colours of a terminal.
    static func plain(_ message: [UInt8], separator: String = " ") -> String {
        var text = ""
        var isEscape = false
        for scalar in String(decoding: message, as: UTF8.self).unicodeScalars {
            if scalar == "\u{1B}" { isEscape = true }
            if !isEscape { text.unicodeScalars.append(scalar) }
            if isEscape, scalar.properties.isAlphabetic { isEscape = false }
        }
        return text.split(separator: "\n").map { $0.trimmingBlanks() }.filter { !$0.isEmpty }
            .joined(separator: separator)
    }

    /// What the user can do about an error.
    static func explained(_ words: String) -> String {
        for (part, explanation) in explanations where words.contains(part) { return explanation }
        return "cannot be read (DuckDB: \(withoutKind(words)))"
    }

    private static let explanations = [
        ("unrecognized configuration parameter", tooOld), ("Unknown option", tooOld),
        ("unrecognized option", tooOld), ("Unknown Option", tooOld),
        (
            "Conflicting lock", "is open in another program (close it there, or show a copy of the file)"
        ),
        ("Could not set lock", "is open in another program (close it there, or show a copy of the file)"),
        (
            "read a database file with version number",
            "was written by a newer DuckDB than the one installed (update duckdb)"
        ),
        ("file system operations are disabled", "refers to other files, which are not read"),
        ("Loading external extensions is disabled", "needs an extension of DuckDB, which are not loaded"),
        (
            "Out of Memory Error",
            "needs more memory than DuckDB may use here (half of the machine's): show fewer columns or files"
        ),
    ]

    /// `Binder Error: no such column` without the kind of error.
    private static func withoutKind(_ words: String) -> Substring {
        guard let range = words.firstRange(of: "Error: "), range.upperBound < words.endIndex else {
            return words[...]
        }
        return words[range.upperBound...]
    }
}

extension Substring {
    fileprivate func trimmingBlanks() -> Substring {
        var text = self.drop { $0 == " " || $0 == "\r" || $0 == "\t" }
        while let last = text.last, last == " " || last == "\r" || last == "\t" { text.removeLast() }
        return text
    }
}
