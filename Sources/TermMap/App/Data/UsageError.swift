import RowValues

/// What is wrong with the command line, in one line.
package struct UsageError: Error, Equatable, CustomStringConvertible {
    package var description: String
    /// Lines that show the place, printed after it.
    package var excerpt: [String] = []

    package init(_ description: String) { self.description = description }

    /// What is wrong with the filter of an option.
    package init(_ problem: FilterProblem, in filter: String, of option: String = "--where") {
        description = "\(option): \(problem)"
        excerpt = problem.excerpt(of: filter)
    }
}
