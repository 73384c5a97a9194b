import Foundation

@testable import Streams

/// The words of what `body` throws; nil when it throws nothing.
func sourceMessage<Result>(_ body: () throws -> Result) -> String? {
    do {
        _ = try body()
        return nil
    } catch {
        return "\(error)"
    }
}

/// Whether a message is one short line without control characters.
func isOneLine(_ message: String) -> Bool {
    !message.isEmpty && message.count < 500
        && message.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
}

/// A file in the temporary folder, removed with the value.
final class TemporaryFile {
    struct Failure: Error {}

    let path: String

    init(_ bytes: [UInt8] = [], name: String = "tiles") throws {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("termmap-\(UUID().uuidString)-\(name)").path
        try write(bytes)
    }

    /// Writes over the file without replacing it. `Data` would wait for the disk, thousands of times.
    func write(_ bytes: [UInt8]) throws {
        guard let file = fopen(path, "w") else { throw Failure() }
        defer { fclose(file) }
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Failure() }
    }

    /// The clock of a file system may be too coarse to tell two writes from each other.
    func setModified(secondsAgo: Int) throws {
        let date = Date(timeIntervalSinceNow: -Double(secondsAgo))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// The real archives beside the repository.
enum RealTiles {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let folder = root.deletingLastPathComponent().appendingPathComponent("shared/testdata/tiles").path
    static let areThere = FileManager.default.fileExists(atPath: folder + "/firenze.pmtiles")

    static func path(_ name: String) -> String { folder + "/" + name }

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
    }
}
