import MapModel

/// What the combinations of a table say about the places it names: their sizes, countries and regions.
package struct PlaceWeights: Sendable {
}
