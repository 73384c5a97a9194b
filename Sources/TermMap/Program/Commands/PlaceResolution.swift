import App
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
        if let short = ShortPlusCode(text), !short.place.isEmpty {
            let place = try resolvePlace(
                short.place, flag: flag, names: names, reportsSimilar: reportsSimilar)
            if let code = short.recovered(near: place.coordinate), let found = try? CoordinateText(code) {
                return .coordinate(found)
            }
        }
        do throws(CoordinateText.Failure) {
            return .coordinate(try CoordinateText(text))
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
        let place = gazetteer.place(match.place)
        if !match.kind.isWhole, reportsSimilar {
            Output.report(["\(flag): no place named \(quoted(text)); using \(quoted(place.name)) instead"])
        }
        return .place(place)
    }
}
