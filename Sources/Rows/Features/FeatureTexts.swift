import RowValues
import Streams
import Synchronization

/// The features of a GeoJSON file, to be printed as they are: with their lines and areas, and what else they have.
package final class FeatureTexts: Sendable {
    private let file: FileBytes
    /// The byte range of each element, found on first use; empty if the elements cannot be told apart.
    private let places = Mutex<[Range<Int>]?>(nil)

    /// Larger files are not read a second time at once.
    private static let byteLimit = 1 << 30

    /// The features of a collection or an array, or one after another, in a file that can be read again and is in
    /// UTF-8.
    package init(of file: FileBytes) { self.file = file }

    /// The feature with a number; nil for an element that is something else.
    ///
    /// - Parameter count: how many elements the document had when its rows were read; with another number, none is known.
    /// - Throws: `.file` with `.changedSinceLoaded`, or when it cannot be read.
    /// - Complexity: O(bytes of the file) for the first feature, O(bytes of the feature) for others.
    func feature(_ number: Int, of count: Int) throws(SourceError) -> [UInt8]? {
        guard file.isUnchanged else { throw .file(FileError(file: file.name, reason: .changedSinceLoaded)) }
        let known = try places.withLock { places throws(SourceError) in
            if let places { return places }
            let found = try found()
            places = found
            return found
        }
        guard known.count == count else { return nil }
        let text = try read(known[number])
        return Self.isFeature(text) ? text : nil
    }

    private func read(_ range: Range<Int>) throws(SourceError) -> [UInt8] {
        var text = [UInt8](repeating: 0, count: range.count)
        let read = text.withUnsafeMutableBytes { buffer in
            Result { () throws(FileError) in try file.read(at: range.lowerBound, into: buffer) }
        }
        guard try read.mapError({ SourceError.file($0) }).get() == range.count else {
            throw .file(FileError(file: file.name, reason: .changedSinceLoaded))
        }
        return text
    }

    private func found() throws(SourceError) -> [Range<Int>] {
        guard file.identity.size <= Self.byteLimit else { return [] }
        return ByteRun.with(try read(0..<file.identity.size)) { bytes in
            (try? Self.elements(of: bytes)) ?? []
        }
    }

    private static func elements(of bytes: ByteRun) throws(JSONFault) -> [Range<Int>] {
        var cursor = JSONCursor(bytes, isFinal: true)
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { cursor.offset = 3 }
        if try cursor.peek() == UInt8(ascii: "[") { return try values(of: &cursor) }
        var document = cursor
        if let places = try features(of: &document) { return places }
        var places: [Range<Int>] = []
        repeat { places.append(try cursor.skipValue()) } while !cursor.isAtEnd()
        return places
    }

    /// The features of a collection; nil where there are none.
    private static func features(of cursor: inout JSONCursor) throws(JSONFault) -> [Range<Int>]? {
        var places: [Range<Int>]?
        guard try cursor.peek() == UInt8(ascii: "{"), try cursor.enter(closedBy: UInt8(ascii: "}"))
        else { return nil }
        repeat {
            guard cursor.isWord(try cursor.key().range, "features"), try cursor.peek() == UInt8(ascii: "[")
            else {
                _ = try cursor.skipValue()
                continue
            }
            // Who writes them twice gets features with new words.
            guard places == nil else { throw .malformed }
            places = try values(of: &cursor)
        } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
        return places
    }

    private static func values(of cursor: inout JSONCursor) throws(JSONFault) -> [Range<Int>] {
        var places: [Range<Int>] = []
        guard try cursor.enter(closedBy: UInt8(ascii: "]")) else { return [] }
        repeat {
            _ = try cursor.peek()
            places.append(try cursor.skipValue())
        } while try cursor.hasNext(closedBy: UInt8(ascii: "]"))
        return places
    }

    static func isFeature(_ text: [UInt8]) -> Bool {
        ByteRun.with(text) { bytes in
            do throws(JSONFault) {
                var cursor = JSONCursor(bytes, isFinal: true)
                guard try cursor.peek() == UInt8(ascii: "{"), try cursor.enter(closedBy: UInt8(ascii: "}"))
                else { return false }
                repeat {
                    if cursor.isWord(try cursor.key().range, "type") {
                        return cursor.isWord(try cursor.skipValue(), "\"Feature\"")
                    }
                    _ = try cursor.skipValue()
                } while try cursor.hasNext(closedBy: UInt8(ascii: "}"))
            } catch {
                return false
            }
            return false
        }
    }
}
