/// Why a file could not be read.
package struct FileError: Error, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        case noSuchFile
        case notPermitted
        case isDirectory
        case looksBinary
        /// Text in an encoding that is not read.
        case encoding(String)
        case changedSinceLoaded
        /// The first record never ends; the line on which its quote opens.
        case quoteNotClosed(line: Int)
        case recordTooLong(line: Int)
        /// Another process saves it; 0 where the system does not know which.
        case beingSaved(processID: Int32)
        /// Not what it should be: the line, where it is known, and what is wrong.
        case notReadable(line: Int?, words: String)
        /// Any other answer of the system: its number and words.
        case system(code: Int32, words: String)
    }

    package let file: String
    package let reason: Reason

    package init(file: String, reason: Reason) {
        self.file = file
        self.reason = reason
    }
}

extension FileError: CustomStringConvertible {
    package var description: String {
        switch reason {
        case .quoteNotClosed(let line), .recordTooLong(let line), .notReadable(let line?, _):
            "\(printable(file)):\(line): \(words)"
        case .beingSaved: "\(printable(file)) \(words)"
        default: "\(printable(file)): \(words)"
        }
    }

    private var words: String {
        switch reason {
        case .noSuchFile: "no such file"
        case .notPermitted: "permission denied"
        case .isDirectory: "is a directory (expected a file)"
        case .looksBinary: "looks binary (expected delimited text such as CSV or TSV)"
        case .encoding(let name): "looks like \(name) (expected UTF-8; iconv converts it)"
        case .changedSinceLoaded: "has changed on disk since it was loaded"
        case .quoteNotClosed: "unclosed quote"
        case .recordTooLong: "record too long"
        case .beingSaved(let id):
            "is being saved by another termmap" + (id > 0 ? " (PID \(id))" : "")
        case .notReadable(_, let words), .system(_, let words): printable(words)
        }
    }
}
