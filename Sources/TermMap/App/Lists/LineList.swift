import CellGraphics

/// A list whose rows take one line each, as values that one painter draws.
package protocol LineList: PanelList {
    static func head(_ state: AppState) -> ListHead
    static func lines(_ rows: Range<Int>, _ state: AppState) -> [ListLine]
    /// What it says without any row.
    static func emptyText(_ state: AppState) -> KeyedText
}

/// What stands above the rows of a list.
package struct ListHead {
    /// Before a field it is its sign.
    package var title: DisplayText
    /// At the right, where there is room.
    package var remark: KeyedText = ""
    /// What is typed into the list.
    package var field: TextField?
    /// Says below the title what the list leaves out.
    package var note: DisplayText = .empty
}

/// A row of a list: a text and, at the right where there is room, a remark.
package struct ListLine {
    package var text: DisplayText
    package var remark: DisplayText = .empty
    package var remarkRole = Role.panelDim
    package var isMarked = false
    /// Between both, what the text means, or how often a value occurs, as a bar.
    package var meaning: DisplayText = .empty
    package var count: Int?
    /// The layer whose sign stands in the text, and where.
    package var sign: (layer: Int, column: Int)?
    /// What became of the row, before its text.
    package var change: ChangeSign?
}

extension PanelList {
    /// The rows on the screen.
    package static func shown(_ state: AppState) -> Range<Int> {
        let (count, top) = (count(state), state[keyPath: cursor].top)
        return min(top, count)..<min(top + pageRows(state), count)
    }

    /// "1–9".
    static func range(_ state: AppState) -> DisplayText {
        let (shown, isASCII) = (shown(state), state.screen.appearance.charset == .ascii)
        return "\((shown.lowerBound + 1).grouped)\(isASCII ? "-" : "–")\(shown.upperBound.grouped)"
    }
}
