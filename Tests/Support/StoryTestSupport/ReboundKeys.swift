import MapModel
import Testing

@testable import DataSets
@testable import App
@testable import TerminalInput

extension KeyMap {
    /// Another key for every command: Alt with a Chinese character, which no text of the program has.
    static let rebound = KeyMap(
        changes: KeyMap.standardBindings.enumerated().compactMap { index, binding in
            let isFirst = KeyMap.standardBindings.firstIndex { $0.name == binding.name } == index
            let letter = Unicode.Scalar(0x4E00 + UInt32(index)).map { Character($0) } ?? "x"
            return isFirst
                ? KeyChange(name: binding.name, strokes: [BoundStroke(KeyStroke(letter, .alt))]) : nil
        })
}

extension AppState {
    /// Opens what makes keys mean what they mean in a place.
    mutating func enter(_ place: KeyPlace) {
        switch place {
        case .map: break
        case .list(.table): _ = update(.command(.table(.toggle)))
        case .list(.members):
            panels.members = MemberList(parts: [], window: annotations.set.window, generation: 0)
            panels.current = .members
        case .list(.nearby): panels.current = .nearby
        case .details: panels.current = .details
        case .values: panels.current = .summary
        case .list(.layers): panels.current = .layers
        case .list(.skippedNames): panels.current = .skippedNames
        case .list(.candidates): panels.current = .candidates
        case .list(.areas): panels.current = .areas
        case .list(.alerts): panels.current = .list(.alerts)
        case .list(.addresses): panels.current = .list(.addresses)
        case .band, .fold, .windows:
            map.band = TimeBand(zone: .utc)
            if place == .windows { map.band?.comparison = .difference }
            if place == .fold { map.band?.fold = BandFold() }
        case .strip: map.journeys.strip = JourneyStrip()
        case .list(.legs): panels.current = .legs
        case .list(.stops): panels.current = .stops
        case .changes: data.rows.changes = .ofNoRows
        case .list(.changes), .list(.changedColumns):
            data.rows.changes = .ofNoRows
            panels.current = place == .list(.changes) ? .list(.changes) : .list(.changedColumns)
        case .list(.areaSets):
            panels.areaSets = AreaPicker([], used: nil)
            panels.current = .areaSets
        case .panels: panels.current = .about
        case .fields, .prompt: _ = update(.command(.goToCoordinate))
        case .list(.search): _ = update(.command(.search))
        case .list(.columns):
            panels.columns = ColumnPicker(purpose: .coloring, RowQuery())
            panels.current = .columns
        case .help: _ = update(.command(.help))
        case .question:
            let question = self.question(of: .annotations([], annotations.set.window))
            marks.question = MarkQuestion(rows: .known(question), change: .mark, count: 5_000)
        case .tool(let kind): _ = update(.command(.tool(kind)))
        }
    }
}

extension ShownChanges {
    /// Of two sources without rows.
    static let ofNoRows = ShownChanges(
        RowDifference(
            oldName: "old.csv", newName: "new.csv", oldCount: 0, newCount: 0, key: [], columns: [],
            toleranceMeters: 1, partners: []), QuadTree(PointBuffer()))
}
