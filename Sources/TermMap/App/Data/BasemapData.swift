import Basemaps
import MapModel

/// What the map is drawn from besides the rows.
package struct BasemapData: Sendable {
    package var basemap: Basemap?
    package var coastDetail: Basemap?
    package var labels: [MapLabel]
    /// It is the coarse one inside the program.
    package var isSmall = false
    /// What is missing or damaged of it, a line each.
    package var faults: [String] = []

    /// No land and no names.
    package static let none = BasemapData(basemap: nil, coastDetail: nil, labels: [])
}

/// The names of places: for the map, for lists and for where one is.
package struct Atlas: Sendable {
    package var gazetteer: Gazetteer
    package var locator: PlaceLocator

    package init(gazetteer: Gazetteer, locator: PlaceLocator) {
        self.gazetteer = gazetteer
        self.locator = locator
    }
}

/// Why there are no names of places, in one line.
package struct AtlasError: Error, Equatable, Sendable {
    package var message: String

    package init(message: String) {
        self.message = message
    }
}
