import CellGraphics
import DataSets
import Foundation
import MapModel
import TestSupport
import Testing

@testable import App
@testable import FileSources
@testable import MapSources
@testable import Rows
@testable import Runtime
@testable import StoryTestSupport

@Suite struct TableStoryTests {
    /// A file with given text, removed when the value is let go.
    final class TemporaryFile {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("termmap-\(UUID().uuidString).csv").path

        init(_ text: String) throws { try write(text) }
        func write(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    static func headless(_ loader: any SourceLoader, columns: Int = 120, rows: Int = 40) -> Headless {
        let state = AppState(columns: columns, rows: rows, filePath: "places.csv", appearance: .plain)
        var headless = Headless(
            state: state, work: DataWork(loader: loader), basemap: BasemapData(labels: []), keyMap: KeyMap())
        _ = headless.load()
        return headless
    }

    static let airports = headless(CSVLoader(path: Repository.root + "/data/airports.csv"))

    static func played(_ keys: String) throws -> Headless {
        var headless = airports
        headless.play(try KeyScript.events(in: keys))
        return headless
    }

    /// The middle of the world is the middle of what a table leaves of the map, also when it closes, and all rows are in it.
    @Test(arguments: [(120, 40), (160, 48), (240, 64)]) func allIsShownBesideATable(columns: Int, rows: Int)
        throws
    {
        func state(_ keys: String) throws -> AppState {
            var headless = Self.headless(
                CSVLoader(path: Repository.root + "/data/airports.csv"), columns: columns, rows: rows)
            headless.play(try KeyScript.events(in: keys))
            return headless.state
        }
        for keys in ["t0", "t0<Esc>", "S0"] {
            let state = try state(keys)
            #expect(state.annotations.rowsInView == state.data.tree.count, "\(keys)")
        }
        for keys in ["tW<Esc>", "tW", "W"] {
            let state = try state(keys)
            let visible = state.visibleMap.dots
            let middle = DotPoint(
                x: Double(visible.x) + Double(visible.width) / 2,
                y: Double(visible.y) + Double(visible.height) / 2)
            let center = state.map.viewport.coordinate(at: middle)
            // A world that is hardly higher than the map lies in its middle.
            let isLow = state.map.viewport.worldDots <= 1.2 * Double(visible.height)
            #expect(abs(center.longitude - 10) < 5, "\(keys) \(center)")
            #expect(isLow || abs(center.latitude - 24) < 6, "\(keys) \(center)")
        }
    }

    func played(_ text: String, _ keys: String, columns: Int = 120, rows: Int = 40) throws -> AppState {
        let file = try TemporaryFile(text)
        var headless = Self.headless(CSVLoader(path: file.path), columns: columns, rows: rows)
        // Far enough away that a table covers none of the rows.
        headless.play(try KeyScript.events(in: "--" + keys))
        return headless.state
    }

    func rows(_ state: AppState) -> [UInt32] {
        guard let listing = state.panels.table.listing else { return [] }
        return (0..<listing.count).map { listing.row(at: $0) }
    }

    /// The rows that the badges count, or those in cells that are shown, by brute force.
    func rowsInView(_ state: AppState) -> [UInt32] {
        if state.isDensity {
            let (tree, view, visible) = (state.data.tree, state.map.viewport, state.visibleMap)
            return (0..<tree.count).filter { visible.contains(view.dot(of: tree.worldPoint(at: $0)).cell) }
                .map { tree.row(at: $0) }.sorted()
        }
        return state.annotations.placed.flatMap { annotation in
            state.memberList(of: annotation).rows(state.data, offset: 0, limit: .max)
        }.sorted()
    }

    static let few = """
        name,latitude,longitude,size
        Item 101,48.1,2.1,5
        item 18,48.2,2.2,
        Delta,48.3,2.3,40
        Alpha,48.4,2.4,5
        ,48.5,2.5,-7
        """

    // MARK: - Which rows

    @Test(arguments: 0..<12 as Range<UInt64>) func theRowsInViewAreListedWhereverTheMapIs(seed: UInt64) throws
    {
        var random = SeededRandom(seed)
        var headless = Self.airports
        headless.perform(.resized(columns: random.number(60...240), rows: random.number(16...64)))
        headless.play(
            try KeyScript.events(in: "gl\(random.fraction(25...55)),\(random.fraction(-120...20))<Enter>t"))
        let keys = ["+", "-", "-", "H", "J", "K", "<S-Right>", "0", "c", "d", "z", "<Tab>", "<Down>", "+"]
        for _ in 0..<12 {
            headless.play(try KeyScript.events(in: keys[random.number(0...keys.count - 1)]))
            let state = headless.state
            let listed = rows(state)
            #expect(listed == rowsInView(state))
            #expect(listed.count == state.rowsInView)
            #expect(state.tableStatus.text.hasSuffix(" of \(listed.count.grouped)") || listed.isEmpty)
        }
    }

    @Test func aPanelOfRowsLeavesTheBadgesWhereTheyAre() throws {
        let before = try Self.played("gl47,8<Enter>-----").state
        let after = try Self.played("gl47,8<Enter>-----tz").state
        #expect(before.map.home == after.map.home)
        let shown = try Self.played("gl47,8<Enter>-----t").state
        let alone = try Self.played("gl47,8<Enter>-----tz").state
        let isSame = shown.annotations.placed == alone.annotations.placed && rows(shown) == rows(alone)
        #expect(isSame)
        #expect(alone.layout.panel == alone.layout.map)
        let closed = try Self.played("gl47,8<Enter>-----tz<Esc>").state
        let isBack = before.annotations.placed == closed.annotations.placed
        #expect(isBack && closed.panels.current == nil)
    }

    @Test func whatASearchFoundIsListedAndMembersOfACluster() throws {
        let found = try Self.played("/municipal<Enter><Esc>t").state
        let expected = found.search.session?.rows?.total ?? 0
        #expect(expected > 10 && rows(found).count == expected)
        #expect(found.tableStatus.text.hasSuffix("found"))

        let members = try Self.played("<Tab>ot").state
        let count = members.selectedAnnotation?.count ?? 0
        #expect(count > 1 && rows(members).count == count)
        #expect(members.tableStatus.text.hasSuffix("members"))
        let all = try Self.played("t<Down>o").state
        #expect(rows(all).count == all.selectedAnnotation?.count)
        let again = try Self.played("t<Down>oo").state
        #expect(rows(again) == rowsInView(again))
    }

    @Test func anEmptyViewSaysSo() throws {
        var headless = try Self.played("gl-60,-140<Enter>t")
        #expect(rows(headless.state) == [] && headless.state.tableStatus == "no rows")
        let text = headless.frame(colored: false)
        #expect(text.contains("No places in view"))
        headless.play(try KeyScript.events(in: "<Down><End><Enter>>=[/x<Enter>nNozz<lt><Left><Right>"))
        #expect(rows(headless.state) == [])
        headless.play(try KeyScript.events(in: "0"))
        #expect(rows(headless.state) == rowsInView(headless.state))
    }

    // MARK: - Sorting

    @Test(arguments: [
        (">", [3, 2, 1, 0, 4]), (">]", [0, 1, 2, 3, 4]), (">>>>", [4, 0, 3, 2, 1]),
        (">>>>=", [2, 0, 3, 4, 1]),
        ("<lt>", [4, 0, 3, 2, 1]), (">><lt><lt>", [0, 1, 2, 3, 4]), ("=", [3, 2, 1, 0, 4]),
    ])
    func rowsAreSortedByTheColumn(_ keys: String, _ expected: [UInt32]) throws {
        #expect(rows(try played(Self.few, "t" + keys)) == expected)
    }

    @Test(arguments: [0, 1, 3, 5, 6, 8], [false, true])
    func aColumnIsSortedAsBySingleComparisons(position: Int, isDescending: Bool) throws {
        let keys =
            "gl47,8<Enter>-----t" + String(repeating: ">", count: position + 1) + (isDescending ? "]" : "[")
        let state = try Self.played(keys).state
        let column = try #require(state.panels.table.columns?.columns[position])
        #expect(state.panels.table.sort == TableSort(column: column.index, isDescending: isDescending))
        let listed = rows(state)
        #expect(listed.sorted() == rowsInView(state) && listed.count > 100)
        let table = try CSVLoader(path: Repository.root + "/data/airports.csv").read().table
        var values: [UInt32: String] = [:]
        try table.visitRows(listed.sorted()) { values[$0.row] = $0.text(of: column.index) }
        for (first, second) in zip(listed, listed.dropFirst()) {
            let (left, right) = (values[first] ?? "", values[second] ?? "")
            #expect(!(left.isEmpty && !right.isEmpty))
            guard !left.isEmpty, !right.isEmpty else { continue }
            if column.isNumber {
                let (one, other) = (Double(left) ?? 0, Double(right) ?? 0)
                #expect(isDescending ? one >= other : one <= other)
                #expect(one != other || first < second)
            } else if left == right {
                #expect(first < second)
            }
        }
    }

    @Test func theSelectedRowStaysUnderTheCursorWhenRowsAreSorted() throws {
        let before = try played(Self.few, "t<Down><Down>")
        #expect(before.selection.current?.row == 2)
        let after = try played(Self.few, "t<Down><Down>>")
        #expect(after.selection.current?.row == 2 && after.panels.table.cursor.index == 1)
    }

    @Test func aClickOnTheHeaderSortsAndTurns() throws {
        let file = try TemporaryFile(Self.few)
        var headless = Self.headless(CSVLoader(path: file.path))
        headless.play(try KeyScript.events(in: "--t"))
        let area = try #require(headless.state.layout.panel)
        let header = CellPoint(column: area.column + 3, row: area.row)
        headless.perform(.clicked(header))
        #expect(rows(headless.state) == [3, 2, 1, 0, 4])
        headless.perform(.clicked(header))
        #expect(rows(headless.state) == [0, 1, 2, 3, 4])
        headless.perform(.clicked(CellPoint(column: area.column + 3, row: area.row + 3)))
        #expect(headless.state.selection.current?.row == 2)
        headless.perform(.clicked(CellPoint(column: area.endColumn - 1, row: area.row)))
        headless.perform(.clicked(CellPoint(column: 0, row: area.endRow - 1)))
        #expect(headless.state.panels.current == .table)
    }

    // MARK: - The map

    @Test func theCursorSelectsAndTheSelectionMovesTheCursor() throws {
        var headless = try Self.played("gl47,8<Enter>-----t<Down><Down><PageDown>")
        let state = headless.state
        let listing = try #require(state.panels.table.listing)
        #expect(state.selection.current?.row == listing.row(at: state.panels.table.cursor.index))
        #expect(state.selectedAnnotation != nil)
        let badge = try #require(state.annotations.placed.last)
        headless.perform(.clicked(CellPoint(column: badge.rect.column, row: badge.middleRow)))
        let next = headless.state
        #expect(next.selection.current?.row == listing.row(at: next.panels.table.cursor.index))
    }

    @Test func movingTheCursorMovesNoMapAndEnterCentresIt() throws {
        let start = try Self.played("gl47,8<Enter>-----t").state
        let moved = try Self.played("gl47,8<Enter>-----t<Down><PageDown><End>").state
        #expect(start.map.viewport == moved.map.viewport)
        #expect(moved.panels.table.cursor.index == moved.panels.table.count - 1)
        let centred = try Self.played("gl47,8<Enter>-----t<Down><PageDown><Enter>").state
        let cell = centred.map.viewport.dot(of: try #require(centred.selection.current).point).cell
        let middle = centred.visibleMap.middle
        #expect(abs(cell.column - middle.column) <= 1 && abs(cell.row - middle.row) <= 1)
        let listing = try #require(centred.panels.table.listing)
        #expect(listing.row(at: centred.panels.table.cursor.index) == centred.selection.current?.row)
    }

    /// What is near is sorted by a column in a table, and the circle stays.
    @Test func theTableOfWhatIsNearListsNothingElse() throws {
        let near = try played(Self.few, "r15km<Enter>")
        let points = try #require(near.nearby?.points)
        #expect(points.count > 1 && points.count < near.data.tree.count)
        let table = try played(Self.few, "r15km<Enter>t")
        #expect(table.panels.current == .table && table.tableScope == .near && table.nearby != nil)
        #expect(
            Set(rows(table))
                == Set(
                    (0..<near.data.tree.count).filter { points.contains($0) }.map {
                        near.data.tree.row(at: $0)
                    }))
        #expect(table.tableStatus.text.hasSuffix(" near"))
        let file = try TemporaryFile(Self.few)
        var none = Self.headless(CSVLoader(path: file.path))
        none.play(try KeyScript.events(in: "gl10,10<Enter>r1km<Enter>t"))
        #expect(none.frame(colored: false).contains("No rows in range"))
        let details = try played(Self.few, "r15km<Enter>t<Down>i<Esc>")
        #expect(details.tableScope == .near && details.panels.current == .table)
        for keys in ["t", "<Esc>"] {
            let back = try played(Self.few, "r15km<Enter>t" + keys)
            #expect(back.panels.current == .nearby && back.nearby?.points == points)
        }
        let members = try played(Self.few, "r15km<Enter>t<Down>oo")
        #expect(members.tableScope == .near && members.nearby != nil)
        #expect(try played(Self.few, "r15km<Enter>t<Down>o<Esc>").panels.current == .nearby)
        let closed = try played(Self.few, "r15km<Enter>t<Esc><Esc>")
        #expect(closed.panels.current == nil && closed.nearby == nil)
        #expect(try played(Self.few, "r15km<Enter>t<Esc><Esc>t").tableScope == .view)
    }

    @Test func detailsGoBackToTheTable() throws {
        let details = try played(Self.few, "t<Down>i")
        #expect(details.panels.stack == [.table, .details])
        let back = try played(Self.few, "t<Down>i<Esc>")
        #expect(back.panels.current == .table && back.panels.table.cursor.index == 1)
        #expect(rows(back) == [0, 1, 2, 3, 4])
        let closed = try played(Self.few, "t<Down>i<Esc><Esc>")
        #expect(closed.panels.current == nil && closed.panels.table.listing == nil)
    }

    // MARK: - Searching

    @Test func theNextMatchIsFoundAndRoundTheEnd() throws {
        func cursors(_ keys: String) throws -> Int {
            try played(Self.few, "t/item<Enter>" + keys).panels.table.cursor.index
        }
        #expect(try ["", "n", "nn", "N", "NN"].map { try cursors($0) } == [0, 1, 0, 1, 0])
        #expect(try played(Self.few, "t/40<Enter>").panels.table.cursor.index == 2)
        #expect(try played(Self.few, "t>/item<Enter>").selection.current?.row == 1)
        let none = try played(Self.few, "t/nothing like it<Enter>n")
        #expect(none.panels.table.cursor.index == 0 && none.selection.current?.row == 0)
    }

    @Test func aSearchFindsWhatItFindsByBruteForce() throws {
        let state = try Self.played("gl47,8<Enter>---t/paris fr<Enter>").state
        let found = try #require(state.panels.table.search?.found)
        let listing = try #require(state.panels.table.listing)
        let table = try CSVLoader(path: Repository.root + "/data/airports.csv").read().table
        var matching: Set<UInt32> = []
        let query = SearchQuery("paris fr")
        try table.visitRows(rows(state).sorted()) { row in
            if query.matches(row.values.map(\.text).joined(separator: "\n")) { matching.insert(row.row) }
        }
        let positions = (0..<listing.count).filter { found.contains(Int(listing.order[$0])) }
        #expect(Set(positions.map { listing.row(at: $0) }) == matching && matching.count > 3)
        // The map moves, and other rows are searched as well.
        let moved = try Self.played("gl47,8<Enter>---t/paris fr<Enter>---").state
        #expect(moved.panels.table.search?.question == moved.panels.table.listing?.question)
        #expect((moved.panels.table.search?.found?.count ?? 0) > matching.count)
    }

    // MARK: - A million rows

    /// A state with a table of so many rows, whose answers are made by the test.
    @Test func onlyTheRowsNearTheScreenAreRead() throws {
        let count = 1_000_000
        var buffer = PointBuffer()
        for row in 0..<count {
            buffer.append(
                FixedCoordinate(latitudeE7: Int32(row % 1_000) * 1_000, longitudeE7: Int32(row)),
                row: UInt32(row))
        }
        var state = AppState(columns: 80, rows: 24, filePath: "x.csv", appearance: .plain)
        let rows = RowSnapshot(QuadTree(buffer))
        _ = state.update(
            .data(.success(LoadedData(rows: rows, skipped: SkippedRows(), notices: [], recordCount: count))))
        var story = Story(state)
        var read = 0
        var mostAtOnce = 0
        func answer(_ story: inout Story, from first: Int) -> Int {
            var next = first
            while next < story.effects.count {
                guard case .table(let request) = story.effects[next] else { next += 1; continue }
                next += 1
                switch request {
                case .list(let question, let ticket):
                    let listing = TableListing(question: question, order: question.indices())
                    story.apply(.table(.listed(.success(listing), ticket: ticket)))
                case .measure(_, let numbering):
                    let columns = TableColumns(
                        names: ["name"], label: 0, identifier: nil,
                        sample: [TableColumns.SampleRow(texts: ["x"])])
                    story.apply(.table(.measured(columns, numbering: numbering)))
                case .read(let rows):
                    read += rows.count
                    mostAtOnce = max(mostAtOnce, rows.count)
                    let values = Dictionary(uniqueKeysWithValues: rows.map { ($0, ["row \($0)"]) })
                    story.apply(.table(.read(RowAnswer(values: values, numbering: 0))))
                case .search: break
                }
            }
            return next
        }
        story.play("--t")
        var answered = answer(&story, from: 0)
        #expect(story.state.panels.table.count == count)

        for keys in ["<Down>", "<PageDown>", "<PageUp>", "<End>", "<Home>"] {
            for _ in 0..<40 {
                story.play(keys)
                answered = answer(&story, from: answered)
                let table = story.state.panels.table
                for position in table.cursor.top..<table.cursor.top
                    + ListKind.table.type.pageRows(story.state)
                {
                    let isThere = table.cells.rows[table.listing?.row(at: position) ?? 0] != nil
                    #expect(isThere)
                }
            }
        }

        #expect(mostAtOnce <= 5 * 8 && read < 1_500)
        #expect(story.state.panels.table.cells.rows.count <= 2_100)
        // A line down needs no read but once in a while.
        let reads = story.effects.filter { if case .table(.read) = $0 { true } else { false } }
        #expect(reads.count < 120)
    }
}
