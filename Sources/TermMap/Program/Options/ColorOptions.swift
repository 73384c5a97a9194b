import App
import DataSets
import ArgumentParser
import RowValues
import Streams

/// Colours by a column, and figures on badges.
struct ColorOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Colour rows by the values of this column.", valueName: "column"))
    var by: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            Show a figure of the rows on badges: mean(COLUMN), sum(…), min(…), max(…), count(…) or \
            share(FILTER).
            """, valueName: "figure"))
    var value: String?
    @Flag(help: "Give each class of --by badges of its own.")
    var separate = false
    @Flag(help: "Draw badges as large as the figure of --value, and not as their count.")
    var sizes = false
    @Option(help: ArgumentHelp("How numbers are divided into classes for colours.", valueName: "method"))
    var classes: ClassMethod = .quantiles

    /// The figure that is asked for; nil without `--value`.
    func figure() throws(UsageError) -> RowQuery.Figure? {
        if separate, by == nil { throw UsageError("--separate needs --by") }
        guard let value else {
            if sizes { throw UsageError("--sizes needs --value") }
            return nil
        }
        return try Self.figure(value, flag: "--value")
    }

    /// The figure that a text is, such as mean(price).
    static func figure(_ value: String, flag: String, others: String = "") throws(UsageError)
        -> RowQuery.Figure
    {
        let names = RowQuery.Figure.Function.allCases.map(\.rawValue)
        guard let open = value.firstIndex(of: "("), value.last == ")",
            let function = RowQuery.Figure.Function(rawValue: value[..<open].lowercased()),
            case let argument = value[value.index(after: open)...].dropLast(), !argument.isEmpty
        else {
            throw UsageError(
                "\(flag): not a figure: \(quoted(value)) (expected \(names.map { $0 + "(…)" }.joined(separator: ", "))\(others))"
            )
        }
        let isName = function != .share
        return RowQuery.Figure(function: function, argument: isName ? unquoted(argument) : String(argument))
    }

    /// A column as filters name it: `"Height (m)"` is Height (m).
    private static func unquoted(_ name: Substring) -> String {
        guard name.count > 2, name.first == "\"", name.last == "\"" else { return String(name) }
        return name.dropFirst().dropLast().split(separator: "\"\"", omittingEmptySubsequences: false)
            .joined(separator: "\"")
    }
}

extension ClassMethod: ExpressibleByArgument {}
