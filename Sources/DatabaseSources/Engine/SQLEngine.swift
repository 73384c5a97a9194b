import MapModel
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
    /// A name, in quotes.
    func quoted(_ name: String) -> String
    /// A finite number as a literal that is read back exactly.
    func literal(_ number: Double) -> String
    /// A text as a literal, whatever bytes it has.
    func literal(_ text: String) -> String
    /// A value of a column, as `text(of:)` wrote it, as a literal that is compared with the column itself.
    func literal(_ text: String, as column: EngineColumn) -> String
    /// Whether literals for a column may be listed after IN.
    func canList(_ column: EngineColumn) -> Bool
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
    /// The median of an expression, an aggregate.
    func median(of value: String) -> String
    /// Values of an expression at some shares of its rows, from 0 to 1, an aggregate: an array. Estimates will do.
    func quantiles(of value: String, _ shares: [Double]) -> String
    /// True for the rows that match, in SQL's logic with three values.
    func condition(_ filter: FilterCondition, _ columns: [EngineColumn]) -> String
}

/// How a text is compared with one that is searched for.
enum WordTest: Sendable { case contains, begins, equals }

extension SQLDialect {
    var canNameInAdvance: Bool { false }
    func canList(_ column: EngineColumn) -> Bool { true }

    /// A finite number as a literal that is read back exactly.
    func literal(_ number: Double) -> String { "\(number)" }
}
