import Foundation

/// A folder for the files of a test, removed when the value is let go.
public final class ScratchFolder: Sendable {
    public let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("termmap-\(UUID().uuidString)").path

    public init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in it.
    public func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file with a text; its path.
    @discardableResult
    public func file(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }

    /// Writes a program of the shell; its path.
    public func script(_ text: String) throws -> String {
        let path = try file("program.sh", "#!/bin/sh\n\(text)\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }
}
