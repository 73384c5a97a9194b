import MapModel
import Rows
import Streams

/// The tables of servers, and files beside them, answered for as one source.
///
/// The rows of files come first, numbered as they are; those of each server follow in a range of numbers of its own, since
/// a server's rows get their numbers as they appear.
final class LayeredSource: ViewportSource {
    /// A part, and its place in the whole.
    struct Part: Sendable {
        var source: any ViewportSource
        /// The number of its first layer; files are a layer each.
        var firstLayer: Int
        var layerCount: Int
        /// The number that its row 0 has in the whole.
        var firstRow: UInt32
        var isHidden: Bool
        var isFiles = false
    }

    /// Rows of a server that are told apart when another one follows.
    private static let rowsOfServer: UInt32 = 1 << 24

    let name: String
    private let files: FileLayer?
    private let servers: [any ViewportSource]
    /// The layers that are hidden, by number.
    private let hidden: Set<Int>

    /// Files, if there are any, and the tables of servers.
    init(files: FileLayer?, servers: [any ViewportSource]) {
        self.files = files
        self.servers = servers
        hidden = []
        name = ([files?.name].compactMap(\.self) + servers.map(\.name)).joined(separator: ", ")
    }

    private init(_ source: LayeredSource, files: FileLayer?, servers: [any ViewportSource], hidden: Set<Int>)
    {
        (name, self.files, self.servers, self.hidden) = (source.name, files, servers, hidden)
    }

    // MARK: - Parts

    /// All parts, as far as the files are read.
    var parts: [Part] {
        var parts: [Part] = []
        var (layer, row) = (0, UInt32(0))
        if let files {
            let count = max(files.layers.count, 1)
            parts.append(
                Part(
                    source: files, firstLayer: 0, layerCount: count, firstRow: 0, isHidden: files.isHidden,
                    isFiles: true))
            layer = count
            row = UInt32(clamping: files.table.recordCount)
        }
        for server in servers {
            parts.append(
                Part(
                    source: server, firstLayer: layer, layerCount: 1, firstRow: row,
                    isHidden: hidden.contains(layer)))
            layer += 1
            row += Self.rowsOfServer
        }
        return parts
    }

    /// The parts that are not hidden; the files are read before their number is known.
    func shownParts(_ isCancelled: () -> Bool) throws(SourceError) -> [Part] {
        if let files { _ = try files.columnNames(isCancelled: isCancelled) }
        return parts.filter { !$0.isHidden }
    }

    /// The layer of each row.
    private var layerRows: LayerRows {
        let firstRows = parts.flatMap { $0.isFiles ? files?.layers.map(\.firstRow) ?? [] : [$0.firstRow] }
        return LayerRows(firstRows: Array(firstRows.prefix(LayerRows.maximumCount)))
    }

    /// The only part that is shown.
    ///
    /// - Throws: `.refused` where there are several.
    private func onlyPart(_ isCancelled: () -> Bool) throws(SourceError) -> Part {
        let shown = try shownParts(isCancelled)
        guard shown.count == 1, let part = shown.first else {
            throw .refused(name: name, words: "this works for one table at a time: hide the others (L)")
        }
        return part
    }

    /// What a part answers; its failure names it.
    private func asking<T>(
        _ part: Part, _ ask: (any ViewportSource) throws(SourceError) -> T
    ) throws(SourceError) -> T {
        do throws(SourceError) {
            return try ask(part.source)
        } catch {
            if error == .cancelled { throw error }
            throw .refused(name: name, words: "\(printable(part.source.name)): \(error.words)")
        }
    }

    var table: any RowTable { LayersOfServers(source: self) }

    func hiding(_ layers: Set<Int>) -> Self {
        Self(self, files: files?.hiding(layers), servers: servers, hidden: layers)
    }

    func applying(_ filter: Filter?, isCancelled: () -> Bool) throws(FilterFailure) -> Self {
        let shown: [Part]
        do throws(SourceError) {
            shown = try shownParts(isCancelled)
        } catch {
            throw error == .cancelled ? .cancelled : .source(error)
        }
        var files = files
        var servers: [any ViewportSource] = []
        for part in parts {
            var source = part.source
            if shown.contains(where: { $0.firstLayer == part.firstLayer }) {
                let own = try filter.map { (filter) throws(FilterFailure) in
                    try Self.filter(filter, for: source, isCancelled)
                }
                source = try source.applying(own, isCancelled: isCancelled)
            }
            if part.isFiles { files = source as? FileLayer } else { servers.append(source) }
        }
        return Self(self, files: files, servers: servers, hidden: hidden)
    }

