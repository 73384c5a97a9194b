import CellGraphics
import RowValues

/// What the first row of the band says: the window in words at the left, step and rows at the right.
struct BandTitle {
    let start: [BandPicture.Span]
    let end: [BandPicture.Span]

    private typealias Span = BandPicture.Span

    init(_ content: BandContent, width: Int, isWide: Bool, _ isRoot: Bool) {
        let endSpans = Self.end(content, isWide, isRoot)
        let room = width - Self.width(endSpans) - 2
        // What says least is left out first.
        let attempts: [(withLength: Bool, withNotes: Bool, withColumn: Bool)] = [
            (true, true, true), (false, true, true), (true, false, true), (false, false, true),
            (false, false, false),
        ]
        let starts =
            attempts.map { Self.start(content, $0.withLength, $0.withNotes, $0.withColumn) }
            + (content.other == nil ? [] : [Self.beginnings(content)])
        if let first = starts.first(where: { Self.width($0) <= room }) {
            (start, end) = (first, endSpans)
        } else {
            let words = starts.last ?? []
            let hasRoom = Self.width(words) + Self.width(endSpans.suffix(1)) + 1 <= width
            (start, end) = (words, hasRoom ? endSpans.suffix(1) : [])
        }
    }

    static func width(_ spans: [BandPicture.Span]) -> Int { spans.reduce(0) { $0 + $1.text.width } }

    private static func start(
        _ content: BandContent, _ withLength: Bool, _ withNotes: Bool, _ withColumn: Bool
    ) -> [Span] {
        var spans = [Span(text: "time", look: .strong)]
        if withColumn, !content.column.isEmpty {
            spans.append(Span(text: " " + content.column.clipped(to: 24), look: .dim))
        }
        spans.append(Span(text: "  ", look: .dim))
        spans += windows(content, withLength)
        if withNotes { spans += notes(content) }
        return spans
    }

    /// Of two windows that are long in words only when they begin.
    private static func beginnings(_ content: BandContent) -> [Span] {
        guard let other = content.other, let window = content.window else { return [] }
        let words = BandWords(content.axis.zone)
        func text(_ window: Range<Int64>) -> DisplayText {
            DisplayText(sanitising: " from " + words.moment(window.lowerBound, by: words.unit(of: window)))
        }
        return [
            Span(text: "time  ", look: .strong), Span(text: "A", look: .first),
            Span(text: text(other), look: .strong), Span(text: "  ", look: .dim),
            Span(text: "B", look: .second), Span(text: text(window), look: .strong),
        ]
    }

    private static func windows(_ content: BandContent, _ withLength: Bool) -> [Span] {
        let words = BandWords(content.axis.zone)
        func text(_ window: Range<Int64>) -> DisplayText { DisplayText(sanitising: words.window(window)) }
        if let other = content.other, let window = content.window {
            return [
                Span(text: "A", look: .first), Span(text: " " + text(other), look: .strong),
                Span(text: "  ", look: .dim),
                Span(text: "B", look: .second), Span(text: " " + text(window), look: .strong),
            ]
        }
        guard let window = content.window else { return allTime(content, words, withLength) }
        let length = DisplayText(sanitising: " · " + BandWords.length(Int64(window.count)))
        let strong = Span(text: text(window), look: .strong)
        return withLength && content.playing == nil ? [strong, Span(text: length, look: .dim)] : [strong]
    }

    private static func allTime(_ content: BandContent, _ words: BandWords, _ withLength: Bool) -> [Span] {
        guard let range = content.range else {
            return [Span(text: content.isAwaited ? "reading times" : "no times in view", look: .dim)]
        }
        let window = range.lowerBound..<range.upperBound + 1
        let unit = content.axis.step.unit
        let whole = range.lowerBound == range.upperBound ? CalendarStep.Unit.second : unit
        let text =
            range.lowerBound == range.upperBound
            ? words.moment(range.lowerBound, by: whole) : words.window(window, by: whole)
        let length =
            range.lowerBound == range.upperBound
            ? " · all at the same time" : " · " + BandWords.length(range.upperBound - range.lowerBound)
        let strong = Span(text: DisplayText(sanitising: text), look: .strong)
        return withLength ? [strong, Span(text: DisplayText(sanitising: length), look: .dim)] : [strong]
    }

    /// Rows that the band leaves out.
    private static func notes(_ content: BandContent) -> [Span] {
        let (words, axis) = (BandWords(content.axis.zone), content.axis)
        var texts: [String] = []
        if content.left.before > 0 {
            let moment = words.moment(axis.start, by: axis.step.unit)
            texts.append(
                "\(content.isASCII ? "<" : "‹") \(content.left.before.counted("row")) before \(moment)")
        }
        if content.left.after > 0 {
            let moment = words.moment(axis.end - 1, by: axis.step.unit)
            texts.append(
                "\(content.left.after.counted("row")) after \(moment) \(content.isASCII ? ">" : "›")")
        }
        if content.left.withoutTime > 0 { texts.append("\(content.left.withoutTime.grouped) without") }
        return texts.map { Span(text: DisplayText(sanitising: "  " + $0), look: .dim) }
    }

    private static func end(_ content: BandContent, _ isWide: Bool, _ isRoot: Bool) -> [Span] {
        if content.isAwaited { return [] }
        var texts = isRoot ? [content.isASCII ? "sqrt" : "√"] : []
        if let playing = content.playing {
            let arrived = playing.arrived > 0 ? "  +\(playing.arrived.grouped)" : ""
            let scale =
                texts.isEmpty ? [] : [Span(text: DisplayText(sanitising: texts[0] + " · "), look: .dim)]
            let sign = content.isASCII ? "> " : "▶ "
            return scale + [
                Span(text: DisplayText(sanitising: sign) + playing.words, look: .playing),
                Span(text: DisplayText(sanitising: arrived), look: .dim),
            ]
        }
        let isComparing = content.other != nil
        // What the badges of the difference say; a wide screen has room for the legend that says it.
        if let other = content.other, let window = content.window, !isWide,
            DifferenceScale.isRate(other, window)
        {
            texts.append("rows a day")
        }
        if let step = content.step, isWide || isComparing { texts.append("step " + stepWords(step)) }
        if !isComparing {
            texts.append(
                "\((content.window == nil ? content.rows.all : content.rows.window).grouped) in view")
        }
        return [Span(text: DisplayText(sanitising: texts.joined(separator: " · ")), look: .dim)]
    }

    /// `1 week`, `15 minutes`.
    private static func stepWords(_ step: CalendarStep) -> String {
        step.words.first?.isNumber ?? false ? step.words : "1 " + step.words
    }
}
