import Foundation

@testable import FileSources
@testable import Rows

/// A file with given bytes, removed when the value is let go.
final class TemporaryFile {
    let path: String

    init(_ bytes: [UInt8], extension: String = "csv") throws {
        let name = "termmap-\(UUID().uuidString).\(`extension`)"
        path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    convenience init(_ text: String) throws {
        try self.init(Array(text.utf8), extension: "csv")
    }

    func load(
        _ options: CSVOptions = CSVOptions(), isCancelled: () -> Bool = { false },
        progress: (LoadProgress) -> Void = { _ in }
    ) throws -> LoadedTable {
        try withExtendedLifetime(self) {
            try LoadedTable(
                CSVLoader(path: path, options: options).read(isCancelled: isCancelled, progress: progress))
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
