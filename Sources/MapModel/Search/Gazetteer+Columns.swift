// The columns of an entry, one number at a time: cheap enough for every key press.
extension Gazetteer {
    /// Whether an entry is a country, region, subregion or city.
    public func kind(of id: PlaceID) -> Place.Kind {
        // `init` has checked that each kind is one.
        if isFeature(id) {
            let kind = bytes[layout.features + Int(id.index) - layout.landCount]
            return Place.Kind(rawValue: kind) ?? .sea
        }
        return Place.Kind(rawValue: traits(of: id) & 3) ?? .city
    }

    /// Whether a place is the capital of a country or region.
    public func capitalStatus(of id: PlaceID) -> CapitalStatus {
        CapitalStatus(rawValue: traits(of: id) >> 2 & 3) ?? .none
    }

    /// Importance on a map: 0 most, 10 least, `Place.noRank` for none.
    public func rank(of id: PlaceID) -> Int {
        let rank = Int(traits(of: id) >> 4)
        return rank == GazetteerLayout.noRank ? Place.noRank : rank
    }

    /// 0 where it is not known, and for features.
    public func population(of id: PlaceID) -> Int {
        isFeature(id) ? 0 : Int(number(layout.populations, id, as: UInt32.self))
    }

    /// Metres above the sea, of a peak; otherwise 0.
    public func heightMeters(of id: PlaceID) -> Int {
        isFeature(id) ? Int(number(layout.populations, id, as: UInt32.self)) : 0
    }

    /// The position in 1e-7°: of a place its centre, of an area a point for its label.
    public func fixedCoordinate(of id: PlaceID) -> FixedCoordinate {
        FixedCoordinate(
            latitudeE7: number(layout.latitudes, id, as: Int32.self),
            longitudeE7: number(layout.longitudes, id, as: Int32.self))
    }

    /// The position in degrees: of a place its centre, of an area a point for its label.
    public func coordinate(of id: PlaceID) -> Coordinate { fixedCoordinate(of: id).coordinate }

    /// The country it lies in, or itself; nil for a feature in no or several countries.
    public func country(of id: PlaceID) -> PlaceID? {
        let country = Int(number(layout.countries, id, as: UInt8.self))
        return country == GazetteerLayout.noCountry ? nil : PlaceID(index: UInt32(country))
    }

    /// The admin1 region it lies in, or itself; nil for countries and where none is known.
    public func region(of id: PlaceID) -> PlaceID? {
        let region = Int(number(layout.regions, id, as: UInt16.self))
        return region == GazetteerLayout.noRegion ? nil : PlaceID(index: UInt32(layout.countryCount + region))
    }

    /// Whether it is a sea, a lake, a river, an island, a peak, a range or an airport.
    public func isFeature(_ id: PlaceID) -> Bool {
        let index = Int(id.index)
        return index >= layout.landCount && index < layout.areaCount
    }

    /// Whether it is a country, a region or a feature, which have boxes and codes.
    public func isArea(_ id: PlaceID) -> Bool { Int(id.index) < layout.areaCount }

    /// The box of a country, region or feature that is worth zooming to; nil for places.
    public func box(of id: PlaceID) -> GeoBounds? {
        guard isArea(id) else { return nil }
        let start = layout.boxes + 16 * Int(id.index)
        let sides = bytes.withUnsafeBytes { raw in
            SIMD4<Double>(
                Double(raw.number(at: start, as: Int32.self)),
                Double(raw.number(at: start + 4, as: Int32.self)),
                Double(raw.number(at: start + 8, as: Int32.self)),
                Double(raw.number(at: start + 12, as: Int32.self)))
        }
        let degrees = sides / FixedCoordinate.unitsPerDegree
        return GeoBounds(south: degrees[0], west: degrees[1], north: degrees[2], east: degrees[3])
    }

    private func traits(of id: PlaceID) -> UInt8 { number(layout.traits, id, as: UInt8.self) }

    @inline(__always)
    private func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ column: Int, _ id: PlaceID, as type: Number.Type
    ) -> Number {
        precondition(id.index < count, "a place must be of this gazetteer")
        return bytes.withUnsafeBytes {
            $0.number(at: column + Int(id.index) * MemoryLayout<Number>.size, as: type)
        }
    }
}
