import FileSources
import Foundation
import MapModel
import RowValues

/// Tables of a million and of ten million rows: sorted by a column, listed in that order, scrolled, searched.
enum TableBenchmarks {
    static func run() {
        for count in [1_000_000, 10_000_000] {
            print(" \(count) rows")
            sort(count)
            scroll(count)
        }
    }

    // MARK: - Sorting

    private static func sort(_ count: Int) {
        var state: UInt64 = 1
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        let columns: [(String, (Int) -> String)] = [
            ("whole numbers", { _ in String(random(14_000)) }),
            ("decimals", { _ in "\(random(180)).\(random(1_000_000))" }),
            ("words, 200 different", { _ in "Country \(random(200))" }),
            ("words, nearly all different", { _ in "Place \(random(count * 4)) at Road \(random(300))" }),
        ]
        for (title, value) in columns {
            var builder = ColumnBuilder(name: title)
            for row in 0..<count { builder.append(value(row)) }
            let values = builder.finish()
            var ranks: ColumnRanks?
            let ranking = Measurement(count: 3) { _ in ranks = try? ColumnRanks(values) }
            guard let ranks else { return }
            var first: UInt32 = 0
            let listing = Measurement(count: 3) { _ in
                var keys = (0..<count).map {
                    ranks.sortKey(at: $0, row: UInt32($0), isDescending: true)
                }
                var rows = (0..<UInt32(count)).map { $0 }
                first = RadixSort.sorted(keys: &keys, rows: &rows).rows[0]
            }
            print(
                "  \(title): ranked in \(Int(ranking.median / 1_000)) ms, all listed in "
                    + "\(Int(listing.median / 1_000)) ms (\(values.text(at: Int(first)) ?? ""))")
        }
    }

    // MARK: - Scrolling

    private static func scroll(_ count: Int) {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("termmap-table-\(getpid()).csv").path
        defer { unlink(path) }
        guard write(count, to: path), let loaded = try? CSVLoader(path: path).read() else {
            return print("  cannot write \(path)")
        }
        let table = loaded.table
        for (title, step) in [("in the order of the file", 1), ("in any order", count / 100)] {
            var read = 0
            let page = Measurement(count: 101) { page in
                let start = page * (count / 102)
                let rows = (0..<100).map { UInt32((start + $0 * step) % count) }.sorted()
                try? table.visitRows(rows) { read += $0.values.count }
            }
            print("  100 rows read \(title): \(page.summary)")
        }
        var columns: [ColumnValues] = []
        let reading = Measurement(count: 1) { _ in columns = (try? table.readColumns([3])) ?? [] }
        print("  a column read: \(Int(reading.median / 1_000)) ms, \(columns.first?.byteCount ?? 0) bytes")
        var matcher = TextMatcher(SearchQuery("road 299"))
        var found = 0
        let searching = Measurement(count: 1) { _ in
            for start in stride(from: 0, to: count, by: 4_096) {
                try? table.visitRows((start..<min(start + 4_096, count)).map { UInt32($0) }) { row in
                    if matcher.matches(row.values.lazy.map(\.text)) { found += 1 }
                }
            }
        }
        print("  searched in all columns: \(Int(searching.median / 1_000)) ms, \(found) found")
    }

    private static func write(_ count: Int, to path: String) -> Bool {
        guard let file = fopen(path, "w") else { return false }
        fputs("id,name,city,elevation,latitude,longitude\n", file)
        for row in 0..<count {
            let number = row &* 2_654_435_761 & 0xFFFF_FFFF
            fputs(
                "\(row),Place \(number),Road \(number % 300),\(number % 14_000),\(number % 170 - 85).\(row % 10_000),"
                    + "\(number % 359 - 179).\(row % 9_973)\n", file)
        }
        return fclose(file) == 0
    }
}
