import Rows
import Streams

/// What GDAL does not read of the dates in a workbook: it counts all days from 1900, and finds the time of day only where the
/// format of a cell has two letters for the hour.
///
/// Source: ECMA-376, part 1, sections 18.2.28 and 18.8.30.
enum WorkbookDates {
    /// Bytes of each document that are looked at.
    private static let limit = 1 << 20

    /// What the user should know of the dates of a file, a line each; none for other files.
    static func notices(of path: String) -> [String] {
        let name = path.lowercased()
        guard name.hasSuffix(".xlsx") || name.hasSuffix(".xlsm"),
            let archive = SourceInput(path: path).archive()
        else { return [] }
        let texts = ["xl/workbook.xml", "xl/styles.xml"].map { name in
            let entry = archive.entries.first { $0.name == name }
            return String(
                decoding: entry.map { archive.beginning(of: $0, atMost: limit) } ?? [], as: UTF8.self)
        }
        return notices(workbook: texts[0], styles: texts[1]).map { "\(printable(path)): \($0)" }
    }

    /// The same of the documents that say it.
    static func notices(workbook: String, styles: String) -> [String] {
        var lines: [String] = []
        if countsFrom1904(workbook) {
            lines.append(
                "counts days from 1904: GDAL reads its dates 4 years and a day too early (save it as CSV)")
        }
        if let format = formats(styles).first(where: hidesClock) {
            lines.append(
                "GDAL reads only the date of cells in the format \(quoted(format)) (write hh for the hour, "
                    + "or save it as CSV)")
        }
        return lines
    }

    private static func countsFrom1904(_ workbook: String) -> Bool {
        guard let name = workbook.firstRange(of: "date1904") else { return false }
        let value = workbook[name.upperBound...].drop { " =\"'\r\n\t".contains($0) }
        return value.hasPrefix("1") || value.hasPrefix("true")
    }

    /// The formats of cells that are no standard ones.
    private static func formats(_ styles: String) -> [String] {
        var found: [String] = []
        var rest = styles[...]
        while let name = rest.firstRange(of: "formatCode=\"") {
            rest = rest[name.upperBound...]
            let text = rest.prefix { $0 != "\"" }
            found.append(
                text.split(separator: "&quot;", omittingEmptySubsequences: false).joined(separator: "\""))
        }
        return found
    }

    /// It has a year and an hour of one letter, outside of quotes and brackets.
    private static func hidesClock(_ format: String) -> Bool {
        var bare = ""
        var (isQuoted, isBracketed) = (false, false)
        for letter in format.lowercased() {
            switch letter {
            case "\"": isQuoted.toggle()
            case "[": isBracketed = true
            case "]": isBracketed = false
            default: if !isQuoted, !isBracketed { bare.append(letter) }
            }
        }
        return bare.contains("y") && bare.split(whereSeparator: { $0 != "h" }).contains { $0.count == 1 }
    }
}
