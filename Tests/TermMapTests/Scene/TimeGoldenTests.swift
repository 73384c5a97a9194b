import CellGraphics
import RowValues
import TestSupport
import Testing

@testable import App
@testable import Scene
@testable import StoryTestSupport

/// Pictures of the band, the fold and two windows.
@Suite struct TimeGoldenTests {
    /// A picture: its file's name, its size, and what it shows.
    struct Picture: RecordedPicture {
        enum Content: Sendable { case band, classes, playing, comparison, difference, fold, badges, ticks }

        var name: String
        var columns = 80
        var rows = 5
        var content = Content.band
        var charset = Charset.braille
        var background = Theme.Background.dark
        var mode = ColorMode.truecolor
    }

    static let pictures: [Picture] = [
        Picture(name: "time-band-120x6", columns: 120, rows: 6),
        Picture(name: "time-classes-240x10", columns: 240, rows: 10, content: .classes),
        Picture(name: "time-classes-120x6-256", columns: 120, rows: 6, content: .classes, mode: .indexed),
        Picture(name: "time-band-80x5-light", background: .light),
        Picture(name: "time-band-80x5-256", mode: .indexed),
        Picture(name: "time-band-80x5-light-256", background: .light, mode: .indexed),
        Picture(name: "time-band-80x5-16", mode: .sixteen),
        Picture(name: "time-band-80x5-mono", mode: .mono),
        Picture(name: "time-band-80x5-ascii", charset: .ascii, mode: .mono),
        Picture(name: "time-band-40x3", columns: 40, rows: 3, mode: .indexed),
        Picture(name: "time-playing-60x5", columns: 60, content: .playing),
        Picture(name: "time-comparison-240x7", columns: 240, rows: 7, content: .comparison),
        Picture(name: "time-difference-120x6", columns: 120, rows: 6, content: .difference),
        Picture(name: "time-fold-120x11", columns: 120, rows: 11, content: .fold),
        Picture(name: "time-fold-80x9-light", rows: 9, content: .fold, background: .light),
        Picture(name: "time-fold-80x9-16", rows: 9, content: .fold, mode: .sixteen),
        Picture(name: "time-fold-80x9-ascii", rows: 9, content: .fold, charset: .ascii, mode: .mono),
        Picture(name: "time-badges", columns: 40, rows: 11, content: .badges),
        Picture(name: "time-badges-light", columns: 40, rows: 11, content: .badges, background: .light),
        Picture(name: "time-badges-mono", columns: 40, rows: 11, content: .badges, mode: .mono),
        Picture(name: "time-ticks-120x44", columns: 120, rows: 44, content: .ticks),
    ]

    @Test(arguments: pictures)
    func frameIsAsRecorded(picture: Picture) throws {
        #expect(try picture.difference(of: Self.frame(of: picture)) == nil)
    }

    // MARK: - Painting

    static func frame(of picture: Picture) throws -> CellBuffer {
        var frame = CellBuffer(width: picture.columns, height: picture.rows, glyphs: GlyphTable())
        switch picture.content {
        case .fold: try drawFold(picture, &frame)
        case .badges: drawBadges(picture, &frame)
        case .ticks: drawTicks(picture, &frame)
        default: drawBand(picture, &frame)
        }
        if picture.charset == .ascii { frame.useASCIISigns() }
        return frame
    }

    private static func band(_ picture: Picture, _ layout: BandLayout) -> BandContent {
        let moment = { TimeSamples.moment($0, $1, $2) }
        let isPlaying = picture.content == .playing
        var content = TimeSamples.band(
            columns: layout.bars.width, from: isPlaying ? moment(2025, 5, 26) : nil,
            until: isPlaying ? moment(2025, 7, 20) : nil)
        content.window =
            switch picture.content {
            case .classes: moment(2026, 1, 1)..<moment(2026, 11, 1)
            case .playing: moment(2025, 6, 17)..<moment(2025, 6, 21)
            case .comparison, .difference: moment(2025, 6, 16)..<moment(2025, 7, 21)
            default: moment(2025, 6, 16)..<moment(2025, 7, 14)
            }
        let isComparing = picture.content == .comparison || picture.content == .difference
        if isComparing { content.other = moment(2025, 5, 12)..<moment(2025, 6, 16) }
        func rows(_ window: Range<Int64>?) -> Int {
            TimeSamples.events.count { window?.contains($0.moment) ?? false }
        }
        content.rows.window = rows(content.window)
        content.rows.other = rows(content.other)
        content.step = CalendarStep(1, picture.content == .classes ? .month : .week)
        content.isASCII = picture.charset == .ascii
        if picture.content == .band { content.cursor = moment(2025, 7, 11) }
        if isPlaying { content.playing = .init("1 day/s", arrived: 122) }
        if picture.content == .classes {
            content.classes = (0...5).map { classIndex in
                TimeSamples.counts(
                    TimeSamples.events.filter { $0.classIndex == classIndex }.map(\.moment), content.axis)
            }
        }
        return content
    }

