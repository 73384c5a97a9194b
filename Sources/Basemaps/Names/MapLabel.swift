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
