import FileSources
import Rows
import Streams

/// What of a zip archive with several documents of text is shown: all tracks and collections, of tables those with places.
struct ArchiveContents {
    /// The documents to read, in the order of the archive.
    let inputs: [SourceInput]
    /// What is said about the others.
    let notices: [String]

    /// More documents are not read.
    private static let documentLimit = 1_000
    /// Tables whose places are not those of the rows that people look for: of GTFS, of Darwin Core.
    private static let secondary: Set = ["shapes.txt", "verbatim.txt"]

    /// Nil for anything but such an archive.
    init?(_ archive: SourceInput, _ options: SourceOptions, isCancelled: () -> Bool) throws(SourceError) {
        guard let documents = archive.archive()?.textDocuments, !documents.isEmpty else { return nil }
        let tables = documents.filter { Self.isTable($0.ending) }
        var inputs: [SourceInput] = []
        for document in documents.prefix(Self.documentLimit) where !Self.isTable(document.ending) {
            inputs.append(try SourceInput(document: document.name, of: archive))
        }
        var notices: [String] = []
        if inputs.isEmpty {
            let found = try Self.tables(tables, of: archive, options, isCancelled)
            guard !found.withPlaces.isEmpty else {
                let names = tables.prefix(8).map { quoted($0.name) }.joined(separator: ", ")
                throw .refused(
                    name: archive.name,
                    words: "has no table with coordinates (found \(names)\(tables.count > 8 ? ", …" : ""))")
            }
            inputs = found.withPlaces
            if !found.others.isEmpty { notices.append(Self.notice(inputs, found.others, archive)) }
        } else if let found = try Self.locationFiles(among: inputs, isCancelled) {
            inputs = found
            let others = documents.map(\.name).filter { name in
                !found.contains { $0.path.hasSuffix("/\(name)") }
            }
            notices.append(Self.notice(found, others, archive))
        } else if !tables.isEmpty {
            notices.append(Self.notice(inputs, tables.map(\.name), archive))
        }
        if documents.count > Self.documentLimit {
            notices.append("\(printable(archive.name)): only the first \(Self.documentLimit) files are shown")
        }
        (self.inputs, self.notices) = (inputs, notices)
    }

    /// The location files among the documents of an export of Google, whose other documents have no places; nil where there
    /// are none, or all are such files.
    private static func locationFiles(
        among inputs: [SourceInput], _ isCancelled: () -> Bool
    ) throws(SourceError) -> [SourceInput]? {
        var found: [SourceInput] = []
        for input in inputs {
            let head = try input.peek(isCancelled: isCancelled, isEnough: { _ in false }).head
            let confidence = FileKind.google.confidence(in: SourceHead(head, name: input.path))
            if confidence == .certain { found.append(input) }
        }
        return found.isEmpty || found.count == inputs.count ? nil : found
    }

    private static func isTable(_ ending: String) -> Bool { ["csv", "tsv", "psv", "txt"].contains(ending) }

    private static func notice(_ shown: [SourceInput], _ others: [String], _ archive: SourceInput) -> String {
        func list(_ names: [String]) -> String {
            names.prefix(6).map { quoted($0) }.joined(separator: ", ") + (names.count > 6 ? ", …" : "")
        }
        let names = shown.map { String($0.path.dropFirst(archive.path.count + 1)) }
        return "\(printable(archive.name)): showing \(list(names)), not \(list(others))"
    }

    /// The tables with coordinates; of several with different columns those like the first, and the shapes of GTFS only where
    /// there is nothing else.
    private static func tables(
        _ documents: [ZipArchive.Entry], of archive: SourceInput, _ options: SourceOptions,
        _ isCancelled: () -> Bool
    ) throws(SourceError) -> (withPlaces: [SourceInput], others: [String]) {
        var found: [(name: String, columns: [String])] = []
        for document in documents.prefix(documentLimit) {
            let input = try SourceInput(document: document.name, of: archive)
            let columns = try? CSVLoader(input, options: options.csv).columnNames(isCancelled: isCancelled)
            if let columns { found.append((document.name, columns)) }
        }
        func lastPart(_ name: String) -> String { String(name.split(separator: "/").last ?? "") }
        let main = found.filter { !secondary.contains(lastPart($0.name)) }
        guard let first = main.first ?? found.first else { return ([], documents.map(\.name)) }
        let shown = found.filter { $0.columns == first.columns }.map(\.name)
        var inputs: [SourceInput] = []
        for name in shown { inputs.append(try SourceInput(document: name, of: archive)) }
        return (inputs, documents.map(\.name).filter { !shown.contains($0) })
    }
}

/// A loader that has something to say about its source before it is read.
struct AnnotatedLoader: SourceLoader {
    let base: any SourceLoader
    let notices: [String]

    var name: String { base.name }
    var isStream: Bool { base.isStream }

    func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        var source = try base.read(isCancelled: isCancelled, progress: progress)
        source.notices = notices + source.notices
        return source
    }

    func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        notices + (try base.explainColumns(isCancelled: isCancelled))
    }
}
