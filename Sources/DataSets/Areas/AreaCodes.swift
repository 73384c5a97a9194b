import MapModel
import RowValues
import Rows
import Streams

/// Knows which areas of a set the codes and names in columns of rows mean.
package protocol AreaCodes: Sendable {
    /// What the values of the joined columns mean.
    func meaning(of values: [String]) -> AreaMeaning
}

/// The areas that a code means.
package struct AreaMeaning: Sendable, Equatable {
    /// Ascending; none for a code that no area has.
    package var areas: [UInt32]
    /// It was found by its digits without zeros in front, which one of both has lost.
    package var lostZeros = false

    /// Areas by their numbers; none for a code that no area has.
    package init(_ areas: [UInt32] = [], lostZeros: Bool = false) {
        (self.areas, self.lostZeros) = (areas, lostZeros)
    }
}

/// The areas of a set by the values of some of its columns, as they are written.
struct ColumnCodes: AreaCodes {
    private var areas: [[String]: [UInt32]] = [:]
    /// By digits without zeros in front; those of several codes are left out.
    private var bare: [String: [String]] = [:]

    /// - Parameter columns: of the table of the set.
    init(of set: AreaSet, columns: [Int], isCancelled: () -> Bool) throws(SourceError) {
        let batch = 4_096
        for start in stride(from: 0, to: set.count, by: batch) {
            if isCancelled() { throw .cancelled }
            try set.table.visitRows((start..<min(start + batch, set.count)).map { UInt32($0) }) { row in
                let key = columns.map { Self.trimmed(row.text(of: $0)) }
                if key.contains(where: { !$0.isEmpty }) { areas[key, default: []].append(row.row) }
            }
        }
        guard columns.count == 1 else { return }
        var several: Set<String> = []
        for key in areas.keys {
            guard let digits = Self.withoutZeros(key[0]) else { continue }
            if bare.updateValue(key, forKey: digits) != nil { several.insert(digits) }
        }
        for digits in several { bare[digits] = nil }
    }

    func meaning(of values: [String]) -> AreaMeaning {
        let key = values.map(Self.trimmed)
        if let found = areas[key] { return AreaMeaning(found) }
        guard key.count == 1, let digits = Self.withoutZeros(key[0]), let other = bare[digits],
            let found = areas[other]
        else { return AreaMeaning() }
        return AreaMeaning(found, lostZeros: true)
    }

    private static func trimmed(_ text: String) -> String {
        var rest = text[...]
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }

    private static func withoutZeros(_ text: String) -> String? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return String(text.drop { $0 == "0" })
    }
}

extension AreaSet {
    /// What rows call its areas in columns of these names.
    ///
    /// - Parameters:
    ///   - joined: the columns of the rows.
    ///   - own: the columns of the set with the same codes, separated by commas; nil for those that fit.
    /// - Throws: `.refused` where the set has no such columns.
    package func codes(
        joining joined: [String], own: String?, isCancelled: () -> Bool
    ) throws(SourceError) -> any AreaCodes {
        if own == nil, let codeBook { return try codeBook(joined.count) }
        let columns = FilterColumns(table.columnNames)
        func column(_ asked: String) throws(SourceError) -> Int {
            guard let column = columns.index(of: asked) else { throw noColumn(asked, of: "--join") }
            return column
        }
        var found: [Int] = []
        if let own {
            if let whole = columns.index(of: own) {
                found = [whole]
            } else {
                for part in own.split(separator: ",") { found.append(try column(String(part))) }
            }
            guard found.count == joined.count else {
                throw .refused(
                    name: "--join",
                    words: "\(joined.count) columns of rows, but \(found.count) of areas")
            }
        } else if let same = joined.map({ columns.index(of: $0) }).allPresent {
            found = same
        } else if joined.count == 1, let likely = codeColumn ?? table.roles.label {
            found = [likely]
        } else {
            throw noColumn(joined[0], of: "--join")
        }
        return try ColumnCodes(of: self, columns: found, isCancelled: isCancelled)
    }

    /// The column with the code of each area; nil without one.
    var codeColumn: Int? { Self.codeColumn(of: table) }

    static func codeColumn(of table: any RowTable) -> Int? {
        let names = table.columnNames.map { $0.lowercased() }
        return ["code", "iso", "iso2", "id", "key"].lazy.compactMap { names.firstIndex(of: $0) }.first
            ?? (table.roles.id == table.roles.label ? nil : table.roles.id)
    }

    /// Says that the set has no such column, and which is like it.
    package func noColumn(_ name: String, of option: String) -> SourceError {
        let columns = FilterColumns(table.columnNames)
        let similar = columns.similar(to: name)
        let known = table.columnNames.prefix(8).joined(separator: ", ")
        return .refused(
            name: option,
            words: "no column \(name)"
                + (similar.isEmpty ? " (columns: \(known))" : ": \(similar.joined(separator: ", "))?"))
    }
}

extension [Int?] {
    /// All of them; nil where one is missing.
    fileprivate var allPresent: [Int]? { contains(nil) ? nil : compactMap(\.self) }
}
