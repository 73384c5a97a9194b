import App
import CellGraphics
import DataSets
import MapModel

/// Draws clusters and single places: the glyphs of every size class, charset and state.
struct BadgePainter {
    enum Mark { case none, selected, holdsSelection }

    /// Whether an annotation stands out from the others.
    enum Highlight: Equatable {
        /// Nothing is being looked for, or it is near what the ring is about.
        case plain
        /// So many of its rows are among what is looked for: that is the number it shows.
        case match(count: Int)
        /// It is not among what is looked for.
        case dimmed
        /// All of its rows are marked.
        case marked
    }

    let charset: Charset
    let theme: Theme
    /// Each badge is one row in one style, so that it takes one change of colours.
    var isSketch = false
    /// Small clusters are brighter over streets: over buildings their usual colour drowns.
    var isOverStreets = false
    /// Above areas the colours of counts would drown: clusters are grey, single rows white.
    var isOverAreas = false
    /// The colours of classes; nil while rows have none.
    var classes: ClassPalette?
    /// What became of rows, for the arrows of those that moved.
    var changes: ShownChanges?

    var mode: ColorMode { theme.mode }

    func draw(
        _ annotation: PlacedAnnotation, mark: Mark, highlight: Highlight, phase: Arrivals.Phase,
        into frame: inout CellBuffer,
        isFree: (CellPoint) -> Bool
    ) {
        defer { draw(annotation.motion, of: annotation, into: &frame) }
        if let difference = annotation.difference {
            draw(difference, annotation.rect, mark, into: &frame)
        } else if phase != .rest, charset != .ascii, mark == .none {
            drawArrival(annotation, phase, &frame)
        } else if annotation.isPlace, annotation.rect.width > 1 {
            drawDisc(annotation, mark, highlight, &frame, isFree)
        } else if annotation.isPlace || annotation.rect.width == 1 {
            drawPlace(annotation, mark, highlight, &frame, isFree)
        } else {
            drawCluster(
                count: annotation.count, annotation.rect, mark, highlight, hue: hue(of: annotation),
                value: annotation.value, isRough: annotation.vagueness == .mostlyRough, &frame)
            drawMarkSign(annotation, &frame)
            if mark == .none, highlight == .plain { drawAreaSign(annotation, &frame) }
        }
    }

    /// A badge for `count` rows that stand nowhere: for the help.
    func drawSample(count: Int, rect: CellRect, into frame: inout CellBuffer) {
        if count == 1 {
            put(&frame, charset == .ascii ? "o" : "●", rect.column, rect.row, .place, .bold)
        } else {
            drawCluster(count: count, rect, .none, .plain, hue: nil, &frame)
        }
    }

    func hue(of annotation: PlacedAnnotation) -> LayerHue? {
        if let classes, let value = annotation.value, let main = value.figure?.classNumber ?? value.mainClass
        {
            return pointed(classes.hue(of: main), annotation)
        }
        return annotation.layer.map { LayerPalette.hue(of: $0) }
    }

    /// The sign of a single place, by its layer.
    private func sign(_ hue: LayerHue) -> DisplayText { charset == .ascii ? hue.plainSign : hue.sign }

    func put(
        _ frame: inout CellBuffer, _ text: DisplayText, _ column: Int, _ row: Int, _ ink: Role,
        _ attributes: Attributes = [],
        on paper: Role? = nil
    ) {
        frame.put(
            text, at: CellPoint(column: column, row: row), style: Style(ink, on: paper, attributes),
            keepingPaper: paper == nil)
    }

    // MARK: - Single places

    private func drawPlace(
        _ annotation: PlacedAnnotation, _ mark: Mark, _ highlight: Highlight, _ frame: inout CellBuffer,
        _ isFree: (CellPoint) -> Bool
    ) {
        let column = annotation.rect.column
        let row = annotation.rect.row
        let hue = hue(of: annotation)
        guard mark != .none else {
            if drawMarkedPlace(annotation, &frame) { return }
            if highlight == .plain, drawVaguePlace(annotation, &frame) { return }
            if highlight == .plain, drawTile(annotation, hue, &frame) { return }
            if annotation.count > 1, highlight == .plain {
                return drawCrowdedDot(annotation.count, column, row, hue, &frame)
            }
            let size = annotation.value?.figure?.sizeClass
            let hue = size == nil ? hue : (hue ?? LayerPalette.data).withSign(ofSize: size)
            return drawPlainPlace(column, row, highlight, hue, &frame)
        }
        let sign = annotation.markedCount > 0 ? markSign : charset == .ascii ? "@" : hue?.sign ?? "●"
        put(&frame, sign, column, row, .selection, .bold)
        let brackets: (DisplayText, DisplayText) = charset == .ascii ? (">", "<") : ("[", "]")
        for (text, side) in [(brackets.0, column - 1), (brackets.1, column + 1)]
        where isFree(CellPoint(column: side, row: row)) {
            put(&frame, text, side, row, .selection, .bold)
        }
    }

