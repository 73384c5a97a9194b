import App
import MapModel
import Platform
import RowValues
import Rows
import Streams

/// A loader that looks where its rows lie: a source whose columns are swapped, and whose values fit both ways, lies in the sea,
/// or in other countries than it says.
package struct OrderCheckedLoader: SavableLoader, PlaceFixing {
    package let base: any SourceLoader
    /// Where the outlines of countries are.
    package let folder: DataFolder

    package init(base: any SourceLoader, folder: DataFolder) {
        self.base = base
        self.folder = folder
    }

    package var name: String { base.name }
    package var isStream: Bool { base.isStream }
    package var fixes: PlaceFixes? { (base as? any PlaceFixing)?.fixes }
    package var savable: SavableInput? { (base as? any SavableLoader)?.savable }

    /// Rows that are looked at: a millisecond or two.
    private static let sampleCount = 100
    /// Fewer show nothing: a country that a row names says more than the sea.
    private static let fewestRows = 5
    private static let fewestNamed = 3
    private static let countryNames: Set = [
        "country", "countrycode", "countrycodes", "cc", "iso2", "isocountry", "countryname", "land", "pays",
        "pais", "país", "paese",
        "nation", "ländercode", "countryiso", "isocode", "isocountrycode",
    ]

    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        #if DEBUG
            EscapeAttempts.runIfAsked()
        #endif
        var source = try base.read(isCancelled: isCancelled, progress: progress)
        if let words = Self.suspicion(source, folder) {
            source.notices.insert("\(printable(name)): \(words) (try --swap)", at: 0)
        }
        return source
    }

    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try base.explainColumns(isCancelled: isCancelled)
    }

    /// Why latitude and longitude seem to be swapped; nil where they do not.
    private static func suspicion(_ source: LoadedSource, _ folder: DataFolder) -> String? {
        let sample = QuadTree(source.points.sample(sampleCount))
        let places = (0..<sample.count).map { (row: sample.row(at: $0), place: sample.coordinate(at: $0)) }
            .sorted { $0.row < $1.row }
        guard places.count >= fewestNamed, places.allSatisfy({ abs($0.place.longitude) <= 90 }),
            let gazetteer = try? folder.readGazetteer()
        else { return nil }
        let finder = CountryFinder(gazetteer)
        let codes = places.map { finder.code(at: $0.place) }
        let swapped = places.map { place in
            finder.code(
                at: Coordinate(latitude: place.place.longitude, longitude: place.place.latitude))
        }
        if let named = countries(of: places.map(\.row), source, gazetteer) {
            let known = named.indices.filter { named[$0] != nil }
            let agreeing = known.count { named[$0] == codes[$0] }
            let swappedAgreeing = known.count { named[$0] == swapped[$0] }
            if known.count >= fewestNamed, agreeing * 5 <= known.count, swappedAgreeing * 5 >= known.count * 4
            {
                return "most rows lie in other countries than they say: latitude and longitude look swapped"
            }
        }
        let atSea = codes.count { $0 == nil }
        let swappedAtSea = swapped.count { $0 == nil }
        guard places.count >= fewestRows, atSea * 10 > places.count * 6, swappedAtSea * 10 <= places.count
        else { return nil }
        return "most rows lie in the sea: latitude and longitude look swapped"
    }

    /// The codes of the countries that rows name; nil where no column does.
    private static func countries(
        of rows: [UInt32], _ source: LoadedSource, _ gazetteer: Gazetteer
    ) -> [String?]? {
        let column = source.table.columnNames.firstIndex { countryNames.contains(ColumnNames.folded($0)) }
        guard let column else { return nil }
        var codes: [String: String] = [:]
        for id in gazetteer.countries {
            let code = gazetteer.code(of: id)
            for name in [code, gazetteer.threeLetterCode(of: id), gazetteer.name(of: id)] {
                codes[name.lowercased()] = code
            }
        }
        var found: [String?] = []
        guard
            (try? source.table.visitRows(rows, { found.append(codes[$0.text(of: column).lowercased()]) }))
                != nil
        else { return nil }
        return found.count == rows.count ? found : nil
    }
}
