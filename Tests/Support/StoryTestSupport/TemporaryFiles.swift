import Foundation

/// Files with given texts, removed when the value is let go.
final class TemporaryFiles {
    let paths: [String]

    init(_ texts: [String]) throws {
        paths = texts.indices.map { index in
            FileManager.default.temporaryDirectory
                .appendingPathComponent("termmap-\(UUID().uuidString)-\(index).csv").path
        }
        for (index, text) in texts.enumerated() { try write(text, index) }
    }

    func write(_ text: String, _ index: Int = 0) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: paths[index]))
    }

    deinit { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
}
