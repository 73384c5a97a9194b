import MapModel
import Streams

/// Numbers, marks and words.
extension WellKnownText {
    /// Two to four numbers; the third is the height, where that is kept, others are only checked for being numbers. In units of
    /// 1e-7 degrees.
    mutating func numbers(mayBeNone: Bool) throws(GeometryFault) -> (north: Int64, east: Int64)? {
        let east = try number(mayBeNone: mayBeNone)
        let north = try number(mayBeNone: mayBeNone)
        height = nil
        for index in 0..<2 {
            guard let next = skipBlanks(), next != UInt8(ascii: ","), next != UInt8(ascii: ")") else { break }
            let start = offset
            try passNumber()
            guard keepsHeights, index == 0, !isMeasured else { continue }
            height = Double(String(decoding: bytes.bytes(start..<offset), as: UTF8.self))
        }
        guard let east, let north else { return nil }
        return isLatitudeFirst != isSwapped ? (east, north) : (north, east)
    }

    /// Two to four numbers in the units of another coordinate system; nil for those of an empty point.
    mutating func projectedVertex() throws(GeometryFault) -> GeometrySketch.ProjectedVertex? {
        var numbers: [Double] = []
        for index in 0..<4 {
            guard let next = skipBlanks(), next != UInt8(ascii: ","), next != UInt8(ascii: ")") else { break }
            let start = offset
            try passNumber()
            guard index < 2 else { continue }
            guard let number = Double(String(decoding: bytes.bytes(start..<offset), as: UTF8.self)) else {
                throw .damaged
            }
            numbers.append(number)
        }
        guard numbers.count == 2 else { throw .damaged }
        return numbers.allSatisfy(\.isFinite)
            ? GeometrySketch.ProjectedVertex(x: numbers[0], y: numbers[1]) : nil
    }

    /// In units of 1e-7 degrees; nil for one that is not a number or infinite.
    mutating func number(mayBeNone: Bool) throws(GeometryFault) -> Int64? {
        _ = skipBlanks()
        let start = offset
        let letterCount = try passNumber()
        if letterCount > 0 {
            let isSigned = bytes[start] == UInt8(ascii: "-") || bytes[start] == UInt8(ascii: "+")
            if mayBeNone, letterCount + (isSigned ? 1 : 0) == offset - start { return nil }
            // The parser also reads minutes, hemispheres and words, which are invalid here.
            guard letterCount == 1, !Self.isLetter(bytes[start]), !Self.isLetter(bytes[offset - 1]),
                (start..<offset).contains(where: { bytes[$0] | 0x20 == UInt8(ascii: "e") })
            else { throw .damaged }
        }
        guard case .value(let units) = parser.degrees(in: bytes, start..<offset, axis: .longitude) else {
            throw .damaged
        }
        return units
    }

    /// Skips what looks like a number or a word instead; returns the count of its letters.
    @discardableResult
    mutating func passNumber() throws(GeometryFault) -> Int {
        _ = skipBlanks()
        let start = offset
        var letterCount = 0
        while offset < end {
            let byte = bytes[offset]
            if Self.isLetter(byte) {
                letterCount += 1
            } else if !(0x30...0x39).contains(byte), byte != UInt8(ascii: "."), byte != UInt8(ascii: "-"),
                byte != UInt8(ascii: "+")
            {
                break
            }
            offset += 1
        }
        guard offset > start else { throw .damaged }
        return letterCount
    }

    static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & ~0x20) }

    // MARK: marks and words

    /// Skips white space; returns the byte after it, nil at the end.
    @inline(__always)
    mutating func skipBlanks() -> UInt8? {
        while offset < end {
            let byte = bytes[offset]
            if byte > 32 { return byte }
            offset += 1
        }
        return nil
    }

    mutating func expect(_ byte: UInt8) throws(GeometryFault) {
        guard skipBlanks() == byte else { throw .damaged }
        offset += 1
    }

    /// The range of the letters that come next, which are skipped; nil when there are none.
    mutating func word() -> Range<Int>? {
        _ = skipBlanks()
        let start = offset
        while offset < end, Self.isLetter(bytes[offset]) { offset += 1 }
        return offset > start ? start..<offset : nil
    }

    /// Whether the letters are those of `word`, which is in capitals.
    func spells(_ letters: Range<Int>, _ word: StaticString) -> Bool {
        guard letters.count == word.utf8CodeUnitCount else { return false }
        return letters.allSatisfy { bytes[$0] & ~0x20 == word.utf8Start[$0 - letters.lowerBound] }
    }
}
