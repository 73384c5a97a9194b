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
    /// Where the line that was read last is: rows are mostly printed in the order of the file.
    private let place = Mutex(Place())

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
        let found = try place.withLock { place throws(SourceError) in
            try SourceError.wrapping { () throws(FileError) in try place.text(ofLine: number, in: file) }
        }
        guard var text = found else { return nil }
        if number == 1, text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
        return Self.isObject(text) ? text : nil
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

/// A line of a file, and the bytes around it that were read.
private struct Place: Sendable {
    private static let chunkLength = 1 << 16

    private var line = 1
    private var offset = 0
    private var chunk: [UInt8] = []
    private var chunkOffset = 0

    /// The bytes of a line without its line feed; nil behind the last line.
    mutating func text(ofLine number: Int, in file: FileBytes) throws(FileError) -> [UInt8]? {
        if line > number { (line, offset) = (1, 0) }
        var text: [UInt8] = []
        var next = offset
        while true {
            if next < chunkOffset || next >= chunkOffset + chunk.count {
                try read(at: next, of: file)
                if chunk.isEmpty { return line == number ? text : nil }
            }
            let start = next - chunkOffset
            let end = lineEnd(from: start)
            if line == number { text += chunk[start..<(end ?? chunk.count)] }
            next = chunkOffset + (end.map { $0 + 1 } ?? chunk.count)
            guard end != nil else { continue }
            if line == number { return text }
            (line, offset) = (line + 1, next)
        }
    }

    private mutating func read(at offset: Int, of file: FileBytes) throws(FileError) {
        var bytes = [UInt8](repeating: 0, count: Self.chunkLength)
        let count = try bytes.withMutableBytes { buffer throws(FileError) in
            try file.read(at: offset, into: buffer)
        }
        chunk = Array(bytes[..<count])
        chunkOffset = offset
    }

    private func lineEnd(from start: Int) -> Int? {
        chunk.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let found = Bytes.offset(of: 0x0A, in: base + start, count: bytes.count - start)
            else { return nil }
            return start + found
        }
    }
}
