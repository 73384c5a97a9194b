import MapModel
import RowValues
import Rows
import Streams
import Synchronization

/// A table and its columns as messages call them.
struct NamedColumns {
    let table: String
    let names: [String]

    init(table: String, names: [String]) { (self.table, self.names) = (table, names) }

    init(_ table: any RowTable) { self.init(table: table.name, names: table.columnNames) }
}

/// The last combinations that were asked for: a table is opened several times without a change.
private final class LastCombinations: Sendable {
    private struct Kept {
        let asked: AskedCombinations
        let chosen: [[String]: SkippedName.Candidate]
        let answer: PlacedCombinations
    }

    private let kept = Mutex<Kept?>(nil)

    func answer(
        to asked: AskedCombinations, _ chosen: [[String]: SkippedName.Candidate]
    ) -> PlacedCombinations? {
        kept.withLock { kept in
            guard let kept, kept.asked == asked, kept.chosen == chosen else { return nil }
            return kept.answer
        }
    }

    func keep(
        _ answer: PlacedCombinations, _ asked: AskedCombinations,
        _ chosen: [[String]: SkippedName.Candidate]
    ) {
        kept.withLock { $0 = Kept(asked: asked, chosen: chosen, answer: answer) }
    }
}

// Combinations whose rows stay where they are.
extension Places {
    /// What sources need that ask a server; nil where the user wants coordinates alone.
    package var combinationPlacer: CombinationPlacer? {
        guard !options.isOff else { return nil }
        let last = LastCombinations()
        return CombinationPlacer(columnLimit: CombinationCodes.columnLimit, fixes: fixes) {
            [self] (asked, isCancelled) throws(SourceError) in
            let chosen = fixes.places
            if let known = last.answer(to: asked, chosen) { return known }
            let found = try places(of: asked, isCancelled)
            last.keep(found, asked, chosen)
            return found
        }
    }

    private func places(
        of asked: AskedCombinations, _ isCancelled: () -> Bool
    ) throws(SourceError) -> PlacedCombinations {
        let (found, notices) = try answers(to: asked, isCancelled)
        atlas.forget()
        var skipped = SkippedRows()
        let codes = CombinationCodes(codes: [], combinations: asked.combinations)
        _ = PlacedRows(codes: codes, found: found, roles: asked.roles, columns: asked.columns)
            .addUnplaced(to: &skipped, asked.columns.map { asked.columnNames[$0] })
        return PlacedCombinations(
            places: found.map(Self.place),
            columnNames: AddedPlaceColumns.besideAdded(asked.columnNames) + AddedPlaceColumns.names,
            skipped: skipped, notices: notices)
    }

    private static func place(_ found: FoundPlace?) -> PlacedCombinations.Place? {
        guard case .known(let place)? = found else { return nil }
        return PlacedCombinations.Place(
            coordinate: place.coordinate, texts: [place.match.rawName, place.name, place.country])
    }

    private func answers(
        to asked: AskedCombinations, _ isCancelled: () -> Bool
    ) throws(SourceError) -> (found: [FoundPlace?], notices: [String]) {
        if asked.roles.grid.isEmpty, asked.roles.code == nil {
            let columns = NamedColumns(table: asked.table, names: asked.columnNames)
            return try found(asked.roles, asked.columns, asked.combinations, columns, isCancelled) { _ in }
        }
        let slots = (asked.roles.code.map { [$0.column] } ?? asked.roles.grid).compactMap { column in
            asked.columns.firstIndex(of: column)
        }
        let found = asked.combinations.map { combination in
            coded(slots.map { combination.values[$0] }, asked.roles)
        }
        return (found, [])
    }

    /// What a code, or the numbers of a grid, mean.
    private func coded(_ values: [String], _ roles: PlaceRoles) -> FoundPlace? {
        let codes = roles.code?.codes
        let place =
            codes.map { codes in values.first.flatMap(codes.place) }
            ?? GridPlace.place(values, hasBands: roles.gridHasBands)
        if let place { return .known(place) }
        // A zone alone says nothing.
        if values.dropFirst(codes == nil ? 1 : 0).allSatisfy(\.isEmpty) { return nil }
        return .missing(.invalidCode, words: "invalid", candidates: [])
    }
}
