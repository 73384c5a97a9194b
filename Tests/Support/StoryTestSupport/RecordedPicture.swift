import CellGraphics
import Foundation
import TestSupport
import Testing

@testable import App

/// A frame that a file in `Tests/TermMapTests/Golden` records: the glyphs, a line `--`, one letter for the role of each
/// cell's colour, a line `--`, and what the letters mean.
///
/// `RECORD_GOLDEN=1 swift test --filter GoldenTests` rewrites them, and fails so that nobody forgets it. With `PICTURES`,
/// a folder, frames are also written there in colour.
protocol RecordedPicture: Sendable, CustomTestStringConvertible {
    /// The file's name.
    var name: String { get }
    var charset: Charset { get }
    var background: Theme.Background { get }
    var mode: ColorMode { get }
}

extension RecordedPicture {
    var testDescription: String { name }

    /// What it is drawn in.
    var appearance: Appearance {
        Appearance(
            charset: charset, theme: Theme(background: background, mode: mode), animates: false,
            hasItalic: true)
    }

    /// Where a frame differs from the recorded one; nil where all is as recorded.
    func difference(of frame: CellBuffer) throws -> String? {
        if let folder = ProcessInfo.processInfo.environment["PICTURES"] {
            let ansi = frame.coloredText(palette: appearance.theme.palette)
            try Data(ansi.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).ansi"))
        }
        let text = frame.plainText() + "--\n" + RoleLetters(frame).text(frame)
        let file = URL(fileURLWithPath: "\(Repository.root)/Tests/TermMapTests/Golden/\(name).txt")
        if RecordedLines.rewrites {
            try Data(text.utf8).write(to: file)
            return "recorded \(name): look at it, then run the tests without RECORD_GOLDEN"
        }
        let recorded = try String(contentsOf: file, encoding: .utf8)
        return text == recorded ? nil : Self.firstDifference(text, recorded)
    }

    private static func firstDifference(_ found: String, _ recorded: String) -> String {
        let pairs = zip(
            found.split(separator: "\n", omittingEmptySubsequences: false),
            recorded.split(separator: "\n", omittingEmptySubsequences: false))
        guard let (index, pair) = pairs.enumerated().first(where: { $0.element.0 != $0.element.1 }) else {
            return "another number of lines"
        }
        return "line \(index + 1):\n\(pair.0)\nrecorded:\n\(pair.1)"
    }
}
