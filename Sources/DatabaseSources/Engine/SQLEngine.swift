import MapModel
import Platform
import RowValues
import Rows
import Streams

/// A database engine whose statements `EngineSource` writes: a folder of its own implements this and `SQLDialect`.
///
/// Calls block and may be made from several threads at once; each checks `isCancelled` at least ten times a second
/// while it waits, then stops the statement and throws `.cancelled`.
protocol SQLEngine: Sendable {
    /// As the user named it, without its password.
    var name: String { get }
    var dialect: any SQLDialect { get }

    /// Connects, and finds table, columns and coordinates.
    func layout(isCancelled: () -> Bool) throws(SourceError) -> EngineLayout

    /// The rows that a statement selects.
    ///
    /// - Throws: `.refused` with the engine's message in our words; also for an answer that is not complete, or that has
    ///   another number of columns than `columnCount`.
    func run(
        _ sql: String, columnCount: Int, lane: EngineLane, isCancelled: () -> Bool
    ) throws(SourceError) -> SQLRows

    /// The same for views; nil where it takes longer than a limit.
    func run(
        _ sql: String, columnCount: Int, within limit: Duration, isCancelled: () -> Bool
    ) throws(SourceError) -> SQLRows?

    /// About how many rows there are, where counting takes too long.
    func estimate(
        _ statements: EngineStatements, isCancelled: () -> Bool
    ) throws(SourceError) -> SourceSummary

    /// A condition for rows that may be in one of some boxes, by which the engine skips others; nil where nothing helps.
    func boxCondition(
        _ boxes: [GeoBounds], _ layout: EngineLayout, isCancelled: () -> Bool
    ) throws(SourceError) -> String?

    /// The statement for the lines and areas in an area, simplified to less than a dot: key, how many there are, and WKB
    /// in hexadecimal digits; nil where all rows are points.
    func shapes(_ statements: EngineStatements, _ area: EngineArea, dotDegrees: Double) -> EngineStatements
        .Statement?

    /// How many rows are read with all their values by one statement; nil where rows are fetched by their keys.
    var readCount: Int? { get }

    /// The engine's plan for a statement, a line each; it is not run.
    func plan(of sql: String, isCancelled: () -> Bool) throws(SourceError) -> [String]

    /// What the engine said since the last call, a line each.
    func takeNotices() -> [String]

    /// Makes all waiting calls check `isCancelled` at once.
    func wake()

    /// Ends all calls, including later ones.
    func close()
}

extension SQLEngine {
    /// None.
    func takeNotices() -> [String] { [] }

    var readCount: Int? { 100_000 }

    func run(
        _ sql: String, columnCount: Int, within limit: Duration, isCancelled: () -> Bool
    ) throws(SourceError) -> SQLRows? {
        let deadline = MonotonicClock.now + limit
        do throws(SourceError) {
            return try run(sql, columnCount: columnCount, lane: .views) {
                isCancelled() || MonotonicClock.now > deadline
            }
        } catch {
            guard error == .cancelled, !isCancelled() else { throw error }
            return nil
        }
    }

    /// The number of all rows, with a place or without.
    func estimate(
        _ statements: EngineStatements, isCancelled: () -> Bool
    ) throws(SourceError) -> SourceSummary {
        let found = try run(
            "SELECT count(*)" + statements.matching, columnCount: 1, lane: .views, isCancelled: isCancelled)
        guard let count = found.rowCount(0, 0) else {
            throw .refused(name: name, words: "unexpected answer: no row count")
        }
        let words = "the table is large: rows without a place are counted too, and the map shows the world"
        return SourceSummary(rowCount: count, isEstimate: true, bounds: nil, notices: [words])
    }

    func boxCondition(
        _ boxes: [GeoBounds], _ layout: EngineLayout, isCancelled: () -> Bool
    ) throws(SourceError) -> String? {
        if let placed = layout.placed { return placed.boxCondition(boxes, dialect) }
        return layout.boxCondition?(boxes)
    }

    /// Nil.
    func shapes(_ statements: EngineStatements, _ area: EngineArea, dotDegrees: Double) -> EngineStatements
        .Statement?
    { nil }
}

