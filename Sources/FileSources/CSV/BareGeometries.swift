import RowValues
import Streams

/// Puts quotes around geometries of WKT that have none, so that the commas and line ends in their brackets part nothing.
///
///     7,POLYGON((7 46,8 46,8 47,7 46))    →    7,"POLYGON((7 46,8 46,8 47,7 46))"
///
/// What looks like one and is not closed stays as it is, to the end of its line.
struct BareGeometries: ByteFilter {
    private enum Place: Equatable {
        /// At the beginning of a field, perhaps behind blanks.
        case start
        /// In letters that may begin a geometry.
        case word
        /// In the brackets of one.
        case geometry(depth: Int, isCollection: Bool)
        /// Behind one of so many bytes, and perhaps blanks: it must be all of its field.
        case closed(length: Int)
        case other, quoted
    }

    private static let words = [
        "point", "linestring", "polygon", "multipoint", "multilinestring", "multipolygon",
        "geometrycollection",
        "polyhedralsurface", "tin", "triangle",
    ].map { Array($0.utf8) }
    /// The longest beginning of a geometry: `SRID=1234567;GEOMETRYCOLLECTION ZM`.
    private static let longestStart = 48
    private static let longestGeometry = 64 << 20
    /// Brackets in brackets; what is not closed is looked at again from each of them.
    private static let deepest = 32
    private static let quote = UInt8(ascii: "\"")

    private var place = Place.start
    /// The last byte of a field in quotes was a quote.
    private var isBehindQuote = false
    /// What may be a geometry, as far as it was read.
    private var open: [UInt8] = []
    /// Geometries so far with a delimiter or a line end in them.
    private var count = 0

    /// Whether a text has such geometries.
    static func occur(in head: ByteRun) -> Bool {
        let text = head.buffer(0..<min(head.count, TableLayout.sampleBytes))
        guard text.contains(UInt8(ascii: "(")) else { return false }
        var filter = BareGeometries()
        _ = filter.filtered(UnsafeRawBufferPointer(text), isLast: false)
        return filter.count > 0
    }

    /// Whether a text names systems, as in `SRID=4326;POINT(7 46)`.
    static func haveReferences(_ head: ByteRun) -> Bool {
        let text = head.buffer(0..<min(head.count, TableLayout.sampleBytes))
        return text.indices.dropFirst(4).contains { place in
            text[place] == UInt8(ascii: "=")
                && text[(place - 4)..<place].elementsEqual("srid".utf8) { $0 | 0x20 == $1 }
        }
    }

    /// Whether the first line that is not empty is a geometry and nothing else.
    static func begin(_ head: ByteRun) -> Bool {
        let text = head.buffer(0..<head.count).drop { $0 <= 0x20 || $0 > 0x7F }
        guard let open = text.prefix(longestStart).firstIndex(of: UInt8(ascii: "(")),
            geometry(Array(text[text.startIndex..<open])) != nil
        else { return false }
        return GeometryNotation.judge(Array(text.prefix { $0 != 0x0A })).map { $0.fault == nil } ?? false
    }

