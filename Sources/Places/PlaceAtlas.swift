import MapModel
import PlaceNames
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

    /// An atlas that reads the gazetteer by `reading`, when it is needed.
    ///
    /// - Parameter keepsNames: they are kept for the next table.
    package init(keepsNames: Bool = false, _ reading: @escaping Reading) {
        (self.keepsNames, self.reading) = (keepsNames, reading)
    }

    /// What finds places by names; kept until `forget()`.
    func names() throws(Missing) -> PlaceNameFinder {
        if let known = finder.withLock({ $0 }) { return known }
        let made = PlaceNameFinder(try reading())
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
