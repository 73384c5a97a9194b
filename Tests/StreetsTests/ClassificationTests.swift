import TestSupport
import Testing

@testable import Streets

/// The table of classes: the same words in all schemas.
struct ClassificationTests {
    private static func kind(_ layer: String, _ shape: MVTWriter.Shape, _ tags: [(String, String)])
        -> FeatureKind?
    {
        var writer = MVTWriter()
        writer.add(layer, [.init(shape, tags)])
        return MVTDecoder().decode(writer.bytes).features.first?.kind
    }

    private static let line = MVTWriter.Shape.line([(0, 0), (9, 9)])
    private static let ring = MVTWriter.Shape.polygon([[(0, 0), (9, 0), (9, 9)]])
    private static let point = MVTWriter.Shape.points([(1, 1)])

    struct Case: Sendable, CustomTestStringConvertible {
        let layer: String
        let tags: [String: String]
        let kind: FeatureKind?

        init(_ layer: String, _ tags: [String: String], _ kind: FeatureKind?) {
            self.layer = layer
            self.tags = tags
            self.kind = kind
        }

        var testDescription: String { "\(layer) \(tags)" }
        var sortedTags: [(String, String)] { tags.sorted { $0.key < $1.key } }
    }

    static let lines: [Case] = [
        // Protomaps, version 4 and 2
        Case("roads", ["kind": "highway", "kind_detail": "motorway"], .line(.motorway)),
        Case("roads", ["kind": "highway", "kind_detail": "motorway_link", "is_link": "yes"], .line(.ramp)),
        Case("roads", ["kind": "major_road", "kind_detail": "trunk"], .line(.major)),
        Case("roads", ["kind": "major_road", "kind_detail": "secondary"], .line(.medium)),
        Case("roads", ["kind": "minor_road", "kind_detail": "residential"], .line(.minor)),
        Case("roads", ["kind": "minor_road", "kind_detail": "service"], .line(.service)),
        Case("roads", ["kind": "path", "kind_detail": "pedestrian"], .line(.pedestrian)),
        Case("roads", ["kind": "path", "kind_detail": "footway"], .line(.path)),
        Case("roads", ["kind": "path", "kind_detail": "sidewalk"], nil),
        Case("roads", ["kind": "path", "kind_detail": "crossing"], nil),
        Case("roads", ["kind": "rail", "kind_detail": "subway"], nil),
        Case("roads", ["kind": "rail", "kind_detail": "tram"], .line(.tram)),
        Case("roads", ["pmap:kind": "medium_road", "highway": "tertiary"], .line(.medium)),
        Case("roads", ["pmap:kind": "highway", "highway": "motorway"], .line(.motorway)),
        Case("roads", ["pmap:kind": "major_road"], .line(.major)),
        Case("transit", ["pmap:kind": "rail", "railway": "rail"], .line(.rail)),
        Case("physical_line", ["pmap:kind": "river"], .line(.river)),
        // OpenMapTiles
        Case("transportation", ["class": "motorway"], .line(.motorway)),
        Case("transportation", ["class": "motorway", "ramp": "yes"], .line(.ramp)),
        Case("transportation", ["class": "primary"], .line(.major)),
        Case("transportation", ["class": "tertiary"], .line(.medium)),
        Case("transportation", ["class": "minor"], .line(.minor)),
        Case("transportation", ["class": "service"], .line(.service)),
        Case("transportation", ["class": "path", "subclass": "pedestrian"], .line(.pedestrian)),
        Case("transportation", ["class": "path", "subclass": "steps"], .line(.path)),
        Case("transportation", ["class": "path", "brunnel": "tunnel"], nil),
        Case("transportation", ["class": "primary", "brunnel": "tunnel"], .line(.major)),
        Case("transportation", ["class": "rail", "subclass": "rail"], .line(.rail)),
        Case("transportation", ["class": "transit", "subclass": "subway"], nil),
        Case("transportation", ["class": "ferry"], .line(.ferry)),
        Case("waterway", ["class": "canal"], .line(.river)),
        Case("waterway", ["class": "ditch"], .line(.stream)),
        Case("aeroway", ["class": "runway"], .line(.runway)),
        // Shortbread
        Case("streets", ["kind": "motorway", "link": "no", "rail": "no"], .line(.motorway)),
        Case("streets", ["kind": "primary", "link": "yes"], .line(.medium)),
        Case("streets", ["kind": "living_street"], .line(.minor)),
        Case("streets", ["kind": "cycleway"], .line(.path)),
        Case("streets", ["kind": "rail", "rail": "yes", "tunnel": "yes"], nil),
        Case("streets", ["kind": "narrow_gauge", "rail": "yes"], .line(.rail)),
        Case("streets", ["kind": "taxiway"], .line(.taxiway)),
        Case("water_lines", ["kind": "stream"], .line(.stream)),
        // Layers of names
        Case("transportation_name", ["class": "secondary", "name": "x"], .streetName(.medium)),
        Case("street_labels", ["kind": "residential", "name": "x"], .streetName(.minor)),
        // A schema that nobody knows
        Case("mystery", ["a": "b"], .line(.minor)),
    ]

