import MapModel
import RowValues
import Streams

/// Makes journeys of rows that are points: those with the same value of a column, or all.
struct RowJourneys {
    private let source: LoadedSource
    private let grouping: TrackGrouping?
    private let kind: Journey.Kind
    /// Rows with lines and areas: their middle is no point of a way.
    private let shapeRows: Set<UInt32>

    /// - Parameter grouping: nil for the rows of a history.
    init(_ source: LoadedSource, _ grouping: TrackGrouping?, kind: Journey.Kind) {
        (self.source, self.grouping, self.kind) = (source, grouping, kind)
        let shapes = ShapeIndex(source.shapes)
        shapeRows = Set((0..<shapes.count).map { shapes[$0].row })
    }

    /// The journeys in the order of their first rows, and how many rows have no value to group them by.
    ///
    /// - Parameter times: nil for the order of the source.
    /// - Complexity: O(n log n); O(n) for one journey whose rows are in the order of their times.
    func journeys(
        _ times: RowTimes?, isCancelled: () -> Bool
    ) throws(SourceError) -> (journeys: [Journey], withoutValue: Int) {
        let values = RowValuesOfPoints(
            heights: try heights(isCancelled: isCancelled), columns: try columns(isCancelled: isCancelled))
        if let journey = ordered(times, values) { return ([journey], 0) }
        let (codes, names) = try groups(isCancelled: isCancelled)
        let entries = sorted(times, codes)
        var journeys: [Journey] = []
        var start = entries.startIndex
        var withoutValue = 0
        while start < entries.endIndex {
            let code = entries[start].group
            let isNone = codes != nil && code == 0
            var builder = JourneyBuilder(name: names[Int(code)], kind: kind)
            while start < entries.endIndex, entries[start].group == code {
                if isNone { withoutValue += 1 } else { values.append(entries[start], to: &builder) }
                start += 1
            }
            if isCancelled() { throw .cancelled }
            if let journey = builder.finish() { journeys.append(journey) }
        }
        journeys.sort { ($0.rows.min() ?? 0) < ($1.rows.min() ?? 0) }
        return (journeys, withoutValue)
    }

    /// All rows as one journey where they are in its order already: without a copy of them.
    private func ordered(_ times: RowTimes?, _ values: RowValuesOfPoints) -> Journey? {
        if case .column? = grouping { return nil }
        guard times?.ends == nil else { return nil }
        let moments = times?.starts.moments ?? []
        var last = Int64.min
        var isOrdered = true
        var builder = JourneyBuilder(name: "", kind: kind)
        builder.reserveCapacity(source.points.count)
        source.points.visitPlaces { row, place in
            guard isOrdered, !shapeRows.contains(row) else { return }
            let moment = Self.moment(moments, row)
            if let moment {
                isOrdered = moment >= last
                last = moment
            } else if times != nil {
                return
            }
            values.append(Entry(group: 0, row: row, place: place, moment: moment), to: &builder)
        }
        return isOrdered ? builder.finish() : nil
    }

    // MARK: - Order

    fileprivate struct Entry {
        let group: UInt32
        let row: UInt32
        let place: FixedCoordinate
        let moment: Int64?
    }

    /// By group, then by time, then by row.
    private func sorted(_ times: RowTimes?, _ codes: [UInt32]?) -> [Entry] {
        let starts = times?.starts.moments
        let ends = times?.ends?.moments
        var entries: [Entry] = []
        entries.reserveCapacity(source.points.count)
        var isSorted = true
        source.points.visitPlaces { row, place in
            let moment = starts.flatMap { Self.moment($0, row) }
            // With times, a row without one is nowhere in their order.
            guard starts == nil || moment != nil, !shapeRows.contains(row) else { return }
            let entry = Entry(group: codes?[Int(row)] ?? 0, row: row, place: place, moment: moment)
            if let last = entries.last, Self.isBefore(entry, last) { isSorted = false }
            entries.append(entry)
            if let moment, let end = ends.flatMap({ Self.moment($0, row) }), end > moment {
                entries.append(Entry(group: entry.group, row: row, place: place, moment: end))
            }
        }
        if !isSorted || ends != nil { entries.sort(by: Self.isBefore) }
        return entries
    }

