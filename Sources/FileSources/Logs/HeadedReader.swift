import Addresses
import Streams

/// Lines whose fields a line in front names: those of W3C and IIS, of CloudFront and of Zeek. Each such line may name others.
struct HeadedReader: LogLineReader {
    /// The fields of the lines behind one that names them.
    private struct Layout: Sendable {
        /// The number of that line.
        let line: Int
        /// What is between two fields.
        let delimiter: UInt8
        /// The column of each field.
        let columns: [Int]
        /// The fields of a date and a clock, which are one time.
        var date: Int?
        var clock: Int?
        /// The field with the address of the client, or of who sent; of two ends of a flow the other one follows.
        var ends: [Int] = []
        /// Fields with seconds since 1970.
        var epochs: Set<Int> = []
    }

    private let layouts: [Layout]
    /// Dates and clocks are those of the computer that wrote them, in place of UTC.
    private var isLocal = false
    /// The names of all fields, once each, and the address behind them.
    let columnNames: [String]
    var isSequential: Bool { true }

    init() { (layouts, columnNames) = ([], ["ip"]) }

    private init(_ layouts: [Layout], _ names: [String]) { (self.layouts, columnNames) = (layouts, names) }

    /// Lines in front of which none names the fields.
    init(_ fields: HeadedFields) {
        self = HeadedReader().adding(fields, line: 0)
    }

    var words: String { columnNames.contains("srcaddr") ? "flow log of AWS" : "lines with #Fields" }
    var addressColumn: Int? { 1 }
    var hasRemarks: Bool { true }

    func read(_ line: LogLine, into fields: inout LogFields) -> Bool {
        guard !line.range.isEmpty else { return false }
        if Self.isRemark(line) {
            fields.isRemark = true
            fields.hasNews = HeadedFields(line) != nil && layouts.last?.line ?? 0 < line.number
            return true
        }
        guard let layout = layout(of: line.number) else { return false }
        var cursor = line.cursor
        var spans: [Range<Int>] = []
        while spans.count <= layout.columns.count, let field = Self.field(&cursor, layout.delimiter) {
            spans.append(field)
        }
        guard spans.count == layout.columns.count, layout.line > 0 || Self.isFlow(spans, line.bytes) else {
            return false
        }
        for (index, column) in layout.columns.enumerated() {
            if index == layout.clock, layout.date != nil { continue }
            if index == layout.date, let clock = layout.clock {
                fields.make(column) { text in
                    if isLocal,
                        appendLocal(spans[index].lowerBound..<spans[clock].upperBound, line, to: &text)
                    {
                        return
                    }
                    text += line.bytes.bytes(spans[index])
                    text.append(UInt8(ascii: "T"))
                    text += line.bytes.bytes(spans[clock])
                    text.append(UInt8(ascii: "Z"))
                }
            } else if layout.epochs.contains(index), let micros = Self.micros(line.bytes, spans[index]) {
                fields.make(column) { LogTime.append(microseconds: micros, to: &$0) }
            } else if !line.bytes.isWord(spans[index], "(empty)") {
                fields.setUnlessDash(column, spans[index], in: line.bytes)
            }
        }
        if layout.ends.count == 1 {
            fields.setAddress(1, field: spans[layout.ends[0]], of: line.bytes)
        } else if let found = Self.address(
            among: layout.ends.isEmpty ? spans : layout.ends.map { spans[$0] }, line.bytes)
        {
            fields.setAddress(1, field: found, of: line.bytes)
        }
        return true
    }

    /// Appends a date with a clock behind it, and the offset of this computer; false where they are none.
    private func appendLocal(_ range: Range<Int>, _ line: LogLine, to text: inout [UInt8]) -> Bool {
        var cursor = LineCursor(line.bytes, range)
        guard let moment = LogMoment(&cursor), cursor.isAtEnd else { return false }
        moment.append(to: &text, line.clock)
        return true
    }

    /// Whether fields that no line names are those of a flow log: other lines have as many words.
    private static func isFlow(_ spans: [Range<Int>], _ bytes: ByteRun) -> Bool {
        guard let version = spans.first, version.allSatisfy({ bytes[$0] &- 48 < 10 }), let status = spans.last
        else { return false }
        return bytes.isWord(status, "OK") || bytes.isWord(status, "NODATA")
            || bytes.isWord(status, "SKIPDATA")
    }

    /// A line that begins with `#` says something of the log, and so does one with the names of flow logs.
    static func isRemark(_ line: LogLine) -> Bool {
        guard let first = line.cursor.peek else { return false }
        return first == UInt8(ascii: "#") || first &- 0x61 < 26 && HeadedFields.namesFlows(line)
    }

    /// Of the ends of a flow, and of fields none of which is known to be that of the client, the first with a public address,
    /// else the first with one.
    private static func address(among spans: [Range<Int>], _ bytes: ByteRun) -> Range<Int>? {
        var first: Range<Int>?
        for span in spans where span.count <= 64 {
            guard let address = NetworkAddress(bytes.buffer(span)) else { continue }
            if AddressKind(address) == .public { return span }
            first = first ?? span
        }
        return first
    }

    private func layout(of line: Int) -> Layout? { layouts.last { $0.line < line } }

    /// The next field; nil at the end of the line.
    private static func field(_ cursor: inout LineCursor, _ delimiter: UInt8) -> Range<Int>? {
        guard !cursor.isAtEnd else { return nil }
        if delimiter == 0x20 {
            if cursor.peek == UInt8(ascii: "\"") {
                guard let text = cursor.quoted() else { return nil }
                cursor.skipBlanks()
                return text.range
            }
            return cursor.word()
        }
        if let field = cursor.text(before: delimiter) {
            // A last field that is empty is one, too.
            if cursor.isAtEnd { cursor.next = cursor.end }
            return field
        }
        defer { cursor.next = cursor.end }
        return cursor.rest
    }

