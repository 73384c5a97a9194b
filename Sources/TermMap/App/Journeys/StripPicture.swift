import CellGraphics

/// What the strip says, before it is laid out.
package struct StripContent: Equatable, Sendable {
    /// The name of each column of figures, and which of them the plot shows.
    package var columns: [DisplayText] = []
    package var current = 0
    /// Which of several journeys it is, `2 of 3`; empty for the only one.
    package var number: DisplayText = .empty
    /// What that one is called.
    package var name: DisplayText = .empty
    /// The totals, in fewer and fewer words.
    package var totals: [DisplayText] = []
    /// Of each column of the plot; nil without a value.
    package var values: [Double?] = []
    /// Columns within a stop, by time.
    package var stops: [Range<Int>] = []
    /// What values are in, behind the topmost height.
    package var unit: String = ""
    package var ticks: [StripTicks.Tick] = []
    package var cursor: Int?
    /// The columns of the range.
    package var range: ClosedRange<Int>?
    /// What the range, or the cursor, comes to; the first part is the most important one.
    package var figures: [DisplayText] = []
    /// What is said in the place of a plot without any value.
    package var note: DisplayText = .empty

    package init() {}
}

/// The strip as it is drawn, in columns and eighths of rows.
package struct StripPicture: Equatable, Sendable {
    package enum Side: Equatable, Sendable { case plain, range, cursor, stop }

    /// A column of the plot.
    package struct Column: Equatable, Sendable {
        /// Eighths of a row from the bottom; nil without a value.
        package var height: Int?
        package var side: Side
        /// Its paper is that of the range.
        package var isInRange: Bool
    }

    package let layout: StripLayout
    package let columns: [Column]
    package let title: [BandPicture.Span]
    package let titleEnd: [BandPicture.Span]
    /// Heights at the left: the row of the screen and the text.
    package let scale: [(row: Int, text: DisplayText)]
    package let ticks: [StripTicks.Tick]
    package let range: ClosedRange<Int>?
    package let cursor: Int?
    package let figures: [BandPicture.Span]
    package let note: DisplayText

    package static func == (left: Self, right: Self) -> Bool {
        left.layout == right.layout && left.columns == right.columns && left.title == right.title
            && left.titleEnd == right.titleEnd && left.ticks == right.ticks && left.range == right.range
            && left.cursor == right.cursor && left.figures == right.figures && left.note == right.note
            && left.scale.map(\.text) == right.scale.map(\.text)
    }

    package init(_ content: StripContent, in layout: StripLayout) {
        self.layout = layout
        let known = content.values.compactMap { $0 }.filter(\.isFinite)
        let heights = StripScale(known.min() ?? 0, known.max() ?? 0)
        let rows = layout.plot.height
        columns = content.values.enumerated().map { index, value in
            let isInRange = content.range?.contains(index) ?? false
            let side: Side =
                index == content.cursor
                ? .cursor
                : isInRange ? .range : content.stops.contains { $0.contains(index) } ? .stop : .plain
            return Column(height: heights.eighths(value, rows: rows), side: side, isInRange: isInRange)
        }
        scale = known.isEmpty ? [] : Self.scale(heights, content.unit, in: layout)
        ticks = content.ticks
        range = content.range
        cursor = content.cursor
        note = known.isEmpty ? content.note : .empty
        let figures = content.figures
        let isInTitle = layout.range == nil && !figures.isEmpty
        let room = layout.title.width
        let names = Self.names(content, width: content.number.isEmpty ? room / 2 : room * 2 / 3)
        title = names
        let left = room - BandTitle.width(names) - 2
        if isInTitle {
            titleEnd = Self.spans(figures, separator: "  ", width: left)
        } else {
            let totals = content.totals.first { $0.width <= left } ?? .empty
            titleEnd = totals.isEmpty ? [] : [BandPicture.Span(text: totals, look: .plain)]
        }
        self.figures =
            isInTitle ? [] : Self.spans(figures, separator: "   ", width: layout.range?.width ?? 0)
    }

    /// The columns of figures; those behind the current one are left out first.
    private static func names(_ content: StripContent, width: Int) -> [BandPicture.Span] {
        var names = content.columns.enumerated().map { index, name in
            BandPicture.Span(text: name.clipped(to: 20), look: index == content.current ? .playing : .dim)
        }
        var number: DisplayText = content.number.isEmpty ? .empty : "  " + content.number
        if !content.name.isEmpty { number = number + "  " + content.name.clipped(to: max(width / 3, 8)) }
        func total() -> Int { BandTitle.width(names) + 2 * max(names.count - 1, 0) + number.width }
        while names.count > 1, total() > width {
            names.remove(at: names.last?.look == .playing ? 0 : names.count - 1)
        }
        var spans: [BandPicture.Span] = []
        for name in names {
            if !spans.isEmpty { spans.append(BandPicture.Span(text: "  ", look: .dim)) }
            spans.append(name)
        }
        if !number.isEmpty { spans.append(BandPicture.Span(text: number, look: .dim)) }
        return spans
    }

    /// As many parts as there is room for, the first one strong, the last of many dim.
    private static func spans(
        _ parts: [DisplayText], separator: DisplayText, width: Int
    ) -> [BandPicture.Span] {
        var spans: [BandPicture.Span] = []
        var used = 0
        for (index, part) in parts.enumerated() {
            let text = (index == 0 ? "" : separator) + part
            guard used + text.width <= width else { break }
            used += text.width
            let isLast = index == parts.count - 1 && index > 4
            spans.append(BandPicture.Span(text: text, look: index == 0 ? .strong : isLast ? .dim : .plain))
        }
        return spans
    }

    private static func scale(
        _ heights: StripScale, _ unit: String, in layout: StripLayout
    ) -> [(row: Int, text: DisplayText)] {
        guard layout.scaleEnd != nil, layout.plot.height > 1 else { return [] }
        let (plot, span) = (layout.plot, heights.top - heights.bottom)
        // As many decimals as its middle needs.
        let decimals = (0...3).first { digits in
            let scale = (0..<digits).reduce(1.0) { product, _ in product * 10 }
            return [heights.bottom, heights.middle, heights.top].allSatisfy {
                abs(($0 * scale).rounded() - $0 * scale) < 1e-6 * max(span * scale, 1)
            }
        }
        func text(_ value: Double) -> String {
            guard let decimals, decimals > 0 else { return Int(value.rounded()).grouped }
            return value.fixed(decimals)
        }
        func line(_ row: Int, _ text: String) -> (row: Int, text: DisplayText) {
            (row, DisplayText(sanitising: text).clipped(to: StripLayout.leftColumns - 1))
        }
        let top = text(heights.top)
        let whole = unit.isEmpty ? top : top + " " + unit
        // Where the unit has no room behind the topmost figure, it stands below it.
        let isBelow = DisplayText(sanitising: whole).width >= StripLayout.leftColumns && plot.height > 2
        let middle = plot.row + plot.height / 2
        var lines = [line(plot.row, isBelow ? top : whole)]
        if isBelow { lines.append(line(plot.row + 1, unit)) }
        if plot.height > 2, !isBelow || middle > plot.row + 1 {
            lines.append(line(middle, text(heights.middle)))
        }
        return lines + [line(plot.endRow - 1, text(heights.bottom))]
    }
}
