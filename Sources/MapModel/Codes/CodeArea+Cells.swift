// The areas of all kinds of cells.

extension CodeArea {
    init(_ cell: GeohashCell) { self.init(cell.box, middle: cell.box.middle, level: cell.letterCount) }

    init(_ square: MaidenheadSquare) {
        self.init(square.box, middle: square.box.middle, level: square.letterCount)
    }

    init(_ code: PlusCode) { self.init(code.box, middle: code.box.middle, level: code.digitCount) }

    init(_ tile: QuadkeyTile) { self.init(tile.box, middle: tile.middle, level: tile.digitCount) }

    init(_ cell: H3Cell) {
        self.init(
            middle: cell.middle, sizeMeters: cell.edgeMeters, level: cell.resolution, shape: .h3(cell))
    }

    init(_ cell: S2Cell) {
        self.init(middle: cell.middle, sizeMeters: cell.sizeMeters, level: cell.level, shape: .s2(cell))
    }

    init(_ square: MGRSSquare) {
        self.init(
            middle: square.middle, sizeMeters: square.sizeMeters, level: square.digitCount,
            shape: .square(square))
    }

    init(_ position: UTMPosition) {
        self.init(
            middle: position.coordinate, sizeMeters: 1, level: CodeNotation.utm.levels.lowerBound,
            shape: .position)
    }

    private init(_ box: CodeBox, middle: Coordinate, level: Int) {
        self.init(middle: middle, sizeMeters: box.sizeMeters, level: level, shape: .box(box))
    }
}
