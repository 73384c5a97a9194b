import MapModel
import Rows
import Streams

/// Any text: the whole line, the address in it, and the coordinates in it, of each of which a row is made.
struct ProseReader: LogLineReader {
    private let hasPlaces: Bool
    let columnNames: [String]
    let addressColumn: Int?

    init(hasAddresses: Bool, hasPlaces: Bool) {
        self.hasPlaces = hasPlaces
        columnNames = ["text"] + (hasAddresses ? ["ip"] : []) + (hasPlaces ? ["latitude", "longitude"] : [])
        addressColumn = hasAddresses ? 2 : nil
    }

    var words: String { "text" }
    var textColumn: Int? { 1 }
    var placeColumns: (latitude: Int, longitude: Int)? {
        hasPlaces ? (columnNames.count - 1, columnNames.count) : nil
    }

    func read(_ line: LogLine, into fields: inout LogFields) -> Bool {
        fields.set(1, line.range)
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

    func places(in line: LogLine) -> [ProsePlace] {
        hasPlaces ? ProseScan(line.bytes, line.range).places : []
    }
}
