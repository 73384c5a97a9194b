/// The format of a log of fixes.
package enum FixLogFormat: String, CaseIterable, Sendable {
    case nmea, gpsd, gpx

    /// Detects the format by the first bytes: `<` begins XML, `{` an object of gpsd, anything else counts as
    /// NMEA, also with objects of gpsd between its lines.
    ///
    /// Comments, `#` to the end of the line, are skipped; nil while there is nothing else.
    init?(detecting bytes: [UInt8]) {
        var rest = bytes[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        while true {
            rest = rest.drop { $0 <= 32 }
            guard let first = rest.first else { return nil }
            switch first {
            case UInt8(ascii: "<"): self = .gpx
            case UInt8(ascii: "{"): self = .gpsd
            // UTF-16, which expat decodes.
            case 0xFE, 0xFF: self = .gpx
            case UInt8(ascii: "#"):
                rest = rest.drop { $0 != 10 && $0 != 13 }
                continue
            default: self = Self.hasObject(rest) ? .gpsd : .nmea
            }
            return
        }
    }

    /// Whether a later line begins an object of gpsd.
    private static func hasObject(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.split { $0 == 10 || $0 == 13 }.contains { $0.starts(with: Array("{\"class\":".utf8)) }
    }
}
