import CellGraphics
import MapModel

/// The help over the map: the key table in columns, filtered as one types, and how to read the map.
package struct HelpLayout {
    package struct Line {
        package var keys: DisplayText
        package var text: DisplayText
        /// The keys are drawn as a badge of this many rows, as it looks on the map.
        package var sample: Int?

        package init(keys: DisplayText, text: DisplayText, sample: Int? = nil) {
            self.keys = keys
            self.text = text
            self.sample = sample
        }

        package var isTitle: Bool { keys.isEmpty && !text.isEmpty && sample == nil }
    }

    package struct Column {
        package var lines: [Line]

        package var keyWidth: Int { lines.map(\.keys.width).max() ?? 0 }
        package var width: Int { keyWidth + 2 + (lines.map(\.text.width).max() ?? 0) }
    }

    /// Blanks between columns.
    package static let gap = 3

    package private(set) var columns: [Column] = []
    /// The part of the map that the help covers.
    package let area: CellRect

    package init(_ text: HelpText, filter: String, screenWidth: Int, map: CellRect, isASCII: Bool) {
        let most = min(screenWidth - (screenWidth < 60 ? 0 : 4), 170)
        var groups = Self.groups(text, filter: filter.lowercased(), isASCII: isASCII)
        if filter.isEmpty { groups.append(Self.legend(isASCII: isASCII) + Self.mouse) }
        columns = Self.columns(groups, within: most - 6)
        let needed = columns.reduce(3) { $0 + $1.width + Self.gap }
        let width = max(min(needed, most), min(44, screenWidth))
        let height = min((columns.map(\.lines.count).max() ?? 0) + 5, map.height)
        area = CellRect(
            column: (screenWidth - width) / 2, row: max((map.height - height) / 2, 0), width: width,
            height: height)
    }

    /// Rows below the head.
    package var room: Int { area.height - 5 }
    /// How far the columns can be scrolled.
    package var scrollLimit: Int { max((columns.map(\.lines.count).max() ?? 0) - room, 0) }

    /// The lines that say something without a picture.
    package var spokenLines: [Line] {
        columns.flatMap(\.lines).filter { !$0.text.isEmpty && $0.sample == nil }
    }

    // MARK: - Lines

    /// The groups of the key table, each with its title; lines that do not match the filter are left out.
    private static func groups(_ text: HelpText, filter: String, isASCII: Bool) -> [[Line]] {
        text.groups.compactMap { group in
            let entries = group.entries.filter {
                filter.isEmpty || "\($0.keys) \($0.text)".lowercased().contains(filter)
            }
            if entries.isEmpty { return nil }
            return [Line(keys: .empty, text: DisplayText(sanitising: group.title))]
                + entries.map {
                    Line(
                        keys: DisplayText(sanitising: isASCII ? $0.keys.withArrowsSpelled : $0.keys),
                        text: DisplayText(sanitising: $0.text))
                }
        }
    }

    private static var mouse: [Line] {
        [
            Line(keys: .empty, text: .empty), Line(keys: .empty, text: "MOUSE"),
            Line(keys: "wheel", text: "zoom at pointer"), Line(keys: "drag", text: "pan"),
            Line(keys: "click", text: "select"), Line(keys: "double click", text: "open"),
        ]
    }

    private static func legend(isASCII: Bool) -> [Line] {
        func badge(_ count: Int, _ text: DisplayText) -> Line {
            let width = count == 1 ? 1 : ClusterScale.abbreviatedCount(count).count + 2
            let room = DisplayText(sanitising: String(repeating: " ", count: width))
            return Line(keys: room, text: text, sample: count)
        }
        let gap = Line(keys: .empty, text: .empty)
        return [
            Line(keys: .empty, text: "READING THE MAP"), badge(1, "one row"), badge(7, "2 to 9 rows"),
            badge(42, "10 or more"), badge(317, "100 or more"), gap, badge(1200, "1,000 or more"), gap, gap,
            badge(28_000, "10,000 or more"), gap, Line(keys: isASCII ? ">@<" : "[●]", text: "selected"),
            Line(keys: isASCII ? ">317<" : "[317]", text: "has selection"),
            Line(keys: isASCII ? "#" : "◆", text: "marked"),
        ]
    }

    // MARK: - Columns

    /// As many columns, at most four, as fit `width`; of the ways to spread whole groups over them, the lowest.
    private static func columns(_ groups: [[Line]], within width: Int) -> [Column] {
        for count in [4, 3, 2] {
            let fitting = spreads(of: groups[...], over: count).filter { columns in
                columns.reduce(-gap) { $0 + $1.width + gap } <= width
            }
            func height(_ columns: [Column]) -> Int { columns.map(\.lines.count).max() ?? 0 }
            if let lowest = fitting.min(by: { height($0) < height($1) }) { return lowest }
        }
        return [column(of: groups[...])]
    }

    private static func spreads(of groups: ArraySlice<[Line]>, over count: Int) -> [[Column]] {
        guard count > 1 else { return groups.isEmpty ? [] : [[column(of: groups)]] }
        return groups.indices.dropFirst().flatMap { start in
            spreads(of: groups[start...], over: count - 1).map { [column(of: groups[..<start])] + $0 }
        }
    }

    /// Groups below each other, with a blank line between them.
    private static func column(of groups: ArraySlice<[Line]>) -> Column {
        Column(lines: Array(groups.joined(separator: [Line(keys: .empty, text: .empty)])))
    }
}
