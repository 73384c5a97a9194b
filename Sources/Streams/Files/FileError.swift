/// Why a file could not be read.
package struct FileError: Error, Equatable, Sendable {
    /// What went wrong.
    package enum Reason: Equatable, Sendable {
        case noSuchFile
        case notPermitted
        case isDirectory
        /// Its first bytes are not text in any encoding.
        case looksBinary
        /// The file is not the one that was loaded, so that its rows cannot be read again.
        case changedSinceLoaded
        /// The first record exceeds the limit; the line on which it begins.
        case recordTooLong(line: Int)
        /// Another process is saving it; 0 where the system does not know which.
        case beingSaved(processID: Int32)
        /// Not in the expected format: the line, where it is known, and what is wrong.
        case notReadable(line: Int?, words: String)
        /// Any other error of the system: its number and message.
        case system(code: Int32, words: String)
    }

    /// The path, or "stdin"; not yet safe to print.
    package let file: String
    /// What went wrong, with the facts for the message.
    package let reason: Reason

    /// An error about `file`.
    package init(file: String, reason: Reason) {
        self.file = file
        self.reason = reason
    }
}

extension FileError: CustomStringConvertible {
    /// One line for the user: the file, the line where it is known, and the reason.
    package var description: String {
        // The empty name is the only one that must be seen to be quoted.
        let file = file.isEmpty ? quoted(file) : printable(file)
        return switch reason {
        case .recordTooLong(let line), .notReadable(let line?, _):
            "\(file):\(line): \(words)"
        case .beingSaved: "\(file) \(words)"
        default: "\(file): \(words)"
        }
    }

    private var words: String {
        switch reason {
        // What is not UTF-8 was lost before this program saw it.
        case .noSuchFile where file.contains("\u{FFFD}"):
            "no such file; names that are not UTF-8 cannot be opened (rename it, or use < to read it)"
        case .noSuchFile: "no such file"
        case .notPermitted: "permission denied"
        case .isDirectory: "is a directory (expected a file)"
        case .looksBinary: "looks binary (expected delimited text such as CSV or TSV)"
        case .changedSinceLoaded: "has changed on disk since it was loaded"
        case .recordTooLong: "record too long"
        case .beingSaved(let id):
            "is being saved by another termmap" + (id > 0 ? " (PID \(id))" : "")
        case .notReadable(_, let words), .system(_, let words): printable(words)
        }
    }
}
