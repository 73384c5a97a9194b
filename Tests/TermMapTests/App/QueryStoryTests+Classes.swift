import Foundation
import Testing

@testable import App
@testable import StoryTestSupport

/// Classes of the legend that are hidden.
extension QueryStoryTests {
    /// The keys of the legend, and not the filter, hide the rows.
    @Test func hiddenClassesAreNotBlamedOnTheFilter() throws {
        var played = try Played(Self.shops, "Ckind<Enter>1fkind = bar<Enter>")
        #expect(played.rows.isEmpty && played.state.reasonForEmptyView.text.contains("classes"))
        #expect(played.frame.contains("all classes are hidden") && !played.frame.contains("no row matches"))
        try played.play("1f<C-u>stars > 100<Enter>")
        #expect(played.state.reasonForEmptyView.text.contains("No row matches"))
        try played.play("f")
        #expect(!played.frame.contains("F clears"), "F is a letter now")
    }

    /// Another filter changes which value is the most frequent one.
    @Test(arguments: [("1", [0, 2, 5] as [UInt32]), ("<M-1>", [4]), ("4", [0, 2, 4, 5])])
    func hiddenClassesAreTheSameValuesAfterAFilter(key: String, expected: [UInt32]) throws {
        var played = try Played(Self.shops, "Ckind<Enter>")
        let label = { (state: AppState) in state.legend?.entries.map(\.label.text) ?? [] }
        #expect(label(played.state) == ["bar", "cafe", "shop", "no value"])
        try played.play(key + "fid IN (1, 3, 5, 6)<Enter>")
        #expect(played.rows == expected)
        #expect(label(played.state) == ["cafe", "bar", "shop"])
    }

    @Test func oneClassAloneStaysAloneAfterAReload() throws {
        var played = try Played(Self.shops, "Ckind<Enter><M-2>")
        #expect(played.rows == [0, 2])
        try played.files.write(Self.shops + "\n" + (10..<20).map { "\($0),A,museum,3,40,3\n" }.joined())
        try played.play("R")
        #expect(played.rows == [0, 2])
        let line = try #require(played.state.legend?.entries.firstIndex { $0.label.text == "cafe" })
        try played.play("<M-\(line + 1)>")
        #expect(played.rows.count == 16, "it was alone already")
    }

    /// No row of the table is missing because the legend lies over it.
    @Test(arguments: [(40, 12), (60, 16), (80, 24), (120, 40)])
    func theLegendGivesWayToTheTable(columns: Int, rows: Int) throws {
        for keys in ["Ckind<Enter>t", "tCkind<Enter>", "Cstars<Enter>t"] {
            var played = try Played(Self.shops, keys, columns: columns, rows: rows)
            #expect(played.state.panels.table.count == 6, "\(keys) at \(columns) columns")
            try played.play("1")
            #expect(played.rows.count < 6 && played.rows.count == played.state.panels.table.count)
            try played.play("1<Esc>")
            #expect(played.state.panels.current == nil && played.state.legend != nil)
        }
        // Rows everywhere, also beyond the edges: some are in each corner of small windows.
        let places = (0..<400).map { "\(40 + $0 / 20),\($0 % 20),\(["a", "b", "c"][$0 % 3])\n" }
        let text = "lat,lon,kind\n" + places.joined()
        let plain = try Played(text, "++t", columns: columns, rows: rows)
        let colored = try Played(text, "++Ckind<Enter>t", columns: columns, rows: rows)
        #expect(colored.state.panels.table.count == plain.state.panels.table.count)
        #expect(plain.state.panels.table.count > 0)
    }

    /// Where the legend has no line for each class of numbers, their keys stand in a row, those of hidden ones dim.
    @Test func classesOfNumbersHaveTheirKeysInSmallWindows() throws {
        let prices = "name,lat,lon,price\n" + (1...60).map { "A,\($0 % 7),\($0 % 11),\($0).5\n" }.joined()
        var played = try Played(prices, "Cprice<Enter>", columns: 80, rows: 24)
        let legend = try #require(played.state.legend)
        #expect(legend.form == .histogram && legend.entries.count == 6)
        #expect(played.frame.contains("1██ 2██ 3██ 4██ 5██ 6██"))
        try played.play("13")
        #expect(
            played.frame.contains("1–– 2██ 3–– 4██ 5██ 6██")
                && played.rows.count == 60 - legend.entries[0].count - legend.entries[2].count)
    }

    /// As the labels say it: a filter of these days finds as many rows.
    @Test func classesOfTimesAreCutAtMidnight() throws {
        let times = (0..<400).map { index in
            let (day, hour) = (1 + index * 13 % 28, index * 7 % 24)
            return
                "\(index % 5),\(index % 9),2026-03-\(day < 10 ? "0" : "")\(day)T\(hour < 10 ? "0" : "")\(hour):30:00Z"
        }
        let played = try Played("lat,lon,ts\n" + times.joined(separator: "\n") + "\n", "Cts<Enter>")
        let legend = try #require(played.state.legend)
        let edges = try #require(legend.ranges?.edges.dropFirst().dropLast())
        #expect(edges.allSatisfy { $0.remainder(dividingBy: 86_400_000) == 0 } && legend.entries.count == 6)
        let second = try #require(legend.entries.dropFirst().first)
        let days = second.label.text.components(separatedBy: " – ")
        var filtered = try Played("lat,lon,ts\n" + times.joined(separator: "\n") + "\n")
        try filtered.play("fts >= \(days[0]) AND ts <lt> \(days[1])<Enter>")
        #expect(filtered.rows.count == second.count && second.count > 0)
    }

    @Test func classesOfTimesWithinADayHaveTheirHours() throws {
        let times = (0..<240).map { "1,\($0 % 9),2026-03-06T\($0 % 24 < 10 ? "0" : "")\($0 % 24):30:00Z\n" }
        let played = try Played("lat,lon,ts\n" + times.joined(), "Cts<Enter>")
        let labels = played.state.legend?.entries.map(\.label.text) ?? []
        #expect(
            labels.first?.hasPrefix("03-06 00:30 – 03-06 0") == true && Set(labels).count == labels.count,
            "\(labels)")
    }

    /// One old row among those of a minute.
    @Test func labelsOfTimesTellThemApart() throws {
        let times = ["1,1,1970-01-01T00:00:00Z"] + (0..<50).map { "1,\($0 % 9),2024-03-06T10:00:\(10 + $0)Z" }
        var played = try Played("lat,lon,ts\n" + times.joined(separator: "\n") + "\n", "Cts<Enter>")
        let labels = played.state.legend?.entries.map(\.label.text) ?? []
        #expect(
            labels.first?.hasPrefix("1970-01-01 – ") == true && Set(labels).count == labels.count, "\(labels)"
        )
        // Classes are about as large as without rounding.
        #expect(played.state.legend?.entries.allSatisfy { (6...11).contains($0.count) } == true)
        try played.play("tE")
        #expect(played.state.screen.message?.text.text.contains("Classes:") == true)
    }

    /// A name that is typed in full is that column, whatever comes before it.
    @Test func aWholeNameIsItsColumn() throws {
        let rows = "pop_density,pop,population,lat,lon\n1,2,3,48,2\n4,5,6,49,3\n"
        let played = try Played(rows, "CPOP<Enter>")
        #expect(played.state.data.coloring?.classes.column == "pop")
        #expect(try Played(rows, "Vpop<Enter>").state.data.figures?.figure.argument == "pop")
    }
}
