import CellGraphics
import DataSets
import MapModel

/// The lines of the panel about a row of a comparison: what differs, old and new, then its other columns.
package struct ChangePanel {
    /// Text at a column of the panel's contents.
    package struct Span: Equatable {
        package var column: Int
        package var text: DisplayText
        package var role: Role
        package var attributes: Attributes = []
    }

    /// A line; that of a column with the place of it among all.
    package struct Line: Equatable {
        package var field: Int?
        package var spans: [Span] = []
        /// The colour of the bar beside what differs.
        package var bar: Role?
    }

    package private(set) var lines: [Line] = []
    private let width: Int
    private let nameWidth: Int
    private let isASCII: Bool

    /// A value longer than its column is wrapped over so many lines at most.
    private static let mostRows = 3

    /// - Parameters:
    ///   - width: of the contents.
    ///   - isSide: old and new side by side, with the names of the sources above them; else one below the other.
    package init(
        _ record: ChangedRecord, names: (old: DisplayText, new: DisplayText), width: Int, isSide: Bool,
        isASCII: Bool
    ) {
        self.width = width
        self.isASCII = isASCII
        let longest = record.fields.map { DisplayText(sanitising: $0.name, limit: 200).width }.max() ?? 0
        nameWidth = min(max(longest, 10), max(width / 4, 8))
        let changed = record.fields.enumerated().filter { $0.element.isChanged }
        let areLong = !isSide || changed.contains { !isShort($0.element) }
        if !changed.isEmpty, isSide, !areLong { lines.append(head(names)) }
        for (index, field) in changed { lines += areLong ? stacked(field, index) : [beside(field, index)] }
        if !changed.isEmpty { lines.append(Line()) }
        for (index, field) in record.fields.enumerated() where !field.isChanged {
            lines += plain(field, index)
        }
    }

    /// The lines of a column.
    package func lines(ofField field: Int) -> Range<Int> {
        guard let first = lines.firstIndex(where: { $0.field == field }),
            let last = lines.lastIndex(where: { $0.field == field })
        else { return 0..<0 }
        return first..<last + 1
    }

    // MARK: - Columns

    private var valueStart: Int { nameWidth + 2 }
    /// Old values end before the arrow.
    private var oldWidth: Int { (width - valueStart - 4) / 2 }
    private var arrowStart: Int { valueStart + oldWidth }
    private var newStart: Int { arrowStart + 2 }

    private func name(_ field: ChangedRecord.Field, _ role: Role) -> Span {
        Span(
            column: 0,
            text: DisplayText(sanitising: field.name, limit: 200).clipped(
                to: nameWidth, ellipsis: isASCII ? .tilde : .unicode), role: role)
    }

    private func bar(_ field: ChangedRecord.Field) -> Role { field.isPlace ? .category1 : .badge4 }

    private func isShort(_ field: ChangedRecord.Field) -> Bool {
        AppState.oneLine(field.old).width < oldWidth
            && AppState.oneLine(field.new).width <= width - newStart
    }

    private func head(_ names: (old: DisplayText, new: DisplayText)) -> Line {
        Line(spans: [
            Span(column: valueStart, text: names.old.clipped(to: oldWidth - 1), role: .panelDim),
            Span(column: newStart, text: names.new.clipped(to: width - newStart), role: .panelDim),
        ])
    }

    private func beside(_ field: ChangedRecord.Field, _ index: Int) -> Line {
        Line(
            field: index,
            spans: [
                name(field, .panelText),
                Span(column: valueStart, text: AppState.oneLine(field.old), role: .panelDim),
                Span(column: arrowStart, text: isASCII ? ">" : "→", role: .panelDim),
                Span(
                    column: newStart, text: AppState.oneLine(field.new), role: .panelStrong, attributes: .bold
                ),
            ], bar: bar(field))
    }

    /// The old value, and below it the new one, each wrapped; letters that differ stand out.
    private func stacked(_ field: ChangedRecord.Field, _ index: Int) -> [Line] {
        let (old, new) = (AppState.oneLine(field.old), AppState.oneLine(field.new))
        let isLong = !isShort(field)
        let room = width - valueStart - 2
        let (before, after) = DifferingPart.parts(old.text, new.text)
        var lines = wrapped(old, isLong ? before : nil, room, .panelDim, [])
        lines[0].insert(name(field, .panelText), at: 0)
        var next = wrapped(new, isLong ? after : nil, room, .panelStrong, .bold)
        next[0].insert(
            Span(column: valueStart, text: isASCII ? ">" : "→", role: .panelDim), at: 0)
        lines += next
        return lines.map { Line(field: index, spans: $0, bar: bar(field)) }
    }

    private func wrapped(
        _ text: DisplayText, _ part: Range<Int>?, _ room: Int, _ role: Role, _ attributes: Attributes
    ) -> [[Span]] {
        var start = 0
        let rows = text.wrapped(to: max(room, 1))
        return rows.prefix(Self.mostRows).enumerated().map { number, row in
            let isCut = number == Self.mostRows - 1 && rows.count > Self.mostRows
            let shown = isCut ? (row + "……").clipped(to: room, ellipsis: isASCII ? .tilde : .unicode) : row
            let span = Span(column: valueStart + 2, text: shown, role: role, attributes: attributes)
            let characters = Array(row.text)
            defer { start += characters.count }
            // Blanks at which lines are broken are no part of them.
            let whole = Array(text.text)
            while start < whole.count, whole[start] == " ", characters.first != " " { start += 1 }
            guard let part else { return [span] }
            let overlap = part.clamped(to: start..<start + characters.count)
            guard !overlap.isEmpty else { return [span] }
            let prefix = DisplayText(sanitising: String(characters[..<(overlap.lowerBound - start)]))
            let inner = DisplayText(
                sanitising: String(
                    characters[(overlap.lowerBound - start)..<(overlap.upperBound - start)]))
            return [
                span,
                Span(
                    column: span.column + prefix.width, text: inner, role: .matchedLetters, attributes: .bold),
            ]
        }
    }

    /// A column that does not differ.
    private func plain(_ field: ChangedRecord.Field, _ index: Int) -> [Line] {
        let value = AppState.oneLine(field.value).wrapped(to: max(width - valueStart, 1))
        return value.prefix(Self.mostRows).enumerated().map { number, text in
            Line(
                field: index,
                spans: (number == 0 ? [name(field, .panelDim)] : [])
                    + [Span(column: valueStart, text: text, role: .panelDim)])
        }
    }
}

/// The part in which two texts differ.
enum DifferingPart {
    /// Without what they begin and end with alike, in characters; nil where one has nothing besides.
    static func parts(_ old: String, _ new: String) -> (old: Range<Int>?, new: Range<Int>?) {
        let (old, new) = (Array(old), Array(new))
        let shorter = min(old.count, new.count)
        let head = (0..<shorter).first { old[$0] != new[$0] } ?? shorter
        let tail =
            (0..<shorter - head).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] }
            ?? shorter - head
        func part(_ text: [Character]) -> Range<Int>? {
            head < text.count - tail ? head..<text.count - tail : nil
        }
        return (part(old), part(new))
    }
}

extension AppState {
    /// The panel of the selected row of a comparison, laid out for an area; nil where another one is open.
    package func changePanel(in area: CellRect) -> ChangePanel? {
        guard let record = selectedChange, let changes = data.rows.changes else { return nil }
        return ChangePanel(
            record, names: names(of: changes), width: area.width - 4, isSide: layout.isSidePanel,
            isASCII: screen.appearance.charset == .ascii)
    }
}
