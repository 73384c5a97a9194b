extension CodeNotation {
    /// The levels that there are, by which `CodeArea.level` counts; plus codes, locators have even ones up to
    /// 10.
    public var levels: ClosedRange<Int> {
        switch self {
        case .geohash: 1...GeohashCell.mostLetters
        case .h3: 0...H3Cell.mostResolution
        case .s2: 0...S2Cell.mostLevel
        case .plusCode: 2...PlusCode.mostDigits
        case .mgrs: 0...MGRSSquare.mostDigits
        case .utm: 5...5
        case .maidenhead: 2...MaidenheadSquare.mostLetters
        case .quadkey: 1...QuadkeyTile.mostDigits
        }
    }

    /// A level of cells of about 10 m.
    private var usualLevel: Int {
        switch self {
        case .geohash: 9
        case .h3: 12
        case .s2: 20
        case .plusCode: 10
        case .mgrs: 4
        case .utm: 5
        case .maidenhead: 10
        case .quadkey: 22
        }
    }

    /// The code of the cell that contains a place; nil where the notation has none, or for a level that it
    /// has not.
    ///
    /// - Parameter level: as in `CodeArea.level`; nil for cells of about 10 m.
    public func code(of place: Coordinate, level: Int? = nil) -> String? {
        let level = level ?? usualLevel
        guard levels.contains(level), let place = Coordinate(wrapping: place.latitude, place.longitude) else {
            return nil
        }
        switch self {
        case .geohash: return GeohashCell(place, letterCount: level).text
        case .h3: return H3Cell(place, resolution: level)?.text
        case .s2: return S2Cell(place, level: level).token
        case .plusCode:
            return level % 2 == 0 || level > 10 ? PlusCode(place, digitCount: level).text : nil
        case .mgrs: return MGRSSquare(place, digitCount: level).text(of: place)
        case .utm: return UTMPosition(place)?.text
        case .maidenhead: return level % 2 == 0 ? MaidenheadSquare(place, letterCount: level).text : nil
        case .quadkey: return QuadkeyTile(place, digitCount: level)?.text
        }
    }
}
