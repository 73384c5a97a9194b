import Foundation

/// A file with given bytes, removed when the value is let go.
public final class TemporaryFile {
    public let path: String

    public init(_ bytes: [UInt8], extension: String = "csv") throws {
        let name = "termmap-\(UUID().uuidString).\(`extension`)"
        path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    public convenience init(_ text: String) throws {
        try self.init(Array(text.utf8), extension: "csv")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