    @Test(arguments: lines) func linesHaveTheirClass(test: Case) {
        #expect(Self.kind(test.layer, Self.line, test.sortedTags) == test.kind)
    }

    static let areas: [Case] = [
        Case("water", ["kind": "lake"], .area(.water)), Case("ocean", [:], .area(.water)),
        Case("water_polygons", ["kind": "water"], .area(.water)),
        Case("landuse", ["kind": "park"], .area(.park)),
        Case("landuse", ["pmap:kind": "cemetery"], .area(.park)),
        Case("landcover", ["class": "wood", "subclass": "forest"], .area(.wood)),
        Case("landcover", ["class": "grass", "subclass": "park"], .area(.park)),
        Case("landuse", ["class": "industrial"], .area(.industrial)),
        Case("land", ["kind": "farmland"], .area(.field)), Case("land", ["kind": "beach"], .area(.sand)),
        Case("park", ["class": "whatever"], .area(.park)),
        Case("street_polygons", ["kind": "pedestrian"], .area(.plaza)),
        Case("buildings", [:], .area(.building)), Case("building", [:], .area(.building)),
        Case("landuse", ["kind": "school"], nil), Case("boundaries", ["kind": "country"], nil),
        Case("mystery", [:], .area(.industrial)),
    ]

    @Test(arguments: areas) func areasHaveTheirClass(test: Case) {
        #expect(Self.kind(test.layer, Self.ring, test.sortedTags) == test.kind)
    }

    static let points: [Case] = [
        Case("places", ["kind": "locality", "kind_detail": "city", "name": "x"], .settlement(.city)),
        Case("place", ["class": "suburb", "name": "x"], .settlement(.suburb)),
        Case("place_labels", ["kind": "village", "name": "x"], .settlement(.village)),
        Case("place_labels", ["kind": "village"], nil),
        Case("pois", ["kind": "station", "name": "x"], .station),
        Case("poi", ["class": "railway", "subclass": "station", "name": "x"], .station),
        Case("public_transport", ["kind": "station", "name": "x"], .station),
        Case("poi", ["class": "railway", "subclass": "halt", "name": "x"], .station),
        Case("poi", ["class": "railway", "subclass": "subway", "name": "x"], .station),
        Case(
            "poi", ["class": "railway", "subclass": "tram_stop", "name": "x"],
            .pointOfInterest(PoiKind(word: "tram_stop"))),
        Case(
            "poi", ["class": "bus", "subclass": "bus_stop", "name": "x"],
            .pointOfInterest(PoiKind(word: "bus_stop"))),
        Case(
            "poi", ["class": "entrance", "subclass": "subway_entrance", "name": "x"],
            .pointOfInterest(PoiKind(word: "subway_entrance"))),
        Case(
            "public_transport", ["kind": "bus_stop", "name": "x"],
            .pointOfInterest(PoiKind(word: "bus_stop"))),
        Case("pois", ["kind": "museum", "name": "x"], .pointOfInterest(PoiKind(word: "museum"))),
        Case("pois", ["amenity": "theatre", "name": "x"], .pointOfInterest(PoiKind(word: "theatre"))),
        Case(
            "poi", ["class": "lodging", "subclass": "hotel", "name": "x"],
            .pointOfInterest(PoiKind(word: "hotel"))),
        Case("pois", ["kind": "museum"], nil),
        Case("water_name", ["class": "lake", "name": "x"], .waterName),
    ]

    @Test(arguments: points) func pointsHaveTheirClass(test: Case) {
        #expect(Self.kind(test.layer, Self.point, test.sortedTags) == test.kind)
    }

    @Test func schemasAreKnownByTheirLayers() {
        #expect(TileSchema(layers: ["water", "transportation"]) == .openMapTiles)
        #expect(TileSchema(layers: ["streets", "ocean"]) == .shortbread)
        #expect(TileSchema(layers: ["earth", "roads"]) == .protomaps)
        #expect(TileSchema(layers: ["road"]) == .mapboxStreets)
        #expect(TileSchema(layers: ["mystery"]) == nil)
    }

    @Test func theKindOfTheRowsIsInTheNameOfTheirFile() {
        #expect(
            PoiKind.kinds(inName: "/data/Hotels-2024.csv") == [
                PoiKind(word: "hotel"), PoiKind(word: "lodging"),
            ])
        #expect(PoiKind.kinds(inName: "libraries.geojson") == [PoiKind(word: "library")])
        #expect(PoiKind.kinds(inName: "restaurants.csv").isEmpty)
    }

    /// Two streets may not swap classes because their tags are numbered alike in other layers.
    @Test func classesOfOneLayerDoNotLeakIntoAnother() {
        var writer = MVTWriter()
        writer.add("transportation", [.init(Self.line, [("class", "motorway")])])
        writer.add("waterway", [.init(Self.line, [("class", "river")])])
        #expect(MVTDecoder().decode(writer.bytes).features.map(\.kind) == [.line(.motorway), .line(.river)])
    }
}
