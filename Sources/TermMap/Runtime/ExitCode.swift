import Platform

/// How the program ends; documented in the manual.
package enum ExitCode: Int32 {
    case done = 0
    /// Nothing matched, or nothing could be read.
    case nothing = 1
    /// Usage or input error.
    case usage = 2
    /// Rows were to be picked, and the user gave up.
    case interrupted = 130

    /// Ends the program with it.
    package func end() -> Never { endProcess(rawValue) }
}
