import CellGraphics
import DataSets
import MapModel
import MapSources
import TestSupport
import Testing

@testable import App
@testable import RowValues
@testable import Rows
@testable import Runtime
@testable import StoryTestSupport

/// Asking the rows: filters, colours, figures.
@Suite struct QueryStoryTests {
    static let shops = """
        id,name,kind,stars,lat,lon
        1,Alpha,cafe,3,48,2
        2,Beta,bar,5,48.5,2.5
        3,Gamma,cafe,4,45,4
        4,Delta,,1,43,5
        5,Epsilon,bar,,52,13
        6,Zeta,shop,2,41,12
        """

    /// The program with its file read and keys played.
    struct Played {
        var headless: Headless
        let work: DataWork
        let files: TemporaryFiles

        init(
            _ text: String, _ keys: String = "", columns: Int = 120, rows: Int = 40,
            query: RowQuery = RowQuery()
        ) throws {
            files = try TemporaryFiles([text])
            var state = AppState(columns: columns, rows: rows, filePath: files.paths[0], appearance: .plain)
            state.data.query = query
            work = DataWork(try SourceOpener(SourceOptions()).open(files.paths))
            headless = Headless(state: state, work: work, basemap: Repository.basemap, keyMap: KeyMap())
            #expect(headless.load() == nil)
            try play(keys)
        }

        mutating func play(_ keys: String) throws { headless.play(try KeyScript.events(in: keys)) }

        var state: AppState { headless.state }
        var frame: String { headless.frame(colored: false) }
        /// The rows that are shown, ascending.
        var rows: [UInt32] { (0..<state.data.tree.count).map { state.data.tree.row(at: $0) }.sorted() }
    }

    // MARK: - Filter

    /// A country by its name where the column has codes, and the other way round, and in other letters.
    @Test(
        arguments: [
            ("fcountry = France<Enter>", "FR"), ("fcountry = 'france'<Enter>", "FR"),
            ("fcountry IN (Germany, Austria)<Enter>", "DE"), ("fland = FR<Enter>", "France"),
            ("fcountry = fr<Enter>", "FR"), ("fcountry = Utopia<Enter>", nil),
        ] as [(String, String?)])
    func aFilterThatNoRowMatchesIsSuggested(keys: String, word: String?) throws {
        var played = try Played(
            "country,land,lat,lon\nFR,France,48,2\nDE,Germany,52,13\n", keys)
        #expect(played.rows.isEmpty)
        let words = word.map { "no row matches (\($0)?)" } ?? "no row matches "
        #expect(played.frame.contains(words) && played.frame.contains("F clears"))
        try played.play("F")
        #expect(played.rows.count == 2 && !played.frame.contains("no row matches"))
    }

    @Test(arguments: [(120, "f 1 in view, 3 of 6 match"), (80, "f 1 in view, 3 match")])
    func theStatusCountsInASentence(columns: Int, words: String) throws {
        let played = try Played(
            Self.shops, "fstars >= 3<Enter>gl48,2<Enter>++<Esc>", columns: columns, rows: 24)
        #expect(played.frame.contains(words), "\(played.frame)")
    }

