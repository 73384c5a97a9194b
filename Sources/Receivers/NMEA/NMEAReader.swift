import MapModel
import Streams

/// Reads a receiver's stream of NMEA 0183: bytes in, one fix an epoch out.
///
/// All talkers, the sentences RMC, GGA, GLL, VTG, GSA, GSV and ZDA; everything else is skipped: comments,
/// other sentences, AIS, binary messages between lines, noise. Sentences without a right checksum are
/// dropped. A damaged sentence ends at the next `$`.
package struct NMEAReader: Sendable {
    /// The standard allows 82 bytes; proprietary sentences are longer.
    private static let lineLimit = 1024

    private var framer = LineFramer(limit: Self.lineLimit)
    private var sentence = NMEASentence()
    private var assembler: EpochAssembler
    private var counted = NMEACounts()

    /// A reader at the beginning of a stream; its fixes carry `device`.
    ///
    /// - Parameter fallback: dates the fixes of a stream without dates; nil to leave them without a time.
    package init(device: String = "", fallback: DateFallback? = nil) {
        assembler = EpochAssembler(device: device, fallback: fallback)
    }

    /// The date that the fallback gave; nil when sentences have one.
    package var guessedDate: UTCInstant? { assembler.guessedDate }

    /// The sentences so far, by outcome.
    package var counts: NMEACounts {
        var counts = counted
        counts.tooLong = framer.tooLongCount
        counts.malformed = assembler.malformedCount
        return counts
    }

    /// Calls `body` with the fix of each epoch that ends within `bytes`.
    package mutating func feed(_ bytes: Span<UInt8>, _ body: (LocationFix) -> Void) {
        // Separate values while the framer calls back.
        var framer = framer
        self.framer = LineFramer(limit: 0)
        framer.feed(bytes) { line in read(line, body) }
        self.framer = framer
    }

    /// Ends the open epoch, after a silence or at the end of a log.
    package mutating func finish(_ body: (LocationFix) -> Void) {
        var framer = framer
        framer.finish { line in read(line, body) }
        self.framer = framer
        assembler.finish(body)
    }

    /// The same at a pause within a stream: an unfinished line stays open.
    package mutating func finishEpoch(_ body: (LocationFix) -> Void) { assembler.finishEpoch(body) }

    /// Reads a line without its end.
    mutating func read(_ line: Span<UInt8>, _ body: (LocationFix) -> Void) {
        var start: Int?
        for offset in line.indices where line[offset] == UInt8(ascii: "$") {
            if let start { readSentence(line.extracting(start..<offset), body) }
            start = offset + 1
        }
        guard let start else {
            if line[0] == UInt8(ascii: "!") { counted.other += 1 } else { counted.noSentence += 1 }
            return
        }
        readSentence(line.extracting(start..<line.count), body)
    }

    private mutating func readSentence(_ text: Span<UInt8>, _ body: (LocationFix) -> Void) {
        do throws(NMEASentence.Failure) {
            try sentence.read(text)
            guard sentence.kind != nil else {
                counted.other += 1
                return
            }
            counted.used += 1
            assembler.add(sentence, body)
        } catch {
            switch error {
            case .noChecksum: counted.withoutChecksum += 1
            case .wrongChecksum: counted.wrongChecksum += 1
            }
        }
    }
}
