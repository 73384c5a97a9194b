import Foundation
import MapModel
import RowTestSupport
import TestSupport

@testable import DatabaseSources
@testable import RowValues
@testable import Rows

/// An engine as the contract needs it: it stores rows in its own types, in all the ways in which its tables have places.
///
/// A new engine is tested by one more of these in `ContractedEngine`.
protocol ContractEngine: Sendable {
    var isAvailable: Bool { get }
    /// The ways to store `ContractRows`, the usual one first.
    var layouts: [String] { get }
    /// A source of `ContractRows` in a layout.
    func places(_ layout: String) throws -> ContractSource

    /// Types for the columns of random filters; less than eight where the engine has no more.
    var valueTypes: [String] { get }
    /// For each of them a value that is none to us.
    var misfits: [String] { get }
    /// The types of times: those of a clock, then moments; none, or one, where an engine has no more.
    var timeTypes: [String] { get }
    /// The types of whole numbers, texts and doubles.
    var types: (id: String, text: String, double: String) { get }
    func quoted(_ name: String) -> String
    func literal(_ text: String) -> String
    /// A value of one of `valueTypes`.
    func value(_ text: String, _ type: String) -> String
    /// A table with these columns and rows of values in SQL.
    func table(
        _ name: String, columns: [(name: String, type: String)], rows: [[String]], options: ColumnOptions
    ) throws -> ContractSource

    /// What it does in another way than the others, on purpose.
    var differences: Set<ContractDifference> { get }
}

/// An engine that is waited for: its statements take time, and it may die.
protocol ContractServer: ContractEngine {
    /// A source whose statements do not end by themselves.
    func endless() throws -> ContractSource
    /// A source that answers slowly, and what kills the server, or one of them, and starts it again.
    func mortal() throws -> MortalSource
}

/// What rows in memory do in another way than a server, on purpose; besides, they are there at once, so that no question
/// waits, is cancelled, or fails.
enum ContractDifference: Sendable {
    /// Rows without a place are listed with their reasons, and no notice counts them.
    case misplacedAreListed
    /// Longitudes up to 360° are turned into the world; on a server such rows have no place.
    case longitudesAreTurned
    /// The box of all rows is the narrowest, which may reach across 180°.
    case boxIsNarrowest
    /// A blank name in a header is none.
    case blankNamesAreNone
    /// A search also finds words that are similar, in an index of names.
    case searchIsTolerant
}

extension ContractEngine {
    var differences: Set<ContractDifference> { [] }

    var timeTypes: [String] {
        let types = valueTypes
        guard types.count > 5 else { return [] }
        let clock = types[4].replacing("date", with: "timestamp").replacing("DATE", with: "TIMESTAMP")
        return [clock, types[5]]
    }
}

extension Set<ContractDifference> {
    static let ofRowsInMemory: Self = [
        .misplacedAreListed, .longitudesAreTurned, .boxIsNarrowest, .searchIsTolerant,
    ]
}

/// A source of the contract, and what its tables need as long as it is used.
struct ContractSource {
    let source: any ViewportSource
    /// The index in memory of its rows.
    var tree = ContractRows.shared.tree
    var misplacedCount = 0
    var kept: AnyObject?
}

struct MortalSource {
    let slow: ContractSource
    let kill: () -> Void
    let revive: () throws -> Void
}

/// The engines that keep the contract.
enum ContractedEngine: String, CaseIterable, Sendable {
    case postgreSQL, shards, clickHouse, duckDB, sqlite, csv

    var engine: any ContractEngine {
        switch self {
        case .postgreSQL: PostgreSQLContract()
        case .shards: ShardedContract()
        case .clickHouse: ClickHouseContract()
        case .duckDB: DuckDBContract()
        case .sqlite: SQLiteContract()
        case .csv: CSVContract()
        }
    }

    /// Nil for one that is not waited for.
    var server: (any ContractServer)? { engine as? any ContractServer }

    /// A difference from the others that is intended.
    func differs(_ difference: ContractDifference) -> Bool { engine.differences.contains(difference) }

    /// Those that are installed: the suites of the others say that they are skipped.
    static let available = allCases.filter(\.engine.isAvailable)
    static let servers = available.filter { $0.server != nil }
    static let layouts = available.flatMap { engine in
        engine.engine.layouts.map { ContractLayout(engine: engine, name: $0) }
    }
}

/// A way to store places in an engine.
struct ContractLayout: Sendable, CustomStringConvertible {
    let engine: ContractedEngine
    let name: String

    var description: String { "\(engine.rawValue), \(name)" }
    var isUsual: Bool { engine.engine.layouts.first == name }
    func places() throws -> ContractSource { try engine.engine.places(name) }
}

extension ContractSource {
    static func never() -> Bool { false }

    func close() { withExtendedLifetime(kept) { source.close() } }

    /// The ids of rows, in their order.
    func ids(_ rows: [UInt32]) throws -> [Int] {
        let column = try source.columnNames(isCancelled: Self.never).firstIndex(of: "id") ?? 0
        var ids: [UInt32: Int] = [:]
        try source.table.visitRows(rows.sorted()) { ids[$0.row] = Int($0.text(of: column)) ?? -1 }
        return rows.map { ids[$0] ?? -1 }
    }

    func ids(_ points: PointBuffer) throws -> Set<Int> {
        let tree = QuadTree(points)
        return Set(try ids((0..<tree.count).map { tree.row(at: $0) }))
    }

    /// The ids of the rows in memory that lie in a window.
    func expectedIDs(in window: WorldWindow) -> Set<Int> {
        var ids: Set<Int> = []
        tree.visit(in: window) {
            ids.insert(Int(tree.row(at: $0)))
            return true
        }
        return ids
    }
}

extension ContractEngine {
    /// The rows of random filters in a table: id, lat, lon, and their columns in the types of the engine. A last row has
    /// what is no value for us.
    func values(_ name: String, of filters: RandomFilters) throws -> ContractSource {
        let columns = zip(filters.columns, valueTypes)
        let rows = (0...filters.rowCount).map { row -> [String] in
            let values = zip(columns, misfits).map { column, misfit -> String in
                guard row < filters.rowCount else { return misfit }
                let text = column.0.texts[row]
                if text.isEmpty { return column.0.kind == .text && row % 2 == 0 ? "''" : "NULL" }
                return value(text, column.1)
            }
            return ["\(row)", "\(row % 90)", "\(row)"] + values
        }
        var source = try table(
            name,
            columns: [("id", types.id), ("lat", types.double), ("lon", types.double)]
                + columns.map { ($0.name, $1) }, rows: rows, options: ColumnOptions())
        source.tree = ContractRows.tree(
            Dictionary(
                uniqueKeysWithValues: (0...filters.rowCount).map { row in
                    let place = Coordinate(latitude: Double(row % 90), longitude: Double(row))
                    return (row, FixedCoordinate(place))
                }))
        return source
    }
}
