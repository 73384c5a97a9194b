import MapModel
import PlaceNames
import RowValues
import Rows
import Streams
import Synchronization

/// The places of a stream's rows, found as they come.
///
/// What the table is about is learnt from its first rows, and again each time that there are ten times as many; what
/// has a place keeps it.
final class StreamedPlaces: Sendable {
    private struct State {
        var codes: [UInt32] = []
        var numbers: [[String]: UInt32] = [:]
        var combinations: [PlaceCombination] = []
        var found: [FoundPlace?] = []
        /// Combinations that were asked for.
        var answered = 0
        var nextLearning = StreamedPlaces.firstLearning
        /// What databases say of addresses, by combination.
        var addresses = AddressAnswers()
        /// Rows at the beginning that the stream does not hold any more.
        var dropped = 0

        /// Forgets rows that the stream has dropped, and what only they had.
        mutating func drop(_ count: Int) {
            guard count > dropped else { return }
            let gone = min(count - dropped, codes.count)
            for code in codes.prefix(gone) where code != CombinationCodes.none {
                combinations[Int(code)].rows -= 1
            }
            codes.removeFirst(gone)
            dropped = count
            forgetUnused()
        }

        /// An endless stream may have any number of addresses in turn: memory is for those that it holds.
        private mutating func forgetUnused() {
            let used = combinations.indices.filter { combinations[$0].rows > 0 }
            guard combinations.count > StreamedPlaces.mostUnused, used.count * 2 < combinations.count,
                addresses.facts.isEmpty || addresses.facts.count == combinations.count
            else { return }
            var next = [UInt32](repeating: CombinationCodes.none, count: combinations.count)
            for (number, old) in used.enumerated() { next[old] = UInt32(number) }
            codes = codes.map { $0 == CombinationCodes.none ? $0 : next[Int($0)] }
            if !addresses.facts.isEmpty { addresses.keep(used) }
            (combinations, found) = (used.map { combinations[$0] }, used.map { found[$0] })
            numbers = Dictionary(
                uniqueKeysWithValues: combinations.enumerated().map { ($1.values, UInt32($0)) })
            answered = used.count { $0 < answered }
        }
    }

    private let places: Places
    /// A later record may replace an earlier one, so that what was read of a row may be out of date.
    private let replacesRows: Bool
    private let state = Mutex(State())

    /// Rows from which is learnt first.
    private static let firstLearning = 1_000
    private static let batch = 4_096
    /// Combinations without a row that may be kept.
    private static let mostUnused = 50_000

    init(_ places: Places, replacesRows: Bool) {
        (self.places, self.replacesRows) = (places, replacesRows)
    }

    /// The rows so far at their places.
    ///
    /// - Parameter isEnd: no more will follow, so that all of them say what the table is about.
    func placed(_ source: LoadedSource, isEnd: Bool, isCancelled: () -> Bool) throws(SourceError)
        -> LoadedSource
    {
        guard let roles = source.table.placeRoles, !roles.columns.isEmpty else { return source }
        if roles.code != nil { return try places.placed(source, isCancelled: isCancelled) { _ in } }
        return try state.withLock { state throws(SourceError) in
            let dropped = source.layers.reduce(0) { $0 + $1.droppedCount }
            state.drop(dropped)
            if replacesRows || source.table.recordCount < state.codes.count {
                state = State()
                state.dropped = dropped
            }
            let columns = Array(roles.columns.prefix(CombinationCodes.columnLimit))
            try Self.read(source, columns, into: &state)
            if let address = roles.address {
                return try placed(source, address, roles, columns, &state)
            }
            let rowCount = state.codes.count
            if isEnd, rowCount <= Self.firstLearning { state.answered = 0 }
            if rowCount >= state.nextLearning {
                while state.nextLearning <= rowCount { state.nextLearning *= 10 }
                state.answered = 0
            }
            try answer(roles, columns, source.table, &state, isCancelled)
            let codes = CombinationCodes(codes: state.codes, combinations: state.combinations)
            let rows = PlacedRows(
                codes: codes, found: state.found, roles: roles, columns: columns,
                hasChosenPlaces: !places.fixes.places.isEmpty)
            return rows.source(source)
        }
    }

    /// Asks databases for the addresses that are new.
    private func placed(
        _ source: LoadedSource, _ address: AddressRole, _ roles: PlaceRoles, _ columns: [Int],
        _ state: inout State
    ) throws(SourceError) -> LoadedSource {
        let new = state.combinations[state.addresses.facts.count...].map(\.values)
        try places.add(new, columns, address, named: source.table.name, to: &state.addresses)
        let rows = PlacedRows(
            codes: CombinationCodes(codes: state.codes, combinations: state.combinations),
            found: state.addresses.found, roles: roles, columns: columns, addresses: state.addresses.facts,
            databases: places.askedDatabases)
        var placed = rows.source(source)
        placed.notices = places.notices(of: state.addresses) + placed.notices
        return placed
    }

    /// Adds the rows that have come since.
    private static func read(
        _ source: LoadedSource, _ columns: [Int], into state: inout State
    ) throws(SourceError) {
        let first = state.codes.count
        let waiting = source.points.placedRows(below: source.table.recordCount)
        for start in stride(from: first, to: source.table.recordCount, by: batch) {
            let rows = (start..<min(start + batch, source.table.recordCount)).map { UInt32($0) }
            try source.table.visitRows(rows) { row in
                guard waiting?.contains(row.row) ?? true else {
                    return state.codes.append(CombinationCodes.none)
                }
                let values = columns.map { row.text(of: $0) }
                let number = state.numbers[values] ?? UInt32(state.combinations.count)
                if number == state.combinations.count {
                    state.numbers[values] = number
                    state.combinations.append(PlaceCombination(values: values, rows: 0))
                    state.found.append(nil)
                }
                state.combinations[Int(number)].rows += 1
                state.codes.append(number)
            }
        }
    }

    /// Asks for combinations that are new, or for all without a place once more.
    private func answer(
        _ roles: PlaceRoles, _ columns: [Int], _ table: any RowTable, _ state: inout State,
        _ isCancelled: () -> Bool
    ) throws(SourceError) {
        let wanted = state.combinations.indices.filter { number in
            if case .known? = state.found[number] { return false }
            return number >= state.answered
        }
        guard !wanted.isEmpty else { return }
        // All of them say what the table is about; only what is new takes an answer.
        let all = try places.found(roles, columns, state.combinations, NamedColumns(table), isCancelled) {
            _ in
        }
        for number in wanted { state.found[number] = all.found[number] }
        state.answered = state.combinations.count
    }
}
