/// A sentence of NMEA 0183 with a right checksum, split into fields: `$GPRMC,…*hh`.
///
/// The storage is reused for the next sentence.
struct NMEASentence: Sendable {
    enum Kind: Sendable {
        case rmc, gga, gll, vtg, gsa, gsv, zda
    }

    enum Failure: Error, Sendable {
        case noChecksum
        case wrongChecksum
    }

    /// Nil for a sentence that is not used here.
    private(set) var kind: Kind?
    /// The two letters of the system that sends, such as `GP` or `GN`, in one number.
    private(set) var talker: UInt16 = 0
    private var bytes: [UInt8] = []
    /// The ends of the fields, that of the address first.
    private var ends: [Int] = []

    /// Reads a sentence up to its checksum; what follows is ignored.
    ///
    /// - Parameter text: from the byte after `$` on.
    mutating func read(_ text: Span<UInt8>) throws(Failure) {
        kind = nil
        var sum: UInt8 = 0
        var end = 0
        while end < text.count, text[end] != UInt8(ascii: "*") {
            sum ^= text[end]
            end += 1
        }
        guard end + 2 < text.count, let high = Self.hexDigit(text[end + 1]),
            let low = Self.hexDigit(text[end + 2])
        else { throw .noChecksum }
        guard sum == high << 4 | low else { throw .wrongChecksum }
        guard end >= 6, text[5] == UInt8(ascii: ","),
            let kind = Self.kind(text[2], text[3], text[4])
        else { return }
        talker = UInt16(text[0]) << 8 | UInt16(text[1])
        split(text, end: end)
        self.kind = kind
    }

    private mutating func split(_ text: Span<UInt8>, end: Int) {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        for offset in 0..<end {
            if text[offset] == UInt8(ascii: ",") { ends.append(offset) }
            bytes.append(text[offset])
        }
        ends.append(end)
    }

    private static func kind(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Kind? {
        switch (UInt32(first) << 16) | (UInt32(second) << 8) | UInt32(third) {
        case 0x524D43: .rmc
        case 0x474741: .gga
        case 0x474C4C: .gll
        case 0x565447: .vtg
        case 0x475341: .gsa
        case 0x475356: .gsv
        case 0x5A4441: .zda
        default: nil
        }
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }
}

extension NMEASentence {
    /// Fields after the address.
    var fieldCount: Int { ends.count - 1 }

    /// The bytes of a field, counted from 1 after the address; empty when it is missing.
    func field(_ number: Int) -> ArraySlice<UInt8> {
        guard ends.indices.contains(number), number > 0 else { return [] }
        return bytes[(ends[number - 1] + 1)..<ends[number]]
    }

    /// The one letter of a field.
    func letter(_ number: Int) -> Unicode.Scalar? {
        let field = field(number)
        return field.count == 1 ? field.first.map { Unicode.Scalar($0) } : nil
    }

    /// A decimal number; nil when the field is empty or not a number.
    func number(_ number: Int) -> Double? { NMEANumber(field(number))?.value }

    /// A number without sign and fraction.
    func count(_ number: Int) -> Int? {
        guard let decimal = NMEANumber(field(number)), decimal.decimals == 0, decimal.units >= 0 else {
            return nil
        }
        return Int(decimal.units)
    }

    /// Degrees of `dddmm.mmmm` and its hemisphere in the field after it, correctly rounded; nil when one is
    /// missing or out of its range.
    func degrees(_ number: Int, positive: Unicode.Scalar, negative: Unicode.Scalar, limit: Int64) -> Double? {
        guard let decimal = NMEANumber(field(number)), decimal.units >= 0,
            let letter = letter(number + 1), letter == positive || letter == negative
        else { return nil }
        let scale = decimal.scale
        let degrees = decimal.units / scale / 100
        let minutes = decimal.units - degrees * 100 * scale
        let unitsOfDegree = 60 * scale
        guard minutes < unitsOfDegree, degrees < limit || degrees == limit && minutes == 0 else { return nil }
        // Both are whole numbers below 2^53: one division, one rounding.
        let value = Double(degrees * unitsOfDegree + minutes) / Double(unitsOfDegree)
        return letter == negative ? -value : value
    }

    /// Milliseconds since midnight of `hhmmss.sss`.
    func timeOfDay(_ number: Int) -> Int64? {
        guard let decimal = NMEANumber(field(number)), decimal.units >= 0 else { return nil }
        let whole = decimal.units / decimal.scale
        let fraction = (decimal.units - whole * decimal.scale) * 1000 / decimal.scale
        let (hour, minute, second) = (whole / 10_000, whole / 100 % 100, whole % 100)
        guard hour < 24, minute < 60, second < 61 else { return nil }
        return ((hour * 60 + minute) * 60 + second) * 1000 + fraction
    }
}
