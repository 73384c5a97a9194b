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
    var hasChosenPlaces = false
    /// What is known of addresses, by combination; nil where names and codes say where rows are.
    var addresses: [RowAddresses.Fact]?
    /// The databases that know it.
    var databases: [RowAddresses.Database] = []

    /// So many names without a place are kept.
    private static let nameLimit = 100_000

    /// The source with its rows at their places.
    func source(_ source: LoadedSource) -> LoadedSource {
        let places = found.map { place -> KnownPlace? in
            if case .known(let known)? = place { known } else { nil }
        }
        var placed = source
        let base = placed.table
        placed.points = points(places)
        if let addresses {
            var known = RowAddresses(codes: codes.codes, facts: addresses)
            known.databases = databases
            let names = base.columnNames
            let hasSeveral = (roles.address?.columns.count ?? 0) > 1
            known.column =
                hasSeveral
                ? AddressColumn.usedAddress.rawValue : roles.address.map { names[$0.column] } ?? ""
            placed.addresses = known
            placed.table = AddressedTable(base: base, addresses: known, hasSeveral: hasSeveral)
        } else {
            placed.table = PlacedTable(
                base: base, codes: codes.codes, places: places, hasChosenPlaces: hasChosenPlaces)
        }
        placed.vague = vague(places)
        placed.skipped = skipped(placed.skipped, base)
        placed.layers = [SourceLayer(of: placed)]
        return placed
    }

    private func points(_ places: [KnownPlace?]) -> PointBuffer {
        let coordinates = places.map { $0?.coordinate ?? Self.noPlace }
        let shares = Workers.processors.shares(of: codes.codes.count) { [codes = codes.codes] rows in
            Self.points(of: rows, codes, coordinates)
        }
        return shares.reduce(into: PointBuffer()) { $0.append(contentsOf: $1) }
    }

    private static let noPlace = FixedCoordinate(latitudeE7: .max, longitudeE7: 0)
    private static let batch = 1 << 16

    private static func points(
        of rows: Range<Int>, _ codes: [UInt32], _ coordinates: [FixedCoordinate]
    ) -> PointBuffer {
        var points = PointBuffer()
        var places: [FixedCoordinate] = []
        var steps: [UInt32] = []
        places.reserveCapacity(min(batch, rows.count))
        steps.reserveCapacity(min(batch, rows.count))
        for start in stride(from: rows.lowerBound, to: rows.upperBound, by: batch) {
            let range = start..<min(start + batch, rows.upperBound)
            for row in range where codes[row] != CombinationCodes.none {
                let place = coordinates[Int(codes[row])]
                guard place.latitudeE7 != .max else { continue }
                places.append(place)
                steps.append(UInt32(truncatingIfNeeded: row &- start))
            }
            let first = UInt32(truncatingIfNeeded: start)
            places.withUnsafeBufferPointer { places in
                steps.withUnsafeBufferPointer { steps in
                    points.append(
                        places, firstRow: first, rows: places.count == range.count ? nil : steps)
                }
            }
            places.removeAll(keepingCapacity: true)
            steps.removeAll(keepingCapacity: true)
        }
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
    private func skipped(_ read: SkippedRows, _ table: any RowTable) -> SkippedRows {
        var skipped = read
        let reasons = addUnplaced(to: &skipped, columns.map { table.columnNames[$0] })
        var wanted: [Int: SkippedRows.Reason] = [:]
        for (number, reason) in reasons
        where wanted.values.count(where: { $0 == reason }) < SkippedRows.exampleLimit {
            wanted[number] = reason
        }
        addExamples(of: wanted, table, to: &skipped)
        return skipped
    }

    /// Counts and names the combinations without a place; their numbers and reasons.
    func addUnplaced(
        to skipped: inout SkippedRows, _ columnNames: [String]
    ) -> [(number: Int, reason: SkippedRows.Reason)] {
        var reasons: [(number: Int, reason: SkippedRows.Reason)] = []
        var names: [SkippedName] = []
        for (number, combination) in codes.combinations.enumerated() where combination.rows > 0 {
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
            reasons.append((number, reason))
        }
        names.sort { ($0.rows, $1.text) > ($1.rows, $0.text) }
        skipped.names = Array(names.prefix(Self.nameLimit))
        return reasons
    }

    /// The first row of some combinations, with its line.
    private func addExamples(
        of wanted: [Int: SkippedRows.Reason], _ table: any RowTable, to skipped: inout SkippedRows
    ) {
        var isWanted = [Bool](repeating: false, count: codes.combinations.count)
        for number in wanted.keys { isWanted[number] = true }
        var rows: [UInt32] = []
        var numbers: [Int] = []
        for (row, code) in codes.codes.enumerated() where code != CombinationCodes.none {
            guard isWanted[Int(code)] else { continue }
            isWanted[Int(code)] = false
            rows.append(UInt32(row))
            numbers.append(Int(code))
            if rows.count == wanted.count { break }
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
        order += [roles.code?.column].compactMap(\.self) + roles.grid + (roles.address?.columns ?? [])
        order += roles.keys.flatMap(\.columns).filter { !order.contains($0) }
        let slots = order.compactMap { columns.firstIndex(of: $0) }
        return slots.map { combination.values[$0] }.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
