import Addresses
import RowValues
import Streams

/// Lines of one log in the messages of another: those of HAProxy behind the head of syslog, objects of JSON in those of
/// Docker.
///
/// The columns of the inner lines stand behind those of the outer ones; a full time, an address and a message replace theirs.
struct EnclosedReader: LogLineReader {
    private let outer: any LogLineReader
    let inner: any LogLineReader
    /// The column of the messages.
    private let message: Int
    /// The column of each of the inner ones, and the first that has only values of theirs.
    private let columns: [Int]
    private let firstInner: Int
    /// The inner column with the address of the client, where that is one among several.
    private let client: Int?
    /// The inner column with a time that replaces that of the head, counted from 0.
    private let time: Int?
    let columnNames: [String]

    /// Names of inner columns that mean the same as those of a head.
    private static let shared: Set = ["time", "ip", "message"]

    /// Nil where the outer lines have no messages.
    init?(_ outer: any LogLineReader, _ inner: any LogLineReader) {
        guard let message = outer.textColumn else { return nil }
        (self.outer, self.inner, self.message) = (outer, inner, message)
        var names = outer.columnNames
        firstInner = names.count + 1
        var columns: [Int] = []
        for name in inner.columnNames {
            if Self.shared.contains(name), let known = outer.columnNames.firstIndex(of: name) {
                columns.append(known + 1)
            } else {
                names.append(name)
                columns.append(names.count)
            }
        }
        (self.columns, columnNames) = (columns, names)
        client = HeadedFields.client(among: inner.columnNames).map { $0 + 1 }
        time = outer.columnNames.contains("time") ? inner.columnNames.firstIndex(of: "time") : nil
    }

    var words: String { "\(outer.words), its messages: \(inner.words)" }
    var textColumn: Int? { outer.textColumn }
    var addressColumn: Int? { outer.addressColumn }
    var isSequential: Bool { outer.isSequential || inner.isSequential }
    var learnsColumns: Bool { inner.learnsColumns }

    func read(_ line: LogLine, into fields: inout LogFields) -> Bool {
        fields.want(message)
        guard outer.read(line, into: &fields) else { return false }
        withMessage(line, fields) { inside, isPart in
            var found = LogFields(of: fields, columns)
            guard inner.read(inside, into: &found) else { return }
            fields.hasNews = found.hasNews
            takeTime(found, inside, line, &fields)
            take(found, inside, isPart, &fields)
        }
        return true
    }

    /// Calls `body` with the message of a line as a line, and whether it is a part of that.
    private func withMessage(_ line: LogLine, _ fields: LogFields, _ body: (LogLine, Bool) -> Void) {
        guard !fields.isEmpty(message) else { return }
        if let range = fields.range(message) {
            body(
                LogLine(bytes: line.bytes, range: range, number: line.number, clock: line.clock).withoutMark,
                true)
            return
        }
        let text = fields.with(message, in: line.bytes) { Array($0) }
        ByteRun.with(text) { bytes in
            let line = LogLine(bytes: bytes, range: 0..<bytes.count, number: line.number, clock: line.clock)
            body(line.withoutMark, false)
        }
    }

    /// Takes the inner time where it is a full one, as the head has its own: numbers, clocks and durations leave that of the head.
    private func takeTime(
        _ found: LogFields, _ inside: LogLine, _ line: LogLine, _ fields: inout LogFields
    ) {
        guard let time, !found.isEmpty(time + 1) else { return }
        var text: [UInt8] = []
        var isLocal = inner.hasLocalTimes
        found.with(time + 1, in: inside.bytes) { value in
            guard inner.namesColumns, let base = value.baseAddress else {
                text += value
                return
            }
            let run = ByteRun(base: base, count: value.count)
            var cursor = LineCursor(run, 0..<run.count)
            guard let moment = LogMoment(&cursor), cursor.isAtEnd, !moment.isOld else { return }
            moment.append(to: &text, inside.clock)
            isLocal = !moment.hasZone
        }
        guard !text.isEmpty else { return }
        let column = columns[time]
        let zone = fields.with(column, in: line.bytes) { Array(LogTime.offset(of: $0)) }
        if isLocal, !zone.isEmpty {
            // Both were written by one computer, whose zone the head names.
            text.removeLast(LogTime.offset(of: text).count)
            text += zone
        }
        fields.make(column) { $0 += text }
    }

