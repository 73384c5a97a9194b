import MapModel
import PlaceNames
import RowValues
import Rows
import Streams

/// Finds places by the names of towns, regions and countries.
struct NamedPlaceFinder {
    private let atlas: PlaceAtlas
    private let country: Int?
    private let region: Int?
    private let town: Int?
    private let isText: Bool
    private let header: String
    private let fixedCountry: String?

    /// - Parameters:
    ///   - columns: the columns of combinations, as the table numbers them.
    ///   - header: the name of the country column.
    init(
        _ roles: PlaceRoles, columns: [Int], header: String, options: PlaceOptions, atlas: PlaceAtlas
    ) {
        func slot(_ column: Int?) -> Int? { column.flatMap { columns.firstIndex(of: $0) } }
        (country, region, town) = (slot(roles.country), slot(roles.region), slot(roles.town ?? roles.text))
        isText = roles.town == nil && roles.text != nil
        fixedCountry = roles.country == nil ? options.country : nil
        (self.header, self.atlas) = (header, atlas)
    }

    func places(
        of combinations: [PlaceCombination], isCancelled: () -> Bool, progress: (Double) -> Void
    ) throws(PlaceFault) -> [FoundPlace?] {
        let finder: PlaceNameFinder
        do throws(PlaceAtlas.Missing) { finder = try atlas.names() } catch { throw .missing(error.words) }
        let texts = combinations.map(texts)
        let counts = combinations.map(\.rows)
        var context = PlaceContext()
        context.isText = isText
        context.fixedCountry = fixedCountry
        if country != nil { context.scheme = scheme(texts, counts, finder) }
        let answers = finder.answers(
            to: texts, counts: counts, context: context, workers: .processors, isCancelled: isCancelled,
            progress: progress)
        guard let answers else { throw .cancelled }
        return zip(texts, answers).map { found($1, of: $0, finder) }
    }

    private func texts(of combination: PlaceCombination) -> PlaceTexts {
        func text(_ slot: Int?) -> String { slot.map { combination.values[$0] } ?? "" }
        return PlaceTexts(country: text(country), region: text(region), town: text(town))
    }

    /// How the country column is written, by its different values.
    private func scheme(_ texts: [PlaceTexts], _ counts: [Int], _ finder: PlaceNameFinder) -> CountryScheme? {
        var rows: [String: Int] = [:]
        for (text, count) in zip(texts, counts) where !text.country.isEmpty {
            rows[text.country, default: 0] += count
        }
        let values = rows.keys.sorted()
        return finder.countryScheme(
            of: values, header: header, rows: Array(texts.prefix(1_000))
        )
    }

    private func found(_ answer: PlaceAnswer, of texts: PlaceTexts, _ finder: PlaceNameFinder) -> FoundPlace?
    {
        switch answer {
        case .place(let id, let match):
            return .known(
                KnownPlace(
                    coordinate: finder.gazetteer.fixedCoordinate(of: id), match: match,
                    name: finder.title(of: id),
                    country: finder.gazetteer.countryCode(of: id)))
        case .unknown(let similar):
            let words = similar.isEmpty ? "unknown" : "unknown (similar: \(names(similar, 1, finder)))"
            return .missing(.unknownPlace, words: words, candidates: candidates(similar, finder))
        case .ambiguous(let places):
            return .missing(
                .ambiguousPlace, words: "ambiguous: \(names(places, 4, finder))",
                candidates: candidates(places, finder))
        case .unlisted(let places):
            return .missing(
                .ambiguousPlace, words: "one place is known, others may exist",
                candidates: candidates(places, finder))
        case .unknownCountry:
            return .missing(
                .unknownCountry, words: "\(quoted(texts.country)) is not known as a country", candidates: [])
        case .empty: return nil
        }
    }

    /// "Illinois, Missouri, Massachusetts, Oregon and 5 more": the regions of places, or their whole titles.
    private func names(_ places: [PlaceID], _ limit: Int, _ finder: PlaceNameFinder) -> String {
        let gazetteer = finder.gazetteer
        let areCountrymen = Set(places.map { gazetteer.countryCode(of: $0) }).count == 1
        let titles = places.map { id in
            let region = gazetteer.region(of: id).map { gazetteer.name(of: $0) }
            return limit > 1 && areCountrymen ? region ?? finder.title(of: id) : finder.title(of: id)
        }
        let shown = titles.prefix(limit).joined(separator: limit > 1 && areCountrymen ? ", " : "; ")
        return titles.count > limit ? "\(shown) and \(titles.count - limit) more" : shown
    }

    private func candidates(_ places: [PlaceID], _ finder: PlaceNameFinder) -> [SkippedName.Candidate] {
        places.map {
            SkippedName.Candidate(
                title: finder.title(of: $0), country: finder.gazetteer.countryCode(of: $0),
                place: finder.gazetteer.fixedCoordinate(of: $0))
        }
    }
}
