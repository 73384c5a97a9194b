import RowValues
import Streams

/// What is wrong with the command line, in one line.
package struct UsageError: Error, Equatable, CustomStringConvertible {
    package var description: String
    /// Lines that show the place, printed after it.
    package var excerpt: [String] = []

    package init(_ description: String) { self.description = description }

    /// Why a source is not read, and what may be done.
    package init(_ error: SourceError) {
        (description, excerpt) = (error.description, error.choices.map { "  \($0)" })
    }

    /// What is wrong with the filter of an option.
    package init(_ problem: FilterProblem, in filter: String, of option: String = "--where") {
        // What is wrong with a window of time names its own option, and is nowhere in the text.
        let isAboutFilter = !problem.description.hasPrefix("--")
        description = isAboutFilter ? "\(option): \(problem)" : problem.description
        if isAboutFilter { excerpt = problem.excerpt(of: filter) }
    }
}
