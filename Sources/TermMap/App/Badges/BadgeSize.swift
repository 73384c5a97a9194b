import CellGraphics
import MapModel

/// What the cells of badges depend on besides their counts.
package struct BadgeStyle: Sendable {
    /// Whether large counts take three rows.
    var allowsTall: Bool
    /// Cells for what badges say in place of their counts, so that no change of it moves them.
    var leastDigits = 1
    /// Cells besides the digits of a count, for the sign of a difference.
    var moreDigits = 0
    /// Whether a badge has a line for each class of its rows.
    package var keepsApart = false
    /// Badges are as large as a figure of their rows; nil for their counts.
    package var scale: FigureScale?

    /// The longest count: `1.2k`.
    static let digitsOfCount = 4
    /// The longest text of a badge.
    var mostDigits: Int { max(leastDigits, Self.digitsOfCount + moreDigits) }

    /// Rows for a badge that has `rows` to itself.
    package func room(_ rows: Int) -> Int { allowsTall || keepsApart ? rows : 1 }

    /// Rows for a badge in a block of so many rows: only there where more than the count is to be seen.
    package func room(inBlock rows: Int) -> Int { keepsApart || scale != nil ? room(rows) : 1 }
}

/// The cells that a badge takes, and where they may stand.
package enum BadgeSize {
    /// Lines of a badge at most: beside and below it the map is to be seen.
    private static let mostLines = 3

    /// Cells of a badge: a dot for one row, else the number with a blank on each side; a large one is tall.
    ///
    /// - Parameter room: rows that there are for it.
    package static func size(of content: BadgeContent, room: Int, _ style: BadgeStyle) -> (
        width: Int, height: Int
    ) {
        if style.keepsApart, content.count > 1 {
            let lines = lines(of: content, rows: lineCount(room))
            if lines.count > 1 {
                let widths = lines.map { width(ofCount: $0.count, style) }
                return (widths.max() ?? 1, lines.count)
            }
        }
        if let scale = style.scale {
            let sizeClass = scale.sizeClass(of: content.numbers, rowCount: content.count)
            return content.count == 1
                ? disc(sizeClass, room: style.allowsTall ? room : 1)
                : (
                    width(ofCount: content.count, style)
                        + (sizeClass == 3 || sizeClass == 4 || sizeClass == 6 ? 2 : 0),
                    sizeClass >= 5 && style.allowsTall && room >= 3 ? 3 : 1
                )
        }
        let isTall = ClusterScale.sizeClass(of: content.count) >= 5 && style.allowsTall && room >= 3
        // The sign before the count of rows that are somewhere in a country.
        let sign = content.isRough && content.count > 1 ? 1 : 0
        return (width(ofCount: content.count, style) + sign, isTall ? 3 : 1)
    }

    private static func width(ofCount count: Int, _ style: BadgeStyle) -> Int {
        if count == 1 { return 1 }
        // A difference may be longer than the count of both: 998 of 1k.
        let isShortened = style.moreDigits > 0 && count >= 1000
        let digits = isShortened ? BadgeStyle.digitsOfCount : ClusterScale.abbreviatedCount(count).count
        return max(digits + style.moreDigits, style.leastDigits) + 2
    }

    /// Cells of a single row by its size: a dot, larger from class 4 on.
    private static func disc(_ sizeClass: Int, room: Int) -> (width: Int, height: Int) {
        switch sizeClass {
        case ..<4: (1, 1)
        case 4: (3, 1)
        case 5: (4, room >= 3 ? 2 : 1)
        default: (5, room >= 3 ? 3 : 1)
        }
    }

    /// The cells of that size around `middle`.
    package static func rect(
        of content: BadgeContent, around middle: CellPoint, room: Int, _ style: BadgeStyle
    ) -> CellRect {
        let size = size(of: content, room: room, style)
        return CellRect(
            column: middle.column - size.width / 2, row: middle.row - size.height / 2, width: size.width,
            height: size.height)
    }

    /// Whether two annotations are too near to each other: less than a free column between them, and between two
    /// badges less than a free row. Two dots may touch.
    static func meet(_ first: CellRect, _ second: CellRect) -> Bool {
        let dots = (first.width == 1 ? 1 : 0) + (second.width == 1 ? 1 : 0)
        let columns = dots == 2 ? 0 : 1
        let rows = dots == 0 ? 1 : 0
        return first.column < second.endColumn + columns && second.column < first.endColumn + columns
            && first.row < second.endRow + rows && second.row < first.endRow + rows
    }
}

// MARK: - Lines

extension BadgeSize {
    /// A line of a badge that keeps classes apart.
    package struct Line: Equatable {
        /// One class; several in the last line, where there is no room for a line of each.
        package let classes: [Int]
        package let count: Int

        package init(classes: [Int], count: Int) {
            self.classes = classes
            self.count = count
        }
    }

    private static func lineCount(_ room: Int) -> Int { min(max(room - 1, 1), mostLines) }

    /// The lines of a badge of at most so many rows, the class with most rows first.
    package static func lines(of content: BadgeContent, rows: Int) -> [Line] {
        guard let tally = content.tally else { return [] }
        let classes = content.classes
        let single = classes.count <= rows ? classes.count : rows - 1
        let lines = classes.prefix(single).map { Line(classes: [$0], count: Int(tally[$0])) }
        let rest = Array(classes.dropFirst(single))
        return rest.isEmpty
            ? lines : lines + [Line(classes: rest, count: rest.reduce(0) { $0 + Int(tally[$1]) })]
    }

    /// A badge with a line for each class as badges of their own, from above.
    static func apart(
        _ annotation: PlacedAnnotation, _ contents: BadgeContents, _ style: BadgeStyle
    ) -> [PlacedAnnotation] {
        let parts = annotation.parts.map { (part: $0, classNumber: contents.ofPart($0).classes.first ?? 0) }
        let lines = lines(of: contents.of(annotation.parts), rows: annotation.rect.height)
        guard lines.count > 1 else { return [annotation] }
        return lines.enumerated().map { offset, line in
            var rect = annotation.rect
            rect.row += offset
            rect.height = 1
            rect.width = min(width(ofCount: line.count, style), rect.width)
            // A sign stands below the digits.
            if line.count == 1, annotation.rect.width > 1 { rect.column += 1 }
            return PlacedAnnotation(
                parts: parts.filter { line.classes.contains($0.classNumber) }.map(\.part)
                    .sorted { $0.count > $1.count }, rect: rect, reach: annotation.reach)
        }
    }
}

extension CellRect {
    func moved(columns: Int, rows: Int = 0) -> CellRect {
        CellRect(column: column + columns, row: row + rows, width: width, height: height)
    }
}
