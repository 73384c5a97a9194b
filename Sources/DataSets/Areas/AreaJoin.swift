import MapModel
import RowValues
import Rows
import Streams

/// The areas that rows belong to by their codes, wherever the rows are.
package struct AreaJoin: Sendable {
    private let codes: CombinationCodes
    /// By the number of a code.
    private let meanings: [AreaMeaning]

    /// Reads the codes of all rows of a table.
    ///
    /// - Complexity: O(rows); each different code is looked up once.
    package init(
        of table: any RowTable, columns: [Int], _ areas: any AreaCodes, isCancelled: () -> Bool,
        progress: (Double) -> Void
    ) throws(SourceError) {
        codes = try CombinationCodes(
            of: table, columns, waiting: nil, isCancelled: isCancelled, progress: progress)
        meanings = codes.combinations.map { areas.meaning(of: $0.values) }
    }

    /// The columns of a table that `--join` names: one, or several with commas between them; nil where one is missing.
    package static func columns(_ asked: String, in names: [String]) -> [Int]? {
        let columns = FilterColumns(names)
        if let whole = columns.index(of: asked) { return [whole] }
        var found: [Int] = []
        for part in asked.split(separator: ",") {
            guard let column = columns.index(of: String(part)) else { return nil }
            found.append(column)
        }
        return found.isEmpty || found.count > CombinationCodes.columnLimit ? nil : found
    }

    /// Rows by their codes.
    package struct Counts: Sendable, Equatable {
        /// Of each area.
        package var areas: [Int]
        /// Rows in areas.
        package var inside = 0
        /// Rows in more than one.
        package var inSeveral = 0
        /// Rows whose code no area has.
        package var unmatched = 0
    }

    /// The rows for which `isCounted` is true.
    func counts(areaCount: Int, where isCounted: (UInt32) -> Bool) -> Counts {
        var counts = Counts(areas: [Int](repeating: 0, count: areaCount))
        for row in codes.codes.indices where isCounted(UInt32(row)) {
            let areas = meanings[Int(codes.codes[row])].areas
            for area in areas { counts.areas[Int(area)] += 1 }
            counts.inside += areas.isEmpty ? 0 : 1
            counts.inSeveral += areas.count > 1 ? 1 : 0
            counts.unmatched += areas.isEmpty ? 1 : 0
        }
        return counts
    }

    /// The areas of each different code.
    package var covers: [[UInt32]] { meanings.map(\.areas) }
    /// The number of the code of each row.
    package var codeOfRow: [UInt32] { codes.codes }

    /// The areas of a row; none where no area has its code.
    package func areas(ofRow row: UInt32) -> [UInt32] {
        Int(row) < codes.codes.count ? meanings[Int(codes.codes[Int(row)])].areas : []
    }

    /// The codes that no area has, those with most rows first.
    ///
    /// - Parameter kept: the rows that are counted; nil for all.
    package func unmatched(in kept: RowSet?) -> [(text: String, rows: Int)] {
        let counts = counts(in: kept)
        return unmatched(counts).map { (text: text(of: $0), rows: counts[$0]) }
    }

    /// The same as names that no area has, of all rows.
    package func unmatchedNames(_ columnNames: [String], words: String) -> [SkippedName] {
        unmatched(codes.combinations.map(\.rows)).map { number in
            SkippedName(
                text: text(of: number), values: codes.combinations[number].values, columns: columnNames,
                rows: codes.combinations[number].rows, reason: .unknownArea, words: words, candidates: [])
        }
    }

    /// The numbers of codes that rows have and no area; no code comes after others of as many rows.
    private func unmatched(_ counts: [Int]) -> [Int] {
        counts.indices.filter { counts[$0] > 0 && meanings[$0].areas.isEmpty }
            .map { number in (number, text: text(of: number), isEmpty: isEmpty(number)) }
            .sorted { first, second in
                if counts[first.0] != counts[second.0] { return counts[first.0] > counts[second.0] }
                return first.isEmpty == second.isEmpty ? first.text < second.text : second.isEmpty
            }
            .map(\.0)
    }

    private func isEmpty(_ number: Int) -> Bool { codes.combinations[number].values.allSatisfy(\.isEmpty) }

    /// What the user should know of the codes of some rows, a line each.
    package func notices(of set: AreaSet, in kept: RowSet?) -> [String] {
        var lines: [String] = []
        let unmatched = unmatched(in: kept)
        if !unmatched.isEmpty {
            let rows = unmatched.reduce(0) { $0 + $1.rows }
            let listed = unmatched.prefix(Self.listLimit).map { "\($0.text) \(grouped($0.rows))" }
            let more = unmatched.count - Self.listLimit
            lines.append(
                "\(Self.rows(rows)) with a code of no \(set.noun): \(listed.joined(separator: ", "))"
                    + (more > 0 ? ", and \(grouped(more)) more" : ""))
        }
        let lost = counts(in: kept).enumerated().filter { meanings[$0.offset].lostZeros && $0.element > 0 }
        if let example = lost.first {
            let rows = lost.reduce(0) { $0 + $1.element }
            lines.append(
                "\(Self.rows(rows)) matched without the zeros in front of their codes, such as "
                    + text(of: example.offset))
        }
        return lines
    }

    private static let listLimit = 10

    private static func rows(_ count: Int) -> String { grouped(count) + (count == 1 ? " row" : " rows") }

    private func text(of number: Int) -> String {
        let values = codes.combinations[number].values.filter { !$0.isEmpty }
        return values.isEmpty ? "(empty)" : printable(values.joined(separator: ", "), limit: 40)
    }

    /// Rows of each code.
    private func counts(in kept: RowSet?) -> [Int] {
        guard let kept else { return codes.combinations.map(\.rows) }
        var counts = [Int](repeating: 0, count: codes.combinations.count)
        for row in kept.rows where Int(row) < codes.codes.count {
            counts[Int(codes.codes[Int(row)])] += 1
        }
        return counts
    }
}

extension AreaSet {
    /// What one of its areas is, in a word: "country" for `countries`.
    package var noun: String {
        if name.hasSuffix("ies") { return name.dropLast(3) + "y" }
        return name.hasSuffix("s") && !name.hasSuffix("ss") ? String(name.dropLast()) : name
    }
}
