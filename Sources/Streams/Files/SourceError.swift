/// Why a source could not be read. `description` is one line without control characters.
package enum SourceError: Error, Equatable, Sendable {
    case file(FileError)
    /// The file has no records at all: not even a header, or nothing after it.
    case empty(file: String, hasHeader: Bool)
    /// Any other refusal of a source or its reader: why, in words of one line that say what to do.
    case refused(name: String, words: String)
    /// Coordinates in another system, which GDAL converts: the layer where the source has several, and why, as above.
    case otherSystem(name: String, layer: String?, words: String)
    /// No key pairs the rows of two sources: why, and what might, a line each.
    case noKey(words: String, choices: [String])
    /// The caller asked to stop.
    case cancelled
}

extension SourceError {
    /// The requested record does not exist.
    package static func noSuchRow(_ row: UInt32, file: String) -> SourceError {
        .refused(name: file, words: "no row \(row)")
    }

    /// What `body` returns; an error of its file becomes one of the source.
    package static func wrapping<Result>(
        _ body: () throws(FileError) -> Result
    ) throws(SourceError) -> Result {
        do throws(FileError) { return try body() } catch { throw .file(error) }
    }

    /// What the user may do, a line each, below the description.
    package var choices: [String] { if case .noKey(_, let choices) = self { choices } else { [] } }

    /// The description with what the user may do, in one line: `--key: a and b pair different rows (--key a, --no-key)`.
    package var wholeDescription: String {
        let options = choices.compactMap { $0.split(separator: "  ").first.map(String.init) }
        return options.isEmpty ? description : "\(description) (\(options.joined(separator: ", ")))"
    }

    /// The description without the name of the source, where that is clear from the context.
    package var words: String {
        switch self {
        case .refused(_, let words), .otherSystem(_, _, let words): return printable(words, limit: 1_000)
        default: return description
        }
    }
}

extension SourceError: CustomStringConvertible {
    /// One line for the user that names the source.
    package var description: String {
        switch self {
        case .file(let error): error.description
        case .empty(let file, let hasHeader):
            "\(printable(file)): \(hasHeader ? "only a header, no points" : "empty, no points")"
        case .refused(let name, let words), .otherSystem(let name, _, let words):
            "\(printable(name)): \(printable(words, limit: 1_000))"
        case .noKey(let words, _): "--key: \(printable(words, limit: 1_000))"
        case .cancelled: "loading was cancelled"
        }
    }
}
