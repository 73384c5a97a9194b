import App
import ArgumentParser
import DataSets
import MapModel
import MapSources
import Platform
import RowValues
import Streams

/// Areas that rows are counted in.
struct AreaOptions: ParsableArguments {
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            """
            Areas to count rows in: countries, regions, a file of areas, NAME=FILE, or a layer of the rows by its name. \
            Given more than once, the first is filled (default: the layer with areas, else countries).
            """, valueName: "file|set"), completion: .file())
    var areas: [String] = []
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            Colour areas by their number of rows, or by a figure such as mean(price), "sum(price) / km2" or "count / km2"; \
            without a terminal, or with -o, print a line for each area.
            """, valueName: "figure"))
    var byArea: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            Match rows to areas by the code or name in this column instead of by position; COLUMN=AREACOLUMN also names the \
            column of the areas.
            """, valueName: "column"))
    var join: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Add these columns of the areas that a row lies in, as area_COLUMN (comma-separated).",
            valueName: "column"))
    var withArea: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            """
            Keep only rows inside the areas of a file or set, or inside a country or region by its name; the points of a file \
            are the corners of one area.
            """, valueName: "file|name"), completion: .file())
    var inside: [String] = []

    /// What a bare `--by-area` asks for.
    static let count = "count"

    /// Whether a text looks like a figure, such as mean(price), not like the name of a file.
    static func isFigure(_ text: String) -> Bool {
        let text = text.lowercased().filter { $0 != " " }
        return text == count || text.hasSuffix(")") || text.hasSuffix("/km2")
    }

    /// Rows are counted in areas.
    var isUsed: Bool { byArea != nil || !areas.isEmpty || join != nil }

    /// What `--by-area` asks for; nil for rows alone.
    func figure() throws(UsageError) -> RowQuery.Figure? {
        guard let text = figureText, text.lowercased() != Self.count else { return nil }
        let figure = try ColorOptions.figure(
            text, flag: "--by-area", others: ", count, and sum(…) or count / km2")
        if perSquareKilometer, figure.function != .sum, figure.function != .count {
            throw UsageError("--by-area: only count and sum(…) are divided by km2, not \(text)")
        }
        return figure
    }

    /// Counts and sums are divided by the size of the area.
    var perSquareKilometer: Bool {
        byArea.map { $0.filter { $0 != " " }.lowercased().hasSuffix("/km2") } ?? false
    }

    private var figureText: String? {
        guard let byArea else { return nil }
        guard perSquareKilometer, let slash = byArea.lastIndex(of: "/") else { return byArea }
        var text = byArea[..<slash]
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    /// The question about areas; nil without any.
    ///
    /// - Parameter set: the name of the set that is filled; "" for the one that fits.
    func question(_ set: String) throws(UsageError) -> RowQuery.Areas? {
        guard isUsed || withArea != nil else { return nil }
        var question = RowQuery.Areas(set: set)
        question.perSquareKilometer = perSquareKilometer
        if let join {
            let sign = join.lastIndex(of: "=")
            question.join = sign.map { String(join[..<$0]) } ?? join
            question.joinedColumn = sign.map { String(join[join.index(after: $0)...]) }
            if question.join?.isEmpty != false || question.joinedColumn?.isEmpty == true {
                throw UsageError(
                    "--join: not a column: \(quoted(join)) (expected COLUMN or COLUMN=AREACOLUMN)")
            }
        }
        return question
    }

    /// The columns of `--with-area`.
    var columns: [String] {
        withArea?.split(separator: ",").map { $0.trimmingPrefix(" ") }.map(String.init) ?? []
    }

    /// `--inside` as filters.
    ///
    /// - Parameter layers: the names of the layers of the rows.
    func filters(_ layers: [String]) -> [String] {
        inside.map { asked in
            let name = Self.isFile(asked) ? AreaSet.name(ofPath: asked) : asked
            let sets = ShippedAreas.Level.allCases.map(\.rawValue) + layers + areas.map(Self.name(ofAreas:))
            return Self.isFile(asked) || sets.contains(asked)
                ? "inside(\(FilterText.name(name)))" : "inside(\(FilterText.text(asked)))"
        }
    }

    /// What a value of `--areas` is called as a set.
    private static func name(ofAreas asked: String) -> String {
        if isFile(asked) { return AreaSet.name(ofPath: asked) }
        return asked.firstIndex(of: "=").map { String(asked[..<$0]) } ?? AreaSet.name(ofPath: asked)
    }

    /// Whether a value is a file, and not the name of something.
    static func isFile(_ asked: String) -> Bool { FilePath.allows(.knowing, asked) }

    /// - Throws: where options contradict each other.
    func check(_ options: Options) throws(UsageError) {
        _ = try figure()
        if byArea != nil, options.colors.value != nil {
            throw UsageError(
                "--by-area and --value cannot be combined (name the figure as --by-area=mean(…))")
        }
        if byArea != nil, withArea != nil { throw UsageError("--by-area and --with-area cannot be combined") }
        if byArea != nil, options.output == .id {
            throw UsageError("--by-area prints areas (-o csv, ndjson or geojson)")
        }
        if withArea != nil, options.output == nil || options.output?.picture != nil, options.filter == nil,
            options.near == nil
        {
            throw UsageError("--with-area needs -o, --where or --near")
        }
    }
}
