import MapModel
import Streams

/// A name on the map, with the place and the size of what it names.
package struct MapLabel: Sendable, Equatable {
    /// What a label names; the raw values are those of the file.
    package enum Kind: String, Sendable {
        case ocean, sea, gulf, bay, strait, channel, sound, lake, river, country, state, city, capital
    }

    /// What it names, which decides its look and its zooms.
    package let kind: Kind
    /// The name as it is written on the map; data that must be sanitised before it is drawn.
    package let name: String
    /// The centre of the label on the world plane.
    package let point: WorldPoint
    /// Priority: 0 is the most important.
    package let rank: Int
    /// Inhabitants; 0 where the number is not known.
    package let population: Int
    /// Country code, ISO 3166-1 alpha-2.
    package let code: String
    /// Width and height of its box on the world plane, 0 where it has none.
    package let worldWidth: Double
    /// Height of its box on the world plane, 0 where it has none.
    package let worldHeight: Double
}

extension MapLabel {
    /// The name of a town or district of the gazetteer.
    package init(_ place: Place) {
        self.init(
            kind: place.isCountryCapital ? .capital : .city, name: place.name,
            point: WebMercator.project(place.coordinate), rank: Place.noRank, population: place.population,
            code: place.countryCode, worldWidth: 0, worldHeight: 0)
    }
}

/// Reads `labels.tsv`: one name a line, columns found by the names in its first line.
///
/// A line that does not fit is skipped: a map without one name is better than none.
package enum MapLabelFile {
    private static let columns = [
        "kind", "name", "latitude", "longitude", "rank", "population", "code", "west", "south", "east",
        "north",
    ]

    /// The contents of a file.
    package struct Contents: Sendable {
        /// The names in the order of the file.
        package var labels: [MapLabel] = []
        /// Lines that do not fit, including a last one that is cut off; a damaged header counts as one.
        package var damagedLineCount = 0
    }

    /// The largest file that is read: 64 MB.
    private static let maximumSize = 1 << 26

    /// The names in the file at `path`.
    package static func read(_ path: String) throws(FileError) -> Contents {
        contents(of: try FileBytes.whole(path, limit: maximumSize))
    }

    static func contents(of bytes: [UInt8]) -> Contents {
        var lines = bytes.split(separator: UInt8(ascii: "\n")).makeIterator()
        let names = lines.next().map { fields(of: $0) } ?? []
        let order = columns.map { names.firstIndex(of: $0) }
        guard order.allSatisfy({ $0 != nil }) else { return Contents(damagedLineCount: 1) }
        let positions = order.compactMap { $0 }
        var contents = Contents(damagedLineCount: bytes.last == UInt8(ascii: "\n") ? 0 : 1)
        while let line = lines.next() {
            let values = fields(of: line)
            if values.count == names.count, let label = label(from: positions.map { values[$0] }) {
                contents.labels.append(label)
            } else {
                contents.damagedLineCount += 1
            }
        }
        return contents
    }

    private static func fields(of line: ArraySlice<UInt8>) -> [String] {
        line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    private static func label(from values: [String]) -> MapLabel? {
        guard let kind = MapLabel.Kind(rawValue: values[0]), let latitude = Double(values[2]),
            let longitude = Double(values[3]), let coordinate = Coordinate(wrapping: latitude, longitude)
        else { return nil }
        let size = boxSize(values[7...10].map { Double($0) })
        return MapLabel(
            kind: kind, name: values[1], point: WebMercator.project(coordinate), rank: Int(values[4]) ?? 99,
            population: Int(values[5]) ?? 0, code: values[6], worldWidth: size.width, worldHeight: size.height
        )
    }

    private static func boxSize(_ edges: [Double?]) -> (width: Double, height: Double) {
        guard let west = edges[0], let south = edges[1], let east = edges[2], let north = edges[3] else {
            return (0, 0)
        }
        let box = GeoBounds(south: south, west: west, north: north, east: east)
        let top = WebMercator.project(Coordinate(latitude: north, longitude: 0)).y
        let bottom = WebMercator.project(Coordinate(latitude: south, longitude: 0)).y
        return (box.longitudeSpan / 360, max(bottom - top, 0))
    }
}
