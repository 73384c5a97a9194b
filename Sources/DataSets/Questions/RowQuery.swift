import MapModel
import RowValues

/// What is asked of the rows: which of them are shown, and what is counted of each badge.
package struct RowQuery: Equatable, Sendable {
    /// By index of the source.
    package var hiddenSources: Set<Int> = []
    package var filter = RowFilter()
    /// Which times rows must have; nil for all.
    package var time: TimeQuestion?
    /// How times are read and shown.
    package var calendar = Calendar()
    /// The answer has the order of times, from which it leaves out what is not in the windows.
    package var ordersTimes = false
    /// The window that is compared with that of `time`, while times are ordered.
    package var otherWindow: OtherWindow?
    /// Rows of the window that begin at this moment or later are marked as new; nil for none.
    package var newFrom: Int64?
    /// Which rows of two sources that were compared; nil for those of the new one.
    package var comparison: Comparison?
    /// The column that gives rows their colours.
    package var coloring: Coloring?
    package var hiddenClasses = HiddenClasses()
    /// What badges say in place of their counts.
    package var figure: Figure?
    /// How the numbers of the figure are divided into classes.
    package var figureMethod = ClassMethod.quantiles
    /// Whether badges are as large as their figures, and not as their counts.
    package var sizesByFigure = false
    /// The areas that rows are counted in.
    package var areas: Areas?
    /// Rows of which no more is known than a country are left out and counted by country.
    package var hidesRough = false

    /// A question; all rows in the colours of their counts unless it says otherwise.
    package init(
        hiddenSources: Set<Int> = [], filter: RowFilter = RowFilter(), coloring: Coloring? = nil,
        hiddenClasses: HiddenClasses = HiddenClasses(), figure: Figure? = nil,
        figureMethod: ClassMethod = .quantiles, sizesByFigure: Bool = false
    ) {
        self.hiddenSources = hiddenSources
        self.filter = filter
        self.coloring = coloring
        self.hiddenClasses = hiddenClasses
        self.figure = figure
        self.figureMethod = figureMethod
        self.sizesByFigure = sizesByFigure
    }

    /// Whether the numbers of the figure have classes: for the colours of badges that no column gives, or for sizes.
    package var figureHasRanges: Bool {
        guard let figure, [.mean, .min, .max].contains(figure.function) else { return false }
        return coloring == nil || sizesByFigure
    }

    /// Whether all rows are shown in the colours of their counts.
    package var isPlain: Bool { self == RowQuery() }

    /// Whether rows must fulfil something: a filter, or a time.
    package var testsRows: Bool { !filter.isEmpty || time?.windows.isEmpty == false }

    /// The same at all times.
    package var atAllTimes: RowQuery {
        var rest = self
        rest.time?.windows = []
        rest.time?.text = ""
        (rest.otherWindow, rest.newFrom) = (nil, nil)
        return rest
    }

    /// Whether all rows of the sources that are shown are asked for.
    package var asksForAll: Bool { !testsRows && hiddenClasses.isEmpty }

    /// What can be asked of rows independently.
    package enum Part: Sendable { case filter, time, coloring, figure, areas }

    /// The query without one part and what depends on it.
    package func without(_ part: Part) -> RowQuery {
        var rest = self
        switch part {
        case .filter: rest.filter = RowFilter()
        case .time:
            (rest.time, rest.ordersTimes) = (nil, false)
            (rest.otherWindow, rest.newFrom) = (nil, nil)
        case .coloring:
            rest.coloring = nil
            rest.hiddenClasses = rest.usualHiddenClasses
        case .figure: (rest.figure, rest.sizesByFigure) = (nil, false)
        case .areas: rest.areas = nil
        }
        return rest
    }

    /// A window, A, beside that of the times that are asked for, B.
    package struct OtherWindow: Equatable, Sendable {
        package var window: TimeWindow
        /// The rows of both are the rows that are shown; else those of A come beside those of B.
        package var isMerged: Bool

        /// Moments, and whether their rows are shown with the others.
        package init(_ window: TimeWindow, isMerged: Bool) {
            (self.window, self.isMerged) = (window, isMerged)
        }
    }

    /// How times are read and shown. It is the same for all questions of a run, and makes none of them another one.
    package struct Calendar: Equatable, Sendable {
        /// Without windows.
        package let question: TimeQuestion

        /// In UTC unless a question says otherwise.
        package init(_ question: TimeQuestion = TimeQuestion()) {
            var question = question
            (question.windows, question.text) = ([], "")
            self.question = question
        }

        package static func == (left: Self, right: Self) -> Bool { true }
    }

    /// Rows coloured by a column.
    package struct Coloring: Equatable, Sendable {
        /// The rows whose values are the classes.
        package enum Scope: Equatable, Sendable {
            /// All rows, unless that leaves most of those in view without a colour.
            case usual
            case all
            /// Those in a part of the world.
            case view(WorldWindow)
        }

        package var column: String
        package var method = ClassMethod.quantiles
        package var scope = Scope.usual
        /// Whether no badge mixes classes.
        package var keepsApart = false

        package init(
            column: String, method: ClassMethod = ClassMethod.quantiles, scope: Scope = Scope.usual,
            keepsApart: Bool = false
        ) {
            self.column = column
            self.method = method
            self.scope = scope
            self.keepsApart = keepsApart
        }

        /// The part of the world whose rows are meant; nil for all.
        package var window: WorldWindow? { if case .view(let window) = scope { window } else { nil } }
    }

    /// Areas that rows are counted in, and coloured by the count or the figure.
    package struct Areas: Equatable, Sendable {
        /// The name of a set.
        package var set: String
        /// The column with the code of the area of each row; nil where places decide.
        package var join: String?
        /// The column of the set that has these codes; nil for the one that fits.
        package var joinedColumn: String?
        /// Counts and sums are divided by the size of the area.
        package var perSquareKilometer = false
        /// Nil for the method that fits.
        package var method: AreaMethod?

        /// Counts of rows in the areas of a set, by the classes that fit.
        package init(set: String) { self.set = set }
    }

    /// A number of the rows at a badge.
    package struct Figure: Equatable, Sendable {
        /// How one number is made of many.
        package enum Function: String, CaseIterable, Sendable {
            case mean, sum, min, max, count, share
        }

        package var function: Function
        /// A column; of a share the filter whose rows are counted.
        package var argument: String

        package init(function: Function, argument: String) {
            self.function = function
            self.argument = argument
        }

        /// As the command line has it: `mean(price)`.
        package var text: String { "\(function.rawValue)(\(argument))" }

        /// Why there is none of a column of words.
        package var reasonForNoNumbers: String {
            "\(text): \(argument) has no numbers (count works for all columns)"
        }
    }
}

extension RowQuery {
    /// The times of window A; nil where no two windows are compared.
    package var timeOfOtherWindow: TimeQuestion? {
        guard let otherWindow, var time else { return nil }
        time.windows = time.recurring + [otherWindow.window]
        return time
    }

    /// The times of both windows, of A and of B, from which a server knows the window of each row; empty for a single window.
    package var timesOfWindows: [TimeQuestion] {
        guard let otherWindow, let first = timeOfOtherWindow, let second = time else { return [] }
        var both = second
        both.windows.append(otherWindow.window)
        return [both, first, second]
    }

    /// The rows of either window, as a server is asked for them: their classes are the windows.
    package var ofEitherWindow: RowQuery {
        guard let other = timeOfOtherWindow else { return self }
        var query = without(.coloring).without(.figure)
        query.hiddenClasses = HiddenClasses()
        query.time?.alternatives = other.windows
        return query
    }
}
