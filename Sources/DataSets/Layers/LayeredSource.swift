import MapModel
import Platform
import RowValues
import Rows
import Streams
import Synchronization

/// The tables of servers, and files beside them, answered for as one source.
///
/// The rows of files come first, numbered as they are; those of each server follow in a range of numbers of its own, since
/// a server's rows get their numbers as they appear.
package final class LayeredSource: ViewportSource {
    /// A part, and its place in the whole.
    struct Part: Sendable {
        var source: any ViewportSource
        /// The number of its first layer; files are a layer each.
        var firstLayer: Int
        /// The number that its row 0 has in the whole.
        var firstRow: UInt32
        /// How many rows have numbers here.
        var rowCount: UInt32
        var isHidden: Bool
        var isFiles = false
    }

    /// Row numbers reserved for each server but the last; fewer with hundreds of servers.
    package static let rowsOfServer: UInt32 = 1 << 24

    package let name: String
    package let files: LoadedLayer?
    package let servers: [any ViewportSource]
    /// The layers that are hidden, by number.
    private let hidden: Set<Int>
    /// The table of each server, by the number of its layer, once it was opened.
    let tables: Tables
    /// Servers that cannot be opened are left out, and named; else none is.
    package let showsWhatAnswers: Bool

    /// What all copies of a source share.
    final class Tables: Sendable {
        let names = Mutex<[Int: String]>([:])
        /// Why servers could not be opened the last time, by the number of their layer.
        let failures = Mutex<[Int: String]>([:])
        private let room = Mutex<UInt32>(0)

        /// The numbers that are kept for rows of files: more than there are, so that a file that grows a little moves no
        /// row of a server.
        func roomForFiles(_ count: Int) -> UInt32 {
            room.withLock { room in
                if count > room { room = UInt32(clamping: (((count + count / 4) >> 16) + 1) << 16) }
                return room
            }
        }
    }

    /// Files, if there are any, and the tables of servers.
    package init(files: LoadedLayer?, servers: [any ViewportSource]) {
        self.files = files
        self.servers = servers
        (hidden, showsWhatAnswers) = ([], false)
        tables = Tables()
        name = ([files?.name].compactMap(\.self) + servers.map(\.name)).joined(separator: ", ")
    }

    /// The same, followed by more servers; before any is asked.
    package func adding(_ more: [any ViewportSource]) -> LayeredSource {
        LayeredSource(files: files, servers: servers + more)
    }

    /// The same for a screen: a server that cannot be opened hides nothing of the others.
    package func showingWhatAnswers() -> LayeredSource {
        LayeredSource(self, files: files, servers: servers, hidden: hidden, showsWhatAnswers: true)
    }

    private init(
        _ source: LayeredSource, files: LoadedLayer?, servers: [any ViewportSource], hidden: Set<Int>,
        showsWhatAnswers: Bool? = nil
    ) {
        (name, self.files, self.servers, self.hidden) = (source.name, files, servers, hidden)
        tables = source.tables
        self.showsWhatAnswers = showsWhatAnswers ?? source.showsWhatAnswers
    }

    // MARK: - Parts

    /// Those of the first server that has any: all share them.
    package var placeFixes: PlaceFixes? { servers.lazy.compactMap(\.placeFixes).first }

    /// All parts, as far as the files are read.
    var parts: [Part] {
        var parts: [Part] = []
        var (layer, row) = (0, UInt32(0))
        if let files {
            let count = max(files.layers.count, 1)
            parts.append(
                Part(
                    source: files, firstLayer: 0, firstRow: 0, rowCount: 0,
                    isHidden: files.isHidden, isFiles: true))
            layer = count
            row = tables.roomForFiles(files.table.recordCount)
            parts[0].rowCount = row
        }
        for (index, server) in servers.enumerated() {
            let rest = UInt32.max - row
            let following = UInt32(servers.count - index - 1)
            let room = following == 0 ? rest : min(Self.rowsOfServer, rest / (following + 1))
            parts.append(
                Part(
                    source: server, firstLayer: layer, firstRow: row, rowCount: room,
                    isHidden: hidden.contains(layer)))
            layer += 1
            row += room
        }
        return parts
    }

    /// The parts that are not hidden and could be opened; the files are read before their number is known.
    func shownParts(_ isCancelled: () -> Bool) throws(SourceError) -> [Part] {
        if let files { _ = try files.columnNames(isCancelled: isCancelled) }
        return openParts.filter { !$0.isHidden }
    }

    /// Those that could be opened.
    private var openParts: [Part] {
        let failures = tables.failures.withLock { $0 }
        return parts.filter { failures[$0.firstLayer] == nil }
    }

    /// What became of the rows of files that were read again since this was asked last; nil where none were.
    package func takeReload() -> Reload? { files?.takeReload() }

    /// The layer of each row.
    private var layerRows: LayerRows {
        let firstRows = parts.flatMap { $0.isFiles ? files?.layers.map(\.firstRow) ?? [] : [$0.firstRow] }
        return LayerRows(firstRows: Array(firstRows.prefix(LayerRows.maximumCount)))
    }

    /// What all of some parts answer, asked at the same time; a failure names its part, and ends all.
    ///
    /// - Parameter ask: is called with the number of the part among `parts` and what says whether to stop, on any thread.
    func asking<T: Sendable>(
        _ parts: [Part], _ isCancelled: () -> Bool,
        _ ask: @escaping @Sendable (Int, any ViewportSource, () -> Bool) throws(SourceError) -> T
    ) throws(SourceError) -> [T] {
        if parts.count == 1 {
            return [try asking(parts[0]) { (source) throws(SourceError) in try ask(0, source, isCancelled) }]
        }
        let mustStop = Stop()
        @Sendable func stop() {
            mustStop.flag.store(true, ordering: .relaxed)
            for part in parts { part.source.wake() }
        }
        var made = OrderedParts(count: parts.count, threads: parts.count) { number in
            Result { () throws(SourceError) in
                do throws(SourceError) {
                    return try ask(number, parts[number].source) { mustStop.flag.load(ordering: .relaxed) }
                } catch {
                    // There is no answer without this one: the others are not waited for.
                    stop()
                    throw error
                }
            }
        }
        var answers: [T] = []
        var failure: SourceError?
        for part in parts {
            guard let answer = made.next(isCancelled: isCancelled) else {
                stop()
                throw .cancelled
            }
            do throws(SourceError) {
                answers.append(try asking(part) { (_) throws(SourceError) in try answer.get() })
            } catch {
                // Those that were stopped did not fail.
                if failure == nil || failure == .cancelled { failure = error }
            }
        }
        if let failure { throw failure }
        return answers
    }

    /// What a part answers; its failure names it.
    private func asking<T>(
        _ part: Part, _ ask: (any ViewportSource) throws(SourceError) -> T
    ) throws(SourceError) -> T {
        do throws(SourceError) {
            let answer = try ask(part.source)
            // Numbers beyond that are those of the next table's rows.
            if !part.isFiles, part.source.table.recordCount > Int(part.rowCount) {
                throw .refused(
                    name: part.source.name,
                    words: "more than \(grouped(Int(part.rowCount))) of its rows were fetched, "
                        + "the limit for a table that another one follows (restart, or name it last)")
            }
            return answer
        } catch {
            if error == .cancelled { throw error }
            throw .refused(name: name, words: "\(printable(part.source.name)): \(error.words)")
        }
    }

    private final class Stop: Sendable {
        let flag = Atomic<Bool>(false)
    }

    package var table: any RowTable { LayersOfServers(source: self) }

    package func table(
        of tree: QuadTree, in window: WorldWindow, isCancelled: () -> Bool
    ) throws(SourceError) -> any RowTable {
        var read: [Int: any RowTable] = [:]
        for part in try shownParts(isCancelled) {
            read[part.firstLayer] = try asking(part) { (source) throws(SourceError) in
                try source.table(of: tree, in: window, isCancelled: isCancelled)
            }
        }
        return LayersOfServers(source: self, read: read)
    }

    package func hiding(_ layers: Set<Int>) -> Self {
        Self(self, files: files?.hiding(layers), servers: servers, hidden: layers)
    }

    package func applying(_ filter: Filter?, isCancelled: () -> Bool) throws(FilterFailure) -> Self {
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
                    try self.filter(filter, for: part, isCancelled)
                }
                source = try source.applying(own, isCancelled: isCancelled)
            }
            if part.isFiles { files = source as? LoadedLayer } else { servers.append(source) }
        }
        return Self(self, files: files, servers: servers, hidden: hidden)
    }

    /// A filter for one part, whose rows have no value in the columns of the others.
    func filter(
        _ filter: Filter, for part: Part, _ isCancelled: () -> Bool
    ) throws(FilterFailure) -> Filter {
        let own: [String]
        var absent: [Filter.AbsentColumn] = []
        do throws(SourceError) {
            own = try part.source.columnNames(isCancelled: isCancelled)
            let columns = Set(try columns(of: part, isCancelled))
            if !filter.columns.allSatisfy(columns.contains) {
                let (names, kinds) = (table.columnNames, try columnKinds(isCancelled: isCancelled))
                for column in names.indices where !columns.contains(column) {
                    absent.append(Filter.AbsentColumn(name: names[column], kind: kinds[column]))
                }
            }
        } catch {
            throw error == .cancelled ? .cancelled : .source(error)
        }
        do throws(FilterProblem) {
            return try Filter(filter.text, columns: own, absent: absent)
                .located(filter.located).during(filter.time).reading(filter.calendar)
        } catch {
            throw .source(
                .refused(name: part.source.name, words: "\(printable(part.source.name)): \(error)"))
        }
    }

    package func wake() { for server in servers { server.wake() } }
    package func close() { for server in servers { server.close() } }

    // MARK: - Views

    /// Where one of the parts cannot answer, there is no answer.
    package func answer(
        _ question: ViewportQuestion, isCancelled: () -> Bool
    ) throws(SourceError) -> ViewportAnswer {
        let shown = try shownParts(isCancelled)
        let questions = try shown.map { (part) throws(SourceError) in
            let measures = try question.measures.map { (measures) throws(SourceError) in
                try self.measures(measures, of: part, isCancelled)
            }
            return ViewportQuestion(
                window: question.window, grid: question.grid, limit: question.limit,
                dotExtent: question.dotExtent, measures: measures)
        }
        let answers = try asking(shown, isCancelled) { (number, source, isCancelled) throws(SourceError) in
            try source.answer(questions[number], isCancelled: isCancelled)
        }
        var joined = JoinedAnswer(question, layers: layerRows)
        for (answer, part) in zip(answers, shown) { joined.add(answer, of: part) }
        return joined.finished()
    }

    package func near(_ question: NearbyQuestion, isCancelled: () -> Bool) throws(SourceError)
        -> [ExportedRow]
    {
        let shown = try shownParts(isCancelled)
        let answers = try asking(shown, isCancelled) { (_, source, isCancelled) throws(SourceError) in
            try source.near(question, isCancelled: isCancelled)
        }
        let found = zip(answers, shown).flatMap { rows, part in
            rows.map {
                ExportedRow(
                    row: $0.row + part.firstRow, place: $0.place, distanceMeters: $0.distanceMeters)
            }
        }.sorted { ($0.distanceMeters, $0.row) < ($1.distanceMeters, $1.row) }
        return question.limit.map { Array(found.prefix($0)) } ?? found
    }

    package func explain(_ question: NearbyQuestion) throws(SourceError) -> [String] {
        var lines: [String] = []
        for server in servers { lines += try server.explain(question) }
        return lines
    }

    /// The best of each part in turn.
    package func matches(_ text: String, limit: Int, isCancelled: () -> Bool) throws(SourceError)
        -> MatchAnswer
    {
        let shown = try shownParts(isCancelled)
        let answers = try asking(shown, isCancelled) { (_, source, isCancelled) throws(SourceError) in
            try source.matches(text, limit: limit, isCancelled: isCancelled)
        }
        let matches = zip(answers, shown).map { answer, part in
            answer.matches.map { $0.moved(by: part.firstRow) }
        }
        let longest = matches.map(\.count).max() ?? 0
        let all = (0..<longest).flatMap { rank in
            matches.compactMap { rank < $0.count ? $0[rank] : nil }
        }
        let isCut = answers.contains(where: \.isCut) || all.count > limit
        return MatchAnswer(matches: Array(all.prefix(limit)), isCut: isCut)
    }

    package func matchCount(_ text: String, isCancelled: () -> Bool) throws(SourceError) -> Int {
        try asking(shownParts(isCancelled), isCancelled) { (_, source, isCancelled) throws(SourceError) in
            try source.matchCount(text, isCancelled: isCancelled)
        }.reduce(0, +)
    }

    /// Part after part, each in the order of its keys.
    package func members(
        of windows: [WorldWindow], after row: UInt32?, limit: Int, isCancelled: () -> Bool
    ) throws(SourceError) -> MatchAnswer {
        let shown = try shownParts(isCancelled)
        let first = row.flatMap { row in shown.lastIndex { $0.firstRow <= row } } ?? 0
        var found: [MatchAnswer.Match] = []
        for (index, part) in shown.enumerated().dropFirst(first) {
            let page = try asking(part) { (source) throws(SourceError) in
                try source.members(
                    of: windows, after: index == first ? row.map { $0 - part.firstRow } : nil,
                    limit: limit + 1 - found.count, isCancelled: isCancelled)
            }
            found += page.matches.map { $0.moved(by: part.firstRow) }
            if found.count > limit || page.isCut {
                return MatchAnswer(matches: Array(found.prefix(limit)), isCut: true)
            }
        }
        return MatchAnswer(matches: found, isCut: false)
    }

    // MARK: - Columns

    package func columnNames(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        _ = try shownParts(isCancelled)
        for part in openParts { _ = try part.source.columnNames(isCancelled: isCancelled) }
        return table.columnNames
    }

    /// A column of several parts has the type that the first of them gives it.
    package func columnKinds(isCancelled: () -> Bool) throws(SourceError) -> [ColumnKind] {
        var kinds = [ColumnKind?](repeating: nil, count: try columnNames(isCancelled: isCancelled).count)
        for part in openParts {
            let own = try part.source.columnKinds(isCancelled: isCancelled)
            for (column, kind) in zip(try columns(of: part, isCancelled), own) {
                kinds[column] = kinds[column] ?? kind
            }
        }
        return kinds.map { $0 ?? .text }
    }

    /// The column of the whole for each column of a part.
    func columns(of part: Part, _ isCancelled: () -> Bool) throws(SourceError) -> [Int] {
        let parts = parts
        let index = parts.firstIndex { $0.firstLayer == part.firstLayer } ?? 0
        return LayeredTable(parts).columns(ofTable: index)
    }
}

extension MatchAnswer.Match {
    fileprivate func moved(by offset: UInt32) -> MatchAnswer.Match {
        MatchAnswer.Match(row: row + offset, place: place)
    }
}
