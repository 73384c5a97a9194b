import DataSets
import RowValues

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
        // What a filter or a colour has lost is more.
        if let words = readings.words, screen.message.map({ $0.kind == .information }) ?? true {
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
