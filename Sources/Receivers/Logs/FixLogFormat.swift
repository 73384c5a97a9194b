/// What a log of fixes is written in.
package enum FixLogFormat: String, CaseIterable, Sendable {
    case nmea, gpsd, gpx

    /// Detects by the first bytes: `<` begins XML, `{` an object of gpsd, anything else is taken for NMEA.
    ///
    /// Comments, `#` to the end of the line, are passed over; nil while there is nothing else.
    init?(detecting bytes: [UInt8]) {
        var rest = bytes[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        while true {
            rest = rest.drop { $0 <= 32 }
            guard let first = rest.first else { return nil }
            switch first {
            case UInt8(ascii: "<"): self = .gpx
            case UInt8(ascii: "{"): self = .gpsd
            // UTF-16 of expat's making.
            case 0xFE, 0xFF: self = .gpx
            case UInt8(ascii: "#"):
                rest = rest.drop { $0 != 10 && $0 != 13 }
                continue
            default: self = .nmea
            }
            return
        }
    }
}
