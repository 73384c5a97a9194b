/// How to read a source, where the user knows better than a look at it.
package struct SourceOptions: Sendable {
    package var csv: CSVOptions
    /// Nil: detected.
    package var format: FileKind?
    /// Of a database, which table.
    package var table: String?
    /// Of a database, a statement in the place of a table.
    package var sql: String?
    /// Of a file that GDAL reads, which layer.
    package var layer: String?

    package init(
        csv: CSVOptions = CSVOptions(), format: FileKind? = nil, table: String? = nil, sql: String? = nil,
        layer: String? = nil
    ) {
        self.csv = csv
        self.format = format
        self.table = table
        self.sql = sql
        self.layer = layer
    }
}

extension SourceOptions {
    /// The same for features and records.
    ///
    /// - Parameter isStream: a repeated record is an update; a file has each thing once.
    package func features(isStream: Bool = false) -> FeatureOptions {
        var features = FeatureOptions(columns: csv.columns)
        features.replacesRowsWithID = isStream && csv.columns.id != nil
        features.snapshotInterval = csv.snapshotInterval
        return features
    }
}
