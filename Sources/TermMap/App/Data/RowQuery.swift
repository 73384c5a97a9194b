import MapModel
import Rows

/// What is asked of the rows: which of them are shown, and what is counted of each badge.
struct RowQuery: Equatable, Sendable {
    /// By index of the source.
    var hiddenSources: Set<Int> = []
    /// In the language of filters; "" for all rows.
    var filter = ""
    /// The column that gives rows their colours.
    var coloring: Coloring?
    var hiddenClasses = HiddenClasses()
    /// What badges say in place of their counts.
    var figure: Figure?
    /// How the numbers of the figure are divided into classes.
    var figureMethod = ClassMethod.quantiles
    /// Whether badges are as large as their figures, and not as their counts.
    var sizesByFigure = false

    /// Whether the numbers of the figure have classes: for the colours of badges that no column gives, or for sizes.
    var figureHasRanges: Bool {
        guard let figure, [.mean, .min, .max].contains(figure.function) else { return false }
        return coloring == nil || sizesByFigure
    }

    /// Whether all rows are shown in the colours of their counts.
    var isPlain: Bool { self == RowQuery() }

    /// Whether all rows of the sources that are shown are asked for.
    var asksForAll: Bool { filter.isEmpty && hiddenClasses.isEmpty }

    /// What can be asked of rows independently.
    enum Part: Sendable { case filter, coloring, figure }

    /// The query without one part and what depends on it.
    func without(_ part: Part) -> RowQuery {
        var rest = self
        switch part {
        case .filter: rest.filter = ""
        case .coloring: (rest.coloring, rest.hiddenClasses) = (nil, HiddenClasses())
        case .figure: (rest.figure, rest.sizesByFigure) = (nil, false)
        }
        return rest
    }

    /// Rows coloured by a column.
    struct Coloring: Equatable, Sendable {
        /// The rows whose values are the classes.
        enum Scope: Equatable, Sendable {
            /// All rows, unless that leaves most of those in view without a colour.
            case usual
            case all
            /// Those in a part of the world.
            case view(WorldWindow)
        }

        var column: String
        var method = ClassMethod.quantiles
        var scope = Scope.usual
        /// Whether no badge mixes classes.
        var keepsApart = false

        /// The part of the world whose rows are meant; nil for all.
        var window: WorldWindow? { if case .view(let window) = scope { window } else { nil } }
    }

    /// A number of the rows at a badge.
    struct Figure: Equatable, Sendable {
        /// How one number is made of many.
        enum Function: String, CaseIterable, Sendable {
            case mean, sum, min, max, count, share
        }

        var function: Function
        /// A column; of a share the filter whose rows are counted.
        var argument: String

        /// As the command line has it: `mean(price)`.
        var text: String { "\(function.rawValue)(\(argument))" }

        /// Why there is none of a column of words.
        var reasonForNoNumbers: String {
            "\(text): \(argument) has no numbers (count works for all columns)"
        }
    }
}
