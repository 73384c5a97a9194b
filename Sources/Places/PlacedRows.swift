import MapModel
import RowValues
import Rows
import Streams

/// The rows of a table with what was found of their places.
struct PlacedRows {
    let codes: CombinationCodes
    /// By combination; nil where its values are all empty.
    let found: [FoundPlace?]
    let roles: PlaceRoles
    let columns: [Int]
    /// The user has chosen some of the places on the screen.
    let hasChosenPlaces: Bool

    /// So many names without a place are kept.
    private static let nameLimit = 100_000

    /// The source with its rows at their places.
    func source(_ source: LoadedSource) -> LoadedSource {
        let places = found.map { place -> KnownPlace? in
            if case .known(let known)? = place { known } else { nil }
        }
        var placed = source
        placed.points = points(places)
        placed.table = PlacedTable(
            base: source.table, codes: codes.codes, places: places, hasChosenPlaces: hasChosenPlaces)
        placed.vague = vague(places)
        placed.skipped = skipped(source)
        placed.layers = [Self.layer(of: placed)]
        return placed
    }

    /// A source of one layer.
    static func layer(of source: LoadedSource) -> SourceLayer {
        SourceLayer(
            name: source.table.name, firstRow: 0, recordCount: source.table.recordCount,
            placeCount: source.points.count, skippedCount: source.skipped.total)
    }

    private func points(_ places: [KnownPlace?]) -> PointBuffer {
        var points = PointBuffer()
        let none = FixedCoordinate(latitudeE7: .max, longitudeE7: 0)
        let coordinates = places.map { $0?.coordinate ?? none }
        var batch: [FixedCoordinate] = []
        var rows: [UInt32] = []
        let batchSize = 1 << 16
        batch.reserveCapacity(batchSize)
        rows.reserveCapacity(batchSize)
        func deliver() {
            guard let first = rows.first else { return }
            let steps = rows.map { $0 - first }
            batch.withUnsafeBufferPointer { batch in
                steps.withUnsafeBufferPointer { points.append(batch, firstRow: first, rows: $0) }
            }
            batch.removeAll(keepingCapacity: true)
            rows.removeAll(keepingCapacity: true)
        }
        for (row, code) in codes.codes.enumerated() where code != CombinationCodes.none {
            let place = coordinates[Int(code)]
            guard place.latitudeE7 != .max else { continue }
            batch.append(place)
            rows.append(UInt32(row))
            if batch.count == batchSize { deliver() }
        }
        deliver()
        return points
    }

    /// Nil where no row is in the middle of an area.
    private func vague(_ places: [KnownPlace?]) -> VagueRows? {
        let kinds = places.map { place -> UInt8 in
            switch place?.match {
            case .area: 1
            case .rough: 2
            default: 0
            }
        }
        guard kinds.contains(where: { $0 > 0 }) else { return nil }
        var vague = VagueRows(capacity: codes.codes.count)
        for (row, code) in codes.codes.enumerated()
        where code != CombinationCodes.none && kinds[Int(code)] > 0 {
            vague.insert(UInt32(row), isRough: kinds[Int(code)] == 2)
        }
        return vague
    }

    /// The rows without a place, those that the reader skipped among them.
    private func skipped(_ source: LoadedSource) -> SkippedRows {
        var skipped = source.skipped
        var wanted: [Int: SkippedRows.Reason] = [:]
        var names: [SkippedName] = []
        let columnNames = columns.map { source.table.columnNames[$0] }
        for (number, combination) in codes.combinations.enumerated() {
            let reason: SkippedRows.Reason
            switch found[number] {
            case .known: continue
            case nil: reason = .noPlace
            case .missing(let why, let words, let candidates):
                reason = why
                names.append(
                    SkippedName(
                        text: text(of: combination), values: combination.values, columns: columnNames,
                        rows: combination.rows, reason: why, words: words, candidates: candidates))
            }
            skipped.add(reason, count: combination.rows)
            if wanted.values.count(where: { $0 == reason }) < SkippedRows.exampleLimit {
                wanted[number] = reason
            }
        }
        names.sort { ($0.rows, $1.text) > ($1.rows, $0.text) }
        skipped.names = Array(names.prefix(Self.nameLimit))
        addExamples(of: wanted, source.table, to: &skipped)
        return skipped
    }

    /// The first row of some combinations, with its line.
    private func addExamples(
        of wanted: [Int: SkippedRows.Reason], _ table: any RowTable, to skipped: inout SkippedRows
    ) {
        var left = wanted
        var rows: [UInt32] = []
        var numbers: [Int] = []
        for (row, code) in codes.codes.enumerated() where !left.isEmpty && code != CombinationCodes.none {
            guard left.removeValue(forKey: Int(code)) != nil else { continue }
            rows.append(UInt32(row))
            numbers.append(Int(code))
        }
        var lines: [Int?] = []
        guard (try? table.visitRows(rows, { lines.append($0.line) })) != nil, lines.count == rows.count else {
            return
        }
        for (index, number) in numbers.enumerated() {
            guard let reason = wanted[number] else { continue }
            let text = text(of: codes.combinations[number])
            skipped.addExample(
                reason, line: lines[index] ?? Int(rows[index]) + 1,
                what: reason == .unknownCountry ? "country" : "place",
                text: text)
        }
    }

    /// The values that are there, the town first.
    private func text(of combination: PlaceCombination) -> String {
        var order = [roles.town ?? roles.text, roles.region, roles.country, roles.airport].compactMap(\.self)
        order += roles.keys.flatMap(\.columns).filter { !order.contains($0) }
        let slots = order.compactMap { columns.firstIndex(of: $0) }
        return slots.map { combination.values[$0] }.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
