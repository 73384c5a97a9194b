import Platform
import RowValues
import Rows
import Streams

extension JSONRun {
    /// The rows that were read, and what is to be said of them.
    func result() throws(SourceError) -> LoadedSource {
        let collector = reader.features.collector
        guard collector.recordCount > 0 else {
            if let fault = input.feed.fault { throw .file(fault.error(of: name)) }
            guard case .trailing(let line, let text) = reader.ending else {
                throw .empty(file: name, hasHeader: false)
            }
            let words = "nothing in the document, but text after its end: \(quoted(text))"
            throw .file(FileError(file: name, reason: .notReadable(line: line, words: words)))
        }
        let file = printable(name)
        var notices: [String] = []
        if let path = head.path, !others.isEmpty {
            let named = JSONHead.namedContainers
            let names = others.prefix(named).map { quoted($0.description) }.joined(separator: ", ")
            let shown = path.keys.isEmpty ? "the document" : quoted(path.description)
            notices.append(
                "\(file): showing the records in \(shown) only; there are more in \(names)"
                    + (others.count > named ? " and others" : ""))
        }
        switch reader.ending {
        case .malformed, .tooDeep:
            guard case .torn(let line, let words)? = reader.ending?.earlyEnd, collector.takenCount == 1
            else { break }
            throw .file(FileError(file: name, reason: .notReadable(line: line, words: words)))
        case .trailing(let line, let text):
            notices.append("\(file):\(line): ignored text after the end of the document: \(quoted(text))")
        case .tooLong, nil: break
        }
        if !siblings.isEmpty {
            let names = siblings.prefix(3).map { quoted($0) }.joined(separator: ", ")
            notices.append(
                "\(file): showing the records in \(names)"
                    + (siblings.count > 3 ? " and \(siblings.count - 3) more" : ""))
        }
        if reader.framer.hasLastComma {
            notices.append("\(file): the comma before the end of the list is ignored")
        }
        if reader.framer.hasCommas {
            notices.append("\(file): commas between objects: they are read as a list")
        }
        if reader.framer.documentCount > 1 {
            notices.append(
                "\(file): \(reader.framer.documentCount) documents, one after the other: all are read")
        }
        notices += (head.layout?.notices ?? []).map { "\(file): \($0)" }
        if let encoding = input.detectedEncoding {
            notices.append("\(file): \(TextInput.notice(of: encoding))")
        }
        let places = Set(head.layout?.fieldNames ?? [])
        let coordinates = collector.values.columnNames.indices.filter {
            places.contains(collector.values.columnNames[$0])
        }
        var source = try collector.loaded(coordinates: Set(coordinates), notices: notices)
        if var table = source.table as? FeatureTable {
            let isReadable =
                input.feed.isPlainFile && input.detectedEncoding == nil && collector.notes.textNumbers == 0
                && collector.notes.lastCommas == 0
            let areFeatures = head.layout == nil && head.path == nil
            if head.style == .lines {
                table.lines = RecordLines(of: isReadable ? input.file : nil, areFeatures: areFeatures)
            } else if head.style == .document, areFeatures, isReadable {
                table.features = FeatureTexts(of: input.file)
            }
            if areFeatures { table.rewrite = reader.features.rewrite }
            source.table = table
        }
        return source
    }

    /// The format of the source and what is read from it, by its first records.
    consuming func explanation() -> [String] {
        let isFinal = input.window.isAtEnd
        input.window.withBytes { reader.read($0, isFinal: isFinal) }
        let collector = reader.features.collector
        var records = head.layout == nil ? "GeoJSON" : "JSON objects"
        if let path = head.path, !path.keys.isEmpty { records += " in \(quoted(path.description))" }
        let style =
            switch head.style {
            case .document: head.isCollection ? "GeoJSON, a collection" : "\(records), a document"
            case .lines: "\(records), one per line"
            case .sequence: "\(records), a text sequence"
            }
        let roles = (try? collector.roles(coordinates: []).found().reasons) ?? []
        return [style] + (head.layout?.reasons ?? []) + roles + (head.layout?.notices ?? [])
    }
}

extension RecordReader.Ending {
    /// Why records may follow that were not read; nil where none do.
    var earlyEnd: EarlyEnd? {
        switch self {
        case .malformed(let line, let text):
            .torn(line: line, words: text.isEmpty ? "unexpected end of file" : "not JSON: \(quoted(text))")
        case .tooDeep(let line):
            .torn(line: line, words: JSONRun.tooDeep)
        case .tooLong(let line): .torn(line: line, words: "record too long")
        case .trailing: nil
        }
    }
}
