import CellGraphics
import MapModel
import Testing

@testable import App
@testable import Scene

@Suite struct OverlayPainterTests {
    private let area = CellRect(column: 0, row: 0, width: 80, height: 22)

    private func painter(_ overlay: Overlay, badges: [CellRect] = [], area: CellRect? = nil) -> OverlayPainter
    {
        let area = area ?? self.area
        let size = DotSize(columns: area.width, rows: area.height)
        return OverlayPainter(
            OverlayPainter.Key(
                overlay: overlay,
                viewport: Viewport(center: WorldPoint(x: 0.5, y: 0.5), zoom: 3, size: size), area: area,
                world: 0..<area.width, charset: .braille, isTinted: true, badges: badges, legends: []))
    }

    private func frame(_ painter: OverlayPainter, columns: Int = 80, rows: Int = 22) -> CellBuffer {
        var frame = CellBuffer(width: columns, height: rows, glyphs: GlyphTable())
        painter.drawLines(into: &frame)
        painter.drawSigns(into: &frame)
        return frame
    }

    private func dots(_ frame: CellBuffer) -> Int {
        frame.plainText().unicodeScalars.reduce(0) { sum, scalar in
            (0x2800...0x28FF).contains(scalar.value) ? sum + (scalar.value - 0x2800).nonzeroBitCount : sum
        }
    }

    private static let ways: [((Double, Double), (Double, Double))] = [
        ((0, -30), (0, 30)), ((-20, 0), (20, 0)), ((-20, -30), (20, 30)), ((20, -30), (-20, 30)),
    ]

    private func way(_ start: (Double, Double), _ end: (Double, Double)) -> Geodesic {
        Geodesic(
            from: Coordinate(latitude: start.0, longitude: start.1),
            to: Coordinate(latitude: end.0, longitude: end.1))
    }

    @Test(arguments: ways) func dottedLinesHaveEverySecondDot(
        start: (Double, Double), end: (Double, Double)
    ) {
        let solid = dots(frame(painter(Overlay(lines: [.init(.geodesic(way(start, end)))]))))
        let dotted = dots(
            frame(painter(Overlay(lines: [.init(.geodesic(way(start, end)), isDotted: true)]))))
        #expect(solid > 30 && abs(dotted * 2 - solid) <= solid / 8 + 2)
    }

    @Test func aLabelStandsOnItsWayBesideBadgesAndOnlyWhereItIsLonger() {
        let line = Overlay.Line(.geodesic(way((0, -30), (0, 30))), label: "6,680 km")
        let free = frame(painter(Overlay(lines: [line]))).plainText()
        #expect(free.contains(" 6,680 km "))
        let middle = CellRect(column: 38, row: 11, width: 5, height: 1)
        let beside = frame(painter(Overlay(lines: [line]), badges: [middle])).plainText()
        #expect(beside.contains(" 6,680 km ") && beside != free)
        let short = Overlay.Line(.geodesic(way((0, 0), (0, 3))), label: "6,680 km")
        #expect(!frame(painter(Overlay(lines: [short]))).plainText().contains("6,680"))
    }

    private func card(_ rows: Int) -> Overlay.Card {
        Overlay.Card(
            title: "Measure", note: "",
            rows: (1...rows).map { Overlay.Card.Row(label: "leg \($0)", value: "1 km", note: "N") },
            totals: [Overlay.Card.Row(label: "length", value: "\(rows) km")])
    }

    @Test(
        arguments: [
            (80, 22, 3, ["leg 1", "leg 3", "length"], []),
            (80, 22, 30, ["leg 20", "leg 30", "length"], ["leg 19"]),
            (40, 5, 3, ["length"], ["leg"]), (10, 6, 3, [], ["length"]),
        ] as [(Int, Int, Int, [String], [String])])
    func figuresTakeTheRoomThatThereIs(
        columns: Int, rows: Int, legs: Int, shown: [String], hidden: [String]
    ) {
        let area = CellRect(column: 0, row: 0, width: columns, height: rows)
        let text = frame(painter(Overlay(card: card(legs)), area: area), columns: columns, rows: rows)
            .plainText()
        for word in shown { #expect(text.contains(word), "\(text)") }
        for word in hidden { #expect(!text.contains(word), "\(text)") }
    }

    @Test func figuresHideNoBadge() {
        let corners = [CellRect(column: 2, row: 2, width: 3, height: 1)]
        let beside = frame(painter(Overlay(card: card(3)), badges: corners)).plainText()
        let line = beside.split(separator: "\n").first { $0.contains("Measure") }
        #expect((line?.prefix { $0 == " " }.count ?? 0) > 40)
        let everywhere = stride(from: 0, to: 80, by: 8).flatMap { column in
            stride(from: 0, to: 22, by: 2).map { CellRect(column: column, row: $0, width: 3, height: 1) }
        }
        #expect(!frame(painter(Overlay(card: card(3)), badges: everywhere)).plainText().contains("length"))
    }

    @Test func theCursorLetsTheDigitUnderItBeRead() {
        let painter = painter(
            Overlay(signs: [.init(point: WorldPoint(x: 0.5, y: 0.5), form: .cursor)]),
            badges: [CellRect(column: 39, row: 11, width: 3, height: 1)])
        var frame = CellBuffer(width: 80, height: 22, glyphs: GlyphTable())
        frame.put("317", at: CellPoint(column: 39, row: 11), style: Style(.badge3Text, on: .badge3))
        painter.drawSigns(into: &frame)
        #expect(frame.plainText().contains("317"))
        #expect(frame[40, 11].style.paper == Role.selection.index)
    }
}
