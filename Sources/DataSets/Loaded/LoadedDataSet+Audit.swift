import MapModel
import RowValues
import Rows
import Streams

extension LoadedDataSet {
    /// Reads all rows, then looks up what became of each: the places, the filter and its opposite, and the rows themselves.
    package func audit(_ filter: Filter?, _ demand: RowDemand) throws(FilterFailure) -> RowAudit {
        do throws(FilterFailure) {
            let shown = try match(filter, demand)
            let opposite = try filter.map { (filter) throws(FilterFailure) in
                try match(filter.counterpart(), demand)
            }
            return LoadedAudit(shown, opposite: opposite).audit
        } catch .source(.empty(let file, _)) {
            return RowAudit([RowAudit.Part(name: file, read: 0, shown: 0)])
        }
    }
}

extension Filter {
    /// Its opposite, for an audit.
    func counterpart() throws(FilterFailure) -> Filter {
        do throws(FilterProblem) { return try opposite } catch { throw .problem(error) }
    }
}

/// The audit of rows in memory.
private struct LoadedAudit {
    private let loaded: LoadedRows
    /// The rows with a place, each once.
    private let placed: RowSet
    /// The rows on the map, each once.
    private let shown: RowSet
    /// Rows with a place that match the opposite of the filter; nil without a filter.
    private let left: RowSet?
    /// By layer, places and places on the map.
    private let places: [Int]
    private let shownPlaces: [Int]

    init(_ match: LoadedMatch, opposite: LoadedMatch?) {
        loaded = match.loaded
        (placed, places) = Self.rows(of: loaded.tree, in: loaded)
        (shown, shownPlaces) = Self.rows(of: match.tree, in: loaded)
        left = opposite.map { Self.rows(of: $0.tree, in: match.loaded).rows }
    }

    /// The rows of a tree, and how many places each layer has; a place of no row is one place too many.
    private static func rows(of tree: QuadTree, in loaded: LoadedRows) -> (rows: RowSet, places: [Int]) {
        let starts = loaded.sources.map(\.firstRow)
        var rows = RowSet(capacity: loaded.table.recordCount)
        var places = [Int](repeating: 0, count: starts.count)
        for index in 0..<tree.count {
            let row = tree.row(at: index)
            if Int(row) < rows.capacity { rows.insert(row) }
            // Mostly there is one layer, or a few.
            if let layer = starts.lastIndex(where: { $0 <= row }) { places[layer] += 1 }
        }
        return (rows, places)
    }

    var audit: RowAudit {
        var parts = loaded.sources.indices.map(part)
        let count = loaded.sources.reduce(0) { $0 + $1.recordCount }
        if !parts.isEmpty { parts[0].check(count, "rows are in a source", of: loaded.table.recordCount) }
        return RowAudit(parts)
    }

    private func part(_ index: Int) -> RowAudit.Part {
        let layer = loaded.sources[index]
        func count(_ rows: RowSet) -> Int { rows.slice(layer.range).count }
        var part = RowAudit.Part(
            name: layer.name, read: layer.recordCount + layer.replacedCount + layer.droppedCount,
            shown: count(shown))
        if let end = layer.earlyEnd { part.addFault(end.description) }
        if let left {
            var neither = placed
            neither.subtract(shown)
            neither.subtract(left)
            part.add(.filtered, "not matching", rows: count(left))
            part.add(.filtered, "without a value that the filter tests", rows: count(neither))
            var both = shown
            both.formIntersection(left)
            part.check(count(both), "rows match both the filter and its opposite", of: 0)
        }
        part.add(layer.skipped)
        part.add(.skipped, "replaced by later ones with the same id", rows: layer.replacedCount)
        part.add(.skipped, "older than the lines that are held", rows: layer.droppedCount)
        part.checkSum()
        part.check(places[index], "places are in the index", of: layer.placeCount)
        part.check(count(placed), "places are those of different rows", of: places[index])
        part.check(count(shown), "places on the map are those of different rows", of: shownPlaces[index])
        checkRows(of: layer, &part)
        return part
    }

    /// Rows that are read again at once.
    private static let batch = 1 << 16

    /// Reads all rows of a layer again.
    private func checkRows(of layer: SourceLayer, _ part: inout RowAudit.Part) {
        var found = 0
        do throws(SourceError) {
            for start in stride(from: layer.range.lowerBound, to: layer.range.upperBound, by: Self.batch) {
                let rows = (start..<min(start + Self.batch, layer.range.upperBound)).map { UInt32($0) }
                var next = rows.startIndex
                try loaded.table.visitRows(rows) { row in
                    if next < rows.endIndex, row.row == rows[next] { (found, next) = (found + 1, next + 1) }
                }
            }
        } catch {
            part.addFault("rows cannot be read again: \(error.words)")
        }
        part.check(found, "rows can be read again", of: layer.recordCount)
    }
}

extension SourceLayer {
    fileprivate var range: Range<Int> { Int(firstRow)..<Int(firstRow) + recordCount }
}
