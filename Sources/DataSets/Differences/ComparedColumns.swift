import RowValues
import Rows
import Streams

/// Which columns of two tables are compared with each other.
struct ComparedColumns: Sendable {
    /// A column of each table.
    struct Pair: Sendable {
        let name: String
        let old: Int
        let new: Int
        let oldMeaning: ValueMeaning
        let newMeaning: ValueMeaning
    }

    private(set) var pairs: [Pair] = []
    /// The columns that only one table has.
    private(set) var onlyOld: [Int] = []
    private(set) var onlyNew: [Int] = []
    let oldNames: [String]
    let newNames: [String]
    private let oldKinds: [(kind: ColumnKind, order: DayOrder?)]
    private let newKinds: [(kind: ColumnKind, order: DayOrder?)]
    /// Whether the values of columns are those of truth, though some look like numbers or words.
    private let (oldTruths, newTruths): ([Bool], [Bool])
    private let zone: ZoneTable

    init(_ old: any RowTable, _ new: any RowTable, _ options: DifferenceOptions) throws(SourceError) {
        (oldNames, newNames) = (old.columnNames, new.columnNames)
        zone = options.zone
        (oldKinds, newKinds) = try (old.sampledKinds(), new.sampledKinds())
        (oldTruths, newTruths) = try (Self.truths(old), Self.truths(new))
        var freeOld = oldNames.indices.filter { !old.coordinateColumns.contains($0) }
        var freeNew = newNames.indices.filter { !new.coordinateColumns.contains($0) }
        var found: [(old: Int, new: Int)] = []
        // A source without rows may have no columns.
        let hasColumns = !oldNames.isEmpty && !newNames.isEmpty
        for renaming in hasColumns ? options.renamed : [] {
            let first = try Self.column(renaming.old, in: oldNames, of: old.name, option: "--rename")
            let second = try Self.column(renaming.new, in: newNames, of: new.name, option: "--rename")
            guard !found.contains(where: { $0.old == first || $0.new == second }) else {
                throw .refused(
                    name: "--rename",
                    words: "\(quoted(renaming.old))=\(quoted(renaming.new)): a column can be renamed once")
            }
            found.append((first, second))
        }
        freeOld.removeAll { column in found.contains { $0.old == column } }
        freeNew.removeAll { column in found.contains { $0.new == column } }
        // The exact name first, then one that differs in case and marks.
        for fold in [{ $0 }, ColumnNames.folded] {
            for column in freeNew {
                guard let partner = freeOld.first(where: { fold(oldNames[$0]) == fold(newNames[column]) })
                else { continue }
                found.append((partner, column))
                freeOld.removeAll { $0 == partner }
            }
            freeNew.removeAll { column in found.contains { $0.new == column } }
        }
        let ignored = Set(options.ignored.map(ColumnNames.folded))
        func isIgnored(_ name: String) -> Bool { ignored.contains(ColumnNames.folded(name)) }
        for name in hasColumns ? options.ignored : [] where !(oldNames + newNames).contains(where: isIgnored)
        {
            throw Self.noColumn(name, in: newNames, of: new.name, option: "--ignore")
        }
        pairs = found.sorted { $0.new < $1.new }
            .filter { !isIgnored(oldNames[$0.old]) && !isIgnored(newNames[$0.new]) }
            .map { pair($0.old, $0.new) }
        onlyOld = freeOld.filter { !isIgnored(oldNames[$0]) }
        onlyNew = freeNew.filter { !isIgnored(newNames[$0]) }
    }

    /// A column of each table, compared by the type that either has.
    func pair(_ old: Int, _ new: Int) -> Pair {
        let kinds = [oldKinds[old].kind, newKinds[new].kind]
        // 1 and 0 beside t and f.
        let areTruths = kinds[0] != kinds[1] && oldTruths[old] && newTruths[new]
        let kind: ColumnKind =
            areTruths ? .boolean : [.time, .boolean, .number].first { kinds.contains($0) } ?? .text
        return Pair(
            name: newNames[new], old: old, new: new,
            oldMeaning: ValueMeaning(kind: kind, dayOrder: oldKinds[old].order, zone: zone),
            newMeaning: ValueMeaning(kind: kind, dayOrder: newKinds[new].order, zone: zone))
    }

    private static func truths(_ table: any RowTable) throws(SourceError) -> [Bool] {
        if table.recordCount == 0 { return table.columnNames.map { _ in false } }
        return try table.sampledColumns().map { values in
            let texts = (0..<values.rowCount).compactMap { values.text(at: $0) }.filter { !$0.isEmpty }
            return !texts.isEmpty && texts.allSatisfy(ValueMeaning.isTruth)
        }
    }

    /// The numbers of the pairs that columns of a name belong to, in either source.
    func pair(named name: String, _ old: String, _ new: String, option: String) throws(SourceError) -> Int {
        if let pair = pairs.firstIndex(where: { $0.name == name || oldNames[$0.old] == name }) { return pair }
        let folded = ColumnNames.folded(name)
        if let pair = pairs.firstIndex(where: { ColumnNames.folded($0.name) == folded }) { return pair }
        _ = try Self.column(name, in: oldNames, of: old, option: option)
        _ = try Self.column(name, in: newNames, of: new, option: option)
        throw .refused(name: option, words: "\(quoted(name)) holds coordinates, or is not compared")
    }

    private static func column(
        _ name: String, in names: [String], of source: String, option: String
    ) throws(SourceError) -> Int {
        if let column = names.firstIndex(of: name) { return column }
        let folded = ColumnNames.folded(name)
        if let column = names.firstIndex(where: { ColumnNames.folded($0) == folded }) { return column }
        throw noColumn(name, in: names, of: source, option: option)
    }

    private static func noColumn(
        _ name: String, in names: [String], of source: String, option: String
    ) -> SourceError {
        let near = FilterColumns(names).similar(to: name).first.map { ": \(printable($0))?" } ?? ""
        return .refused(name: option, words: "no column \(printable(name)) in \(printable(source))\(near)")
    }
}
