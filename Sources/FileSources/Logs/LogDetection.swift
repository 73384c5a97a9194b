import Addresses
import MapModel
import Platform
import RowValues
import Streams

/// Which form the lines of a log have, by the first of them.
struct LogDetection {
    /// How the lines are read.
    let reader: any LogLineReader
    /// No form fits: the lines are texts with addresses or coordinates.
    let isText: Bool
    /// What the lines say of places, where they are objects of JSON.
    private(set) var objects: ObjectPlaces?

    /// What objects of JSON say of where they are.
    enum ObjectPlaces {
        /// A member has addresses, and none has coordinates.
        case addresses
        /// They are of a log, and addresses may follow.
        case perhapsAddresses
        case others
    }

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
            if found is MemberReader { objects = Self.places(of: found, lines) }
            return
        }
        let (addresses, places) = Self.counts(of: lines)
        let needed = Self.textShare * Double(lines.count)
        guard
            isForced
                || Double(addresses + places) >= needed && !Self.isTable(lines) && !Self.namesColumns(lines)
                    && !(places > addresses && Self.areNumbers(lines))
        else { return nil }
        let hasPlaces = places > 0 && Double(places) >= needed
        // What goes on over several lines has a time in the first of them.
        let hasTimes = lines.count { ProseReader.time($0) != nil } * 2 >= lines.count
        reader = ProseReader(
            hasTimes: hasTimes && !lines.isEmpty, hasAddresses: addresses > 0 || !hasPlaces,
            hasPlaces: hasPlaces)
        isText = true
    }

    /// Whether more lines are needed: there are none yet, or only such as say nothing.
    static func needsMore(_ head: ByteRun) -> Bool { lines(of: head, isWhole: false).isEmpty }

    /// Whether objects of JSON may be a log: no line is there yet, or none with an address.
    static func mayBecomeObjects(_ head: ByteRun) -> Bool {
        guard !needsMore(head) else {
            // A document with a list of objects is no line.
            return !(1..<max(head.count, 1)).contains {
                head[$0 - 1] == UInt8(ascii: "[") && head[$0] == UInt8(ascii: "{")
            }
        }
        if case .perhapsAddresses = LogDetection(head, isWhole: false)?.objects { return true }
        return false
    }

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
        if let services = services(lines, needed) { return services }
        let systems: [any LogLineReader] = [
            ContainerReader(), EventReader(), StructuredSyslogReader(), BanReader(), SyslogReader(),
        ]
        if let form = first(of: systems, lines, needed) { return form }
        // Lines of a server behind a head would have a month or a time for their host.
        if let timed = timed(lines, needed) { return timed }
        let forms: [any LogLineReader] = [
            access(lines), BucketReader(), ObjectReader(.journal), ObjectReader(.docker), ProxyReader(),
            HAProxyReader(), ServerErrorReader(), BalancerReader(), KeyedReader(isRouted: true),
        ]
        if let form = first(of: forms, lines, needed) { return form }
        if let headed = headed(lines), count(lines, headed) >= needed { return headed }
        let flows = HeadedReader(HeadedFields.flows)
        let others: [any LogLineReader] = [flows, KeyedReader(isRouted: false), MemberReader()]
        for form in others where count(lines, form) >= needed && !lines.isEmpty { return learnt(form, lines) }
        return nil
    }

    /// The first form that enough lines have, perhaps with that of their messages.
    private static func first(
        of forms: [any LogLineReader], _ lines: [LogLine], _ needed: Int
    ) -> (any LogLineReader)? {
        guard !lines.isEmpty else { return nil }
        return forms.first { count(lines, $0) >= needed }.map { enclosing(learnt($0, lines), lines) }
    }

    static func count(_ lines: [LogLine], _ reader: any LogLineReader) -> Int {
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
    static func learnt(_ form: any LogLineReader, _ lines: [LogLine]) -> any LogLineReader {
        var form = form
        for line in lines { form = form.learning(from: line) ?? form }
        return form
    }

    static func access(_ lines: [LogLine]) -> AccessReader {
        let hosts = lines.count(where: AccessReader.hasHost)
        let tails = lines.compactMap(AccessReader.tail)
        let isRouted = tails.count { $0 == .route } * 2 > lines.count
        let hasAddresses = tails.contains { $0 == .forwarded }
        return AccessReader(
            hasHost: hosts * 2 > lines.count,
            tail: isRouted ? .route : hasAddresses ? .forwarded : tails.isEmpty ? nil : .other)
    }

    private static func headed(_ lines: [LogLine]) -> (any LogLineReader)? {
        guard lines.contains(where: HeadedReader.isRemark), lines.contains(where: { HeadedFields($0) != nil })
        else { return nil }
        return learnt(HeadedReader(), lines)
    }

    // MARK: objects

    static func places(of reader: any LogLineReader, _ lines: [LogLine]) -> ObjectPlaces {
        let names = ColumnNames(reader.columnNames)
        let hasPlaces =
            names.placeColumns != nil || !names.nestedPlaces.isEmpty
            || reader.columnNames.contains { $0.hasPrefix("geom") || $0.hasPrefix("coordinates") }
        if hasPlaces { return .others }
        var fields = LogFields(columnCount: reader.columnNames.count + 1)
        var counts = [(addresses: Int, values: Int)](
            repeating: (0, 0), count: reader.columnNames.count + 1)
        for line in lines {
            fields.begin()
            guard reader.read(line, into: &fields) else { continue }
            for column in 1..<counts.count where !fields.isEmpty(column) {
                fields.with(column, in: line.bytes) { value in
                    counts[column].values += 1
                    if value.count <= longestAddresses, AddressArray.isAddress(value) {
                        counts[column].addresses += 1
                    }
                }
            }
        }
        if counts.contains(where: { $0.addresses > 0 && $0.addresses * 2 >= $0.values }) { return .addresses }
        let words = Set(reader.columnNames.map { $0.lowercased() })
        let isLog = !words.isDisjoint(with: timeNames) && !words.isDisjoint(with: messageNames)
        return isLog ? .perhapsAddresses : .others
    }

    /// A longer value is no address, and no array of the addresses of proxies.
    private static let longestAddresses = 1_024

    /// Members of the records of logs.
    private static let timeNames: Set = ["time", "ts", "timestamp", "@timestamp", "datetime", "date"]
    private static let messageNames: Set = [
        "msg", "message", "level", "lvl", "severity", "log", "logger", "event", "status", "request", "method",
    ]

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

    /// Whether the lines are records: most of them have equally many delimiters, and the first of these has no digit, as the
    /// names of columns, or fields are addresses or numbers and nothing else. Sentences have commas, too.
    private static func isTable(_ lines: [LogLine]) -> Bool {
        [",", ";", "\t", "|"].contains { (delimiter: Unicode.Scalar) in
            let delimiter = UInt8(ascii: delimiter)
            let counts = lines.map { count(delimiter, in: $0) }
            // A preamble may come first.
            let sorted = counts.sorted()
            let usual = sorted[sorted.count / 2]
            guard usual > 0, Double(counts.count { $0 == usual }) >= tableShare * Double(counts.count),
                let first = counts.firstIndex(of: usual)
            else { return false }
            let hasNames = !lines[first].range.contains { lines[first].bytes[$0] &- 48 < 10 }
            return hasNames || lines.count { isRecord($0, delimiter) } * 2 >= lines.count
        }
    }

    /// Whether a field of a line is an address or a place, or two are numbers or degrees.
    private static func isRecord(_ line: LogLine, _ delimiter: UInt8) -> Bool {
        var (start, numbers, isQuoted) = (line.range.lowerBound, 0, false)
        for index in line.range.lowerBound...line.range.upperBound {
            if index < line.range.upperBound {
                if line.bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
                guard line.bytes[index] == delimiter, !isQuoted else { continue }
            }
            var end = index
            while start < end, isPadding(line.bytes[start]) { start += 1 }
            while start < end, isPadding(line.bytes[end - 1]) { end -= 1 }
            let field = line.bytes.buffer(start..<end)
            if field.count <= 64, NetworkAddress(field) != nil { return true }
            let isNumber = field.contains { $0 &- 48 < 10 } && field.allSatisfy(numberSigns.contains)
            numbers += isNumber ? 1 : 0
            if isNumber, AnglePair(field) != nil { return true }
            start = index + 1
        }
        return numbers >= 2
    }

    private static func isPadding(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == UInt8(ascii: "\"") }

    /// The bytes of numbers and of degrees, whose signs have several.
    private static let numberSigns = Set("0123456789.,+-'\" NSEWOnsewo°′″º’”".utf8)

    /// Whether the first line names a latitude and a longitude among other words, and has no digit: a table of aligned columns.
    private static func namesColumns(_ lines: [LogLine]) -> Bool {
        guard let line = lines.first, line.range.count <= 4_096 else { return false }
        let text = line.bytes.bytes(line.range)
        guard !text.contains(where: { $0 &- 48 < 10 }) else { return false }
        let words = text.split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
        return ColumnNames(words).placeColumns != nil
    }

    /// Whether most lines have nothing but numbers: columns that blanks part, of which the longitude may be the first.
    private static func areNumbers(_ lines: [LogLine]) -> Bool {
        let count = lines.count { line in
            line.bytes.buffer(line.range).allSatisfy { ($0 &- 48 < 10) || "+-.,; \t".utf8.contains($0) }
        }
        return Double(count) >= tableShare * Double(lines.count)
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
