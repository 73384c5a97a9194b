import Rows
import RowValues

/// The filter of a question: what was typed, parsed when it was typed, and not by each who answers.
///
/// Filters are equal when their texts are.
package struct RowFilter: Equatable, Sendable, ExpressibleByStringLiteral {
    /// In the language of filters; "" for all rows.
    package let text: String
    /// As it was understood, of tables with these columns.
    private let parsed: (filter: Filter, columns: [String])?

    /// A text whose columns are not known yet.
    package init(_ text: String = "") {
        self.text = text
        parsed = nil
    }

    package init(stringLiteral text: String) { self.init(text) }

    /// Parses a text for a table with `columns`, in their order.
    package init(_ text: String, columns: [String]) throws(FilterProblem) {
        self.text = text
        parsed = (try Filter(text, columns: columns), columns)
    }

    package var isEmpty: Bool { text.isEmpty }

    /// The filter of a table with `columns`; nil for all rows.
    package func filter(of columns: [String]) throws(FilterProblem) -> Filter? {
        if isEmpty { return nil }
        if let parsed, parsed.columns == columns { return parsed.filter }
        return try Filter(text, columns: columns)
    }

    /// The same for the rows of some times, nil for those of all; nil for all rows.
    ///
    /// - Parameter calendar: how times are read and shown besides.
    package func filter(
        of columns: [String], during time: TimeQuestion?, _ calendar: TimeQuestion
    ) throws(FilterProblem) -> Filter? {
        guard let time else { return try filter(of: columns)?.reading(calendar) }
        let filter = isEmpty ? try Filter("TRUE", columns: columns) : try filter(of: columns)
        return filter?.during(time).reading(calendar)
    }

    package static func == (left: RowFilter, right: RowFilter) -> Bool { left.text == right.text }
}
