extension MGRSSquare {
    /// Reads `33UUU9177719706`, with or without blanks.
    init(_ text: UnsafeBufferPointer<UInt8>) throws(CodeFault) {
        var cursor = CodeCursor(text)
        let zone = cursor.number(mostDigits: 2)
        cursor.skipBlanks()
        guard let bandLetter = cursor.letter() else { throw .notACode }
        cursor.skipBlanks()
        guard let column = cursor.letter().flatMap(CodeBytes.gridLetter) else { throw .notACode }
        guard let row = cursor.letter().flatMap(CodeBytes.gridLetter) else { throw .notACode }
        let digits = try Self.digits(&cursor)
        if let zone {
            try self.init(zone: zone, bandLetter: bandLetter, column: column, row: row, digits: digits)
        } else {
            guard let corner = PolarGrid.corner(bandLetter, column: column, row: row) else { throw .notACode }
            self.init(
                grid: corner.isNorth ? .north : .south, east: corner.east + digits.east,
                north: corner.north + digits.north, digitCount: digits.count)
            // The polar grids end where the zones begin.
            let latitude = abs(middle.latitude)
            guard latitude > (corner.isNorth ? 83 : 79) - sizeMeters / 111_000 else { throw .outOfRange }
        }
    }

    private init(
        zone: Int, bandLetter: UInt8, column: Int, row: Int, digits: (east: Double, north: Double, count: Int)
    ) throws(CodeFault) {
        guard let band = UTMZone.band(bandLetter) else { throw .notACode }
        guard UTMZone.exists(zone, band: band) else { throw .outOfRange }
        // Columns have eight letters by zone mod 3, rows 20, with an offset of five in even zones.
        let step = column - (zone - 1) % 3 * 8
        guard 0..<8 ~= step, row < 20 else { throw .notACode }
        let cycle = (row + (zone % 2 == 0 ? 15 : 0)) % 20
        // Northings of the south begin 10,000 km south of the equator: a whole number of cycles of 2,000 km.
        let inCycle = Double(cycle) * Self.letterMeters + digits.north
        let latitudes = UTMZone.latitudes(band)
        let expected = (latitudes.lowerBound + latitudes.upperBound) / 2 * Self.metersPerDegree
        self.init(
            grid: .zone(zone),
            east: Double(step + 1) * Self.letterMeters + digits.east - UTMPosition.falseEasting,
            north: inCycle + ((expected - inCycle) / 2_000_000).rounded() * 2_000_000,
            digitCount: digits.count)
        // A square at the edge of a band may have its middle beyond.
        let latitude = middle.latitude
        let slack = 0.9 + sizeMeters / 120_000
        guard latitude > latitudes.lowerBound - slack, latitude < latitudes.upperBound + slack else {
            throw .outOfRange
        }
    }

    /// Of a meridian, on average, by the scale of UTM.
    private static let metersPerDegree = 111_090.0

    /// Two numbers of the same count of digits, as metres; a blank may stand between them.
    @inline(__always)
    private static func digits(
        _ cursor: inout CodeCursor
    ) throws(CodeFault) -> (east: Double, north: Double, count: Int) {
        cursor.skipBlanks()
        var number = 0
        var count = 0
        var blank: Int?
        while !cursor.isAtEnd {
            if let digit = cursor.digit() {
                number = number * 10 + digit
                count += 1
                guard count <= 2 * mostDigits else { throw .notACode }
            } else {
                guard cursor.skipBlanks(), blank == nil else { throw .notACode }
                blank = count
            }
        }
        guard count % 2 == 0, blank == nil || blank == count / 2 else { throw .notACode }
        var (unit, split) = (100_000, 1)
        for _ in 0..<count / 2 { (unit, split) = (unit / 10, split * 10) }
        return (Double(number / split * unit), Double(number % split * unit), count / 2)
    }

    /// The square of a place with so many digits for each number.
    init(_ place: Coordinate, digitCount: Int) {
        var unit = 100_000.0
        for _ in 0..<digitCount { unit /= 10 }
        // A ten-thousandth of a metre: a corner that was computed back lies in its own square.
        func corner(_ meters: Double) -> Double { ((meters + 1e-4) / unit).rounded(.down) * unit }
        if let position = UTMPosition(place) {
            self.init(
                grid: .zone(position.zone), east: corner(position.easting) - UTMPosition.falseEasting,
                north: corner(position.northing) - (position.isNorth ? 0 : UTMPosition.falseNorthing),
                digitCount: digitCount)
        } else {
            let plane = PolarGrid.plane(place)
            self.init(
                grid: place.latitude > 0 ? .north : .south,
                east: corner(plane.east + PolarGrid.falseMeters) - PolarGrid.falseMeters,
                north: corner(plane.north + PolarGrid.falseMeters) - PolarGrid.falseMeters,
                digitCount: digitCount)
        }
    }

    /// `33UUU9177719706`, for a place in the square, whose latitude gives the band.
    func text(of place: Coordinate) -> String {
        let columns = Array("ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)
        var bytes: [UInt8]
        let (x, y): (Int, Int)
        switch grid {
        case .zone(let zone):
            // The false northing of the south is a whole number of cycles.
            (x, y) = (Int(east + UTMPosition.falseEasting), Int(north + UTMPosition.falseNorthing))
            bytes = Array((zone < 10 ? "0" : "").utf8) + Array(String(zone).utf8)
            bytes.append(UTMZone.bands[UTMZone.band(latitude: place.latitude) ?? 0])
            bytes.append(columns[min(max(x / 100_000 - 1, 0), 7) + (zone - 1) % 3 * 8])
            bytes.append(columns[(y / 100_000 + (zone % 2 == 0 ? 5 : 0)) % 20])
        case .north, .south:
            (x, y) = (Int(east + PolarGrid.falseMeters), Int(north + PolarGrid.falseMeters))
            bytes = PolarGrid.letters(x / 100_000, y / 100_000, isNorth: grid == .north)
        }
        for number in [x, y] {
            let digits = String(number % 100_000 + 100_000).utf8.dropFirst().prefix(digitCount)
            bytes += Array(digits)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
