/// What rows can be asked on the screen, and where not all of them can: the only list of such differences.
package enum Ability: CaseIterable, Sendable {
    case view, filter, colors, figures, separate, sizes, density, search, nearby, members, summary, table,
        marks,
        export, reload, namedPlaces, savedIndex
    /// The rows read so far are shown while the rest is read.
    case earlyRows
    /// Latitude and longitude change places.
    case swap
    /// Colours fit the rows in view.
    case classesOfView
    /// Classes have badges of their own where rows are counted and not sent.
    case separateCounts
    /// Rows are marked where they are counted and not sent.
    case marksOfCounts
    /// Distances are measured to lines and areas, and not to one point of each.
    case shapeDistances
    /// Rows have the numbers of their source.
    case rowNumbers
    /// The members of a cluster are sorted and filtered.
    case arrangedMembers
    /// Rows in the middle of areas, whose place is known no better, are drawn as such.
    case areaMarks
    /// Rows are counted in areas.
    case areas
    /// Rows of a time between two others are shown.
    case times
    /// The columns of times are listed, with their longest gaps.
    case timeColumns

    /// Where rows are.
    package enum Place: CaseIterable, Sendable {
        /// Files of all formats, streams, tables of SQLite and the results of statements: all rows are read.
        case memory
        /// PostgreSQL, ClickHouse, and DuckDB with its files: each view is asked for.
        case server
        /// Files in memory that are shown beside a server.
        case besideServer
    }

    /// What it is called in the table of DATABASES.md.
    package var title: String {
        switch self {
        case .view: "views with exact counts"
        case .filter: "filters (`f`, `--where`)"
        case .colors: "colours by a column (`C`, `--by`)"
        case .figures: "figures on badges (`V`, `--value`)"
        case .separate: "a badge for each class (`--separate`)"
        case .sizes: "badges as large as figures (`--sizes`)"
        case .density: "density (`d`)"
        case .search: "search (`/`)"
        case .nearby: "rows near a place (`r`, `--near`)"
        case .members: "members of a cluster (`o`)"
        case .summary: "summaries (`S`, `i`, `termmap summary`)"
        case .table: "table (`t`)"
        case .marks: "marks (`Space`, `v`)"
        case .export: "export (`:save`, `-o`)"
        case .reload: "reload (`R`)"
        case .namedPlaces: "places by names, codes and keys (`--city`, `:bad`)"
        case .savedIndex: "saved index of a large file"
        case .earlyRows: "rows shown while the rest is read"
        case .swap: "swapped coordinates (`:swap`)"
        case .classesOfView: "colours that fit the rows in view"
        case .separateCounts: "a badge for each class of rows that are counted"
        case .marksOfCounts: "marks of rows that are counted"
        case .shapeDistances: "distances to lines and areas"
        case .rowNumbers: "row numbers"
        case .arrangedMembers: "members sorted and filtered"
        case .areas: "areas (`A`, `--areas`)"
        case .times: "times (`--time`, `hour(seen)`, `termmap times --per`, `--utc`)"
        case .timeColumns: "columns of times (`termmap times`)"
        case .areaMarks: "rows in the middle of areas drawn as `◇`"
        }
    }

    /// Whether rows in a place have it.
    package func isThere(_ place: Place) -> Bool {
        switch self {
        case .view, .filter, .colors, .figures, .separate, .sizes, .density, .search, .nearby, .members,
            .summary,
            .table, .marks, .marksOfCounts, .export, .reload, .namedPlaces, .times:
            true
        case .savedIndex, .earlyRows: place != .server
        case .swap, .classesOfView, .separateCounts, .shapeDistances, .rowNumbers,
            .arrangedMembers, .areaMarks, .areas, .timeColumns:
            place == .memory
        }
    }

    /// The table of what works where, for DATABASES.md.
    package static var manualTable: [String] {
        [
            "| | files, streams, SQLite | servers, DuckDB, Parquet | files beside a server |",
            "|---|---|---|---|",
        ]
            + allCases.map { ability in
                let places = Place.allCases.map { ability.isThere($0) ? "yes" : "no" }
                return "| \(ability.title) | \(places.joined(separator: " | ")) |"
            }
    }
}
