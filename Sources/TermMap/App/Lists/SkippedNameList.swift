import CellGraphics
import Rows

/// The names that rows have and whose places are not known for sure, those of most rows first.
enum SkippedNameList: PanelList {
    static var cursor: WritableKeyPath<AppState, ListCursor> { \.panels.skippedNames }

    static func count(_ state: AppState) -> Int { state.data.skipped.names.count }

    static func hints(_ state: AppState) -> [CommandHint] {
        [.choose, CommandHint(.open, says: "what it may mean")]
            + (state.data.placeFixes.isEmpty
                ? [] : [CommandHint(.undoPlace), CommandHint(.commandLine, says: "save")])
            + [.close]
    }

    static func choose(_ state: inout AppState) -> [Effect] { [] }

    static func open(_ state: inout AppState) -> [Effect] {
        guard let name = state.currentSkippedName else { return [] }
        if let kind = name.reason.addressWord {
            let words: DisplayText =
                name.reason == .unknownAddress
                ? "This address is in no database" : "A \(DisplayText(sanitising: kind)) address has no place"
            state.report("\(words)")
            return []
        }
        guard !name.candidates.isEmpty else {
            let text = DisplayText(sanitising: name.text, limit: 60)
            state.report("No place found: --unplaced writes a table to fill in (“\(text)”)", .warning)
            return []
        }
        state.panels.candidates = ListCursor()
        let effects = state.open(.candidates, over: state.panels.stack)
        return effects + CandidateList.choose(&state)
    }
}

extension SkippedNameList: LineList {
    static func head(_ state: AppState) -> ListHead {
        let skipped = state.data.skipped
        return ListHead(
            title: "\(skipped.total.grouped) skipped",
            remark: KeyedText("\(range(state)) of \(skipped.names.count.counted("name"))"),
            note: DisplayText(sanitising: state.currentSkippedName?.words ?? skipped.summary, limit: 200))
    }

    static func lines(_ rows: Range<Int>, _ state: AppState) -> [ListLine] {
        state.data.skipped.names[rows].map { name in
            ListLine(
                text: DisplayText(sanitising: name.text, limit: 200),
                remark: (name.candidates.isEmpty ? "" : "\(name.candidates.count.counted("place"))  ")
                    + "\(name.rows.counted("row"))")
        }
    }

    static func emptyText(_ state: AppState) -> KeyedText { "Every name has a place" }
}

/// What a name without a place may mean.
enum CandidateList: PanelList {
    static var cursor: WritableKeyPath<AppState, ListCursor> { \.panels.candidates }

    static func count(_ state: AppState) -> Int { state.currentSkippedName?.candidates.count ?? 0 }

    static func hints(_ state: AppState) -> [CommandHint] {
        [.choose, CommandHint(.open, says: "take it for all rows"), .zoom, .close]
    }

    /// Shows the place on the map.
    static func choose(_ state: inout AppState) -> [Effect] {
        guard let candidate = state.currentCandidate else { return [] }
        state.selection.placemark = Placemark(
            coordinate: candidate.place.coordinate,
            name: DisplayText(sanitising: candidate.title, limit: 200),
            place: nil)
        state.bringToView(state.selection.placemark?.point)
        return []
    }

    static func open(_ state: inout AppState) -> [Effect] { state.chooseCandidate() }
}

extension CandidateList: LineList {
    static func head(_ state: AppState) -> ListHead {
        guard let name = state.currentSkippedName else { return ListHead(title: .empty) }
        return ListHead(
            title: "“\(DisplayText(sanitising: name.text, limit: 60))” may mean",
            remark: KeyedText(DisplayText(sanitising: name.rows.counted("row"))))
    }

    static func lines(_ rows: Range<Int>, _ state: AppState) -> [ListLine] {
        guard let name = state.currentSkippedName else { return [] }
        return name.candidates[rows].map { candidate in
            ListLine(text: DisplayText(sanitising: candidate.title, limit: 200))
        }
    }

    static func emptyText(_ state: AppState) -> KeyedText { "" }
}

extension AppState {
    /// The name under the cursor of the list of those without a place.
    var currentSkippedName: SkippedName? {
        let (names, index) = (data.skipped.names, panels.skippedNames.index)
        return index < names.count ? names[index] : nil
    }

    /// The place under the cursor of the list of what that may mean.
    var currentCandidate: SkippedName.Candidate? {
        guard let candidates = currentSkippedName?.candidates, panels.candidates.index < candidates.count
        else {
            return nil
        }
        return candidates[panels.candidates.index]
    }

    /// The skipped rows: the names without a place, else the reasons with examples; once more the other. Addresses mean nothing else, so
    /// that their kinds and lines come first.
    mutating func openSkipped() -> [Effect] {
        let names = data.skipped.names
        let hasNames = names.contains { $0.reason.addressWord == nil } || !data.placeFixes.isEmpty
        let isOther = panels.current == .skipped && !names.isEmpty
        guard hasNames || isOther, panels.current != .skippedNames else { return open(.skipped) }
        panels.skippedNames = ListCursor()
        return open(.skippedNames)
    }

    /// Takes a place for all rows with a name.
    mutating func chooseCandidate() -> [Effect] {
        guard let name = currentSkippedName, let candidate = currentCandidate else { return [] }
        if data.isReading {
            report("Still loading")
            return []
        }
        selection.placemark = nil
        let effects = closePanel()
        data.placeFixes.removeAll { $0.name.values == name.values }
        data.placeFixes.append(PlaceFix(name, candidate))
        return effects + placeNames()
    }

    /// Takes back the place that was chosen last.
    mutating func undoPlace() -> [Effect] {
        guard !data.placeFixes.isEmpty, !data.isReading else {
            report(data.isReading ? "Still loading" : "No place was chosen yet")
            return []
        }
        data.placeFixes.removeLast()
        return placeNames()
    }

    private mutating func placeNames() -> [Effect] {
        data.beginReload() ? [.placeNames(data.placeFixes)] : []
    }
}
