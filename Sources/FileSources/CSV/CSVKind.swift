import Rows

extension FileKind {
    /// Delimited text: commas, tabs, semicolons, bars.
    package static let csv = FileKind(
        name: "csv",
        reader: { input, options in
            let loader = CSVLoader(input, options: options.csv)
            return input.isStream && options.csv.columns.id != nil ? LatestRowsLoader(loader) : loader
        },
        judge: { _ in .fallback })

    /// File name extensions of tables; a binary file with one of them is a damaged table, which GDAL would
    /// turn into rows.
    static let tableEndings: Set = ["csv", "tsv", "psv", "txt"]
}
