import TileArchives
import Streets

/// Whose data the tiles are, in words that fit into a corner of the map.
enum Attribution {
    /// The attribution, and less of it where that has no room: who made the data comes before who made the tiles.
    static func texts(_ description: TileArchiveDescription) -> [String] {
        let whole = short(description)
        return whole.contains("OpenStreetMap") ? [whole, "© OpenStreetMap"] : [whole]
    }

    static func short(_ description: TileArchiveDescription) -> String {
        let isOpenMapTiles = TileSchema(layers: description.layers) == .openMapTiles
        let own = description.attribution.replacing("OpenStreetMap contributors", with: "OpenStreetMap")
        if !own.isEmpty { return own }
        return isOpenMapTiles ? "© OpenMapTiles © OpenStreetMap" : "© OpenStreetMap"
    }

    static func whole(_ description: TileArchiveDescription) -> String {
        description.attribution.isEmpty ? short(description) : description.attribution
    }
}