    mutating func filtered(_ bytes: UnsafeRawBufferPointer, isLast: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 16)
        for byte in bytes { take(byte, &result) }
        while isLast, !open.isEmpty {
            if case .closed(let length) = place { quote(length, &result) } else { giveUp(&result) }
        }
        return result
    }

    private mutating func take(_ byte: UInt8, _ result: inout [UInt8]) {
        switch place {
        case .word: takeLetter(byte, &result)
        case .geometry(let depth, let isCollection):
            takeVertex(byte, depth: depth, isCollection: isCollection, &result)
        case .closed(let length) where Self.endsField(byte):
            quote(length, &result)
            takePlain(byte, &result)
        case .closed:
            open.append(byte)
            if byte != 0x20 { giveUp(&result) }
        case .quoted:
            result.append(byte)
            if byte == Self.quote { (place, isBehindQuote) = (.other, true) }
        case .start where Self.isLetter(byte):
            open.append(byte)
            place = .word
        case .start, .other: takePlain(byte, &result)
        }
    }

    private mutating func takePlain(_ byte: UInt8, _ result: inout [UInt8]) {
        result.append(byte)
        // A quote behind one that closed a field is a doubled one.
        if byte == Self.quote, place == .start || isBehindQuote {
            place = .quoted
        } else if Self.endsField(byte) {
            place = .start
        } else if byte != 0x20 {
            place = .other
        }
        isBehindQuote = false
    }

    private mutating func takeLetter(_ byte: UInt8, _ result: inout [UInt8]) {
        if byte == UInt8(ascii: "("), let word = Self.geometry(open) {
            open.append(byte)
            place = .geometry(depth: 1, isCollection: word.starts(with: Array("geom".utf8)))
        } else if byte == UInt8(ascii: ";") ? Self.isReference(open[...]) : Self.mayFollow(byte),
            open.count < Self.longestStart
        {
            open.append(byte)
        } else {
            result += open
            open.removeAll(keepingCapacity: true)
            place = .other
            takePlain(byte, &result)
        }
    }

    private mutating func takeVertex(
        _ byte: UInt8, depth: Int, isCollection: Bool, _ result: inout [UInt8]
    ) {
        open.append(byte)
        switch byte {
        case UInt8(ascii: "(") where depth == Self.deepest: giveUp(&result)
        case UInt8(ascii: "("): place = .geometry(depth: depth + 1, isCollection: isCollection)
        case UInt8(ascii: ")") where depth > 1:
            place = .geometry(depth: depth - 1, isCollection: isCollection)
        case UInt8(ascii: ")"): place = .closed(length: open.count)
        case 0x30...0x39, 0x20, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: "-"),
            UInt8(ascii: "+"),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            if open.count > Self.longestGeometry { giveUp(&result) }
        default:
            if !isCollection || !Self.isLetter(byte) { giveUp(&result) }
        }
    }

    /// Writes a geometry, and the blanks behind it.
    private mutating func quote(_ length: Int, _ result: inout [UInt8]) {
        let geometry = open[..<length]
        let isParted = geometry.contains { Self.endsField($0) }
        if isParted, geometry.contains(where: { (0x30...0x39).contains($0) }) { count += 1 }
        result += [Self.quote] + geometry + [Self.quote] + open[length...]
        open.removeAll(keepingCapacity: true)
        place = .other
    }

    /// Leaves the first line of what is no geometry as it is, and looks at the others again.
    private mutating func giveUp(_ result: inout [UInt8]) {
        let text = open
        open = []
        let end = text.firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
        result += text[..<end]
        place = text[end - 1] == 0x0A ? .start : .other
        for byte in text[end...] { take(byte, &result) }
    }

    // MARK: bytes and words

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// Letters, blanks, and what a reference has.
    private static func mayFollow(_ byte: UInt8) -> Bool {
        isLetter(byte) || byte == 0x20 || byte == UInt8(ascii: "=") || (0x30...0x39).contains(byte)
    }

    private static func endsField(_ byte: UInt8) -> Bool { ",;|\t\n\r".utf8.contains(byte) }

    /// `SRID=4326`
    private static func isReference(_ text: ArraySlice<UInt8>) -> Bool {
        text.count > 5 && text.prefix(5).map { $0 | 0x20 } == Array("srid=".utf8)
            && text.dropFirst(5).allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The name of a type in small letters, perhaps behind a reference, with Z or M behind it; nil for anything else.
    private static func geometry(_ text: [UInt8]) -> [UInt8]? {
        let pieces = text.split(separator: UInt8(ascii: ";"), maxSplits: 1)
        guard let last = pieces.last, pieces.count == 1 || isReference(pieces[0]) else { return nil }
        let names = last.split(separator: 0x20).map { name in name.map { $0 | 0x20 } }
        let suffixes = ["", "z", "m", "zm"].map { Array($0.utf8) }
        guard let first = names.first, names.count == 1 || names.count == 2 && suffixes.contains(names[1])
        else {
            return nil
        }
        return words.first { first.starts(with: $0) && suffixes.contains(Array(first.dropFirst($0.count))) }
    }
}