    private func drawPlainPlace(
        _ column: Int, _ row: Int, _ highlight: Highlight, _ hue: LayerHue?, _ frame: inout CellBuffer
    ) {
        switch highlight {
        case .plain, .marked:
            let ink = hue?.line ?? (isOverAreas ? .barStrong : .place)
            put(&frame, sign(hue ?? LayerPalette.data), column, row, ink, .bold)
        case .match:
            let sign = charset == .ascii ? "*" : hue?.sign ?? "●"
            put(&frame, sign, column, row, .match, [.bold, .underline])
        case .dimmed: put(&frame, charset == .ascii ? "." : "•", column, row, .fadedText, .dim)
        }
    }

    /// A dot of several rows: brighter than that of one; without tints a digit.
    private func drawCrowdedDot(
        _ count: Int, _ column: Int, _ row: Int, _ hue: LayerHue?, _ frame: inout CellBuffer
    ) {
        if charset == .ascii {
            let digit = count > 9 ? "#" : String(count)
            return put(&frame, DisplayText(sanitising: digit), column, row, hue?.line ?? .place, .bold)
        }
        let ink: Role = hue?.line ?? (isOverAreas ? .barStrong : count > 9 ? .badge6 : .badge5)
        put(&frame, hue?.sign ?? "●", column, row, ink, .bold)
    }

    // MARK: - Clusters

    struct Colors {
        let paper: Role
        let ink: Role
        /// What edges are drawn with, so that they look like the paper.
        let edge: Role
    }

    /// Badges of one layer have its colour instead of the scale's: dark below 100, full from there on.
    private func colors(
        of sizeClass: Int, _ mark: Mark, _ highlight: Highlight = .plain, hue: LayerHue? = nil
    ) -> Colors {
        let roles: [(Role, Role)] =
            isOverAreas
            ? Self.quietRoles
            : [
                (isOverStreets ? .streetBadge2 : .badge2, .badge2Text), (.badge3, .badge3Text),
                (.badge4, .badge4Text), (.badge5, .badge5Text),
                (.badge6, .badge6Text),
            ]
        let (paper, ink): (Role, Role)
        switch (mark, highlight) {
        case (.selected, _): (paper, ink) = (.selection, .selectionText)
        case (_, .match(_)): (paper, ink) = (.match, .matchText)
        case (_, .dimmed): (paper, ink) = (.faded, .fadedText)
        case (_, .marked): (paper, ink) = (.mark, .markText)
        case (_, .plain):
            let scale = roles[min(max(sizeClass, 2), 6) - 2]
            (paper, ink) = mode == .mono ? scale : hue.map { layerColors(of: sizeClass, $0) } ?? scale
        }
        return Colors(paper: paper, ink: ink, edge: mode == .mono ? .text : paper)
    }

    private static let quietRoles: [(Role, Role)] = [
        (.quietBadge2, .quietBadge2Text), (.quietBadge3, .quietBadge3Text), (.quietBadge4, .badge4Text),
        (.quietBadge5, .badge5Text), (.quietBadge6, .badge6Text),
    ]

    private func layerColors(of sizeClass: Int, _ hue: LayerHue) -> (paper: Role, ink: Role) {
        if mode == .sixteen { return (hue.line, theme.inkWithFewColors(on: hue.line)) }
        return sizeClass <= 3 ? (hue.badge, hue.line) : (hue.line, .layerText)
    }

