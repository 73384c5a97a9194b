import FileSources
import Foundation
import MapModel
import MapSources
import RowValues
import Rows

/// Reading columns of a generated CSV, and filters over them.
enum FilterBenchmarks {
    private static let filters = [
        "height > 2000", "height BETWEEN 100 AND 200", "country = 'Country 7'",
        "country IN ('Country 1', 'Country 2')",
        "country ~ 'ry 19'", "name LIKE 'Place number 12%'", "since >= 2020-06", "height / 2 > number - 500",
        "country = 'Country 7' AND height > 2000 OR NOT country = 'Country 8'", "height IS NULL",
    ]

    /// The files stay where `TERMMAP_BENCHMARK_FILES` names a folder, for other programs to read.
    static func run() {
        let kept = ProcessInfo.processInfo.environment["TERMMAP_BENCHMARK_FILES"]
        let folder = kept ?? NSTemporaryDirectory()
        for count in [1_000_000, 10_000_000] {
            let path = folder + "/termmap-filter-\(count).csv"
            make(path, count)
            defer { if kept == nil { try? FileManager.default.removeItem(atPath: path) } }
            measure(path, count)
        }
    }

    private static func make(_ path: String, _ count: Int) {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { return }
        var random = PlaceGenerator(seed: 11)
        var text = "id,name,lat,lon,country,height,number,since\n"
        for row in 0..<count {
            let place = random.place().coordinate
            let day = row &* 7_919 % 28 + 1
            let height = row % 50 == 0 ? "" : "\(row &* 2_654_435_761 % 4_000)"
            text +=
                "\(row),Place number \(row),\(place.latitude),\(place.longitude),Country \(row &* 31 % 200),\(height),"
                + "\(Double(row % 1_000) / 8),20\(10 + row % 15)-0\(row % 9 + 1)-\(day < 10 ? "0" : "")\(day)\n"
            if text.utf8.count > 1 << 20 {
                file.write(Data(text.utf8))
                text = ""
            }
        }
        file.write(Data(text.utf8))
        try? file.close()
    }

    private static func measure(_ path: String, _ count: Int) {
        print("  \(count) rows")
        var loaded: LoadedSource?
        let load = Measurement.milliseconds {
            guard case .loader(let loader, _)? = try? SourceOpener(SourceOptions()).open([path]) else {
                return
            }
            loaded = try? loader.read(isCancelled: { false }, progress: { _ in })
        }
        guard let table = loaded?.table else { return print("    not read") }
        print("    read the file: \(load) ms")
        var values: [Int: ColumnValues] = [:]
        for (column, name) in table.columnNames.enumerated() where ![0, 2, 3].contains(column) {
            let time = Measurement.milliseconds {
                values[column] = try? table.readColumns([column], isCancelled: { false }).first
            }
            let bytes = Double(values[column]?.byteCount ?? 0) / Double(count)
            print("    read column \(name): \(time) ms, \((bytes * 100).rounded() / 100) bytes a row")
        }
        for text in filters {
            guard let filter = try? Filter(text, columns: table.columnNames) else {
                return print("    \(text): ?")
            }
            var rows = 0
            let time = Measurement(count: 5) { _ in
                rows = (try? filter.rows(values, rowCount: count, isCancelled: { false }))?.count ?? -1
            }
            print("    \(text): \((time.median / 100).rounded() / 10) ms (\(rows) rows)")
        }
    }
}
