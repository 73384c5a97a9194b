import RowValues
import Streams

/// Which table of a database is shown, and what is said where that is not clear: the same for all databases.
struct TableChoice<Failure: Error> {
    /// A message as the error of a database.
    let refused: (String) -> Failure

    /// What the user asks for; nil for the only table with coordinates.
    ///
    /// - Throws: for a table and a statement at once.
    func asked(table: String?, sql: String?) throws(Failure) -> AskedTable? {
        guard table == nil || sql == nil else { throw refused("--table and --sql cannot be combined") }
        return sql.map(AskedTable.statement) ?? table.map(AskedTable.name)
    }

    /// The only one of some tables with coordinates; nil where there are none. Tables come before views, which show rows
    /// of tables.
    ///
    /// - Throws: for several ones.
    func only<Table>(
        _ placed: [Table], isView: (Table) -> Bool, words: (Table) throws(Failure) -> TableWords
    ) throws(Failure) -> Table? {
        let tables = placed.filter { !isView($0) }
        let choice = tables.isEmpty ? placed : tables
        guard choice.count > 1 else { return choice.first }
        throw refused(
            "several tables have coordinates: \(try list(choice, words)) (choose with --table NAME)")
    }

    /// None of all the tables that were found has coordinates.
    func nonePlaced<Table>(
        of all: [Table], words: (Table) throws(Failure) -> TableWords
    ) throws(Failure) -> Failure {
        guard !all.isEmpty else {
            return refused("contains no tables with coordinates (--sql may select them)")
        }
        return refused(
            "no table with coordinates (found \(try list(all, words)); use --table NAME with --lat and --lon)"
        )
    }

    /// A name is that of no table.
    func missing(_ name: String, found: String? = nil) -> Failure {
        refused("no table \(quoted(name, limit: tableNameLimit))" + (found.map { " (found \($0))" } ?? ""))
    }

    /// A name is that of none of the tables that were found.
    func missing<Table>(
        _ name: String, of all: [Table], words: (Table) throws(Failure) -> TableWords
    ) throws(Failure) -> Failure {
        missing(name, found: all.isEmpty ? nil : try list(all, words))
    }

    /// `"clubs" (1,204 rows), "teams" (many rows) and 3 more`
    func list<Table>(
        _ tables: [Table], _ words: (Table) throws(Failure) -> TableWords
    ) throws(Failure) -> String {
        var list: [String] = []
        for table in tables.prefix(tableListLimit) {
            let (name, rows) = try words(table)
            list.append(quoted(name, limit: tableNameLimit) + (rows.map { " (\($0))" } ?? ""))
        }
        let rest = tables.count - list.count
        return list.joined(separator: ", ") + (rest > 0 ? " and \(grouped(rest)) more" : "")
    }
}

extension ColumnDetection {
    /// The columns of a table: coordinates by its first rows, else names and codes by rows from all over it, since the first
    /// ones may all be empty or of one town.
    static func detected<Failure: Error>(
        _ names: [String], _ options: ColumnOptions, hasPlaces: Bool, wrap: (ColumnError) -> Failure,
        sample: (_ isSpread: Bool) throws(Failure) -> [[[UInt8]]]
    ) throws(Failure) -> DetectedColumns {
        func detected(_ options: ColumnOptions, isSpread: Bool) throws(Failure) -> DetectedColumns {
            let rows = try sample(isSpread)
            do throws(ColumnError) {
                return try Self.detected(names, rows, options, hasPlaces: hasPlaces)
            } catch {
                throw wrap(error)
            }
        }
        guard let places = options.places, !hasPlaces else { return try detected(options, isSpread: false) }
        if !places.isAsked, let found = try? detected(options.forCoordinates, isSpread: false) {
            return found
        }
        return try detected(options, isSpread: true)
    }

    /// Label, id and searched columns by the same rules as for files. A column of places counts as two more without
    /// names.
    private static func detected(
        _ names: [String], _ sample: [[[UInt8]]], _ options: ColumnOptions, hasPlaces: Bool
    ) throws(ColumnError) -> DetectedColumns {
        var (names, sample, options) = (names, sample, options)
        if hasPlaces {
            (options.combined, options.isSwapped) = (nil, false)
            (options.latitude, options.longitude) = ("\0latitude", "\0longitude")
            names += ["\0latitude", "\0longitude"]
            for row in sample.indices { sample[row] += [[], []] }
        }
        return try ColumnDetection(
            names: names, hasHeader: true, sample: ColumnSample(records: sample), options: options
        ).detected()
    }
}

extension DetectedColumns {
    /// The columns of names and codes, and why they were chosen; nil where there are coordinates.
    var places: DetectedPlaces? {
        placeRoles.map { roles in
            // The roles of other columns are explained by themselves.
            let others = ["id: ", "label: ", "searched: "]
            return DetectedPlaces(
                roles: roles, reasons: reasons.filter { line in !others.contains(where: line.hasPrefix) })
        }
    }
}

/// What the user asks for.
enum AskedTable: Equatable { case name(String), statement(String) }

/// How a list names a table, and how many rows it has, where that is known.
typealias TableWords = (name: String, rows: String?)

private let tableNameLimit = 100
private let tableListLimit = 12