    /// A filter for the columns of one part.
    private static func filter(
        _ filter: Filter, for source: any ViewportSource, _ isCancelled: () -> Bool
    ) throws(FilterFailure) -> Filter {
        let names: [String]
        do throws(SourceError) {
            names = try source.columnNames(isCancelled: isCancelled)
        } catch {
            throw error == .cancelled ? .cancelled : .source(error)
        }
        do throws(FilterProblem) {
            return try Filter(filter.text, columns: names)
        } catch {
            throw .source(
                .refused(
                    name: source.name,
                    words: "\(printable(source.name)): \(error) (hide the layers without that column: L)"))
        }
    }

    func wake() { for server in servers { server.wake() } }
    func close() { for server in servers { server.close() } }

    // MARK: - Opening

    func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        var lines: [String] = []
        let sources = [files].compactMap { $0 as (any ViewportSource)? } + servers
        for source in sources {
            lines.append("\(printable(source.name)):")
            lines += try source.explainColumns(isCancelled: isCancelled).map { "  " + $0 }
        }
        return lines
    }

    func open(isCancelled: () -> Bool) throws(SourceError) -> SourceSummary {
        var whole = SourceSummary(rowCount: 0, isEstimate: false, bounds: nil, notices: [])
        _ = try shownParts(isCancelled)
        for part in parts {
            let summary =
                part.isHidden
                ? SourceSummary(rowCount: 0, isEstimate: false, bounds: nil, notices: [])
                : try asking(part) { (source) throws(SourceError) in try source.open(isCancelled: isCancelled)
                }
            whole.rowCount += summary.rowCount
            whole.skippedCount += summary.skippedCount
            whole.isEstimate = whole.isEstimate || summary.isEstimate
            whole.bounds =
                whole.bounds.flatMap { all in summary.bounds.map(all.union) ?? all } ?? summary.bounds
            whole.notices += summary.notices
            if let files, part.isFiles {
                whole.layers += files.layers
            } else {
                whole.layers.append(
                    SourceLayer(
                        name: ([part.source.name, summary.table].compactMap(\.self)).joined(separator: "/"),
                        firstRow: part.firstRow, recordCount: Int(Self.rowsOfServer),
                        placeCount: summary.rowCount, skippedCount: summary.skippedCount))
            }
        }
        return whole
    }

    // MARK: - Views

    /// Asks one part after the other; where one of them cannot answer, there is no answer.
    func answer(
        _ question: ViewportQuestion, isCancelled: () -> Bool
    ) throws(SourceError) -> ViewportAnswer {
        var joined = JoinedAnswer(question, layers: layerRows)
        for part in try shownParts(isCancelled) {
            var measures = question.measures
            if case .column(let column) = measures?.number {
                guard let own = try columns(of: part, isCancelled).firstIndex(of: column) else {
                    throw .refused(name: part.source.name, words: "a column is missing")
                }
                measures?.number = .column(own)
            }
            let asked = ViewportQuestion(
                window: question.window, grid: question.grid, limit: question.limit,
                dotExtent: question.dotExtent, measures: measures)
            let answer = try asking(part) { (source) throws(SourceError) in
                try source.answer(asked, isCancelled: isCancelled)
            }
            joined.add(answer, of: part)
        }
        return joined.finished()
    }

    func near(_ question: NearbyQuestion, isCancelled: () -> Bool) throws(SourceError) -> [ExportedRow] {
        var found: [ExportedRow] = []
        for part in try shownParts(isCancelled) {
            let near = try asking(part) { (source) throws(SourceError) in
                try source.near(question, isCancelled: isCancelled)
            }
            found += near.map {
                ExportedRow(
                    row: $0.row + part.firstRow, place: $0.place, distanceMeters: $0.distanceMeters)
            }
        }
        found.sort { ($0.distanceMeters, $0.row) < ($1.distanceMeters, $1.row) }
        return question.limit.map { Array(found.prefix($0)) } ?? found
    }

    func explain(_ question: NearbyQuestion) throws(SourceError) -> [String] {
        var lines: [String] = []
        for server in servers { lines += try server.explain(question) }
        return lines
    }

    /// The best of each part in turn.
    func matches(_ text: String, limit: Int, isCancelled: () -> Bool) throws(SourceError) -> MatchAnswer {
        var answers: [[MatchAnswer.Match]] = []
        var isCut = false
        for part in try shownParts(isCancelled) {
            let answer = try asking(part) { (source) throws(SourceError) in
                try source.matches(text, limit: limit, isCancelled: isCancelled)
            }
            answers.append(answer.matches.map { $0.moved(by: part.firstRow) })
            isCut = isCut || answer.isCut
        }
        let longest = answers.map(\.count).max() ?? 0
        let all = (0..<longest).flatMap { rank in
            answers.compactMap { rank < $0.count ? $0[rank] : nil }
        }
        return MatchAnswer(matches: Array(all.prefix(limit)), isCut: isCut || all.count > limit)
    }

    func matchCount(_ text: String, isCancelled: () -> Bool) throws(SourceError) -> Int {
        var count = 0
        for part in try shownParts(isCancelled) {
            count += try part.source.matchCount(text, isCancelled: isCancelled)
        }
        return count
    }

    /// Part after part, each in the order of its keys.
    func members(
        of windows: [WorldWindow], after row: UInt32?, limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> MatchAnswer {
        let shown = try shownParts(isCancelled)
        let first = row.flatMap { row in shown.lastIndex { $0.firstRow <= row } } ?? 0
        var found: [MatchAnswer.Match] = []
        for (index, part) in shown.enumerated().dropFirst(first) {
            let page = try part.source.members(
                of: windows, after: index == first ? row.map { $0 - part.firstRow } : nil,
                limit: limit + 1 - found.count, isCancelled: isCancelled)
            found += page.matches.map { $0.moved(by: part.firstRow) }
            if found.count > limit || page.isCut {
                return MatchAnswer(matches: Array(found.prefix(limit)), isCut: true)
            }
        }
        return MatchAnswer(matches: found, isCut: false)
    }

    // MARK: - Columns

    func columnNames(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        _ = try shownParts(isCancelled)
        for server in servers { _ = try server.columnNames(isCancelled: isCancelled) }
        return table.columnNames
    }

    /// A column of several parts has the type that the first of them gives it.
    func columnKinds(isCancelled: () -> Bool) throws(SourceError) -> [ColumnKind] {
        var kinds = [ColumnKind?](repeating: nil, count: try columnNames(isCancelled: isCancelled).count)
        for part in parts {
            let own = try part.source.columnKinds(isCancelled: isCancelled)
            for (column, kind) in zip(try columns(of: part, isCancelled), own) {
                kinds[column] = kinds[column] ?? kind
            }
        }
        return kinds.map { $0 ?? .text }
    }

    /// The column of the whole for each column of a part.
    private func columns(of part: Part, _ isCancelled: () -> Bool) throws(SourceError) -> [Int] {
        let parts = parts
        let index = parts.firstIndex { $0.firstLayer == part.firstLayer } ?? 0
        return LayeredTable(parts).columns(ofTable: index)
    }

    /// The part that is shown, and the number of one of our columns in it.
    private func only(
        _ column: Int, _ isCancelled: () -> Bool
    ) throws(SourceError) -> (source: any ViewportSource, column: Int) {
        let part = try onlyPart(isCancelled)
        guard let own = try columns(of: part, isCancelled).firstIndex(of: column) else {
            throw .refused(name: part.source.name, words: "this layer does not have the column")
        }
        return (part.source, own)
    }

    func frequentValues(
        of column: Int, limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> [(value: String, count: Int)] {
        var counts: [String: Int] = [:]
        for part in try shownParts(isCancelled) {
            guard let own = try columns(of: part, isCancelled).firstIndex(of: column) else { continue }
            for (value, count) in try part.source.frequentValues(
                of: own, limit: limit, isCancelled: isCancelled)
            {
                counts[value, default: 0] += count
            }
        }
        return Array(counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(limit))
            .map { ($0.key, $0.value) }
    }

    func summarizeColumns(
        in windows: [WorldWindow]?, isCancelled: () -> Bool
    ) throws(SourceError) -> [ColumnSummary] {
        try onlyPart(isCancelled).source.summarizeColumns(in: windows, isCancelled: isCancelled)
    }

    func distribution(
        of column: Int, quantileCount: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> ColumnDistribution {
        let (source, own) = try only(column, isCancelled)
        return try source.distribution(of: own, quantileCount: quantileCount, isCancelled: isCancelled)
    }

    func rowCounts(matching filters: [String], isCancelled: () -> Bool) throws(SourceError) -> [Int] {
        try onlyPart(isCancelled).source.rowCounts(matching: filters, isCancelled: isCancelled)
    }
}

extension MatchAnswer.Match {
    fileprivate func moved(by offset: UInt32) -> MatchAnswer.Match {
        MatchAnswer.Match(row: row + offset, place: place)
    }
}
