import Rows
import SQLiteFiles
import Streams

extension FileKind {
    /// SQLite and GeoPackage.
    package static let sqlite = FileKind(
        name: "sqlite", magic: SQLiteFile.magic, isStreamable: false, isDatabase: true, hasLayers: true,
        reader: { SQLiteLoader(path: $0.path, options: SQLiteOptions($1)) },
        finder: { (input, options) throws(SourceError) in
            try SQLiteFinder(
                path: input.path, options: SQLiteOptions(options).forCoordinates, isCancelled: { false })
        },
        judge: { _ in nil })
}

extension SQLiteOptions {
    /// The same for tables with coordinates alone.
    var forCoordinates: SQLiteOptions {
        var options = self
        options.columns = columns.forCoordinates
        return options
    }

    fileprivate init(_ options: SourceOptions) {
        self.init(
            columns: options.csv.columns, table: options.table ?? options.layer,
            sql: options.sql)
        journeys = options.features().journeyCollector
    }
}
