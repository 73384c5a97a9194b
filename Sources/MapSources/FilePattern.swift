import Platform
import Streams

/// Names with wildcards that the shell has left alone, such as quoted ones: `'data/**/*.parquet'`.
package enum FilePattern {
    /// The files that a name means, in the order of their names; the name itself where it is one, or means none.
    package static func paths(_ name: String) -> [String] {
        guard name.contains(where: { "*?[".contains($0) }), FileIdentity(path: name) == nil else {
            return [name]
        }
        let found = matches(name)
        return found.isEmpty ? [name] : found
    }

    /// The folder that all files of a pattern lie in or below; nil for a name without wildcards.
    package static func folder(_ name: String) -> String? {
        guard let first = name.firstIndex(where: { "*?[".contains($0) }) else { return nil }
        guard let slash = name[..<first].lastIndex(of: "/") else { return "." }
        return slash == name.startIndex ? "/" : String(name[..<slash])
    }

    private static func matches(_ pattern: String) -> [String] {
        guard let range = pattern.firstRange(of: "**/") else {
            return FilePath.matching(pattern).filter { FileIdentity(path: $0)?.isRegular ?? false }
        }
        let (head, tail) = (pattern[..<range.lowerBound], pattern[range.upperBound...])
        let folders =
            head.isEmpty ? [""] : FilePath.matching(String(head)).map { $0.hasSuffix("/") ? $0 : $0 + "/" }
        return folders.flatMap { folder in
            ([folder] + subfolders(folder)).flatMap { matches(escaped($0) + tail) }
        }.sorted()
    }

    /// All folders in a folder, links left out: they may lead in circles.
    private static func subfolders(_ folder: String) -> [String] {
        var folders: [String] = []
        for name in Folder.names(in: folder.isEmpty ? "." : folder) ?? [] {
            guard !name.hasPrefix("."), FileStatus(path: folder + name, followsLinks: false)?.kind == .folder
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