    private func drawCluster(
        count: Int, _ rect: CellRect, _ mark: Mark, _ highlight: Highlight, hue: LayerHue?,
        value: BadgeValue? = nil, isRough: Bool = false, _ frame: inout CellBuffer
    ) {
        if mode == .mono || charset == .ascii, mark == .none, highlight == .plain,
            drawSigned(count, value, rect, isRough: isRough, &frame)
        {
            return
        }
        let cells = classCells(of: value, rect.width, mark, highlight)
        // A split badge has a paper of its own, whatever its size, and with sixteen colours one of a layer: not all of them
        // can be read on the ground.
        let isFilled = !cells.isEmpty || hue != nil && mode == .sixteen
        let size = value?.figure?.sizeClass ?? ClusterScale.sizeClass(of: count)
        let sizeClass = max(size, isFilled ? 4 : 1)
        defer { color(rect, cells, over: colors(of: sizeClass, mark, highlight), &frame) }
        let colors = colors(of: sizeClass, mark, highlight, hue: cells.isEmpty ? hue : nil)
        let text = number(count, highlight, value, width: rect.width - 2, isRough: isRough)
        let weight = weight(sizeClass, highlight)
        let isTall = rect.height == 3
        let row = rect.row + rect.height / 2
        let column = rect.column
        if charset == .ascii {
            drawBracketed(text, column, row, sizeClass, mark, highlight, colors, &frame)
            return
        }
        if isSketch, mark == .none {
            return drawSketched(text, column, row, sizeClass, highlight, colors, &frame)
        }
        // Those of the selected one keep their colour: a move of the selection changes one row.
        let edges = mark == .selected ? self.colors(of: sizeClass, .none, highlight, hue: hue) : colors
        let isFlatPair = isFlat(sizeClass, highlight) && mark != .selected
        // Brackets have no paper that edges would round.
        if isTall && !isFlatPair { drawTallEdges(rect, sizeClass, edges, &frame) }
        let caps: (DisplayText, DisplayText)
        if isTall && sizeClass == 6 {
            caps = ("█", "█")
        } else if isFlatPair {
            caps = ("(", ")")
        } else {
            caps = ("▐", "▌")
        }
        let capInk = isFlatPair ? colors.ink : colors.edge
        // A full block does not fill the cell in every font.
        let capPaper = caps.0 == "█" ? colors.paper : nil
        put(&frame, caps.0, column, row, capInk, isFlatPair ? weight : [], on: capPaper)
        put(&frame, text, column + 1, row, colors.ink, weight, on: colors.paper)
        put(&frame, caps.1, column + 1 + text.width, row, capInk, isFlatPair ? weight : [], on: capPaper)
        drawBrackets(column, row, text.width, mark, colors, &frame)
    }

    /// What a badge says: its count, or how many of its rows are looked for, in as many cells.
    func number(
        _ count: Int, _ highlight: Highlight, _ value: BadgeValue?, width: Int, isRough: Bool = false
    ) -> DisplayText {
        var text = DisplayText(sanitising: ClusterScale.abbreviatedCount(count))
        if case .match(let matches) = highlight {
            let found = DisplayText(sanitising: ClusterScale.abbreviatedCount(matches))
            // 987 of 1.0k: what does not fit is no longer counted one by one.
            if found.width <= width { text = found }
        } else if let figure = value?.figure {
            text = figure.text
        }
        if isRough, text.width < width { text = "~" + text }
        let left = max(width - text.width, 0) / 2
        let right = max(width - text.width - left, 0)
        return DisplayText(sanitising: String(repeating: " ", count: left)) + text
            + DisplayText(sanitising: String(repeating: " ", count: right))
    }

    /// Whether brackets take the place of a paper, of which there are too few without tints.
    private func isFlat(_ sizeClass: Int, _ highlight: Highlight) -> Bool {
        if case .match = highlight { return false }
        if highlight == .marked { return false }
        return !mode.isTinted && (sizeClass <= 3 || highlight == .dimmed)
    }

    private func drawSketched(
        _ text: DisplayText, _ column: Int, _ row: Int, _ sizeClass: Int, _ highlight: Highlight,
        _ colors: Colors,
        _ frame: inout CellBuffer
    ) {
        let weight = highlight == .plain ? [] : weight(sizeClass, highlight)
        let isFlat = isFlat(sizeClass, highlight)
        let whole: DisplayText = isFlat ? "(" + text + ")" : " " + text + " "
        put(&frame, whole, column, row, colors.ink, weight, on: isFlat ? nil : colors.paper)
    }

    private func weight(_ sizeClass: Int, _ highlight: Highlight) -> Attributes {
        switch highlight {
        case .plain: sizeClass >= 3 ? .bold : []
        case .match: [.bold, .underline]
        case .marked: .bold
        case .dimmed: mode.isTinted ? [] : .dim
        }
    }

