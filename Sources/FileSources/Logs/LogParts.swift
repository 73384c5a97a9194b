import Platform
import Rows
import Streams
import Synchronization

/// The parts of a log that threads read side by side: a line belongs to the part in which it begins.
final class LogParts: Sendable {
    struct Part: Sendable {
        var scan: LogScan
        var fault: FileError?
    }

    let cuts: FileParts
    private let prototype: LogScan
    private let lineLimit: Int
    private let pool = Mutex<[[UInt8]]>([])

    /// - Parameter scan: one without lines.
    init(_ file: FileBytes, _ scan: LogScan, end: Int, options: LogOptions) {
        cuts = FileParts(file, range: 0..<end, size: options.partSize)
        prototype = scan
        lineLimit = options.lineLimit
    }

    func part(_ number: Int) -> Part {
        var memory = pool.withLock { $0.popLast() } ?? []
        defer { pool.withLock { $0.append(memory) } }
        // The byte before shows whether a line begins with the part.
        let from = number > 0 ? cuts.start(of: number) - 1 : 0
        do throws(FileError) {
            let scan = try cuts.read(number, from: from, into: &memory) { bytes, isFinal in
                part(number, bytes, from, isFinal)
            }
            return Part(scan: scan)
        } catch {
            return Part(scan: prototype, fault: error)
        }
    }

    /// What `bytes` hold of a part; nil when its last line continues past them.
    private func part(_ number: Int, _ bytes: ByteRun, _ offset: Int, _ isFinal: Bool) -> LogScan? {
        let limit = min(cuts.end(of: number) - offset, bytes.count)
        var scan = prototype
        var start = 0
        if number > 0 {
            guard let feed = Bytes.offset(of: 10, in: bytes.base, count: limit) else { return scan }
            start = feed + 1
        }
        guard start < limit else { return scan }
        // The last line begins before the limit, and ends behind it.
        let last = start + Bytes.endOfLastLine(ByteRun(base: bytes.base + start, count: limit - 1 - start))
        let feed = Bytes.offset(of: 10, in: bytes.base + limit - 1, count: bytes.count - limit + 1)
        let end = feed.map { limit + $0 } ?? bytes.count
        guard end - last > lineLimit else {
            if feed == nil, !isFinal { return nil }
            scan.read(bytes, start..<end, at: offset, mayHaveMark: number == 0)
            return scan
        }
        scan.read(bytes, start..<last, at: offset, mayHaveMark: number == 0)
        scan.skipLong(at: offset + last, byteCount: end - last, linesBefore: 0, isHole: true)
        return scan
    }
}
