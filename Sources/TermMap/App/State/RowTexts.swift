import CellGraphics
import Streams

/// The words of rows as far as they were read, by row.
package struct RowTexts: Sendable {
    /// Row names kept in memory; beyond it the oldest screens are forgotten together.
    private static let keptLabels = 20_000
    private static let keptSummaries = 5_000

    package private(set) var labels: [UInt32: DisplayText] = [:]
    /// What lists show of rows.
    package private(set) var summaries: [UInt32: RowSummary] = [:]
    /// Why rows could not be read, as it was reported last.
    private var lastReportedError: SourceError?

    /// The rows whose names were asked for last, and the generation of the rows they were of.
    private var asked: (rows: Set<UInt32>, generation: Int) = ([], 0)

    /// Records that names are wanted; the rows whose names are to be read, none when nothing changed since the last call.
    package mutating func ask(for rows: Set<UInt32>, generation: Int) -> [UInt32] {
        guard asked != (rows, generation) else { return [] }
        asked = (rows, generation)
        if labels.count > Self.keptLabels { labels = labels.filter { rows.contains($0.key) } }
        return rows.filter { labels[$0] == nil }.sorted()
    }

    package mutating func receive(_ labels: [UInt32: String]) {
        for (row, label) in labels { self.labels[row] = Self.oneLine(label) }
    }

    package mutating func receive(_ summaries: [UInt32: RowSummary]) {
        if self.summaries.count > Self.keptSummaries { self.summaries = [:] }
        self.summaries.merge(summaries) { $1 }
    }

    /// Whether an error is to be reported: not the same one again and again.
    mutating func reports(_ error: SourceError?) -> Bool {
        guard let error, error != lastReportedError else { return false }
        lastReportedError = error
        return true
    }

    /// The rows have other numbers; nil for those that are gone.
    mutating func renumber(_ row: (UInt32) -> UInt32?) {
        func moved<Value>(_ values: [UInt32: Value]) -> [UInt32: Value] {
            var next: [UInt32: Value] = [:]
            for (number, value) in values { if let number = row(number) { next[number] = value } }
            return next
        }
        labels = moved(labels)
        summaries = moved(summaries)
    }

    /// The rows may say something else now.
    mutating func forget() {
        labels = [:]
        summaries = [:]
        asked = ([], 0)
    }

    /// Other rows: an error is reported again.
    mutating func reset() { self = RowTexts() }

    /// A name on one line: breaks and runs of blanks become one blank.
    package static func oneLine(_ label: String, limit: Int = 200) -> DisplayText {
        let words = label.prefix(2 * limit).split { $0.isWhitespace }
        return DisplayText(sanitising: words.joined(separator: " "), limit: limit)
    }
}

/// A row as lists show it: its name, what else was searched, its identifier.
package struct RowSummary: Equatable, Sendable {
    package var title: DisplayText
    package var detail: DisplayText
    package var code: DisplayText

    package init(title: DisplayText, detail: DisplayText, code: DisplayText) {
        self.title = title
        self.detail = detail
        self.code = code
    }
}
