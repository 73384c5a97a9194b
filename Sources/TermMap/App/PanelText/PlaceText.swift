import CellGraphics
import MapModel
import Streams

/// Distance and direction, as lists show them.
package enum DistanceLine {
    package static func text(from center: Coordinate, to coordinate: Coordinate, unit: DistanceUnit)
        -> DisplayText
    {
        let meters = GreatCircle.distance(from: center, to: coordinate)
        return text(meters: meters, bearing: GreatCircle.bearing(from: center, to: coordinate), unit: unit)
    }

    package static func text(meters: Double, bearing: Double, unit: DistanceUnit) -> DisplayText {
        // No direction is shown for a place at the position itself.
        guard meters >= 1 else { return "here" }
        return "\(unit.text(meters: meters)) \(CompassPoint(bearing: bearing).symbol)"
    }
}

/// A place of the gazetteer in words.
package enum PlaceText {
    /// `capital of Germany · 3.4M`, `Ohio, United States · 58k`.
    package static func line(of place: Place) -> DisplayText {
        var parts: [String] = []
        let inCountry = [place.region, place.region.isEmpty ? place.country : place.countryCode].filter {
            !$0.isEmpty && $0 != place.name
        }
        switch place.kind {
        case .country: parts.append("country")
        case .region, .subregion: parts.append("region of \(place.country)")
        case .city where place.isCountryCapital: parts.append("capital of \(place.country)")
        case .city: parts.append(inCountry.joined(separator: ", "))
        case .sea, .lake, .river, .island, .peak, .range, .airport:
            parts += [place.kind.name + (place.country.isEmpty ? "" : " in \(place.country)")]
            parts.append(place.airportCodes.joined(separator: ", "))
            if place.heightMeters > 0 { parts.append("\(place.heightMeters.grouped) m") }
        }
        // The people of a region are not known, only those of the towns in it, some of them twice.
        if place.population > 0, place.kind != .region, place.kind != .subregion {
            parts.append(ClusterScale.abbreviatedCount(place.population))
        }
        return DisplayText(sanitising: parts.filter { !$0.isEmpty }.joined(separator: " · "))
    }

    /// Four decimals where a cell is smaller than a hundredth of a degree.
    package static func coordinate(_ coordinate: Coordinate, zoom: Double) -> DisplayText {
        let digits = zoom >= 7 ? 4 : 2
        return "\(coordinate.latitude.fixed(digits)), \(coordinate.longitude.fixed(digits))"
    }

    /// `Lyon, FR`, as bars show it.
    package static func short(_ place: Place) -> DisplayText {
        place.kind == .country || place.kind.isFeature || place.countryCode.isEmpty
            ? DisplayText(sanitising: place.name)
            : DisplayText(sanitising: "\(place.name), \(place.countryCode)")
    }
}

extension Place.Kind {
    /// As it is printed.
    package var name: String {
        switch self {
        case .country: "country"
        case .region: "region"
        case .subregion: "subregion"
        case .city: "city"
        case .sea: "sea"
        case .lake: "lake"
        case .river: "river"
        case .island: "island"
        case .peak: "mountain"
        case .range: "landscape"
        case .airport: "airport"
        }
    }
}
