import MapModel
import Rows
import Streams

/// Any text: the time that it begins with, the whole line, the address in it, and the coordinates in it, of each of which a row
/// is made.
struct ProseReader: LogLineReader {
    private let hasTimes: Bool
    private let hasPlaces: Bool
    let columnNames: [String]
    let addressColumn: Int?

    /// - Parameter hasTimes: at least half of the lines begin with a time.
    init(hasTimes: Bool = false, hasAddresses: Bool, hasPlaces: Bool) {
        (self.hasTimes, self.hasPlaces) = (hasTimes, hasPlaces)
        let front = hasTimes ? ["time", "text"] : ["text"]
        columnNames = front + (hasAddresses ? ["ip"] : []) + (hasPlaces ? ["latitude", "longitude"] : [])
        addressColumn = hasAddresses ? front.count + 1 : nil
    }

    var words: String { "text" }
    private var text: Int { hasTimes ? 2 : 1 }
    var textColumn: Int? { text }
    var placeColumns: (latitude: Int, longitude: Int)? {
        hasPlaces ? (columnNames.count - 1, columnNames.count) : nil
    }

    func read(_ line: LogLine, into fields: inout LogFields) -> Bool {
        fields.set(text, line.range)
        if hasTimes, let time = Self.time(line) { fields.make(1) { time.append(to: &$0, line.clock) } }
        if let addressColumn { fields.setAddress(addressColumn, foundIn: line.range, of: line.bytes) }
        guard let columns = placeColumns else { return true }
        let places = places(in: line)
        guard line.ordinal < places.count else { return true }
        let place = places[line.ordinal].coordinate
        fields.make(columns.latitude) {
            DecimalText.append(Int(place.latitudeE7), digits: 7, isTrimmed: true, to: &$0)
        }
        fields.make(columns.longitude) {
            DecimalText.append(Int(place.longitudeE7), digits: 7, isTrimmed: true, to: &$0)
        }
        return true
    }

    /// The time that a line begins with, perhaps in brackets; nil for none.
    static func time(_ line: LogLine) -> LogMoment? {
        var cursor = line.cursor
        let isBracketed = cursor.skip(UInt8(ascii: "["))
        guard let time = LogMoment(&cursor) else { return nil }
        // Of what follows there are words: a date alone is the beginning of a table.
        let hasEnd =
            isBracketed ? cursor.skip(UInt8(ascii: "]")) : cursor.peek == 0x20 || cursor.peek == 0x09
        return hasEnd && !cursor.isAtEnd ? time : nil
    }

    func places(in line: LogLine) -> [ProsePlace] {
        hasPlaces ? ProseScan(line.bytes, line.range).places : []
    }
}
