import MapModel
import MapSources
import Synchronization

/// The work behind the effects, without any threads: each call does it and returns the action to post.
final class DataWork: Sendable {
    private let loader: any SourceLoader
    /// The file once it was read to its end; rows are looked up in it.
    private let table = Mutex<(any RowTable)?>(nil)
    private let tree = Mutex<QuadTree?>(nil)
    let search = SearchWork()

    init(loader: any SourceLoader) { self.loader = loader }

    /// Reads the file and builds the index, telling `progress` of every part; cancelled with its task.
    func load(progress: (Action) -> Void) -> Action? {
        do throws(SourceError) {
            let loaded = try loader.read(
                isCancelled: { Task.isCancelled },
                progress: { part in
                    let fraction = part.totalBytes.map { Double(part.bytesRead) / Double(max($0, 1)) }
                    progress(.dataGrew(part.points.map { QuadTree($0) }, fraction: fraction))
                })
            let points = loaded.points
            let read = (table: loaded.table, skipped: loaded.skipped, notices: loaded.notices)
            // The tree takes the memory over only when nobody else holds it.
            _ = consume loaded
            let tree = QuadTree(points)
            table.withLock { $0 = read.table }
            self.tree.withLock { $0 = tree }
            return .dataRead(
                LoadedData(
                    tree: tree, skipped: read.skipped, notices: read.notices,
                    recordCount: read.table.recordCount))
        } catch .cancelled {
            return nil
        } catch .empty(let file, let hasHeader) {
            // A file without rows is a file all the same: the map is shown and says so.
            let notice = SourceError.empty(file: file, hasHeader: hasHeader).description
            return .dataRead(
                LoadedData(
                    tree: QuadTree(PointBuffer()), skipped: SkippedRows(), notices: [notice], recordCount: 0))
        } catch {
            return .loadingFailed(error.description)
        }
    }

    /// The names of rows; rows that cannot be read have none.
    func readLabels(_ rows: [UInt32]) -> Action? {
        guard let table = table.withLock({ $0 }) else { return nil }
        let ascending = Set(rows).sorted()
        let labels = (try? table.rowLabels(ascending)) ?? []
        return .labelsRead(Dictionary(zip(ascending, labels)) { first, _ in first })
    }

    /// What lists show of rows; rows that cannot be read are left out.
    func readSummaries(_ rows: [UInt32]) -> Action? {
        guard let table = table.withLock({ $0 }) else { return nil }
        let words = (try? table.rowWords(Set(rows).sorted())) ?? []
        // A row that cannot be read is answered as well, or it would be asked for again and again.
        var summaries = Dictionary(
            rows.map { ($0, RowSummary(title: .empty, detail: .empty, code: .empty)) }
        ) { first, _ in first }
        for words in words { summaries[words.row] = RowSummary(words) }
        return .summariesRead(summaries)
    }

    /// Gathers the names of all rows, telling `progress` of every part.
    func indexNames(progress: (Action) -> Void) -> Action? {
        guard let table = table.withLock({ $0 }), let tree = tree.withLock({ $0 }) else { return nil }
        return search.indexNames(of: table, tree, progress: progress)
    }

    func readRecord(_ row: UInt32, ticket: Int) -> Action {
        guard let table = table.withLock({ $0 }) else {
            return .recordRead(.failure(RecordError(message: "the file is not read yet")), ticket: ticket)
        }
        do throws(SourceError) {
            let record = try table.namedRow(row)
            let fields = record.fields.map { RowRecord.Field(name: $0.name, value: $0.value.text) }
            return .recordRead(
                .success(RowRecord(row: row, line: record.line, fields: fields)), ticket: ticket)
        } catch {
            return .recordRead(.failure(RecordError(message: error.description)), ticket: ticket)
        }
    }
}

extension RowSummary {
    fileprivate init(_ words: RowWords) {
        title = AppState.oneLine(words.label)
        code = AppState.oneLine(words.identifier)
        detail = AppState.oneLine(words.details.joined(separator: ", "), limit: 1000)
    }
}
