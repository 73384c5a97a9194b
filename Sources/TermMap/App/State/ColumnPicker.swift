import DataSets
import RowValues

/// The list of columns from which one is chosen; what is typed narrows it.
package struct ColumnPicker: ListWithCursor, Equatable, Sendable {
    package enum Purpose: Equatable, Sendable { case coloring, figure }

    package let purpose: Purpose
    /// The columns whose names contain it are listed.
    package private(set) var field = TextField()
    /// A line of the list; not the first one, none of the columns, unless that is wanted.
    package var cursor = ListCursor(index: 1)
    /// Whether badges keep classes apart, or are as large as their figures: what Tab changes.
    package var changesBadges = false
    /// Whether Enter was typed before it was known which column the list begins at.
    var choosesFirst = false
    /// What is made of the numbers of the column.
    package var function = RowQuery.Figure.Function.mean

    /// The functions that a column is enough for.
    package static let functions: [RowQuery.Figure.Function] = [.mean, .sum, .min, .max, .count]

    private static let folding: FilterFolding = [.case, .accents]

    package init(purpose: Purpose, _ query: RowQuery) {
        self.purpose = purpose
        changesBadges = purpose == .coloring ? query.coloring?.keepsApart == true : query.sizesByFigure
        if let function = query.figure?.function, Self.functions.contains(function) {
            self.function = function
        }
    }

    /// The matching columns: the one whose name is typed in full, then those that begin with the text, then others; nil is
    /// none of them, which stands above all columns while nothing is typed.
    ///
    /// - Complexity: O(length of names).
    package func lines(of names: [String]) -> [Int?] {
        (field.text.isEmpty ? [nil] : []) + Self.ranked(names, by: field.text)
    }

    /// The names that contain a text, those that are it or begin with it first; all of them while nothing is typed.
    static func ranked(_ names: [String], by text: String) -> [Int] {
        if text.isEmpty { return Array(names.indices) }
        let typed = folding.folded(text)
        let folded = names.map { folding.folded($0) }
        func rank(_ name: String) -> Int? {
            name == typed ? 0 : name.hasPrefix(typed) ? 1 : name.contains(typed) ? 2 : nil
        }
        return (0...2).flatMap { wanted in names.indices.filter { rank(folded[$0]) == wanted } }
    }

    /// Edits what is typed; the cursor is on the best match then.
    package mutating func type(_ edit: TextEdit) {
        let before = field.text
        field.apply(edit)
        if field.text != before { cursor = ListCursor(index: field.text.isEmpty ? 1 : 0) }
    }

    /// What Tab changes, as the bar of hints says it.
    var badgeWords: String {
        purpose == .coloring
            ? changesBadges ? "shares on badges" : "a badge for each class"
            : changesBadges ? "size by count" : "size by figure"
    }

    /// Whether the cursor is still where it started.
    package var isUntouched: Bool { cursor.index == 1 && field.text.isEmpty }

    /// Moves the cursor to the first column that the purpose is made for, unless the user has chosen.
    package mutating func begin(with columns: [ColumnOutline]) {
        guard isUntouched else { return }
        let best = columns.firstIndex {
            purpose == .coloring ? $0.hasClasses && $0.missingShare < 0.5 : $0.kind == .number
        }
        if let best { cursor = ListCursor(index: best + 1) }
    }

    mutating func changeFunction(by step: Int) {
        let index = (Self.functions.firstIndex(of: function) ?? 0) + step
        function = Self.functions[(index + Self.functions.count) % Self.functions.count]
    }
}
