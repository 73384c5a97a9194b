import Foundation
import TestSupport

/// Times as Python has them: `Tests/Times`, made by `make_times.py`.
enum TimeTable {
    struct Form: Sendable {
        let text: String
        let milliseconds: Int64
        let hasOffset: Bool
    }

    static let forms: [Form] = lines("forms.tsv").compactMap { fields in
        Int64(fields[1]).map { Form(text: fields[0], milliseconds: $0, hasOffset: fields[2] == "offset") }
    }

    struct Wall: Sendable {
        let zone: String
        let text: String
        let milliseconds: Int64
        let clock: String
    }

    static let walls: [Wall] = lines("walls.tsv").compactMap { fields in
        Int64(fields[2]).map { Wall(zone: fields[0], text: fields[1], milliseconds: $0, clock: fields[3]) }
    }

    struct Offset: Sendable {
        let zone: String
        let milliseconds: Int64
        let seconds: Int64
    }

    static let offsets: [Offset] = lines("zones.tsv").compactMap { fields in
        guard let moment = Int64(fields[1]), let offset = Int64(fields[2]) else { return nil }
        return Offset(zone: fields[0], milliseconds: moment, seconds: offset)
    }

    struct Parts: Sendable {
        let zone: String
        let milliseconds: Int64
        /// Year, month, day, hour, day of the week.
        let numbers: [Int]
        /// In which of `recurrences` it is.
        let recurs: [Bool]
    }

    static let recurrences = ["fri-sat 22-04", "mon-fri 7-9", "nov-feb"]

    static let parts: [Parts] = lines("parts.tsv").compactMap { fields in
        Int64(fields[1]).map {
            Parts(
                zone: fields[0], milliseconds: $0, numbers: fields[2..<7].compactMap { Int($0) },
                recurs: fields[7].map { $0 == "1" })
        }
    }

    private static func lines(_ file: String) -> [[String]] {
        let text = try? String(contentsOfFile: Repository.root + "/Tests/Times/" + file, encoding: .utf8)
        return (text ?? "").split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    }
}
