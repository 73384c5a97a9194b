import MapModel
import PlaceNames
import Rows
import Streams
import Synchronization

/// The names of all places, read when a table needs them.
package final class PlaceAtlas: Sendable {
    /// Why there are no names, in words.
    package struct Missing: Error, Sendable { package let words: String }
    /// Reads the gazetteer.
    package typealias Reading = @Sendable () throws(Missing) -> Gazetteer

    private let reading: Reading
    private let finder = Mutex<PlaceNameFinder?>(nil)

    private let keepsNames: Bool
    private let path: String?

    /// An atlas that reads the gazetteer by `reading`, when it is needed.
    ///
    /// - Parameters:
    ///   - keepsNames: they are kept for the next table.
    ///   - path: the file of the gazetteer, to recognise it when it is replaced.
    package init(keepsNames: Bool = false, path: String? = nil, _ reading: @escaping Reading) {
        (self.keepsNames, self.reading) = (keepsNames, reading)
        self.path = path
    }

    /// Which names these are: other words for other ones.
    var version: String { path.map(FileState.words) ?? "" }

    /// What finds places by names; kept until `forget()`.
    func names() throws(Missing) -> PlaceNameFinder {
        if let known = finder.withLock({ $0 }) { return known }
        let made = PlaceNameFinder(try reading(), by: .processors)
        finder.withLock { $0 = made }
        return made
    }

    /// Gives the memory of the names back.
    func forget() {
        if !keepsNames { finder.withLock { $0 = nil } }
    }
}

extension PlaceAtlas.Missing {
    /// Says what is missing and what helps.
    package init(_ words: String) { self.words = words }
}
