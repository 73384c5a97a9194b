import Rows

extension FileKind {
    /// Delimited text: commas, tabs, semicolons, bars.
    package static let csv = FileKind(
        name: "csv",
        reader: { input, options in
            let loader = CSVLoader(input, options: options.csv)
            return input.isStream && options.csv.columns.id != nil ? LatestRowsLoader(loader: loader) : loader
        },
        judge: { _ in .fallback })

    /// Names of tables; what is binary under one of them is a damaged table, of which GDAL would make rows.
    static let tableEndings: Set = ["csv", "tsv", "psv", "txt"]
}
