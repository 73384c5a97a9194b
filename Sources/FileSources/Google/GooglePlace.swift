import MapModel
import RowValues
import Streams

/// A place of an entry, in units of 1e-7 degrees, as far as it was read.
struct GooglePlace {
    var north = ParsedDegrees.missing
    var east = ParsedDegrees.missing

    /// Both halves are there, whether or not they are numbers.
    var isGiven: Bool { north != .missing && east != .missing }

    /// The largest value of a half, in units.
    private static let limits: (north: Int64, east: Int64) = (900_000_000, 1_800_000_000)
    /// Some exports take negative values for numbers without a sign.
    private static let overflow: Int64 = 1 << 32

    /// Sets the latitude, from a number in units; true when it had overflowed.
    mutating func setNorth(_ value: JSONCursor.Scalar, _ cursor: JSONCursor) -> Bool {
        let (degrees, isMended) = Self.units(value, cursor, limit: Self.limits.north)
        north = degrees
        return isMended
    }

    /// Sets the longitude in the same way.
    mutating func setEast(_ value: JSONCursor.Scalar, _ cursor: JSONCursor) -> Bool {
        let (degrees, isMended) = Self.units(value, cursor, limit: Self.limits.east)
        east = degrees
        return isMended
    }

    private static func units(
        _ value: JSONCursor.Scalar, _ cursor: JSONCursor, limit: Int64
    ) -> (ParsedDegrees, isMended: Bool) {
        let text: UnsafeBufferPointer<UInt8>
        switch value {
        case .number(let range): text = cursor.slice(range)
        case .text(let quoted): text = cursor.slice(quoted.range)
        case .null: return (.missing, false)
        case .noNumber, .boolean, .container: return (.notANumber, false)
        }
        if text.isEmpty { return (.missing, false) }
        guard let number = JSONNumber.value(text.span) else { return (.notANumber, false) }
        guard case .value(let units) = PlaceRule.degrees(number, unitsPerDegree: 1e7) else {
            return (.notANumber, false)
        }
        guard units.magnitude > UInt64(limit) else { return (.value(units), false) }
        let mended = units > 0 ? units - overflow : units + overflow
        return mended.magnitude <= UInt64(limit) ? (.value(mended), true) : (.value(units), false)
    }

    /// Sets both halves from a text.
    mutating func set(_ value: JSONCursor.Scalar, _ cursor: JSONCursor) {
        switch value {
        case .text(let text): set(text, cursor)
        case .null: (north, east) = (.missing, .missing)
        default: (north, east) = (.notANumber, .notANumber)
        }
    }

    /// Sets both halves from `47.3769°, 8.5417°`, `geo:47.3769,8.5417`, or another notation of two angles.
    private mutating func set(_ text: JSONCursor.Text, _ cursor: JSONCursor) {
        if !text.hasEscapes, let (north, east) = Self.plain(cursor.bytes, text.range) {
            (self.north, self.east) = (.value(north), .value(east))
            return
        }
        var bytes: [UInt8] = []
        try? JSONString.unescape(cursor.slice(text.range), into: &bytes)
        let pair = bytes.withUnsafeBufferPointer { AnglePair($0)?.degrees(longitudeFirst: false) }
        guard let pair else {
            let isMissing = bytes.withUnsafeBufferPointer(DegreeText.isMissing)
            (north, east) = isMissing ? (.missing, .missing) : (.notANumber, .notANumber)
            return
        }
        (north, east) = (.value(pair.north), .value(pair.east))
    }

    /// Two plain decimals as Google writes them; nil for anything else.
    private static func plain(_ bytes: ByteRun, _ text: Range<Int>) -> (north: Int64, east: Int64)? {
        var start = text.lowerBound
        let scheme: StaticString = "geo:"
        let length = scheme.utf8CodeUnitCount
        let isAddress =
            text.count > length && (0..<length).allSatisfy { bytes[start + $0] == scheme.utf8Start[$0] }
        if isAddress { start += length }
        guard let north = number(bytes, &start, text.upperBound), start < text.upperBound,
            bytes[start] == UInt8(ascii: ",")
        else { return nil }
        start += 1
        if !isAddress, start < text.upperBound, bytes[start] == UInt8(ascii: " ") { start += 1 }
        guard let east = number(bytes, &start, text.upperBound), start == text.upperBound else { return nil }
        return (north, east)
    }

    /// A decimal and the sign of degrees after it.
    private static func number(_ bytes: ByteRun, _ start: inout Int, _ end: Int) -> Int64? {
        var next = start
        while next < end, "-0123456789.".utf8.contains(bytes[next]) { next += 1 }
        let units = NumberParser.plainDegrees(in: bytes, from: start, to: next)
        guard units != NumberParser.notPlain else { return nil }
        start = next
        if start + 1 < end, bytes[start] == 0xC2, bytes[start + 1] == 0xB0 { start += 2 }
        return units
    }
}
