import App
import DataSets
import MapModel
import Runtime
import Streams

/// A place as the command line names it.
enum NamedPlace: Equatable {
    case coordinate(CoordinateText)
    case place(Place)

    var coordinate: Coordinate {
        switch self {
        case .coordinate(let text): text.coordinate
        case .place(let place): place.coordinate
        }
    }
}

extension Options {
    /// What the user means by `text`: a coordinate, a `geo:` URI, a map's URL, a code, or the name of a place.
    ///
    /// A short plus code is the nearest one to the place whose name follows it.
    /// Names are looked up in the gazetteer of `names`; of several the most important one is meant.
    ///
    /// - Parameter reportsSimilar: says so when only another name was found, a similar one or one that begins so.
    static func resolvePlace(
        _ text: String, flag: String, names: DataFolder, reportsSimilar: Bool = true
    ) throws(UsageError) -> NamedPlace {
        let (found, isSimilar) = try lookUp(text, flag: flag, names: names)
        if isSimilar, reportsSimilar, case .place(let place) = found {
            Output.report(["\(flag): no place named \(quoted(text)); using \(quoted(place.name)) instead"])
        }
        return found
    }

    /// Where a filter finds a place; nil for nothing known.
    static func namedSpot(_ text: String, names: DataFolder) -> AreaSets.NamedSpot? {
        guard let (found, isSimilar) = try? lookUp(text, flag: "near", names: names) else { return nil }
        if isSimilar, case .place(let place) = found { return .similar(place.name) }
        return .here(found.coordinate)
    }

    /// The same, and whether its name is another one.
    private static func lookUp(
        _ text: String, flag: String, names: DataFolder
    ) throws(UsageError) -> (place: NamedPlace, isSimilar: Bool) {
        if let short = ShortPlusCode(text), !short.place.isEmpty {
            let (place, isSimilar) = try lookUp(short.place, flag: flag, names: names)
            if let code = short.recovered(near: place.coordinate), let found = try? CoordinateText(code) {
                return (.coordinate(found), isSimilar)
            }
        }
        do throws(CoordinateText.Failure) {
            return (.coordinate(try CoordinateText(text)), false)
        } catch {
            // A latitude of 91 is no name, nor is a coordinate with something left over.
            guard error.mayBeName else { throw UsageError("\(flag): \(error)") }
        }
        let gazetteer = try names.readGazetteer()
        let query = SearchQuery(text)
        let found = PlaceSearch(gazetteer).search(query, near: nil, limit: 1)
        // Y is a village; x is the beginning of a thousand names.
        guard let match = found?.matches.first, query.isLongEnough || match.kind.isWhole else {
            throw UsageError(
                "\(flag): no place found: \"\(text.prefix(60))\" (expected a name or LAT,LON)")
        }
        return (.place(gazetteer.place(match.place)), !match.kind.isWhole)
    }
}
