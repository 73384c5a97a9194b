import App
import CellGraphics

/// The figures of an overlay as a box on the map, as large as there is room for.
struct OverlayCard {
    private let card: Overlay.Card
    private let contentWidth: Int
    /// Where the values of rows end.
    private let valueEnd: Int

    init(_ card: Overlay.Card) {
        self.card = card
        func widest(_ texts: [DisplayText]) -> Int { texts.map(\.width).max() ?? 0 }
        let notes = widest(card.rows.map(\.note))
        let values = widest(card.rows.map(\.value))
        let totals = widest(card.totals.map(\.label)) + 2 + widest(card.totals.map(\.value))
        contentWidth = max(
            widest(card.rows.map(\.label)) + values + notes + 4, totals,
            card.title.width + 2 + card.note.width)
        valueEnd = contentWidth - notes - 2
    }

    /// The box and its cells: with all rows, else with the last ones, else without; beside the lines where that can be,
    /// never over what must be seen. Nil without room.
    func place(
        in area: CellRect, world: Range<Int>, besides taken: [CellRect], lines: [CellRect]
    ) -> (box: LegendBox, rect: CellRect)? {
        for hidden in [taken + lines, taken] {
            let room = LegendRoom(map: area, world: world, besides: [], and: hidden)
            for count in counts(in: area) {
                let box = box(rows: count)
                if let rect = room.freeBox(width: box.width, height: box.height) { return (box, rect) }
            }
        }
        return nil
    }

    /// How many rows may be shown, the most first.
    private func counts(in area: CellRect) -> [Int] {
        let most = min(max(area.height * 2 / 3 - card.totals.count - 2, 0), card.rows.count)
        return [most, 3, card.totals.isEmpty ? 1 : 0].filter { $0 <= most }
    }

    private func box(rows count: Int) -> LegendBox {
        var box = LegendBox(title: card.title, note: card.note, contentWidth: contentWidth)
        for row in card.rows.suffix(count) {
            box.rows.append([
                LegendBox.Span(column: 0, text: row.label, ink: .panelDim),
                LegendBox.Span(column: valueEnd - row.value.width, text: row.value, ink: .panelText),
                LegendBox.Span(column: contentWidth - row.note.width, text: row.note, ink: .panelDim),
            ])
        }
        if count > 0, !card.totals.isEmpty {
            let rule = DisplayText(sanitising: String(repeating: "─", count: contentWidth))
            box.rows.append([LegendBox.Span(column: 0, text: rule, ink: .panelRule)])
        }
        for (index, total) in card.totals.enumerated() {
            box.rows.append([
                LegendBox.Span(column: 0, text: total.label, ink: .panelDim),
                LegendBox.Span(
                    column: contentWidth - total.value.width, text: total.value,
                    ink: index == 0 ? .panelStrong : .panelText, attributes: index == 0 ? .bold : []),
            ])
        }
        return box
    }
}
