import RowValues
import Platform
import Streams
import Synchronization

/// The lines of a file of JSON objects, one a row, to be printed as they are.
package final class RecordLines: Sendable {
    /// Nil for what can be read once only, such as a pipe or a compressed file.
    private let file: FileBytes?
    /// Whether the objects are features that can be read again.
    let areFeatures: Bool
    /// The beginning of the line that was read last: rows are mostly printed in the order of the file.
    private let place = Mutex((line: 1, offset: 0))

    private static let chunkLength = 1 << 16

    /// The lines of a file, which must be readable again and in UTF-8; of any other source pass nil.
    package init(of file: FileBytes?, areFeatures: Bool) {
        self.file = file
        self.areFeatures = areFeatures && file != nil
    }

    /// The object on a line, counted from 1, without what ends the line; nil where the line is something else, or is not
    /// to be had.
    ///
    /// - Throws: `.file` with `.changedSinceLoaded`, or when it cannot be read.
    /// - Complexity: O(bytes between the line that was read last, or the beginning, and this one).
    func object(onLine number: Int) throws(SourceError) -> [UInt8]? {
        guard let file else { return nil }
        guard file.isUnchanged else { throw .file(FileError(file: file.name, reason: .changedSinceLoaded)) }
        var (line, offset) = place.withLock { $0.line <= number ? $0 : (1, 0) }
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: Self.chunkLength)
        var (start, isEnded) = (offset, false)
        while !isEnded {
            let read = chunk.withUnsafeMutableBytes { buffer in
                Result { () throws(FileError) in try file.read(at: offset, into: buffer) }
            }
            let count = try read.mapError { SourceError.file($0) }.get()
            if count == 0 { break }
            var from = 0
            while from < count, !isEnded {
                let end = Self.lineEnd(chunk, from..<count)
                if line == number {
                    text += chunk[from..<(end ?? count)]
                    isEnded = end != nil
                } else if let end {
                    line += 1
                    start = offset + end + 1
                }
                from = (end ?? count) + 1
            }
            offset += count
        }
        guard line == number else { return nil }
        place.withLock { $0 = (line, start) }
        if number == 1, text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
        return Self.isObject(text) ? text : nil
    }

    private static func lineEnd(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
        bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let found = Bytes.offset(of: 0x0A, in: base + range.lowerBound, count: range.count)
            else { return nil }
            return range.lowerBound + found
        }
    }

    private static func isObject(_ text: [UInt8]) -> Bool {
        ByteRun.with(text) { bytes in
            var cursor = JSONCursor(bytes, isFinal: true)
            do throws(JSONFault) {
                guard try cursor.peek() == UInt8(ascii: "{") else { return false }
                _ = try cursor.skipValue()
                return cursor.isAtEnd()
            } catch {
                return false
            }
        }
    }
}
