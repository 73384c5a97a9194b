import CellGraphics

/// The band as it is drawn, in columns and eighths of rows, without colours and signs.
package struct BandPicture: Equatable, Sendable {
    /// Where its parts are.
    package let layout: BandLayout
    /// Columns of a bar.
    package let columnsPerBar: Int
    /// From left to right.
    package let bars: [Bar]
    /// Where many bars have no rows.
    package let gaps: [Gap]
    /// The title from the left.
    package let title: [Span]
    /// The title at the right end.
    package let titleEnd: [Span]
    /// Below the rail.
    package let labels: [BandLabel]
    /// The windows on the rail: A first.
    package let windows: [WindowMark]
    /// The column of the selected row's moment.
    package let cursor: Int?
    /// What the window holds: at most as many lines as there are rows for.
    package let readout: [Line]

    /// A bar.
    package struct Bar: Equatable, Sendable {
        /// Eighths of a row; a bar with rows has one at least.
        package var height: Int
        /// Whose rows it has.
        package var side: Side
        /// The classes that it is made of, from the bottom, each up to a height in eighths of a row.
        package var parts: [Part] = []

        /// A class in a bar.
        package struct Part: Equatable, Sendable {
            /// Its number in the legend's order.
            package var classIndex: Int
            /// Where it ends, in eighths of a row from the bottom.
            package var top: Double
        }
    }

    /// What a bar is to the windows.
    package enum Side: Equatable, Sendable {
        /// There is no window.
        case all
        case inside, outside
        /// In A, of two windows.
        case other
    }

    /// Bars without rows: a text in the middle of them.
    package struct Gap: Equatable, Sendable {
        /// Columns from the left of the bars.
        package var columns: Range<Int>
        package var text: DisplayText
    }

    /// A window on the rail.
    package struct WindowMark: Equatable, Sendable {
        package var columns: ClosedRange<Int>
        /// It is A of two.
        package var isOther: Bool
    }

    /// A piece of text in one look.
    package struct Span: Equatable, Sendable {
        package var text: DisplayText
        package var look: Look

        /// How a text is to look.
        package enum Look: Equatable, Sendable {
            case strong, plain, dim
            /// The names of two windows, A and B.
            case first, second
            /// While it plays.
            case playing
        }
    }

    /// A line of the readout.
    package struct Line: Equatable, Sendable {
        package var name: DisplayText
        package var value: DisplayText
        package var isStrong = false
    }

    /// What is seen of some content in a layout.
    package init(_ content: BandContent, in layout: BandLayout) {
        self.layout = layout
        columnsPerBar = content.axis.columnsPerBar
        let heights = BandHeights(content, rows: layout.bars.height)
        bars = heights.bars
        gaps = Self.gaps(of: content)
        let title = BandTitle(content, width: layout.title.width, isWide: layout.isWide, heights.isRoot)
        (self.title, titleEnd) = (title.start, title.end)
        labels = BandLabel.labels(of: content.axis, width: layout.bars.width)
        windows = [(content.other, true), (content.window, false)].compactMap { window, isOther in
            window.flatMap(content.axis.columns(of:)).map { WindowMark(columns: $0, isOther: isOther) }
        }
        cursor = content.cursor.flatMap(content.axis.column(of:))
        readout = layout.readout.map { Array(BandReadout(content).lines.prefix($0.height)) } ?? []
    }

    /// A run of bars without rows is said from this width on.
    private static let columnsOfGap = 12

    private static func gaps(of content: BandContent) -> [Gap] {
        let (axis, counts) = (content.axis, content.counts)
        var gaps: [Gap] = []
        var bar = 0
        while bar < axis.barCount {
            let end = (bar..<axis.barCount).first { counts.indices.contains($0) && counts[$0] > 0 }
            let next = end ?? axis.barCount
            let columns = bar * axis.columnsPerBar..<next * axis.columnsPerBar
            if columns.count >= columnsOfGap {
                let length = BandWords.length(axis.edges[next] - axis.edges[bar])
                let text = DisplayText(sanitising: length + " without rows")
                let fits = text.width + 4 <= columns.count
                gaps.append(Gap(columns: columns, text: fits ? text : DisplayText(sanitising: length)))
            }
            bar = max(next, bar + 1)
        }
        return gaps
    }
}
