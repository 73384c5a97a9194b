import Streams

/// Why a source was not read to its end.
package enum EarlyEnd: Sendable, Equatable {
    /// It is cut off or damaged there; in a line where it has lines.
    case torn(line: Int? = nil, words: String)
    /// It has more rows than are read.
    case limit(words: String)

    /// `places.json:19: unexpected end of file (showing the rows before it)`
    package func notice(file: String) -> String {
        switch self {
        case .torn(let line, let words):
            let place = line.map { ":\($0)" } ?? ""
            return "\(printable(file))\(place): \(words) (showing the rows before it)"
        case .limit(let words): return "\(printable(file)): \(words)"
        }
    }
}

extension EarlyEnd {
    /// The same where lines before it were not counted.
    func moved(by lines: Int) -> EarlyEnd {
        if case .torn(let line?, let words) = self { .torn(line: line + lines, words: words) } else { self }
    }

    /// An error of a file behind its first rows.
    package init(_ error: FileError) {
        if case .notReadable(let line, let words) = error.reason {
            self = .torn(line: line, words: printable(words))
        } else {
            self = .torn(words: "\(error)")
        }
    }
}

extension EarlyEnd: CustomStringConvertible {
    /// `torn: line 19: unexpected end of file`
    package var description: String {
        switch self {
        case .torn(let line?, let words): "torn: line \(line): \(words)"
        case .torn(nil, let words): "torn: \(words)"
        case .limit(let words): words
        }
    }
}
