import MapModel
import Platform
import Streams

/// Reads a log of fixes of any kind from a stream.
package final class FixLogReader {
    private enum Reader {
        /// The bytes so far do not determine the format.
        case unknown([UInt8])
        case nmea(NMEAReader)
        case gpsd(GPSDLogReader)
        case gpx(GPXReader)
    }

    /// The most bytes that detection waits for.
    private static let headLength = 1 << 16

    private let name: String
    private let fallback: DateFallback?
    private var reader = Reader.unknown([])

    /// - Parameters:
    ///   - name: of the file, for messages.
    ///   - format: nil to detect it.
    ///   - fallback: dates NMEA without dates; nil to leave it without times.
    package init(
        name: String, format: FixLogFormat? = nil, fallback: DateFallback? = nil
    ) throws(SourceError) {
        self.name = name
        self.fallback = fallback
        if let format { reader = try reader(format) }
    }

    /// The format; nil until it is detected.
    package var format: FixLogFormat? {
        switch reader {
        case .unknown: nil
        case .nmea: .nmea
        case .gpsd: .gpsd
        case .gpx: .gpx
        }
    }

    /// Lines, sentences and points dropped for being malformed.
    package var droppedCount: Int { droppedParts.reduce(0) { $0 + $1.count } }

    /// The same by reason, in words; empty when there are none.
    package var droppedSummary: String { NMEACounts.summary(droppedParts) }

    /// How the fixes got a date when the log has none, in words; nil when it has.
    package var dateNote: String? {
        let guess: UTCInstant? =
            switch reader {
            case .nmea(let reader): reader.guessedDate
            case .gpsd(let reader): reader.guessedDate
            case .unknown, .gpx: nil
            }
        return guess.flatMap { fallback?.note(newest: $0) }
    }

    private var droppedParts: [(count: Int, words: String)] {
        switch reader {
        case .unknown: []
        case .nmea(let reader): reader.counts.droppedParts
        case .gpsd(let reader): reader.droppedParts
        case .gpx(let reader): [(reader.malformedCount, "malformed")]
        }
    }

    /// Calls `body` with the fixes that end within `bytes`.
    package func feed(_ bytes: Span<UInt8>, _ body: (LocationFix) -> Void) throws(SourceError) {
        switch reader {
        case .unknown(var head):
            for index in bytes.indices { head.append(bytes[index]) }
            guard let format = FixLogFormat(detecting: head) ?? (head.count > Self.headLength ? .nmea : nil)
            else {
                reader = .unknown(head)
                return
            }
            reader = try reader(format)
            try feed(head.span, body)
        case .nmea(var nmea):
            // Not shared while it changes, so that it is not copied.
            reader = .unknown([])
            nmea.feed(bytes, body)
            reader = .nmea(nmea)
        case .gpsd(var gpsd):
            reader = .unknown([])
            gpsd.feed(bytes, body)
            reader = .gpsd(gpsd)
        case .gpx(let gpx): try feed(gpx, bytes, isLast: false, body)
        }
    }

    /// Ends the fix that is open at the end of the log.
    package func finish(_ body: (LocationFix) -> Void) throws(SourceError) {
        switch reader {
        case .unknown: break
        case .nmea(var nmea):
            nmea.finish(body)
            reader = .nmea(nmea)
        case .gpsd(var gpsd):
            gpsd.finish(body)
            reader = .gpsd(gpsd)
        case .gpx(let gpx):
            let nothing: [UInt8] = []
            try feed(gpx, nothing.span, isLast: true, body)
        }
    }

    private func feed(
        _ gpx: GPXReader, _ bytes: Span<UInt8>, isLast: Bool, _ body: (LocationFix) -> Void
    ) throws(SourceError) {
        do throws(XMLStream.Failure) {
            try gpx.feed(bytes, isLast: isLast, body)
        } catch {
            var line: Int?
            if case .malformed(_, let number) = error { line = number }
            throw .file(FileError(file: name, reason: .notReadable(line: line, words: "\(error)")))
        }
    }

    private func reader(_ format: FixLogFormat) throws(SourceError) -> Reader {
        switch format {
        case .nmea: return .nmea(NMEAReader(fallback: fallback))
        case .gpsd: return .gpsd(GPSDLogReader(fallback: fallback))
        case .gpx:
            guard let reader = GPXReader() else {
                throw .file(
                    FileError(system: .noMemory, file: name))
            }
            return .gpx(reader)
        }
    }
}
