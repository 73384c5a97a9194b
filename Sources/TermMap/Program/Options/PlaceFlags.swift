import App
import ArgumentParser
import MapSources
import Places
import Rows
import Runtime
import Streams

/// How rows without coordinates are placed.
struct PlaceFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Name or number of the column with towns, of rows without coordinates (default: detected).",
            valueName: "column"))
    var city: String?
    @Option(
        help: ArgumentHelp(
            "Name or number of the column with regions (default: detected).", valueName: "column"))
    var region: String?
    @Option(
        help: ArgumentHelp(
            "Name or number of the column with countries, or the code of the country of all rows, such as FR.",
            valueName: "column"))
    var country: String?
    @Option(
        help: ArgumentHelp(
            "Name or number of the column with codes of cells or squares (default: detected).",
            valueName: "column"))
    var code: String?
    @Option(
        help: ArgumentHelp(
            "Table with coordinates that explains a key of the rows, such as a postcode; TABLE:COLUMN=COLUMN names both columns.",
            valueName: "table"), completion: .file())
    var places: [String] = []
    @Flag(help: "Print the names without a place, each once, as a table of fixes for --places, and exit.")
    var unplaced = false
    @Flag(help: "Read coordinates only, no names or codes of places and no addresses.")
    var noPlaces = false
}

extension Options {
    /// What finds the places of rows without coordinates.
    func places() -> Places? {
        guard !place.noPlaces else { return nil }
        var options = PlaceOptions()
        (options.town, options.region, options.country) = (place.city, place.region, place.country)
        (options.code, options.address) = (place.code, address.column)
        options.tables = place.places.map(PlaceTableName.init)
        let folder = DataFolder.find()
        return Places(
            options: options,
            atlas: PlaceAtlas(path: folder.gazetteer) { () throws(PlaceAtlas.Missing) in
                do throws(UsageError) {
                    return try folder.readGazetteer()
                } catch {
                    throw PlaceAtlas.Missing(
                        "place names need the data folder (\(DataFolder.variable)): \(error)")
                }
            }, tables: options.tables.map(table),
            airports: folder.airports.map { table(PlaceTableName($0)) }, databases: address.databases)
    }

    private func table(_ name: PlaceTableName) -> PlaceTable {
        PlaceTable(name) { () throws(SourceError) in
            let source = try SourceOpener(SourceOptions()).open([name.path])
            guard let loader = source.loader else {
                throw .refused(name: name.path, words: "--places needs a file, not a database")
            }
            return try loader.read(isCancelled: { false }, progress: { _ in })
        }
    }
}
