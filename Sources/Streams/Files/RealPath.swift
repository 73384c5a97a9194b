import Glibc

/// Paths without links.
package enum RealPath {
    /// The absolute path of a file, links followed; nil, with `errno` set, when it does not exist.
    package static func of(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
