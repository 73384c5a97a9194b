import CellGraphics
import DataSets
import RowValues

/// What changed since the source was read the time before.
package struct ReadingChanges: Sendable {
    /// How many rows; nil until it is known.
    package internal(set) var counts: ChangeCounts?
    /// What the reload has lost besides, in words that follow others.
    let losses: KeyedText
    /// The map shows it.
    package internal(set) var areShown: Bool

    init(losses: KeyedText, areShown: Bool) { (self.losses, self.areShown) = (losses, areShown) }

    /// `+2 −1 · 3 changed: gd shows`
    var words: KeyedText? {
        guard let counts else { return nil }
        guard counts.differences > 0 else { return "Reloaded: no difference" }
        let signs = [(.added, "+"), (.removed, "−")].compactMap { (change: ChangeClass, sign) in
            counts[change] > 0 ? sign + counts[change].grouped : nil
        }
        let others = [ChangeClass.moved, .changed].compactMap { change in
            counts[change] > 0 ? "\(counts[change].grouped) \(change.name)" : nil
        }
        let parts = (signs.isEmpty ? [] : [signs.joined(separator: " ")]) + others
        let text = KeyedText(DisplayText(sanitising: parts.joined(separator: " · ")))
        return areShown ? text : text + ": \(key: .changes(.toggle)) shows"
    }
}

extension AppState {
    mutating func receive(readings counts: ChangeCounts?) -> [Effect] {
        guard var readings = data.readings else { return [] }
        guard let counts else {
            // What was shown before cannot be: the rows are as they were read.
            data.readings = nil
            return readings.areShown ? leaveChanges() : []
        }
        readings.counts = counts
        data.readings = readings
        if let words = readings.words {
            report(words + readings.losses, readings.losses.parts.isEmpty ? .information : .warning)
        }
        return readings.areShown ? [.showReadings(true)] : []
    }

    /// `gd`: what changed since the time before, or the rows as they are; nil where two sources are compared, or nothing is
    /// known.
    mutating func toggleReadings() -> [Effect]? {
        guard let readings = data.readings, readings.counts != nil else { return nil }
        return [.showReadings(!readings.areShown)]
    }

    mutating func receive(readings loaded: LoadedData?, _ areShown: Bool) -> [Effect] {
        guard let loaded else { return [] }
        data.readings?.areShown = areShown
        var query = data.query
        if areShown {
            query.compare()
            annotations.showsLegend = true
        } else {
            (query.comparison, query.hiddenClasses) = (nil, HiddenClasses())
            if panels.list == .changes || panels.list == .changedColumns { _ = closePanel() }
        }
        data.ask(query)
        return rowsChanged(.compared(loaded))
    }

    /// The rows as they are, without what became of them.
    private mutating func leaveChanges() -> [Effect] {
        var query = data.query
        (query.comparison, query.hiddenClasses) = (nil, HiddenClasses())
        return ask(query)
    }
}
