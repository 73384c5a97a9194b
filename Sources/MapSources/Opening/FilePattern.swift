import Glibc
import Streams

/// Names with wildcards that the shell has left alone, such as quoted ones: `'data/**/*.parquet'`.
enum FilePattern {
    /// The files that a name means, in the order of their names; the name itself where it is one, or means none.
    static func paths(_ name: String) -> [String] {
        guard name.contains(where: { "*?[".contains($0) }), FileIdentity(path: name) == nil else {
            return [name]
        }
        let found = matches(name)
        return found.isEmpty ? [name] : found
    }

    private static func matches(_ pattern: String) -> [String] {
        guard let range = pattern.firstRange(of: "**/") else {
            return expanded(pattern).filter { FileIdentity(path: $0)?.isRegular ?? false }
        }
        let (head, tail) = (pattern[..<range.lowerBound], pattern[range.upperBound...])
        let folders = head.isEmpty ? [""] : expanded(String(head)).map { $0.hasSuffix("/") ? $0 : $0 + "/" }
        return folders.flatMap { folder in
            ([folder] + subfolders(folder)).flatMap { matches(escaped($0) + tail) }
        }.sorted()
    }

    /// What the C library finds.
    private static func expanded(_ pattern: String) -> [String] {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, 0, nil, &found) == 0 else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
    }

    /// All folders in a folder, links left out: they may lead in circles.
    private static func subfolders(_ folder: String) -> [String] {
        guard let stream = opendir(folder.isEmpty ? "." : folder) else { return [] }
        defer { closedir(stream) }
        var folders: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var status = stat()
            guard !name.hasPrefix("."), lstat(folder + name, &status) == 0,
                status.st_mode & S_IFMT == S_IFDIR
            else { continue }
            folders += ["\(folder)\(name)/"] + subfolders("\(folder)\(name)/")
        }
        return folders
    }

    /// The name of a folder as a pattern that means it alone.
    private static func escaped(_ folder: String) -> String {
        String(folder.flatMap { "*?[\\".contains($0) ? ["\\", $0] : [$0] })
    }
}
