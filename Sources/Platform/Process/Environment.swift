#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The variables of the process's environment.
package enum Environment {
    /// The value of a variable; nil where it is not set.
    package static subscript(name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The value of a variable that is set and not empty.
    package static func text(_ name: String) -> String? { Self[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// All variables, each as `NAME=value`.
    package static var lines: [String] {
        var lines: [String] = []
        var next = environ
        while let line = next.pointee {
            lines.append(String(cString: line))
            next += 1
        }
        return lines
    }
}

/// Ends the process: what runs at its end runs, such as handlers of `atexit`.
package func endProcess(_ code: Int32) -> Never { exit(code) }

/// Has a function called when the process ends by itself.
package func atExit(_ body: @convention(c) () -> Void) { atexit(body) }

/// Ends the process as a crash does (SIGABRT).
package func abortProcess() -> Never { abort() }

/// The memory of the machine.
package enum Memory {
    /// The bytes of a page.
    package static let pageSize = Int(getpagesize())
}
