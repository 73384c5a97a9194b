import Addresses
import Streams
import Synchronization

/// The databases of addresses of one run, read when a table needs them.
package final class AddressDatabases: Sendable {
    /// Why they cannot be read, in words.
    package struct Missing: Error, Sendable {
        package let words: String

        /// Says what is wrong.
        package init(_ words: String) { self.words = words }
    }
    /// Reads those that are used of the files that there are, and says what else should be known.
    package typealias Reading =
        @Sendable (_ paths: [String]) throws(Missing) -> (finder: AddressFinder, notices: [String])

    /// What was read last, and in which state the files were.
    private struct Kept {
        let version: String
        let finder: AddressFinder
        let notices: [String]
    }

    private let place: String
    private let paths: [String]
    private let reading: Reading
    private let kept = Mutex<Kept?>(nil)

    /// Databases that `reading` reads, when they are needed.
    ///
    /// - Parameters:
    ///   - paths: of all files that may be used.
    ///   - place: where one would be found, for the message that there is none.
    package init(paths: [String], place: String, _ reading: @escaping Reading) {
        (self.paths, self.place, self.reading) = (paths, place, reading)
    }

    /// Whether there are any.
    package var isEmpty: Bool { paths.isEmpty }

    /// Which databases these are: other words for other ones.
    var version: String { paths.map { "\($0) \(FileState.words($0))" }.joined(separator: ", ") }

    /// What to do where there is none, else what should be known of those that there are.
    var notices: [String] {
        if isEmpty { return ["no database of addresses: --geoip FILE, or put one into \(place)"] }
        return kept.withLock { $0?.notices ?? [] }
    }

    /// All of them together, read again when a file was replaced; nil where there are none.
    package func all() throws(Missing) -> AddressFinder? {
        if isEmpty { return nil }
        let version = version
        if let known = kept.withLock({ $0 }), known.version == version { return known.finder }
        let read = try reading(paths)
        kept.withLock { $0 = Kept(version: version, finder: read.finder, notices: read.notices) }
        return read.finder
    }
}