    private func drawBrackets(
        _ column: Int, _ row: Int, _ width: Int, _ mark: Mark, _ colors: Colors, _ frame: inout CellBuffer
    ) {
        switch mark {
        case .none: break
        case .selected:
            put(&frame, "[", column, row, colors.ink, .bold, on: colors.paper)
            put(&frame, "]", column + 1 + width, row, colors.ink, .bold, on: colors.paper)
        case .holdsSelection:
            put(&frame, "[", column, row, .selection, .bold)
            put(&frame, "]", column + 1 + width, row, .selection, .bold)
        }
    }

    private func drawBracketed(
        _ text: DisplayText, _ column: Int, _ row: Int, _ sizeClass: Int, _ mark: Mark,
        _ highlight: Highlight,
        _ colors: Colors, _ frame: inout CellBuffer
    ) {
        let pairs: [(DisplayText, DisplayText)] = [
            ("(", ")"), ("(", ")"), ("[", "]"), ("{", "}"), ("{", "}"),
        ]
        let brackets: (DisplayText, DisplayText) =
            if case .match = highlight { ("*", "*") } else { pairs[min(max(sizeClass, 2), 6) - 2] }
        let pair: (DisplayText, DisplayText) = mark == .none ? brackets : (">", "<")
        let ink = mark != .none ? Role.selection : sizeClass <= 3 || mode == .mono ? colors.ink : colors.paper
        put(&frame, pair.0, column, row, ink, .bold)
        put(&frame, text, column + 1, row, colors.ink, weight(sizeClass, highlight), on: colors.paper)
        put(&frame, pair.1, column + 1 + text.width, row, ink, .bold)
    }

    /// Half a row above the count and one below, for a bubble with corners. Half blocks touch the badge in every font, as
    /// blocks of eighths, and inverted ones, do not.
    private func drawTallEdges(
        _ rect: CellRect, _ sizeClass: Int, _ colors: Colors, _ frame: inout CellBuffer
    ) {
        let bottom = rect.row + 2
        let inner = rect.width - 2
        guard inner > 0 else { return }
        func line(_ character: String) -> DisplayText {
            DisplayText(sanitising: String(repeating: character, count: inner))
        }
        put(&frame, line("▄"), rect.column + 1, rect.row, colors.edge)
        put(&frame, line("▀"), rect.column + 1, bottom, colors.edge)
        guard sizeClass == 6 else { return }
        put(&frame, "▗", rect.column, rect.row, colors.edge)
        put(&frame, "▖", rect.endColumn - 1, rect.row, colors.edge)
        put(&frame, "▝", rect.column, bottom, colors.edge)
        put(&frame, "▘", rect.endColumn - 1, bottom, colors.edge)
    }

    // MARK: - Arriving

    private func drawArrival(
        _ annotation: PlacedAnnotation, _ phase: Arrivals.Phase, _ frame: inout CellBuffer
    ) {
        let rect = annotation.rect
        let row = annotation.middleRow
        let text = DisplayText(sanitising: ClusterScale.abbreviatedCount(annotation.count))
        let sizeClass = ClusterScale.sizeClass(of: annotation.count)
        switch phase {
        case .dot: put(&frame, "·", rect.column + rect.width / 2, row, .place)
        case .digits where annotation.isPlace: put(&frame, "•", rect.column, row, .place, .bold)
        case .digits:
            put(
                &frame, text, rect.column + 1, row,
                sizeClass > 3 ? colors(of: sizeClass, .none).edge : .badge2Text, .bold)
        case .overshoot where annotation.isPlace: put(&frame, "●", rect.column, row, .badge6, .bold)
        case .overshoot: drawFlat(text, rect.column, row, 6, &frame)
        case .settling where annotation.isPlace: put(&frame, "●", rect.column, row, .badge5, .bold)
        case .settling: drawFlat(text, rect.column, row, 5, &frame)
        case .rest: break
        }
    }

    private func drawFlat(
        _ text: DisplayText, _ column: Int, _ row: Int, _ sizeClass: Int, _ frame: inout CellBuffer
    ) {
        let colors = colors(of: sizeClass, .none)
        put(&frame, "▐", column, row, colors.edge)
        put(&frame, text, column + 1, row, colors.ink, .bold, on: colors.paper)
        put(&frame, "▌", column + 1 + text.width, row, colors.edge)
    }
}
