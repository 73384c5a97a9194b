import TestSupport

/// Tables of hotels whose columns have what makes their readers err.
enum HostileColumns: String, CaseIterable {
    case plain, pairedLineEnds, noLastLineEnd, quoted, allQuoted, quotedPairedLineEnds, strayQuotes,
        emptyLines
    case shortAndLong, fewMisfits, manyMisfits, numbers, late, growing, commas, nulBytes, longRecord, times
    case manyWords, longWords, titlesAgain

    /// The table with so many rows of six columns.
    func bytes(rowCount: Int, _ random: inout SeededRandom) -> [UInt8] {
        var lines = [Self.title.joined(separator: separator)]
        for row in 0..<rowCount {
            var fields = Self.plain(row, &random)
            change(&fields, row, of: rowCount, &random)
            lines.append(fields.joined(separator: separator))
            if self == .emptyLines, row % 3 == 0 { lines.append("") }
            if self == .titlesAgain, row % 700 == 699 { lines.append(lines[0]) }
        }
        var bytes = Array(lines.joined(separator: lineEnd).utf8)
        if self != .noLastLineEnd { bytes += Array(lineEnd.utf8) }
        if self == .nulBytes {
            bytes[bytes.count / 2] = 0
            bytes[bytes.count / 3] = 0xFF
        }
        return bytes
    }

    private static let title = ["id", "name", "latitude", "longitude", "country", "population"]

    private var separator: String { self == .commas ? ";" : "," }
    private var lineEnd: String { self == .pairedLineEnds || self == .quotedPairedLineEnds ? "\r\n" : "\n" }

    private static func plain(_ row: Int, _ random: inout SeededRandom) -> [String] {
        let countries = ["US", "FR", "DE", "Österreich", "São Paulo"]
        return [
            "\(row)", "Hotel \(row)", "\(random.number(-60...69)).\(random.number(100_000...999_999))",
            "\(random.number(-170...170)).\(random.number(100_000...999_999))",
            countries.randomElement(using: &random) ?? "", "\(random.number(0...999))",
        ]
    }

    private func change(
        _ fields: inout [String], _ row: Int, of rowCount: Int, _ random: inout SeededRandom
    ) {
        func oneOf(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
        switch self {
        case .plain, .pairedLineEnds, .noLastLineEnd, .emptyLines, .nulBytes, .titlesAgain: break
        case .allQuoted: fields = fields.map { "\"\($0)\"" }
        case .quoted, .quotedPairedLineEnds:
            if row % 7 == 0 { fields[1] = "\"Ho\"\"tel, \(row)\nline two\"" }
            if row % 11 == 0 { fields[5] = "\"\(fields[5])\"" }
            if row % 13 == 0 { fields[4] = "\"\"" }
        case .strayQuotes:
            if row % 97 == 0 { fields[1] = oneOf(["Ho\"tel \(row)", "\"Ho\" tel", "\"Hotel"]) }
        case .shortAndLong:
            if row % 17 == 0 { fields[2] = "" }
            if row % 9 == 0 { fields += ["extra", "more"] }
            if row % 5 == 0 { fields = Array(fields.prefix(4)) }
        case .fewMisfits, .manyMisfits:
            let share = self == .fewMisfits ? 3 : 30
            if row > rowCount / 2, random.number(0...99) < share {
                fields[5] = oneOf(["unknown", "n/a", "-", "12 km"])
            }
        case .numbers:
            fields[5] = oneOf([
                "", "-0", "0", "007", "1.5", "-2.25", "1e3", "999999999999", "0.1234567891", "+4", "5.",
                " 7 ",
                "12345678", "-12345678.12345678", ".5", "1'000", "-1", "\"1,037\"", "-2147483648",
                "2147483647",
                "9007199254740993", "0.1", "00", "-",
            ])
        case .late: if row < rowCount * 3 / 4 { fields[5] = "" }
        case .growing: fields[5] = row > rowCount / 2 ? "\(row * row * row)" : "\(row % 100)"
        case .commas:
            fields[5] = "\(random.number(-5...5)),\(random.number(100...999))"
            for index in 2...3 { fields[index] = fields[index].replacing(".", with: ",") }
        case .longRecord:
            if row == rowCount / 3 {
                fields[1] = "\"" + String(repeating: "x\n", count: 150_000) + "\""
            }
        case .times:
            fields[5] = "20\(random.number(10...24))-0\(random.number(1...8))-1\(random.number(0...8))"
        case .manyWords:
            fields[4] =
                oneOf(["", "A really quite long word that goes on ", "ab"]) + "\(random.number(0...70_000))"
        case .longWords:
            fields[1] = oneOf([
                "", "A house with a name of \"\"many\"\" letters, number \(row / 2)",
                "Another house with a long name, \(row)", "x",
            ])
        }
        if self == .longWords { fields[1] = "\"\(fields[1])\"" }
    }
}
