import App
import CellGraphics
import Rows

extension Output {
    /// A line each on standard error.
    package static func report(_ lines: some Sequence<String>) {
        for line in lines { writeError("termmap: \(DisplayText(sanitising: line, limit: 1000).text)\n") }
    }

    /// At most three lines: what was skipped, and what should be known of how the file was read.
    package static func reportSkipped(_ skipped: SkippedRows, _ notices: [String], name: String) {
        var lines: [String] = []
        if skipped.total > 0 {
            lines.append("\(name): \(skipped.total.counted("row")) skipped: \(skipped.summary)")
        }
        lines += notices + skipped.examples.prefix(1).map { $0.message(file: name) }
        report(lines.prefix(3))
    }
}