    /// Seconds since 1970 with a fraction.
    private static func micros(_ bytes: ByteRun, _ range: Range<Int>) -> Int64? {
        var cursor = LineCursor(bytes, range)
        guard let seconds = cursor.number(digits: 9...10) else { return nil }
        var micros = 0
        if cursor.skip(UInt8(ascii: ".")) {
            let start = cursor.next
            guard let found = cursor.number(digits: 1...6) else { return nil }
            micros = found
            for _ in cursor.next - start..<6 { micros *= 10 }
            while let byte = cursor.peek, byte &- 48 < 10 { cursor.next += 1 }
        }
        return cursor.isAtEnd ? Int64(seconds) * 1_000_000 + Int64(micros) : nil
    }

    func learning(from line: LogLine) -> (any LogLineReader)? {
        var remark = line.cursor
        if !isLocal, remark.skip("#Time Format: Local") {
            var next = self
            next.isLocal = true
            return next
        }
        guard let found = HeadedFields(line), layouts.last?.line ?? 0 < line.number else { return nil }
        return adding(found, line: line.number)
    }

    private func adding(_ found: HeadedFields, line: Int) -> HeadedReader {
        var names = columnNames
        var columns: [Int] = []
        for (index, name) in found.names.enumerated() {
            let name = index == found.date && found.clock != nil ? "time" : name
            if let known = names.firstIndex(of: name) {
                columns.append(known + 1)
            } else {
                names.append(name)
                columns.append(names.count)
            }
        }
        let layout = Layout(
            line: line, delimiter: found.delimiter, columns: columns, date: found.date,
            clock: found.clock, ends: found.ends, epochs: found.epochs)
        var next = HeadedReader(layouts + [layout], names)
        next.isLocal = isLocal
        return next
    }
}

/// The fields that a line names: `#Fields: date time c-ip`, or with tabs `#fields`, `ts`, `id.orig_h`.
struct HeadedFields {
    let names: [String]
    let delimiter: UInt8

    /// Flow logs of AWS without a line that names their fields.
    static let flows = HeadedFields(
        flows: [
            "version", "account-id", "interface-id", "srcaddr", "dstaddr", "srcport", "dstport", "protocol",
            "packets", "bytes", "start", "end", "action", "log-status",
        ])

    private init(flows names: [String]) { (self.names, delimiter) = (names, 0x20) }

    /// Whether a line has nothing but the names of flow logs, two of which all have.
    static func namesFlows(_ line: LogLine) -> Bool {
        guard line.range.count < 2_000 else { return false }
        let words = String(decoding: line.bytes.buffer(line.range), as: UTF8.self).split(separator: " ")
        return words.contains("srcaddr") && words.contains("dstaddr")
            && words.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber } }
    }

    private var areFlows: Bool { names.contains("srcaddr") && names.contains("dstaddr") }

    init?(_ line: LogLine) {
        var cursor = line.cursor
        let isLong = cursor.skip("#Fields:")
        let isFlow = !isLong && HeadedReader.isRemark(line) && cursor.peek != UInt8(ascii: "#")
        guard isLong || isFlow || cursor.skip("#fields") else { return nil }
        let text = String(decoding: line.bytes.buffer(cursor.rest), as: UTF8.self)
        let names = text.split { $0 == " " || $0 == "\t" }.map(String.init)
        guard names.count >= 2, names.count <= 500 else { return nil }
        self.names = names
        // CloudFront names fields with blanks between them and writes tabs.
        let isCloud = names.contains { $0.hasPrefix("x-edge-") }
        delimiter = (isLong || isFlow) && !isCloud ? 0x20 : 0x09
    }

    /// Names of such fields without signs, the best first.
    private static let clients = [
        "cip", "idorigh", "csip", "clientip", "srcip", "sourceip", "remoteip", "remoteaddr", "remotehost",
        "rip", "src", "srcaddr", "sourceaddress", "xoriginators", "txhosts", "ip", "host", "chost",
    ]

    /// Which of some names is that of the address of the client; nil for none.
    static func client(among names: [String]) -> Int? {
        let plain = names.map { $0.lowercased().filter { !"-_.".contains($0) } }
        return clients.lazy.compactMap { plain.firstIndex(of: $0) }.first
    }

    var date: Int? { clock == nil ? nil : names.firstIndex(of: "date") }
    var clock: Int? { names.contains("date") ? names.firstIndex(of: "time") : nil }
    var epochs: Set<Int> {
        Set(names.indices.filter { names[$0] == "ts" || areFlows && ["start", "end"].contains(names[$0]) })
    }

    /// Who sent and who received, of flows and packets: one of them is one's own.
    private static let flowEnds = [
        ("idorigh", "idresph"), ("srcip", "dstip"), ("sourceip", "destip"), ("sourceip", "destinationip"),
        ("src", "dst"), ("sourceaddress", "destinationaddress"),
    ]

    /// The field with the address of who asked, or both ends of a flow; empty for flows of AWS, which may have more.
    var ends: [Int] {
        if areFlows { return [] }
        let plain = names.map { name in String(name.lowercased().filter { !"-_.".contains($0) }) }
        guard let client = Self.client(among: names) else { return [] }
        let other = Self.flowEnds.lazy.filter { $0.0 == plain[client] }.compactMap {
            plain.firstIndex(of: $0.1)
        }
        return [client] + other.prefix(1)
    }
}
