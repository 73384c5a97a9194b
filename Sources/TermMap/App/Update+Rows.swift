import CellGraphics
import MapModel
import DataSets
import Streams

extension AppState {
    // MARK: - What was read of rows

    mutating func receive(_ labels: RowAnswer<String>) {
        if accept(labels) { texts.receive(labels.values) }
    }

    mutating func receive(_ summaries: RowAnswer<RowSummary>) -> [Effect] {
        guard accept(summaries) else { return [] }
        texts.receive(summaries.values)
        return scrollResults()
    }

    /// Whether an answer is about the rows as they are numbered now. Why rows cannot be read is reported once.
    mutating func accept<Value>(_ answer: RowAnswer<Value>) -> Bool {
        guard answer.numbering == data.numbering else { return false }
        if texts.reports(answer.problem), let problem = answer.problem {
            report(problem.onScreen, .error)
        }
        return true
    }

    /// What a row is called: its label, or its number while that is not known.
    package func title(ofRow row: UInt32) -> DisplayText {
        if let label = texts.labels[row], !label.isEmpty { return label }
        return data.origin.numbersRows ? data.numberText(ofRow: row) : "unnamed row"
    }
}

extension SourceError {
    /// What the screen says of it: which key helps.
    package var onScreen: KeyedText {
        guard case .file(let error) = self, error.reason == .changedSinceLoaded else {
            return KeyedText(wholeDescription)
        }
        return "\(error.file) has changed on disk (press \(key: .reload) to reload)"
    }
}

extension QueryFailure {
    /// What the screen says of it.
    var onScreen: KeyedText { reading?.onScreen ?? KeyedText(message, limit: 200) }
}
