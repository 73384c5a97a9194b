import Foundation
import MapModel
import Places
import TestSupport

@testable import MapSources
@testable import RowTestSupport
@testable import Rows
@testable import Streams

/// The finder of places that the program has.
enum ShippedPlaces {
    static let atlas: PlaceAtlas = {
        do {
            let path = Repository.root + "/data/gazetteer.tmg"
            let gazetteer = try Gazetteer([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
            return PlaceAtlas(keepsNames: true) { gazetteer }
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    static func finder(_ options: PlaceOptions = PlaceOptions()) -> Places {
        Places(
            options: options, atlas: atlas, tables: options.tables.map(table),
            airports: table(PlaceTableName(Repository.root + "/data/airports.csv")))
    }

    private static func table(_ name: PlaceTableName) -> PlaceTable {
        PlaceTable(name) { () throws(SourceError) in
            try SourceOpener(SourceOptions()).open([name.path]).read(isCancelled: { false })
        }
    }

    /// A table as it is opened by the program.
    static func load(
        _ text: String, _ options: PlaceOptions = PlaceOptions(), named ending: String = "csv"
    ) throws -> LoadedSource {
        let file = try TemporaryFile(Array(text.utf8), extension: ending)
        return try withExtendedLifetime(file) { try load(path: file.path, options) }
    }

    static func load(path: String, _ options: PlaceOptions = PlaceOptions()) throws -> LoadedSource {
        try SourceOpener(SourceOptions(), places: finder(options)).open([path]).read(isCancelled: { false })
    }

    static func refusal(_ text: String, _ options: PlaceOptions = PlaceOptions()) -> String? {
        do {
            _ = try load(text, options)
            return nil
        } catch {
            return "\(error)"
        }
    }
}

extension LoadedSource {
    /// What the rows say of their places: "exact Lyon, Auvergne-Rhône-Alpes, FR", "" where they have none.
    func placeWords() throws -> [String] {
        try rows().map { row in
            [row["place_match"], row["place_name"]].compactMap(\.self).joined(separator: " ")
        }
    }

    /// Names without a place with the number of rows and what is said of them.
    var namesWithoutPlace: [String] { skipped.names.map { "\($0.text) · \($0.rows) · \($0.words)" } }
}
