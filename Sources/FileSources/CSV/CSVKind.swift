import Rows
import Streams

extension FileKind {
    /// Delimited text: commas, tabs, semicolons, bars.
    package static let csv = FileKind(
        name: "csv",
        reader: { input, options in
            let loader = CSVLoader(input, options: options.csv)
            guard input.isStream else { return loader }
            if options.csv.columns.id != nil { return LatestRowsLoader(loader) }
            return options.keptRecords.map { LatestRowsLoader(loader, keep: $0) } ?? loader
        },
        judge: { head in
            let isWhole = head.bytes.count < SourceInput.headLength
            return ByteRun.with(head.bytes) { text in
                // Logs may have lines with coordinates, too.
                BareGeometries.begin(text) || PlaceLines.begin(text, isWhole: isWhole, digits: 3)
            } ? .content : .fallback
        })

    /// File name extensions of tables; a binary file with one of them is a damaged table, which GDAL would
    /// turn into rows.
    static let tableEndings: Set = ["csv", "tsv", "psv", "txt"]
}
