import CellGraphics
import MapModel
import Rows
import Streams

extension AppState {
    // MARK: - What was read of rows

    mutating func receive(_ labels: RowAnswer<String>) -> [Effect] {
        guard accept(labels) else { return [] }
        for (row, label) in labels.values { rowLabels[row] = Self.oneLine(label) }
        return []
    }

    mutating func receive(_ summaries: RowAnswer<RowSummary>) -> [Effect] {
        guard accept(summaries) else { return [] }
        if rowSummaries.count > Self.keptSummaries { rowSummaries = [:] }
        rowSummaries.merge(summaries.values) { $1 }
        return scrollResults()
    }

    private static let keptSummaries = 5_000

    /// Whether an answer is about the rows as they are numbered now. Why rows cannot be read is said once.
    private mutating func accept<Value>(_ answer: RowAnswer<Value>) -> Bool {
        guard answer.numbering == numbering else { return false }
        if let problem = answer.problem, problem != toldProblem {
            toldProblem = problem
            tell(DisplayText(sanitising: problem.onScreen), .error)
        }
        return true
    }

    // MARK: - Other numbers

    /// Streams that grow side by side move the rows of those after them: what is known of rows moves along.
    mutating func renumber(_ next: [SourceLayer]) {
        let before = sources
        func moved(_ row: UInt32) -> UInt32? {
            guard let index = before.firstIndex(where: { $0.rows.contains(row) }), index < next.count else {
                return nil
            }
            return row - before[index].firstRow + next[index].firstRow
        }
        rowLabels = Self.moved(rowLabels, moved)
        rowSummaries = Self.moved(rowSummaries, moved)
        guard let selection, selection.hasRow else { return }
        self.selection = moved(selection.row).map {
            Selection(selection, asRow: $0, at: selection.coordinate)
        }
    }

    private static func moved<Value>(
        _ values: [UInt32: Value], _ row: (UInt32) -> UInt32?
    ) -> [UInt32: Value] {
        var next: [UInt32: Value] = [:]
        for (number, value) in values { if let number = row(number) { next[number] = value } }
        return next
    }
}

extension SourceError {
    /// What the screen says of it: which key helps.
    var onScreen: String {
        guard case .file(let error) = self, error.reason == .changedSinceLoaded else { return description }
        return "\(error.file) has changed on disk (press R to reload)"
    }
}
