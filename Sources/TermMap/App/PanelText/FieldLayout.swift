import CellGraphics

/// A line of a panel: a name and its value, as they are in the data.
package struct PanelField: Equatable, Sendable {
    package var name: String
    package var value: String
}

/// Fields wrapped for an area of a panel: in two columns where everything fits into them, else in one that scrolls.
package struct FieldLayout {
    package struct Line {
        /// The field's place among all.
        package var field: Int
        package var key: DisplayText
        package var value: DisplayText

        package init(field: Int, key: DisplayText, value: DisplayText) {
            self.field = field
            self.key = key
            self.value = value
        }
    }

    /// Narrowest column of names before it gives way to the values.
    private static let narrowestKeys = 12
    /// From this width on an area below the map has two columns.
    private static let widthForTwo = 70
    private static let gap = 2
    /// Characters at the end of a name that are looked at.
    private static let longestEnd = 100

    /// The lines of each column.
    package private(set) var columns: [[Line]] = []
    /// Of a column.
    package private(set) var width: Int
    package private(set) var keyWidth = 0
    private let height: Int
    private let isASCII: Bool
    /// How many names end with each end that begins after a dot.
    private let endings: [Substring: Int]

    package init(_ fields: [PanelField], in area: CellRect, isSidePanel: Bool, isASCII: Bool) {
        height = area.height
        self.isASCII = isASCII
        // What can be shown is at the end of a name.
        endings = fields.reduce(into: [:]) { endings, field in
            let end = field.name.suffix(Self.longestEnd)
            for dot in end.indices where end[dot] == "." {
                endings[field.name[field.name.index(after: dot)...], default: 0] += 1
            }
        }
        width = (area.width - 6) / 2
        if !isSidePanel, area.width >= Self.widthForTwo {
            keyWidth = keyWidth(of: fields)
            let lines = fields.enumerated().map { self.lines(of: $0.element, $0.offset) }
            let half = (lines.count + 1) / 2
            columns = [lines.prefix(half), lines.dropFirst(half)].map { $0.flatMap { $0 } }
            if columns.allSatisfy({ $0.count <= area.height }) { return }
        }
        width = area.width - 4
        keyWidth = keyWidth(of: fields)
        columns = [fields.enumerated().flatMap { lines(of: $0.element, $0.offset) }]
    }

    /// The lines of a field in its column.
    package func lines(ofField field: Int) -> Range<Int> {
        for lines in columns {
            if let first = lines.firstIndex(where: { $0.field == field }) {
                return first..<(lines[first...].firstIndex { $0.field != field } ?? lines.count)
            }
        }
        return 0..<0
    }

    /// Which lines of the columns are shown; two columns always fit.
    package func page(scroll: Int) -> ScrollPage {
        ScrollPage(of: columns.map(\.count).max() ?? 0, height: height, scroll: scroll)
    }

    /// Where column `index` begins, from the left of the area.
    package func offset(of index: Int) -> Int { Self.gap + index * (width + Self.gap) }

    /// As wide as the longest name, but no wider than a third of the room.
    private func keyWidth(of fields: [PanelField]) -> Int {
        let longest = fields.map { DisplayText(sanitising: $0.name, limit: 200).width }.max() ?? 0
        return min(longest, max(min(Self.narrowestKeys, width / 2), width / 3))
    }

    /// A name that fits; of the members of nested records, which have dots, the end rather than the beginning, with some of
    /// the beginning where others end alike.
    private func key(of name: String) -> DisplayText {
        let whole = DisplayText(sanitising: name, limit: 200)
        var rest = name.suffix(Self.longestEnd)
        while whole.width > keyWidth, let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            let end = DisplayText(sanitising: (isASCII ? "~." : "….") + rest, limit: 200)
            let room = endings[rest] ?? 1 == 1 ? 0 : 1
            guard end.width + room <= keyWidth else { continue }
            guard room > 0 else { return end }
            let start = DisplayText(sanitising: String(name.prefix { $0 != "." }), limit: 200)
            return start.clipped(to: keyWidth - end.width, ellipsis: .cut) + end
        }
        return whole.clipped(to: keyWidth, ellipsis: isASCII ? .tilde : .unicode)
    }

    /// The lines of one field; line breaks in its value are line breaks here.
    private func lines(of field: PanelField, _ index: Int) -> [Line] {
        let key = key(of: field.name)
        let paragraphs = field.value.split(omittingEmptySubsequences: false) { $0.isNewline }
        let lines = paragraphs.flatMap { paragraph in
            DisplayText(sanitising: String(paragraph.map { $0 == "\t" ? " " : $0 }))
                .wrapped(to: max(width - keyWidth - 2, 1))
        }
        let values = field.value.isEmpty ? [isASCII ? "-" : "–"] : lines
        return values.enumerated().map {
            Line(field: index, key: $0.offset == 0 ? key : .empty, value: $0.element)
        }
    }
}
