import Foundation

/// Lines that a file in `Tests/Interface` records, and those that are there now: what docs/STABILITY.md promises.
///
/// `RECORD_GOLDEN=1` rewrites the files of the tests that run, which fail then so that nobody forgets it.
public struct RecordedLines {
    /// What was promised and is gone.
    public let missing: [String]
    /// What is not recorded yet.
    public let added: [String]
    /// Whether the file was rewritten.
    public let isRewritten: Bool
    private let isEqual: Bool

    /// Whether files are to be rewritten.
    public static let rewrites = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil

    /// Compares `lines` with those of the file called `name`.
    public init(_ lines: [String], _ name: String) throws {
        let path = Repository.root + "/Tests/Interface/\(name)"
        isRewritten = Self.rewrites
        if Self.rewrites {
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: path))
        }
        let recorded = try String(contentsOfFile: path, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        let (now, before) = (Set(lines), Set(recorded))
        missing = recorded.filter { !now.contains($0) }
        added = lines.filter { !before.contains($0) }
        isEqual = lines == recorded
    }

    /// What a test says of it; nil where all is as recorded.
    public var report: String? {
        if isRewritten { return "recorded: look at the changes, then run the tests without RECORD_GOLDEN" }
        if isEqual { return nil }
        let broken = missing.map { "promised by docs/STABILITY.md and gone: \($0)" }
        let new = added.map { "new, to be recorded by RECORD_GOLDEN=1: \($0)" }
        return broken.isEmpty && new.isEmpty ? "in another order" : (broken + new).joined(separator: "\n")
    }
}
