import RowValues

/// How to read a source, where the user overrides the detection.
package struct SourceOptions: Sendable {
    /// How delimited text is read; its columns apply to every format.
    package var csv: CSVOptions
    /// Nil: detected.
    package var format: FileKind?
    /// The table of a database; nil: detected.
    package var table: String?
    /// A statement instead of a table of a database.
    package var sql: String?
    /// The layer of a file that GDAL reads; nil: the only one.
    package var layer: String?
    /// Each view is asked for, of sources that can be asked as well as read.
    package var asks: Bool
    /// Lines are kept as journeys as well, with the heights and times of their points.
    package var keepsJourneys = false
    /// Finds the places of tables without coordinates on servers; nil where only coordinates are read.
    package var placer: CombinationPlacer?
    /// The lines of an endless log that are held; nil for all, where each is printed and forgotten by itself.
    package var keptLines: KeptLines? = .standard
    /// The records of other endless streams that are held; nil for all.
    package var keptRecords: KeptLines?

    /// Options that leave to detection what is nil.
    package init(
        csv: CSVOptions = CSVOptions(), format: FileKind? = nil, table: String? = nil, sql: String? = nil,
        layer: String? = nil, asks: Bool = false
    ) {
        self.csv = csv
        self.format = format
        self.table = table
        self.sql = sql
        self.layer = layer
        self.asks = asks
    }
}

extension SourceOptions {
    /// The columns that the user named, for sources that are asked for the values of names and codes.
    package var serverColumns: ColumnOptions { placer == nil ? csv.columns.forCoordinates : csv.columns }

    /// The same options for features and records.
    ///
    /// - Parameter isStream: a repeated record is an update; a file has each thing once.
    package func features(isStream: Bool = false) -> FeatureOptions {
        var features = FeatureOptions(columns: csv.columns)
        features.replacesRowsWithID = isStream && csv.columns.id != nil
        features.isStream = isStream
        features.snapshotInterval = csv.snapshotInterval
        features.encoding = csv.encoding
        features.coordinateSystem = csv.coordinateSystem
        (features.windowSize, features.partSize) = (csv.windowSize, csv.partSize)
        features.threadCount = csv.threadCount
        features.keepsJourneys = keepsJourneys
        features.keepsAllHeights = csv.keepsHeights
        return features
    }
}