    private static func moment(_ moments: [Int64], _ row: UInt32) -> Int64? {
        guard Int(row) < moments.count, TimeColumn.isMoment(moments[Int(row)]) else { return nil }
        return moments[Int(row)]
    }

    private static func isBefore(_ first: Entry, _ second: Entry) -> Bool {
        if first.group != second.group { return first.group < second.group }
        if first.moment != second.moment { return (first.moment ?? 0) < (second.moment ?? 0) }
        return first.row < second.row
    }

    // MARK: - Values

    /// The number of the value of each row, and the values by number.
    private func groups(isCancelled: () -> Bool) throws(SourceError) -> (codes: [UInt32]?, names: [String]) {
        guard case .column(let asked)? = grouping else { return (nil, [""]) }
        let table = source.table
        guard let column = FilterColumns(table.columnNames).index(of: asked) else {
            throw .refused(name: table.name, words: "no column \(quoted(asked)) (--track-by)")
        }
        let values = try values(of: column, kind: .text, isCancelled: isCancelled)
        guard case .words(let words) = values.storage else { return (nil, [asked]) }
        var codes = [UInt32](repeating: 0, count: table.recordCount)
        var row = 0
        words.forEach { code in
            codes[row] = UInt32(code)
            row += 1
        }
        return (codes, [""] + (0..<words.dictionary.count).map { words.dictionary[$0] })
    }

    private func values(
        of column: Int, kind: ColumnKind? = nil, isCancelled: () -> Bool
    ) throws(SourceError) -> ColumnValues {
        let table = source.table
        var builders = [
            ColumnBuilder(name: table.columnNames[column], kind: kind, decimalMark: table.decimalMark)
        ]
        try table.appendColumns([column], to: &builders, isCancelled: isCancelled, progress: { _ in })
        return builders[0].finish()
    }

    /// The heights of rows in metres, by their column, else by their points; nil where neither has any.
    private func heights(isCancelled: () -> Bool) throws(SourceError) -> ((UInt32) -> Double?)? {
        let points = source.heights
        let ofPoints = points.isEmpty ? nil : { (row: UInt32) in points.ofPoint(row) }
        guard let column = HeightColumn(source.table.columnNames) else { return ofPoints }
        let values = try values(of: column.number, isCancelled: isCancelled)
        guard values.kind == .number else { return ofPoints }
        return { row in
            values.number(at: Int(row)).map { $0 * column.metersPerUnit } ?? ofPoints?(row)
        }
    }

    /// Further columns of numbers, of tracks.
    private func columns(
        isCancelled: () -> Bool
    ) throws(SourceError) -> [(name: String, values: ColumnValues)] {
        let table = source.table
        let isSmall = kind == .track && table.recordCount <= Self.mostRows
        let others = Set(
            table.coordinateColumns + [HeightColumn(table.columnNames)?.number].compactMap(\.self))
        var found: [(name: String, values: ColumnValues)] = []
        for (number, name) in table.columnNames.enumerated() where !others.contains(number) {
            guard Self.accuracies.contains(name.lowercased()) || isSmall && found.count < Self.mostColumns
            else { continue }
            let values = try values(of: number, isCancelled: isCancelled)
            if values.kind == .number, values.filledCount > 0, !TimeText.isName(name) {
                found.append((name, values))
            }
        }
        return found
    }

    private static let accuracies: Set = ["accuracy", "accuracy_m"]
    private static let mostColumns = 8
    /// Of larger tables only places, times and heights are read.
    private static let mostRows = 2_000_000
}

/// What columns say of the points of journeys.
private struct RowValuesOfPoints {
    let heights: ((UInt32) -> Double?)?
    let columns: [(name: String, values: ColumnValues)]

    func append(_ entry: RowJourneys.Entry, to builder: inout JourneyBuilder) {
        builder.append(entry.place, row: entry.row, height: heights?(entry.row), moment: entry.moment)
        for column in columns {
            if let value = column.values.number(at: Int(entry.row)) {
                builder.set(value, column: column.name)
            }
        }
    }
}