/// Statements of different lanes do not wait for each other.
enum EngineLane: Int, Sendable, CaseIterable {
    /// Views, searches and sums.
    case views
    /// The details of rows.
    case rows
}

/// How an engine writes what SQL does not have in common. Expressions are SQL text.
protocol SQLDialect: Sendable {
    /// A SELECT may use everywhere what `WITH expression AS name` before it names: no statement needs a sub-select then,
    /// whose rows a distributed table would send to one server before they are grouped.
    var canNameInAdvance: Bool { get }
    /// A finite number as a literal that is read back exactly.
    func literal(_ number: Double) -> String
    /// A text as a literal, whatever bytes it has.
    func literal(_ text: String) -> String
    /// A value of a column, as `text(of:)` wrote it, as a literal that is compared with the column itself.
    func literal(_ text: String, as column: EngineColumn) -> String
    /// Whether literals for a column may be listed after IN.
    func canList(_ column: EngineColumn) -> Bool
    /// True for the rows whose key is one of some, of which no part is NULL.
    func isOne(_ key: [EngineColumn], of keys: [[String]]) -> String
    /// The first letters of a text.
    func start(of text: String, _ letterCount: Int) -> String
    /// Whether the times of a column are moments, and not those of a clock in an unknown zone.
    func hasZone(_ column: EngineColumn) -> Bool
    /// The text of a value for people and for keys; NULL for NULL.
    func text(of column: EngineColumn) -> String
    /// The value that filters compare: a double, a text that is not empty, a truth value, or a time as a double in
    /// milliseconds since 1970; NULL where there is none.
    func value(of column: EngineColumn) -> String
    /// The number of the last of the ascending `edges` that is at most `value`, counted from 1.
    func bucket(_ value: String, _ edges: [Double]) -> String
    /// Whether a text contains another one, begins with it, or equals it, in upper or lower case.
    func test(_ text: String, _ test: WordTest, _ needle: String) -> String
    /// Whether a text contains what a pattern of `SearchWords` describes.
    func contains(_ text: String, pattern: String) -> String
    /// The mean of an expression, an aggregate.
    func mean(of value: String) -> String
    /// The median of an expression, an aggregate.
    func median(of value: String) -> String
    /// Values of an expression at some shares of its rows, from 0 to 1, an aggregate: an array. Estimates will do.
    func quantiles(of value: String, _ shares: [Double]) -> String
    /// How filters of a table are written.
    ///
    /// - Parameter places: the place tests of the filter.
    func filters(of columns: [EngineColumn], places: [PlaceConditions.Test]) -> any FilterDialect
    /// What follows FROM: edges with their polygon as `tm_n`, then the names of `EdgeTest`.
    func edgeTable(_ edges: PolygonEdges) -> String
    /// Whether a point is in one of some polygons; both are expressions of degrees.
    func isInside(_ edges: PolygonEdges, _ border: AreaBorder, x: String, y: String) -> String
}

/// How a text is compared with one that is searched for.
enum WordTest: Sendable { case contains, begins, equals }

extension SQLDialect {
    var canNameInAdvance: Bool { false }
    func canList(_ column: EngineColumn) -> Bool { true }
    func start(of text: String, _ letterCount: Int) -> String { "left(\(text), \(letterCount))" }
    func mean(of value: String) -> String { "avg(\(value))" }

    /// A list of whole keys: `a = … AND b = … OR …` takes ClickHouse 20 s for 400 keys of a million rows, a list 0.2 s.
    /// Values that cannot be listed are compared by their texts, which is what a key has of them.
    func isOne(_ key: [EngineColumn], of keys: [[String]]) -> String {
        let isListed = key.map(canList)
        let names = key.indices.map { isListed[$0] ? key[$0].sql : text(of: key[$0]) }
        let list = keys.map { texts in
            let parts = key.indices.map {
                isListed[$0] ? literal(texts[$0], as: key[$0]) : literal(texts[$0])
            }
            return parts.count == 1 ? parts[0] : "(\(parts.joined(separator: ", ")))"
        }
        let whole = names.count == 1 ? names[0] : "(\(names.joined(separator: ", ")))"
        return "\(whole) IN (\(list.joined(separator: ", ")))"
    }

    /// A finite number as a literal that is read back exactly.
    func literal(_ number: Double) -> String { "\(number)" }
}
