/// How to read a source, where the user knows better than a look at it.
public struct SourceOptions: Sendable {
    public var csv: CSVOptions
    /// Nil: detected.
    public var format: SourceFormat?
    /// Of a database, which table.
    public var table: String?
    /// Of a database, a statement in the place of a table.
    public var sql: String?
    /// Of a file that GDAL reads, which layer.
    public var layer: String?

    public init(
        csv: CSVOptions = CSVOptions(), format: SourceFormat? = nil, table: String? = nil, sql: String? = nil,
        layer: String? = nil
    ) {
        self.csv = csv
        self.format = format
        self.table = table
        self.sql = sql
        self.layer = layer
    }
}