    private static func drawBand(_ picture: Picture, _ frame: inout CellBuffer) {
        let layout = BandLayout(area: frame.bounds)
        let content = band(picture, layout)
        let palette = ClassPalette(isOrdered: false, theme: picture.appearance.theme)
        let hues = content.classes.indices.map { palette.hue(of: $0 + 1) }
        BandPainter(BandPicture(content, in: layout), picture.appearance, hues: hues).draw(into: &frame)
    }

    private static func drawFold(_ picture: Picture, _ frame: inout CellBuffer) throws {
        let fold = try #require(TimeSamples.rides)
        var content = FoldContent(kind: .hourWeekday, fold: fold, total: fold.counts.reduce(0, +))
        content.column = "started"
        content.choice = FoldChoice(columns: .init(22, 3), rows: .init(5, 6))
        content.isASCII = picture.charset == .ascii
        FoldPainter(FoldPicture(content, area: frame.bounds), picture.appearance).draw(into: &frame)
    }

    /// Differences of all sizes, the caps of badges that rows came to, chips and a legend.
    private static func drawBadges(_ picture: Picture, _ frame: inout CellBuffer) {
        frame.fill(frame.bounds, paper: Role.sea.index)
        let first = TimeSamples.moment(2025, 5, 12)..<TimeSamples.moment(2025, 6, 16)
        let second = TimeSamples.moment(2025, 6, 16)..<TimeSamples.moment(2025, 7, 21)
        let counts = [(0, 1100), (0, 212), (1, 13), (2, 6), (2, 3), (5, 5), (3, 1), (9, 2), (30, 9), (60, 2)]
        let scale = DifferenceScale(
            first: first, second: second, counts: counts.map { (first: $0.0, second: $0.1) })
        let painter = BadgePainter(charset: picture.charset, theme: picture.appearance.theme)
        for (index, (first, second)) in counts.enumerated() {
            let found = WindowDifference(first: first, second: second, scale: scale)
            painter.draw(
                found,
                CellRect(
                    column: 1 + index % 5 * 8, row: index / 5, width: found.text.width + 2, height: 1),
                .none, into: &frame)
            painter.draw(
                found, CellRect(column: 2 + index * 3, row: 2, width: 1, height: 1), .none, into: &frame)
        }
        let legend = DifferenceLegend(
            first: ("12 May – 15 Jun", 220), second: ("16 Jun – 20 Jul", 1498), scale: scale,
            badges: (17, 11), appearance: picture.appearance)
        if let rect = Optional(CellRect(column: 1, row: 4, width: 35, height: 6)) {
            legend.box.draw(into: &frame, rect: rect)
        }
        WindowChip(isFirst: true, window: "12 May – 15 Jun 2025", rows: 116)
            .draw(into: &frame, in: CellRect(column: 0, row: 9, width: 40, height: 3))
    }

    /// Axes from half a minute to eight thousand years.
    private static func drawTicks(_ picture: Picture, _ frame: inout CellBuffer) {
        let spans: [(Int64, Int64)] = [
            (TimeSamples.moment(2026, 3, 29, 9), 38_000), (TimeSamples.moment(2026, 3, 29, 6), 19_440_000),
            (TimeSamples.moment(2026, 3, 27, 18), 367_000_000),
            (TimeSamples.moment(2026, 3, 29), 5_007_000_000),
            (TimeSamples.moment(2024, 11, 11), 63_100_000_000),
            (TimeSamples.moment(1952, 4, 1), 2_338_000_000_000),
            (TimeSamples.moment(1480, 1, 1), 16_100_000_000_000),
            (TimeSamples.moment(-5999, 1, 1), 250_800_000_000_000),
        ]
        for (index, (start, length)) in spans.enumerated() {
            let area = CellRect(column: 0, row: index * 11 / 2, width: frame.width, height: 5)
            let layout = BandLayout(area: area)
            let axis = BandAxis(start...start + length, columns: layout.bars.width)
            var random = SeededRandom(UInt64(index + 1))
            let counts = (0..<axis.barCount).map { bar in
                5...6 ~= index && bar > axis.barCount * 3 / 10 && bar < axis.barCount * 6 / 10
                    ? 0 : random.number(5...40)
            }
            var content = BandContent(axis: axis, counts: counts)
            (content.column, content.range) = ("seen", start...start + length)
            content.rows.all = counts.reduce(0, +)
            BandPainter(BandPicture(content, in: layout), picture.appearance).draw(into: &frame)
        }
    }
}
