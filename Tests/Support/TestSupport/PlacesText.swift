/// How the same places are written as text: one case for each format that is read as a stream.
public enum PlacesText: String, CaseIterable, Sendable {
    case csv, tsv, geojson, geojsonseq, ndjson, jsonArray, gpx, kml

    /// The ending of files in this format.
    public var ending: String {
        switch self {
        case .jsonArray: "json"
        case .geojsonseq: "geojsons"
        default: rawValue
        }
    }

    /// `count` places in this format, named "Place 0" and on.
    public func text(_ count: Int) -> String {
        let places = (0..<count).map { (name: "Place \($0)", latitude: $0 % 80, longitude: $0 % 170) }
        switch self {
        case .csv, .tsv:
            let delimiter = self == .csv ? "," : "\t"
            return
                (["name\(delimiter)lat\(delimiter)lon"]
                + places.map { "\($0.name)\(delimiter)\($0.latitude).5\(delimiter)\($0.longitude).25" })
                .joined(separator: "\n") + "\n"
        case .geojson:
            let features = places.map { Self.feature($0.name, $0.latitude, $0.longitude) }
            return "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ",\n"))]}"
        case .geojsonseq:
            return places.map { "\u{1E}\(Self.feature($0.name, $0.latitude, $0.longitude))\n" }.joined()
        case .ndjson, .jsonArray:
            let objects = places.map {
                "{\"name\":\"\($0.name)\",\"lat\":\($0.latitude).5,\"lon\":\($0.longitude).25}"
            }
            return self == .ndjson
                ? objects.joined(separator: "\n") + "\n" : "[\(objects.joined(separator: ",\n"))]"
        case .gpx:
            let points = places.map {
                "<wpt lat=\"\($0.latitude).5\" lon=\"\($0.longitude).25\"><name>\($0.name)</name></wpt>\n"
            }
            return "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\">\(points.joined())</gpx>\n"
        case .kml:
            let marks = places.map {
                "<Placemark><name>\($0.name)</name><Point><coordinates>\($0.longitude).25,\($0.latitude).5"
                    + "</coordinates></Point></Placemark>\n"
            }
            return "<?xml version=\"1.0\"?>\n<kml><Document>\(marks.joined())</Document></kml>\n"
        }
    }

    private static func feature(_ name: String, _ latitude: Int, _ longitude: Int) -> String {
        "{\"type\":\"Feature\",\"properties\":{\"name\":\"\(name)\"},\"geometry\":{\"type\":\"Point\","
            + "\"coordinates\":[\(longitude).25,\(latitude).5]}}"
    }
}