    @Test func rowsAreFilteredAsOneTypes() throws {
        var played = try Played(Self.shops, "fkind = cafe")
        #expect(played.rows == [0, 2] && played.state.panels.prompt != nil)
        try played.play(" AND stars > 3")
        #expect(played.rows == [2])
        try played.play("<Enter>")
        #expect(played.rows == [2] && played.state.panels.prompt == nil)
        #expect(
            played.frame.contains("f 1 in view, 1 of 6 match") && played.state.annotations.rowsInView == 1)
        try played.play("F")
        #expect(played.rows.count == 6 && played.state.data.query.isPlain)
    }

    @Test func escRestoresTheFilterBefore() throws {
        var played = try Played(Self.shops, "fstars >= 3<Enter>")
        #expect(played.rows == [0, 1, 2])
        try played.play("f<C-u>kind = bar")
        #expect(played.rows == [1, 4])
        try played.play("<Esc>")
        #expect(played.rows == [0, 1, 2] && played.state.data.query.filter == "stars >= 3")
    }

    @Test func anUnfinishedFilterChangesNothingAndAWrongOneIsExplained() throws {
        var played = try Played(Self.shops, "fstars >= 3 AND")
        #expect(played.rows == [0, 1, 2] && played.state.panels.prompt?.error == nil)
        try played.play("<Enter>")
        #expect(played.state.panels.prompt?.error != nil, "Enter explains what is missing")
        try played.play("<C-u>starz > 3")
        #expect(played.state.panels.prompt?.error?.text == "no column starz: stars?")
        #expect(played.state.panels.prompt?.errorRange == 0..<5 && played.frame.contains("no column starz"))
        try played.play("<C-u>stars > 'many'")
        #expect(played.state.panels.prompt?.error?.text.contains("stars is a number") == true)
        #expect(played.rows.count == 6 || played.rows == [0, 1, 2])
    }

    @Test func completionProposesColumnsAndValues() throws {
        var played = try Played(Self.shops, "fki")
        #expect(played.state.filterCompletion?.candidates.first?.label == "kind")
        try played.play("<Tab>= ")
        #expect(played.state.panels.prompt?.field.text == "kind = ")
        #expect(played.state.filterCompletion?.candidates.prefix(3).map(\.label) == ["bar", "cafe", "shop"])
        #expect(played.frame.contains("kind") && played.frame.contains("3 values"))
        try played.play("<Down><Down><Tab>")
        #expect(played.rows == [0, 2])
    }

    @Test func theSelectionIsKeptOrItIsSaidThatItIsFilteredOut() throws {
        var played = try Played(Self.shops, "/gamma<Enter><Esc>")
        #expect(played.state.selection.current?.row == 2)
        try played.play("fkind = cafe<Enter>")
        #expect(played.state.selection.current?.row == 2 && played.state.selectedAnnotation != nil)
        try played.play("f<C-u>kind = bar<Enter>")
        #expect(played.state.screen.message?.text.text == "Gamma is filtered out")
        try played.play("F")
        #expect(played.state.selection.current?.row == 2 && played.state.selectedAnnotation != nil)
    }

    @Test func searchAndNearbyFollowTheFilter() throws {
        let played = try Played(Self.shops, "fkind = cafe<Enter>/alpha")
        #expect(played.state.search.session?.rows?.total == 1)
        let other = try Played(Self.shops, "fkind = cafe<Enter>/beta")
        #expect(other.state.search.session?.rows?.total == 0)
        let near = try Played(Self.shops, "fkind = cafe<Enter>r2000km<Enter>")
        #expect(near.state.nearby?.neighbors.count == 2)
    }

    @Test func aFilterThatMatchesNothingSaysSo() throws {
        let played = try Played(Self.shops, "fstars > 100<Enter>")
        #expect(played.rows.isEmpty && played.frame.contains("f 0 in view, 0 of 6 match"))
        #expect(played.state.reasonForEmptyView.text.contains("F"))
        #expect(played.frame.contains("no row matches") && played.frame.contains("F clears"))
    }

    /// The answer to `kind ` comes when `kind =` is typed.
    @Test func anAnswerThatIsTooLateSaysNothingOfWhatIsTyped() throws {
        for (typed, explanation) in [("fstars", nil), ("fstars > 5)", "no ( before this")]
            as [(String, String?)]
        {
            var state = try Played(Self.shops, typed).state
            let query = RowQuery(filter: "kind ")
            state.data.query = query
            let problem = FilterProblem("kind is a text: a comparison is missing", at: 0..<4)
            _ = state.receive(QueryFailure(problem, in: query.filter.text), of: query)
            #expect(state.panels.prompt != nil && state.panels.prompt?.error?.text == explanation)
        }
    }

    /// What may become right is not scolded while one types, and not accepted either.
    @Test func aFilterThatCannotBeAnsweredStaysInTheField() throws {
        var played = try Played(Self.shops, "fname > 31.5.2020")
        #expect(played.state.panels.prompt?.error == nil)
        try played.play("<Enter>")
        #expect(played.state.panels.prompt?.field.text == "name > 31.5.2020")
        #expect(played.state.panels.prompt?.error?.text.hasPrefix("name is a text") == true)
        try played.play("<Esc>")
        #expect(played.state.data.query.filter.isEmpty && played.rows.count == 6)
    }

    /// Stars and years follow each other in the legend, however frequent they are.
    @Test func fewNumbersAreClassesInTheirOrder() throws {
        let played = try Played(
            "name,stars,lat,lon\nA,5,1,1\nB,5,2,2\nC,3,3,3\nD,4,4,4\nE,4,5,5\nF,4,6,6\n", "Cstars<Enter>")
        #expect(played.state.legend?.entries.map(\.label.text) == ["3", "4", "5"])
        #expect(played.state.legend?.entries.map(\.count) == [1, 3, 2])
    }

    @Test func rangesOfDatesAreWrittenOut() throws {
        let lines = (0..<60).map { "n\($0),40,\(5 + Double($0) / 100),2024-0\($0 % 9 + 1)-\(10 + $0 % 19)\n" }
        let played = try Played("name,lat,lon,day\n" + lines.joined(), "Cday<Enter>", columns: 100, rows: 40)
        let labels = try #require(played.state.legend?.entries.map(\.label.text))
        #expect(labels.count > 3 && labels.allSatisfy { played.frame.contains($0) }, "\(labels)")
    }

    // MARK: - Values under the cursor

    @Test func aValueOfDetailsFilters() throws {
        var played = try Played(Self.shops, "/gamma<Enter>")
        if !played.state.panels.showsDetails { try played.play("i") }
        try played.play("<Down><Down>f")
        #expect(played.state.data.query.filter == "kind = 'cafe'" && played.rows == [0, 2])
        try played.play("F")
        #expect(played.rows.isEmpty || played.state.data.query.filter.text.contains("<>"))
    }

    @Test func aValueOfTheSummaryFilters() throws {
        var played = try Played(Self.shops, "S")
        #expect(played.state.summaryLines.first?.column.name == "stars")
        #expect(played.frame.contains("mean 3") && played.frame.contains("All 6 rows"))
        try played.play("<Down><Down>F")
        #expect(
            played.state.data.query.filter == "(kind <> 'bar' OR kind IS NULL)"
                && played.rows == [0, 2, 3, 5])
    }

    // MARK: - Colours and figures

    @Test func aColumnColoursRowsAndDigitsHideItsClasses() throws {
        var played = try Played(Self.shops, "C<Enter>")
        let legend = try #require(played.state.legend)
        #expect(legend.entries.map(\.label.text) == ["bar", "cafe", "shop", "no value"])
        #expect(legend.entries.map(\.count) == [2, 2, 1, 1] && legend.title.text == "kind")
        try played.play("1")
        #expect(played.rows == [0, 2, 3, 5] && played.state.legend?.entries[0].isHidden == true)
        #expect(
            played.state.legend?.entries.map(\.count) == [2, 2, 1, 1], "hidden classes keep their counts")
        try played.play("4")
        #expect(played.rows == [0, 2, 5])
        try played.play("14")
        #expect(played.rows.count == 6)
        try played.play("<Esc>")
        #expect(played.state.data.coloring == nil && played.state.legend == nil)
    }

    /// As in every list of names: letters narrow it, and mean nothing else.
    @Test func whatIsTypedNarrowsTheColumns() throws {
        var played = try Played(Self.shops, "CNA")
        #expect(played.frame.contains("1 of 6 columns") && played.state.panels.current != nil)
        try played.play("<C-u>s")
        #expect(played.frame.contains("1 of 6 columns"))
        try played.play("<C-u>q")
        #expect(!played.state.isQuitting && played.frame.contains("No column contains this"))
        try played.play("<Enter>")
        #expect(played.state.screen.message?.text.text == "No column contains “q”")
        // The name that begins so comes before the one that only contains it.
        try played.play("<C-u>n<Enter>")
        #expect(played.state.data.coloring?.classes.column == "name" && played.state.panels.current == nil)
        try played.play("C")
        let picker = try #require(played.state.panels.columns)
        #expect(picker.cursor.index == 2, "the column in use")
        try played.play("<Home><Up><Up><Enter>")
        #expect(played.state.data.coloring == nil)
        try played.play("Vst<Left><Enter>")
        #expect(played.state.data.figures?.figure == RowQuery.Figure(function: .count, argument: "stars"))
        try played.play("Ck<BS><BS>")
        #expect(played.state.panels.current == nil)
    }

    /// The mean of numbers whose sum is beyond all numbers; a sum that is none is no value.
    @Test func sumsBeyondAllNumbersAreNoValues() throws {
        let rows = "v,lat,lon\n1e308,48,2\n1e308,48,2\n-1e308,48,2\n1,48,2\n"
        #expect(try Played(rows, "S", rows: 30).frame.contains("mean 2.5e+307"))
        for keys in ["Vv<Enter>", "Vv<Right><Enter>"] {
            #expect(try !Played(rows, keys).frame.contains("inf"), "\(keys)")
        }
    }

    /// The bar of the greatest number is there however wide the panel is.
    @Test(arguments: [80, 100, 115, 120, 125, 130, 140, 180]) func noBarIsLost(columns: Int) throws {
        let rows = "v,lat,lon\n" + (0..<1010).map { "\($0 < 10 ? 0 : 10),48,2\n" }.joined()
        let lines = try Played(rows, "S", columns: columns).frame.split(separator: "\n")
        #expect(lines.count { $0.contains("█") && !$0.contains("▁") } >= 2)
    }

    @Test func valuesThatDoNotCountAreReported() throws {
        let prices = (1...40).map { "place \($0),\($0 == 7 ? "soon" : "\($0)"),48,2\n" }.joined()
        var played = try Played("name,price,lat,lon\n" + prices, "fprice > 0")
        #expect(played.rows.count == 39)
        try played.play("<Enter>")
        let notice = "column \"price\": 1 value is not a number and counts as missing"
        #expect(played.state.screen.message?.text.text == notice)
        #expect(played.state.skippedLines(width: 100).contains { $0.text.text == notice })
        try played.play("F")
        #expect(!played.state.skippedLines(width: 100).contains { $0.text.text == notice })
        try played.play("Vprice<Enter>")
        #expect(played.state.screen.message?.text.text == notice)
        try played.play("S")
        #expect(played.frame.contains("number, 1 other"))
    }

    @Test func aValueWithADecimalCommaFilters() throws {
        let prices = "id;lat;lon;preis\n1;40,5;5,5;12,5\n2;41,5;5,5;12,5\n3;42,5;5,5;4,125\n"
        var played = try Played(prices, "<Tab>i")
        let row = try #require(played.state.selection.current?.row)
        try played.play("<Down><Down><Down><Down>f")
        #expect(played.state.data.query.filter == (row == 2 ? "preis = 4.125" : "preis = 12.5"))
        #expect(played.rows == (row == 2 ? [2] : [0, 1]))
    }

    /// Sums and spans of the greatest numbers are infinite.
    @Test(
        arguments: ["S", "Cv<Enter>", "Vv<Enter>", "Vv<Left><Enter>", "Cv<Enter>EE", "t"], [22, 40, 80, 120])
    func numbersOfAnySizeAreShown(keys: String, columns: Int) throws {
        for scale in [1e12, 1e15, 1e140, 0.8e306] {
            let lines = (0..<400).map { "n\($0),40,\(5 + Double($0) / 100),\(Double($0 - 200) * scale)\n" }
            let played = try Played("name,lat,lon,v\n" + lines.joined(), keys, columns: columns, rows: 36)
            #expect(!played.frame.isEmpty && played.rows.count == 400)
        }
    }

    @Test func datesAreSummedUpOnNarrowScreens() throws {
        let lines = (0..<60).map { "n\($0),40,\(5 + Double($0) / 100),2024-0\($0 % 9 + 1)-11\n" }
        for columns in 20...30 {
            let played = try Played("name,lat,lon,day\n" + lines.joined(), "S", columns: columns, rows: 30)
            #expect(played.frame.contains("2024"), "\(columns)")
        }
    }

    @Test func aFigureTakesThePlaceOfTheCount() throws {
        let query = RowQuery(figure: RowQuery.Figure(function: .max, argument: "stars"))
        let played = try Played(Self.shops, "W", columns: 80, rows: 24, query: query)
        #expect(played.frame.contains("max(stars)"))
        let figures = played.state.annotations.placed.compactMap { $0.value?.figure?.text.text }
        #expect(figures.contains("5"))
    }

    @Test(arguments: 0..<30) func everyBadgeCountsItsClassesAndNumbers(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let places = random.places(random.number(1...400))
        let kinds = places.map { _ in random.number(0...4) == 0 ? "" : "kind \(random.number(0...11))" }
        // A column without any value has no type.
        let numbers = places.indices.map { row in
            row > 0 && random.number(0...4) == 0 ? nil : Double(random.number(-90...90)) / 4
        }
        var text = "name,lat,lon,kind,number\n"
        for (row, place) in places.enumerated() {
            text += "row \(row),\(place.0),\(place.1),\(kinds[row]),\(numbers[row].map { "\($0)" } ?? "")\n"
        }
        var hidden = HiddenClasses()
        if random.number(0...1) == 0 {
            hidden.toggle(.missing)
            hidden.toggle(.value("kind 3"))
        }
        let query = RowQuery(
            filter: random.number(0...1) == 0 ? "" : "number > 0 OR number IS NULL",
            coloring: RowQuery.Coloring(column: "kind"),
            hiddenClasses: hidden,
            figure: RowQuery.Figure(function: .mean, argument: "number"))
        let (columns, rows) = random.screen()
        let played = try Played(text, columns: columns, rows: rows, query: query)
        let data = played.state.data
        let coloring = try #require(data.coloring)
        let expected = places.indices.filter { row in
            let matches = query.filter.isEmpty || (numbers[row].map { $0 > 0 } ?? true)
            // A value without a class of its own is shown.
            let isHidden = kinds[row].isEmpty || kinds[row] == "kind 3" && coloring.classes.byRow[row] <= 8
            return matches && !(isHidden && !hidden.isEmpty)
        }
        #expect(played.rows == expected.map { UInt32($0) })
        let window = played.state.annotations.set.window
        for annotation in played.state.annotations.placed {
            let members = annotation.parts.flatMap { part -> [Int] in
                guard case .cluster(let id) = part.id else { return part.firstIndex.map { [$0] } ?? [] }
                let runs = data.tree.members(of: id, in: window)
                return runs.indices(limit: runs.count)
            }.map { Int(data.tree.row(at: $0)) }
            var tally = ClassCounts.Tally.zero
            for row in members { tally[Int(coloring.classes.byRow[row])] += 1 }
            #expect(annotation.value?.tally == tally && Int(tally.wrappedSum()) == annotation.count)
            let known = members.compactMap { numbers[$0] }
            let mean = known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
            let figure = mean.map { FigureText.short($0, .mean, .number) } ?? "–"
            #expect(annotation.value?.figure?.text.text == figure)
        }
    }

    @Test func aListHasValuesAndNoLegend() throws {
        let query = RowQuery(
            coloring: RowQuery.Coloring(column: "kind"),
            figure: RowQuery.Figure(function: .mean, argument: "stars"))
        var played = try Played(Self.shops, "", columns: 80, rows: 24, query: query)
        #expect(played.headless.list().contains("\tlabel\tvalue\tclass\n"))
        #expect(played.headless.list().contains("\tZeta\t2\tshop\n"))
        played.headless.hideLegend()
        #expect(played.headless.list().hasSuffix("# in view 6 of 6 rows, 0 skipped\n"))
    }

    @Test(arguments: [(100, 30), (80, 24), (60, 20), (40, 12), (20, 8)])
    func everyScreenShowsItsLegend(_ columns: Int, _ rows: Int) throws {
        for query in [
            RowQuery(coloring: RowQuery.Coloring(column: "kind")),
            RowQuery(coloring: RowQuery.Coloring(column: "lat")),
            RowQuery(figure: RowQuery.Figure(function: .mean, argument: "stars")),
        ] {
            let played = try Played(Self.shops, "", columns: columns, rows: rows, query: query)
            #expect(!played.frame.isEmpty)
            if let legend = played.state.legend {
                #expect(legend.rect.intersection(played.state.layout.map) == legend.rect)
            }
        }
    }
}
