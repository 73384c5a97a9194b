/// What the features of a layer are, by its name in any of the schemas.
enum LayerRole: Sendable {
    case water, waterLines, waterNames, buildings, roads, plazas, roadNames, areas, parks, settlements, points
    /// A layer of a schema that we do not know.
    case unknown
    /// Known, and not drawn.
    case ignored

    init(layer: String) {
        self = Self.table[layer] ?? .unknown
    }

    private static let table: [String: LayerRole] = [
        "water": .water, "ocean": .water, "water_polygons": .water,
        "waterway": .waterLines, "water_lines": .waterLines, "physical_line": .waterLines,
        "water_name": .waterNames, "water_polygons_labels": .waterNames, "physical_point": .waterNames,
        "water_label": .waterNames, "water_lines_labels": .waterNames,
        "building": .buildings, "buildings": .buildings,
        "transportation": .roads, "roads": .roads, "road": .roads, "streets": .roads, "transit": .roads,
        "aeroway": .roads, "ferries": .roads, "aerialways": .ignored,
        "street_polygons": .plazas, "bridges": .plazas, "bridge": .plazas, "pier_polygons": .plazas,
        "pier_lines": .ignored, "dam_lines": .ignored, "dam_polygons": .ignored,
        "transportation_name": .roadNames, "street_labels": .roadNames, "road_label": .roadNames,
        "streets_polygons_labels": .ignored, "streets_low": .ignored, "street_labels_points": .ignored,
        "landuse": .areas, "landcover": .areas, "natural": .areas, "land": .areas, "sites": .areas,
        "landuse_overlay": .areas, "park": .parks,
        "place": .settlements, "places": .settlements, "place_labels": .settlements,
        "place_label": .settlements,
        "poi": .points, "pois": .points, "poi_label": .points, "public_transport": .points,
        "rail_station_label": .points,
        "earth": .ignored, "boundary": .ignored, "boundaries": .ignored, "boundary_labels": .ignored,
        "addresses": .ignored, "housenumber": .ignored, "mountain_peak": .ignored,
        "aerodrome_label": .ignored,
        "globallandcover": .ignored, "mask": .ignored, "contour": .ignored, "hillshade": .ignored,
    ]
}

/// How the layers of tiles are named.
public enum TileSchema: String, Sendable {
    case openMapTiles = "OpenMapTiles"
    case shortbread = "Shortbread"
    case protomaps = "Protomaps"
    case mapboxStreets = "Mapbox Streets"

    /// The schema of some layers; nil where it is none that we know.
    public init?(layers: [String]) {
        let layers = Set(layers)
        if layers.contains("transportation") {
            self = .openMapTiles
        } else if layers.contains("streets") {
            self = .shortbread
        } else if layers.contains("roads") {
            self = .protomaps
        } else if layers.contains("road") {
            self = .mapboxStreets
        } else {
            return nil
        }
    }
}
