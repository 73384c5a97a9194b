import MapModel

/// Where a row waits whose place is found after it was read, by names and codes.
package enum UnknownPlace {
    /// Any place: it is never shown.
    package static let coordinate = FixedCoordinate(latitudeE7: 0, longitudeE7: 1)
}
