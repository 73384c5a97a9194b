import App
import DataSets
import MapModel
import MapSources
import Platform
import Rows
import Runtime
import Streams

/// The areas of one run: the sets that there are, and what is asked of them.
struct AskedAreas {
    let sets: AreaSets
    /// The files that sets are read from.
    let files: [String]
    /// Nil where rows are not counted in areas.
    let question: RowQuery.Areas?

    /// How rows belong to areas by a code; nil where places decide.
    var joining: AreaJoining? {
        guard let question, question.join != nil else { return nil }
        return AreaJoining(question, in: sets)
    }
}

extension Program {
    /// The areas that the options name, and those that come with the program.
    ///
    /// - Parameter paths: the files of the rows, whose layers may be meant.
    func askedAreas(_ paths: [String]) throws(UsageError) -> AskedAreas {
        try options.area.check(options)
        let folder = DataFolder.find()
        let shipped = ShippedAreas.Level.allCases.map { level in
            ShippedAreas(level) { () throws(SourceError) in
                do throws(UsageError) {
                    return try folder.readGazetteer()
                } catch {
                    throw .refused(name: level.rawValue, words: error.description)
                }
            }
        }
        var sources: [any AreaSource] = []
        var first: String?
        func add(_ source: any AreaSource, _ path: String) throws(UsageError) {
            guard let same = sources.first(where: { $0.name == source.name }) else {
                return sources.append(source)
            }
            if (same as? FileAreas)?.path != path {
                throw UsageError(AreaSets.twice(source.name).description)
            }
        }
        for asked in options.area.areas {
            let source = try areaSource(asked, paths)
            if let source {
                if ShippedAreas.Level(rawValue: source.name) != nil
                    || sources.contains(where: { $0.name == source.name })
                {
                    throw UsageError(AreaSets.twice(source.name).description)
                }
                sources.append(source)
            }
            first = first ?? source?.name ?? asked
        }
        for asked in options.area.inside where AreaOptions.isFile(asked) {
            try add(try fileAreas(asked, of: "--inside", closesPoints: true), asked)
        }
        if let file = options.nearFile { try add(try fileAreas(file, of: "--near"), file) }
        let sets = AreaSets(sources + shipped.map { $0 as any AreaSource }) { name in
            Options.namedSpot(name, names: folder)
        }
        let files = sources.compactMap { ($0 as? FileAreas)?.path }
        return AskedAreas(sets: sets, files: files, question: try options.area.question(first ?? ""))
    }

    private func fileAreas(
        _ path: String, of option: String, closesPoints: Bool = false
    ) throws(UsageError) -> FileAreas {
        do throws(SourceError) {
            return try FileAreas(path: path, closesPoints: closesPoints, by: SourceOpener(SourceOptions()))
        } catch {
            throw UsageError("\(option): \(error)")
        }
    }

    /// The file that `--areas` names; nil for a set that comes with the program, and for a layer of the rows.
    private func areaSource(_ asked: String, _ paths: [String]) throws(UsageError) -> (any AreaSource)? {
        if ShippedAreas.Level(rawValue: asked) != nil { return nil }
        let isFile = FilePath.allows(.knowing, asked)
        if !isFile, paths.contains(where: { AreaSet.name(ofPath: $0) == asked }) { return nil }
        var (name, path): (String?, String) = (nil, asked)
        if !isFile, let sign = asked.firstIndex(of: "="), sign != asked.startIndex {
            (name, path) = (String(asked[..<sign]), String(asked[asked.index(after: sign)...]))
        }
        do throws(SourceError) {
            return try FileAreas(path: path, name: name, by: SourceOpener(SourceOptions()))
        } catch {
            let isName = name == nil && !asked.contains("/") && !asked.contains(".")
            throw UsageError(
                isName
                    ? "--areas: no areas \(quoted(asked)) (expected countries, regions, a file or a layer)"
                    : "--areas: \(error)")
        }
    }

    /// Prints a line for each area.
    func writeAreas(_ rows: RowPrinter, _ areas: AskedAreas) throws(UsageError) {
        guard let dataSet = rows.dataSet as? LoadedDataSet, let question = areas.question else {
            throw UsageError(
                "\(rows.name): --by-area needs all rows in memory: export them from the server first")
        }
        if options.near != nil || options.hasView || options.picker.picks {
            let other = options.near != nil ? "--near" : options.hasView ? "a view" : "--pick"
            throw UsageError(
                "--by-area and \(other) cannot be combined (use --where with near(…) or inside(BBOX(w, s, e, n)))"
            )
        }
        try rows.asking { () throws(SourceError) in try dataSet.readRows(rows.demand) }
        var query = try query
        query.areas = question
        let counted: LoadedDataSet.CountedRows?
        do throws(QueryFailure) {
            counted = try dataSet.countedRows(query)
        } catch {
            throw UsageError(error, of: options.filter)
        }
        guard let counted else { throw UsageError("\(rows.name): no rows") }
        Output.report(counted.notices)
        let report = AreaReport(counted)
        let limit = try options.rowLimit()
        if let format = options.output?.rowFormat {
            try rows.asking { () throws(SourceError) in
                try report.write(as: format, limit: limit, to: RowPrinter.standardOutput)
            }
            Output.writeError(report.totals)
        } else {
            Output.write(report.text(limit: limit) + report.totals)
        }
        if counted.answer.rowsInside == 0 { Output.fail(report.failure, code: .nothing) }
    }
}
