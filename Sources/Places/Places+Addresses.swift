import Addresses
import MapModel
import RowValues
import Rows
import Streams

// Rows whose addresses say where they are.
extension Places {
    /// The rows where the databases say that their addresses are.
    func placed(
        _ source: consuming LoadedSource, _ address: AddressRole, _ roles: PlaceRoles,
        isCancelled: () -> Bool, progress: (Double) -> Void
    ) throws(SourceError) -> LoadedSource {
        let table = source.table
        let waiting = source.points.placedRows(below: table.recordCount)
        // All that waits is in one place: its memory is for the places that are found.
        source.points = PointBuffer()
        let columns = address.columns.sorted()
        let codes = try CombinationCodes(
            of: table, columns, waiting: waiting, isCancelled: isCancelled, progress: progress)
        var answers = AddressAnswers()
        try add(codes.combinations.map(\.values), columns, address, named: table.name, to: &answers)
        let rows = PlacedRows(
            codes: codes, found: answers.found, roles: roles, columns: columns, addresses: answers.facts,
            databases: askedDatabases)
        var placed = rows.source(source)
        placed.notices = notices(of: answers) + placed.notices
        return placed
    }

    /// Asks for combinations of columns that are not in `answers` yet.
    func add(
        _ combinations: some Sequence<[String]>, _ columns: [Int], _ address: AddressRole,
        named name: String, to answers: inout AddressAnswers
    ) throws(SourceError) {
        let slots = address.columns.compactMap { columns.firstIndex(of: $0) }
        let finder: AddressFinder?
        do throws(AddressDatabases.Missing) {
            finder = try databases?.all()
        } catch {
            throw .refused(name: name, words: error.words)
        }
        var middles: [String: FixedCoordinate?] = [:]
        let chosen = combinations.lazy.map { values in
            AddressChoice(slots.map { values[$0] }, hasOtherEnd: address.otherEnd != nil)
        }
        answers.add(chosen, finder) { country in
            if let known = middles[country] { return known }
            let middle = middle(of: country)
            middles[country] = .some(middle)
            return middle
        }
    }

    /// What is known of the databases that were read.
    var askedDatabases: [RowAddresses.Database] {
        let all = (try? databases?.all())?.databases ?? []
        return all.map { database in
            let kind =
                switch database.kind {
                case .city: "city"
                case .country: "country"
                case .network: "network"
                }
            return RowAddresses.Database(
                name: database.name, kind: kind, type: database.type, madeAt: database.madeAt,
                nodes: database.nodeCount)
        }
    }

    /// What the user should know: that there is no database, or that one is damaged.
    func notices(of answers: AddressAnswers) -> [String] {
        let notices = databases?.notices ?? []
        guard let fault = answers.fault else { return notices }
        let count = answers.damagedCount
        let words = count == 1 ? "address is" : "addresses are"
        return notices + ["\(fault); \(grouped(count)) \(words) unknown because of it"]
    }

    /// The middle of a country by its two letters; nil for none.
    private func middle(of country: String) -> FixedCoordinate? {
        guard !country.isEmpty else { return nil }
        var roles = PlaceRoles()
        roles.country = 0
        let asked = PlaceCombination(values: [country], rows: 1)
        let table = NamedColumns(table: "", names: ["iso2"])
        let found = try? found(roles, [0], [asked], table, { false }, { _ in }).found.first
        guard case .known(let place)? = found else { return nil }
        return place.coordinate
    }
}
