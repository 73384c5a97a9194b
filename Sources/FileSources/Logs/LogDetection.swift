import Streams
import Platform

/// Which form the lines of a log have, by the first of them.
struct LogDetection {
    /// How the lines are read.
    let reader: any LogLineReader
    /// No form fits: the lines are texts with addresses or coordinates.
    let isText: Bool

    /// So many lines decide.
    private static let lineLimit = 1_000
    /// The share of lines of one form that makes a log, and that of lines with addresses or coordinates that makes a text.
    private static let formShare = 0.9
    private static let textShare = 0.1
    /// The share of lines with as many delimiters as most have, which makes a table.
    private static let tableShare = 0.8

    /// Nil where the lines are no log.
    ///
    /// - Parameters:
    ///   - isWhole: nothing follows, so that the last line is one.
    ///   - isForced: any text is a log.
    init?(_ head: ByteRun, isWhole: Bool, isForced: Bool = false) {
        let clock = LogClock(zone: .utc, milliseconds: 0)
        let lines = Self.lines(of: head, isWhole: isWhole).map {
            LogLine(bytes: head, range: $0.range, number: $0.number, clock: clock)
        }
        guard !lines.isEmpty || isForced else { return nil }
        if let found = Self.form(of: lines) {
            (reader, isText) = (found, false)
            return
        }
        let (addresses, places) = Self.counts(of: lines)
        let needed = Self.textShare * Double(lines.count)
        guard isForced || Double(addresses + places) >= needed && !Self.isTable(lines) else { return nil }
        let hasPlaces = places > 0 && Double(places) >= needed
        reader = ProseReader(hasAddresses: addresses > 0 || !hasPlaces, hasPlaces: hasPlaces)
        isText = true
    }

    /// Whether more lines are needed: there are none yet, or only such as say nothing.
    static func needsMore(_ head: ByteRun) -> Bool { lines(of: head, isWhole: false).isEmpty }

    // MARK: lines

    /// The first lines that say something, and their numbers.
    private static func lines(of head: ByteRun, isWhole: Bool) -> [(range: Range<Int>, number: Int)] {
        var lines: [(range: Range<Int>, number: Int)] = []
        var (next, number) = (0, 0)
        while next < head.count, lines.count < lineLimit {
            let feed = Bytes.offset(of: 10, in: head.base + next, count: head.count - next)
            // A first line may be longer than all that is there.
            guard feed != nil || isWhole || lines.isEmpty && next == 0 && head.count >= longHead else {
                break
            }
            let end = feed.map { next + $0 } ?? head.count
            let text = LogScan.text(next..<end, in: head, isFirst: number == 0)
            number += 1
            if !text.isEmpty, !isRemark(text, head) { lines.append((text, number)) }
            next = end + 1
        }
        return lines
    }

    private static let longHead = 4_096

    /// What journalctl and tail write between lines.
    private static func isRemark(_ line: Range<Int>, _ head: ByteRun) -> Bool {
        var cursor = LineCursor(head, line)
        return cursor.skip("-- ") || cursor.skip("==> ")
    }

    // MARK: forms

    private static func form(of lines: [LogLine]) -> (any LogLineReader)? {
        let needed = Int((formShare * Double(lines.count)).rounded(.up))
        let forms: [any LogLineReader] = [
            access(lines), ObjectReader(.journal), ObjectReader(.docker), StructuredSyslogReader(),
            BanReader(),
            SyslogReader(), ServerErrorReader(), BalancerReader(), KeyedReader(isRouted: true),
        ]
        for form in forms where count(lines, form) >= needed && !lines.isEmpty { return learnt(form, lines) }
        if let headed = headed(lines), count(lines, headed) >= needed { return headed }
        let keyed = KeyedReader(isRouted: false)
        return count(lines, keyed) >= needed && !lines.isEmpty ? learnt(keyed, lines) : nil
    }

    private static func count(_ lines: [LogLine], _ reader: any LogLineReader) -> Int {
        var fields = LogFields(columnCount: reader.columnNames.count + 1, wantsTexts: false)
        var (found, missed) = (0, 0)
        for line in lines {
            fields.begin()
            if reader.read(line, into: &fields) { found += 1 } else { missed += 1 }
            // Far from enough: the rest need not be looked at.
            if missed > 16, missed > found * 4 { return 0 }
        }
        return found
    }

    /// The form with the columns that the first lines have.
    private static func learnt(_ form: any LogLineReader, _ lines: [LogLine]) -> any LogLineReader {
        var form = form
        for line in lines { form = form.learning(from: line) ?? form }
        return form
    }

    private static func access(_ lines: [LogLine]) -> AccessReader {
        let hosts = lines.count(where: AccessReader.hasHost)
        return AccessReader(
            hasHost: hosts * 2 > lines.count, isForwarded: lines.contains(where: AccessReader.isForwarded))
    }

    private static func headed(_ lines: [LogLine]) -> (any LogLineReader)? {
        guard lines.contains(where: { HeadedFields($0) != nil }) else { return nil }
        return learnt(HeadedReader(), lines)
    }

    // MARK: texts

    private static func counts(of lines: [LogLine]) -> (addresses: Int, places: Int) {
        var (addresses, places) = (0, 0)
        for line in lines {
            if !ProseScan(line.bytes, line.range).places.isEmpty {
                places += 1
            } else if AddressScan(line.bytes, line.range).hasAny {
                addresses += 1
            }
        }
        return (addresses, places)
    }

    /// Whether the lines are records: most of them have equally many delimiters.
    private static func isTable(_ lines: [LogLine]) -> Bool {
        [",", ";", "\t", "|"].contains { (delimiter: Unicode.Scalar) in
            let counts = lines.map { count(UInt8(ascii: delimiter), in: $0) }
            // A preamble may come first.
            let sorted = counts.sorted()
            let usual = sorted[sorted.count / 2]
            return usual > 0 && Double(counts.count { $0 == usual }) >= tableShare * Double(counts.count)
        }
    }

    /// How often a delimiter stands in a line outside of quotes.
    private static func count(_ delimiter: UInt8, in line: LogLine) -> Int {
        var isQuoted = false
        var count = 0
        for index in line.range {
            let byte = line.bytes[index]
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == delimiter, !isQuoted { count += 1 }
        }
        return count
    }
}
