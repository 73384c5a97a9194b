/// A notation of cells or squares.
public enum CodeNotation: String, CaseIterable, Sendable {
    /// Niemeyer's halving of longitude and latitude, 1 to 12 letters and digits.
    case geohash
    /// Uber's hexagons, as 15 or 16 hexadecimal digits or as 18 decimal ones.
    case h3
    /// Google's cells of a cube, as a token or as a number of 64 bits.
    case s2
    /// Google's open location codes: 8FVC9G8F+6X.
    case plusCode
    /// The squares of the military grid, also written as USNG; at the poles by UPS.
    case mgrs
    /// Zone, easting and northing in one text.
    case utm
    /// The locators of radio amateurs: JO62qm.
    case maidenhead
    /// The tiles of web maps as digits 0 to 3, one a zoom level.
    case quadkey

    /// The middle of the cell that `text` names; blanks around it are ignored.
    ///
    /// - Complexity: O(bytes), without allocation; of 64 bytes and more no text is a code.
    public func middle(of text: UnsafeBufferPointer<UInt8>) -> Result<Coordinate, CodeFault> {
        do throws(CodeFault) {
            return .success(try readMiddle(CodeBytes.trimmed(text)))
        } catch {
            return .failure(CodeBytes.fault(error, of: text))
        }
    }

    /// The cell that `text` names; blanks around it are ignored.
    public func area(of text: UnsafeBufferPointer<UInt8>) throws(CodeFault) -> CodeArea {
        do {
            return try readArea(CodeBytes.trimmed(text))
        } catch {
            throw CodeBytes.fault(error, of: text)
        }
    }

    /// The same for an array of bytes.
    public func area(of bytes: [UInt8]) throws(CodeFault) -> CodeArea {
        let area = bytes.withUnsafeBufferPointer { text in
            Result { () throws(CodeFault) in try self.area(of: text) }
        }
        return try area.get()
    }

    private func readMiddle(_ text: UnsafeBufferPointer<UInt8>) throws(CodeFault) -> Coordinate {
        switch self {
        case .geohash: try GeohashCell(text).box.middle
        case .h3: try H3Cell(text).middle
        case .s2: try S2Cell(text).middle
        case .plusCode: try PlusCode(text).box.middle
        case .mgrs: try MGRSSquare(text).middle
        case .utm: try UTMPosition(text).coordinate
        case .maidenhead: try MaidenheadSquare(text).box.middle
        case .quadkey: try QuadkeyTile(text).middle
        }
    }

    private func readArea(_ text: UnsafeBufferPointer<UInt8>) throws(CodeFault) -> CodeArea {
        switch self {
        case .geohash: CodeArea(try GeohashCell(text))
        case .h3: CodeArea(try H3Cell(text))
        case .s2: CodeArea(try S2Cell(text))
        case .plusCode: CodeArea(try PlusCode(text))
        case .mgrs: CodeArea(try MGRSSquare(text))
        case .utm: CodeArea(try UTMPosition(text))
        case .maidenhead: CodeArea(try MaidenheadSquare(text))
        case .quadkey: CodeArea(try QuadkeyTile(text))
        }
    }
}
