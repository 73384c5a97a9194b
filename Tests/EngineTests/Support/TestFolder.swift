import Foundation

/// A folder for files of a test, removed with it.
final class TestFolder {
    let path = NSTemporaryDirectory() + "termmap-engines-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    /// The path of a file with a text.
    func file(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }

    /// A program of the shell.
    func script(_ text: String) throws -> String {
        let path = try file("program.sh", "#!/bin/sh\n\(text)\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }
}