    /// Takes all but the time.
    ///
    /// - Parameter isPart: ranges of the inner line are such of the outer one.
    private func take(_ found: LogFields, _ line: LogLine, _ isPart: Bool, _ fields: inout LogFields) {
        for (index, column) in columns.enumerated() where index != time && !found.isEmpty(index + 1) {
            if isPart, let range = found.range(index + 1) {
                fields.set(column, range)
            } else {
                found.with(index + 1, in: line.bytes) { value in fields.make(column) { $0 += value } }
            }
        }
        guard let client, let column = outer.addressColumn, !found.isEmpty(client) else { return }
        // Of the ends of a flow the other one may be public, which was found in the message.
        found.with(client, in: line.bytes) { value in
            guard value.count <= 64, let address = NetworkAddress(value), AddressKind(address) == .public
            else { return }
            fields.make(column) { $0 += address.description.utf8 }
        }
    }

    func kind(of column: Int, at range: Range<Int>, in line: LogLine) -> FieldValue.Kind {
        guard column >= firstInner, let index = columns.firstIndex(of: column) else { return .text }
        return inner.kind(of: index + 1, at: range, in: line)
    }

    func isText(_ column: Int, at range: Range<Int>, in line: LogLine) -> Bool {
        guard column >= firstInner, let index = columns.firstIndex(of: column) else { return false }
        return inner.isText(index + 1, at: range, in: line)
    }

    func learning(from line: LogLine) -> (any LogLineReader)? {
        var fields = LogFields(columnCount: columnNames.count + 1, wantsTexts: false)
        fields.want(message)
        guard outer.read(line, into: &fields) else { return nil }
        var next: (any LogLineReader)?
        withMessage(line, fields) { inside, _ in next = inner.learning(from: inside) }
        return next.flatMap { EnclosedReader(outer, $0) }
    }

    func adding(_ names: [String]) -> (any LogLineReader)? {
        inner.adding(Array(names.dropFirst(outer.columnNames.count))).flatMap { EnclosedReader(outer, $0) }
    }
}

extension LogLine {
    /// Without the sign of rsyslog that an object of JSON follows, and blanks.
    fileprivate var withoutMark: LogLine {
        var cursor = cursor
        _ = cursor.skip("@cee:")
        cursor.skipBlanks()
        return LogLine(bytes: bytes, range: cursor.rest, number: number, clock: clock)
    }
}

extension LogDetection {
    /// Lines behind names of services, where they are those of a log: tables have bars, too. Objects of JSON without addresses are
    /// found by their reader behind any text.
    static func services(_ lines: [LogLine], _ needed: Int) -> EnclosedReader? {
        guard !lines.isEmpty, count(lines, ServiceReader()) >= needed else { return nil }
        let hasTimes = lines.count(where: ServiceReader.hasTime) >= needed
        let outer = ServiceReader(hasTimes: hasTimes)
        let pairs = KeyedReader()
        guard let found = enclosing(outer, lines, besides: [pairs]) as? EnclosedReader else { return nil }
        if found.inner is MemberReader {
            guard case .addresses = places(of: found, lines) else { return nil }
        }
        return found
    }

    /// Lines of a web server or of HAProxy behind the times that Docker writes before them.
    static func timed(_ lines: [LogLine], _ needed: Int) -> EnclosedReader? {
        let outer = ServiceReader(hasNames: false, hasTimes: true)
        guard !lines.isEmpty, count(lines, outer) >= needed,
            let found = enclosing(outer, lines) as? EnclosedReader,
            found.inner is AccessReader || found.inner is HAProxyReader
        else { return nil }
        return found
    }

    /// The share of messages of one form that makes them lines of it: services share the log of a system.
    private static let enclosedShare = 0.5

    /// A form whose messages are mostly lines of another one reads these, too.
    ///
    /// - Parameter others: further forms that the messages may have.
    static func enclosing(
        _ outer: any LogLineReader, _ lines: [LogLine], besides others: [any LogLineReader] = []
    ) -> any LogLineReader {
        guard let message = outer.textColumn, !outer.namesColumns else { return outer }
        var (texts, ranges): ([UInt8], [Range<Int>]) = ([], [])
        for line in lines {
            var fields = LogFields(columnCount: outer.columnNames.count + 1, wantsTexts: false)
            fields.want(message)
            guard outer.read(line, into: &fields), !fields.isEmpty(message) else { continue }
            let start = texts.count
            fields.with(message, in: line.bytes) { texts += $0 }
            ranges.append(start..<texts.count)
        }
        return ByteRun.with(texts) { bytes in
            let clock = LogClock(zone: .utc, milliseconds: 0)
            let inside = ranges.map { LogLine(bytes: bytes, range: $0, clock: clock).withoutMark }
            let needed = max(1, Int((enclosedShare * Double(lines.count)).rounded(.up)))
            let forms: [any LogLineReader] = [
                access(inside), HAProxyReader(), MemberReader(), KeyedReader(isEnclosed: true),
            ]
            let found = (forms + others).first { count(inside, $0) >= needed }
            return found.flatMap { EnclosedReader(outer, learnt($0, inside)) } ?? outer
        }
    }
}
