import Rows

/// What is wrong with the command line, in one line.
struct UsageError: Error, Equatable, CustomStringConvertible {
    var description: String
    /// Lines that show the place, printed after it.
    var excerpt: [String] = []

    init(_ description: String) { self.description = description }

    /// What is wrong with the filter of an option.
    init(_ problem: FilterProblem, in filter: String, of option: String = "--where") {
        description = "\(option): \(problem)"
        excerpt = problem.excerpt(of: filter)
    }
}
