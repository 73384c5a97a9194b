extension UTMPosition {
    /// What stands for the side of the equator.
    enum Side: Equatable {
        /// A letter C to X, but neither N nor S.
        case band(Int)
        /// N is the band north of the equator and the northern side: both are north.
        case north
        /// S alone is the southern side, or the band of 32° N.
        case letterS
        case south
    }

    /// The longest number, in bytes.
    private static let longestNumber = 20

    /// Reads `33U 391777 5819706`, `33 N 391777.5, 5819706`, `33T 391777mE 5819706mN`, also after `UTM` or
    /// `Zone`.
    ///
    /// - Parameter sIsBand: S is the band of 32° N, not the southern side.
    init(_ text: UnsafeBufferPointer<UInt8>, sIsBand: Bool = false) throws(CodeFault) {
        var cursor = CodeCursor(text)
        guard let (zone, side) = Self.zone(&cursor) else { throw .notACode }
        guard let easting = Self.number(&cursor, unit: UInt8(ascii: "e")),
            let northing = Self.number(&cursor, unit: UInt8(ascii: "n")), cursor.isAtEnd
        else { throw .notACode }
        try self.init(zone: zone, side: side, sIsBand: sIsBand, easting: easting, northing: northing)
    }

    /// A position of the texts of three columns: zone with its letter, easting, northing.
    ///
    /// A zone without a letter is north of the equator, a negative one south.
    public init(
        zone: UnsafeBufferPointer<UInt8>, easting: UnsafeBufferPointer<UInt8>,
        northing: UnsafeBufferPointer<UInt8>, sIsBand: Bool = false
    ) throws(CodeFault) {
        var cursor = CodeCursor(CodeBytes.trimmed(zone))
        var number = CodeCursor(CodeBytes.trimmed(easting))
        var other = CodeCursor(CodeBytes.trimmed(northing))
        let isNegative = cursor.skip(UInt8(ascii: "-"))
        guard let (zone, side) = Self.zone(&cursor, needsSide: false), cursor.isAtEnd,
            let easting = Self.number(&number, unit: UInt8(ascii: "e")), number.isAtEnd,
            let northing = Self.number(&other, unit: UInt8(ascii: "n")), other.isAtEnd
        else { throw .notACode }
        try self.init(
            zone: zone, side: isNegative ? .south : side, sIsBand: sIsBand, easting: easting,
            northing: northing)
    }

    private init(
        zone: Int, side: Side, sIsBand: Bool, easting: Double, northing: Double
    ) throws(CodeFault) {
        var band: Int?
        if case .band(let number) = side { band = number }
        if side == .letterS, sIsBand { band = UTMZone.band(UInt8(ascii: "S")) }
        let isNorth = band.map { $0 >= UTMZone.firstNorthern } ?? (side == .north)
        try self.init(zone: zone, isNorth: isNorth, easting: easting, northing: northing)
        guard let band else { return }
        let latitudes = UTMZone.latitudes(band)
        let latitude = coordinate.latitude
        // Maps go on beyond the edge of a band.
        guard UTMZone.exists(zone, band: band), latitude > latitudes.lowerBound - 1,
            latitude < latitudes.upperBound + 1
        else { throw .outOfRange }
    }

    /// The side of the equator that a text gives, for a column or a prompt that must decide what S is.
    static func side(of text: UnsafeBufferPointer<UInt8>) -> Side? {
        var cursor = CodeCursor(CodeBytes.trimmed(text))
        return zone(&cursor)?.side
    }

    private static func zone(_ cursor: inout CodeCursor, needsSide: Bool = true) -> (zone: Int, side: Side)? {
        _ = cursor.skip(word: "utm")
        cursor.skipSeparators()
        _ = cursor.skip(word: "zone")
        cursor.skipSeparators()
        guard let zone = cursor.number(mostDigits: 2) else { return nil }
        cursor.skipSeparators()
        if cursor.skip(word: "north") { return (zone, .north) }
        if cursor.skip(word: "south") { return (zone, .south) }
        guard let letter = cursor.letter() else { return needsSide ? nil : (zone, .north) }
        if letter == UInt8(ascii: "n") { return (zone, .north) }
        if letter == UInt8(ascii: "s") { return (zone, .letterS) }
        return UTMZone.band(letter).map { (zone, .band($0)) }
    }

    /// Digits with or without a fraction; a letter before or after them and `m` are ignored.
    private static func number(_ cursor: inout CodeCursor, unit: UInt8) -> Double? {
        cursor.skipSeparators()
        if cursor.skip(unit) { cursor.skipSeparators() }
        guard let number = cursor.decimal(mostDigits: longestNumber) else { return nil }
        let start = cursor
        while cursor.skip(UInt8(ascii: " ")) {}
        let isMeters = cursor.skip(UInt8(ascii: "m"))
        let hasUnit = cursor.skip(unit)
        if !isMeters, !hasUnit { cursor = start }
        return number
    }
}
