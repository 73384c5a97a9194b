import MapModel
import RowValues
import Streams

/// What the JSON of an archive or server says of its tiles: PMTiles metadata, MBTiles `json`, TileJSON.
///
/// What is damaged, nested too deep or of another type is left out; nothing in it is trusted.
package struct TileMetadata: Sendable, Equatable {
    /// The names of the vector layers.
    package var layers: [String] = []
    /// One line of plain text; may be empty.
    package var attribution = ""
    /// The lowest zoom with tiles.
    package var minZoom: Int?
    /// The highest zoom with tiles.
    package var maxZoom: Int?
    /// Nil for the world and where they make no sense.
    package var bounds: GeoBounds?
    /// The format of the tiles, in lower case: "pbf", "png".
    package var format = ""
    /// The addresses of the tiles of a TileJSON.
    package var tiles: [String] = []
    /// The rows of `tiles` are counted from the south.
    package var isTMS = false

    private static let listLimit = 500

    /// Nothing is known.
    package init() {}

    /// - Parameter json: of which all is read up to the first fault.
    package init(json: [UInt8]) {
        ByteRun.with(json) { bytes in
            var cursor = JSONCursor(bytes, isFinal: true)
            try? cursor.eachMember { key, cursor throws(JSONFault) in try read(key, &cursor) }
        }
    }

    /// The zooms of the tiles; nil where they are not known or make no sense.
    package var zooms: ClosedRange<Int>? {
        guard let minZoom, let maxZoom, minZoom <= maxZoom else { return nil }
        return minZoom...maxZoom
    }

    private mutating func read(_ key: String, _ cursor: inout JSONCursor) throws(JSONFault) {
        switch key {
        case "vector_layers": layers = try Self.names("id", of: &cursor)
        case "tilestats":
            // Protomaps before 2023 wrote the layers only here.
            var found: [String] = []
            try cursor.eachMember { key, cursor throws(JSONFault) in
                if key == "layers" { found = try Self.names("layer", of: &cursor) }
            }
            if layers.isEmpty { layers = found }
        case "tiles": tiles = try cursor.texts(limit: Self.listLimit)
        case "bounds" where try cursor.peek() == UInt8(ascii: "["):
            bounds = GeoBounds(westSouthEastNorth: try cursor.texts(limit: 5).compactMap(Double.init))
        default:
            if let text = try cursor.plainText() { set(key, text) }
        }
    }

    /// Sets what has this name, in JSON or in the table of MBTiles.
    mutating func set(_ key: String, _ text: String) {
        switch key {
        case "attribution": attribution = PlainText(html: text).text
        case "minzoom": minZoom = Self.zoom(text)
        case "maxzoom": maxZoom = Self.zoom(text)
        case "bounds":
            bounds = GeoBounds(
                westSouthEastNorth: text.split(separator: ",").prefix(5).compactMap {
                    Double($0.filter { $0 != " " })
                })
        case "format": format = printable(text, limit: 40).lowercased()
        case "scheme": isTMS = text == "tms"
        default: break
        }
    }

    private static func zoom(_ text: String) -> Int? {
        guard let number = Double(text), (0...Double(TileID.deepestZoom)).contains(number) else { return nil }
        return Int(number)
    }

    /// The texts under `key` of the objects in an array.
    private static func names(
        _ key: String, of cursor: inout JSONCursor
    ) throws(JSONFault) -> [String] {
        var names: [String] = []
        try cursor.eachElement { cursor throws(JSONFault) in
            try cursor.eachMember { found, cursor throws(JSONFault) in
                if found == key, names.count < listLimit, let name = try cursor.plainText() {
                    names.append(printable(name, limit: 100))
                }
            }
        }
        return names
    }
}
