import TestSupport
import Testing

/// Delimited text with what makes fast ways wrong: each table has so many rows that stretches and blocks end everywhere in it.
struct HostileTable: CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]

    var testDescription: String { name }

    private static let header = ["id", "name", "latitude", "longitude", "country", "population"]

    private init(
        _ name: String, rows: Int = 1_500, delimiter: String = ",", lineEnd: String = "\n",
        hasEnd: Bool = true,
        before: String = "", header: [String] = header, _ change: (Int, inout [String]) -> Void = { _, _ in }
    ) {
        var random = SeededRandom(7)
        var lines = header.isEmpty ? [] : [header.joined(separator: delimiter)]
        for row in 0..<rows {
            var fields = [
                "\(row)", "Hotel \(row)", "\(Double(random.number(-60_000_000...70_000_000)) / 1e6)",
                "\(Double(random.number(-170_000_000...175_000_000)) / 1e6)",
                ["US", "FR", "Österreich", "São Paulo", "日本"][random.number(0...4)],
                "\(random.number(0...999))",
            ]
            change(row, &fields)
            lines.append(fields.joined(separator: delimiter))
        }
        self.init(
            name: name,
            bytes: Array((before + lines.joined(separator: lineEnd) + (hasEnd ? lineEnd : "")).utf8))
    }

    private init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

    private static func quote(_ row: Int, _ fields: inout [String]) {
        if row % 7 == 0 { fields[1] = "\"Ho\"\"tel, \(row)\nline two\"" }
        if row % 11 == 0 { fields[5] = "\"\(fields[5])\"" }
        if row % 13 == 0 { fields[4] = "\"\"" }
        if row % 17 == 0 { fields[2] = "\"\(fields[2])\"" }
        if row % 19 == 0 { fields[1] = "\"a\" " }
    }

    private static let places = [
        ("90", "180"), ("-90", "-180"), ("89.9999999", "179.99999996"), ("0", "0"), ("-0.0", "190.5"),
        ("+4.5", "-200"),
        ("47°22'36\"N", "8°32'28\"E"), ("52.5N", "13.4 E"), (" 7.25 ", "8."), (".5", "12"), ("1e1", "5"),
        ("", ""),
        ("north", "5"), ("85.06", "-179.9999999"), ("12.123456789012", "-0.00000004"), ("95", "3"),
    ]

    /// Line ends, quotes, records of other lengths, notations of degrees, encodings, everything that was wrong once.
    static let all: [HostileTable] = [
        HostileTable("plain"), HostileTable("without a last line end", hasEnd: false),
        HostileTable("CR LF", lineEnd: "\r\n"),
        HostileTable("CR LF without a last one", lineEnd: "\r\n", hasEnd: false),
        HostileTable("CR", lineEnd: "\r"), HostileTable("quoted", quote),
        HostileTable("quoted, CR LF", lineEnd: "\r\n", quote),
        HostileTable("mixed line ends") { row, fields in
            if row % 5 == 0 { fields[5] += "\r" }
            if row % 64 == 63 { fields[5] += "\n\r\n" }
        },
        HostileTable("stray quotes") { row, fields in
            if row % 97 == 0 { fields[1] = "Ho\"tel \(row)" }
            if row % 101 == 0 { fields[1] = "\"Am Weiher\" nahe Dorf" }
            if row == 1_499 { fields[1] = "\"not closed" }
        },
        HostileTable("a quote that is not closed", hasEnd: false) { row, fields in
            if row == 1_450 { fields[4] = "\"never closed" }
        },
        HostileTable("empty lines and records") { row, fields in
            if row % 50 == 7 { fields[5] += "\n\n" }
            if row % 50 == 9 { fields[5] += "\n, ,,,,\n,,,,," }
        },
        HostileTable("ragged") { row, fields in
            if row % 5 == 0 { fields.removeLast(2) }
            if row % 9 == 0 { fields += ["extra", "more"] }
            if row % 23 == 0 { fields += ["", ""] }
            if row % 31 == 0 { fields[2] = "" }
            if row % 37 == 0 { fields.removeLast(4) }
        },
        HostileTable("notations of degrees") { row, fields in
            if row > 200 { (fields[2], fields[3]) = places[row % places.count] }
            if row % 43 == 0 { fields[2] = "\"" + fields[2].replacing("\"", with: "\"\"") + "\"" }
        },
        HostileTable("decimal commas", delimiter: ";") { _, fields in
            for index in [2, 3] { fields[index] = fields[index].replacing(".", with: ",") }
        },
        HostileTable("blanks before quotes", header: header.map { " \"\($0)\"" }) { row, fields in
            fields[1] = " \"Ho\"\"tel, \(row)\""
            if row % 17 == 0 { fields[2] = "  \"\(fields[2])\"" }
            if row % 5 == 0 { fields[4] = " \"two\nlines\"" }
            if row % 23 == 0 { fields[4] = " \"a\" b" }
        },
        HostileTable("tabs", delimiter: "\t"),
        HostileTable("tabs, quotes are text", delimiter: "\t") { row, fields in
            if row % 3 == 0 { fields[1] = "\"Am Weiher\" nahe \"Dorf" }
            if row % 4 == 0 { fields[4] = "\"" }
        },
        HostileTable("single quotes", header: header.map { "'\($0)'" }) { row, fields in
            fields[1] = row % 3 == 0 ? "'it''s, \(row)'" : "'\(fields[1])'"
            if row % 5 == 0 { fields[4] = "'say \"x\"'" }
        },
        HostileTable("control characters") { row, fields in
            fields[1] =
                ["a\u{1}b", "a\tb\u{7F}", "\u{9B}31m", "back\\slash", "\u{1F}", "\u{A0}é€😀", "\u{85}"][
                    row % 7]
        },
        HostileTable("far longer as JSON") { row, fields in
            fields[1] = String(repeating: "\u{1}\\\u{2}", count: 60)
            if row % 50 == 0 { fields += Array(repeating: "", count: 300) }
        },
        HostileTable("long records") { row, fields in
            if row == 700 { fields[1] = "\"" + String(repeating: "x\n", count: 60_000) + "\"" }
            if row == 900 { fields[4] = String(repeating: "y\"", count: 50_000) }
        },
        HostileTable("byte order mark", before: "\u{FEFF}"), HostileTable("without a header", header: []),
        HostileTable("header again and units") { row, fields in
            if row == 0 { fields = ["", "", "degrees_north", "degrees_east", "", ""] }
            if row % 200 == 100 { fields = header }
        },
        HostileTable("names of columns", header: ["", "name", "latitude", "longitude", "name", "na\"me\\"]),
        HostileTable("few rows", rows: 3), HostileTable("one row", rows: 1, hasEnd: false),
        HostileTable("wide", rows: 300, header: header + (0..<80).map { "column \($0)" }) { row, fields in
            fields += (0..<80).map { $0 % 9 == row % 9 ? "\($0)" : "" }
        },
        invalid, latin,
    ]

    /// NUL bytes, and bytes that are not UTF-8.
    private static var invalid: HostileTable {
        var bytes = HostileTable("").bytes
        for offset in stride(from: 5_000, to: bytes.count, by: 997) where bytes[offset] > 0x60 {
            bytes[offset] = [0, 0xFF, 0xC3, 0xED][offset % 4]
        }
        return HostileTable(name: "bytes that are not text", bytes: bytes)
    }

    private static var latin: HostileTable {
        let text = String(decoding: HostileTable("").bytes, as: UTF8.self).replacing("日本", with: "ß")
        return HostileTable(
            name: "Latin-1", bytes: text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    }
}
