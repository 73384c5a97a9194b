import MapModel
import Streams

/// A filter as it was written and understood: which columns it names.
///
/// Three steps, since types come from values: parse and find the columns, read these, then give them their types.
package struct Filter: Sendable {
    /// The longest text, in bytes of UTF-8, besides geometries.
    package static let lengthLimit = 32_768

    /// As it was written.
    package let text: String
    /// The columns that it names, ascending.
    package let columns: [Int]
    /// Those whose values it compares.
    package let valueColumns: [Int]
    /// Those of whose times it takes the hour, the day and so on.
    package let timedColumns: [Int]
    /// Columns that it may name though its table does not have them: no row has a value there.
    private let absent: [AbsentColumn]
    private let names: FilterColumns
    let root: FilterNode
    /// The tests of where rows are, which conditions name by number.
    package let places: [PlaceTest]
    /// Where each of them is true, for a database; nil until it was located.
    package private(set) var located: [PlaceShape]?

    /// Which times rows must have besides; nil for all.
    package private(set) var time: TimeQuestion?
    /// How times are read, and in which zone their hours and days are.
    package private(set) var calendar = TimeQuestion()

    /// A column of other tables that are shown together with this one.
    package struct AbsentColumn: Sendable, Equatable {
        package let name: String
        /// The type of its values there.
        package let kind: ColumnKind

        package init(name: String, kind: ColumnKind) { (self.name, self.kind) = (name, kind) }
    }

    /// Parses a text by itself, without columns.
    package static func check(_ text: String) throws(FilterProblem) { _ = try FilterParser.parse(text) }

    /// Parses a text and finds its columns among `names`, which are in the order of the table.
    ///
    /// - Complexity: O(length of the text · columns).
    package init(
        _ text: String, columns names: [String], absent: [AbsentColumn] = []
    ) throws(FilterProblem) {
        if let place = Array(text.utf8).firstIndex(of: 0) {
            throw FilterProblem("a NUL character", at: place..<place + 1)
        }
        let parsed: FilterNode
        (parsed, places) = try FilterParser.parse(text)
        var resolver = FilterResolver(
            columns: FilterColumns(names + absent.map(\.name)), end: text.utf8.count)
        root = try resolver.resolve(parsed)
        for case let name? in places.map(\.rowName) { try resolver.check(rowName: name) }
        valueColumns = resolver.used.filter { $0 < names.count }.sorted()
        timedColumns = resolver.timed.filter { $0 < names.count }.sorted()
        columns = Set(valueColumns + timedColumns).sorted()
        self.names = resolver.columns
        self.absent = absent
        self.text = text
    }

    /// The same filter for the columns that its table has now.
    package func renewed(columns: [String]) throws(FilterProblem) -> Filter {
        try Filter(text, columns: columns, absent: absent).located(located).during(time).reading(calendar)
    }

    /// Whether it is a condition, or a column that may be true or false.
    package var isCondition: Bool {
        switch root.content {
        case .column, .boolean: true
        default: root.isCondition
        }
    }

    /// Whether its text says all: it tests no places, no clocks, and no columns that its table does not have.
    package var isPlain: Bool { places.isEmpty && absent.isEmpty && timedColumns.isEmpty }

    /// The filter that is true where this one is false; where this one is neither, so is its opposite.
    package var opposite: Filter {
        get throws(FilterProblem) {
            let own = Array(names.names.dropLast(absent.count))
            return try Filter("NOT (\(text))", columns: own, absent: absent).located(located).reading(
                calendar)
        }
    }

    /// The same with where each of its places is.
    package func located(_ shapes: [PlaceShape]?) -> Filter {
        var filter = self
        filter.located = shapes
        return filter
    }

    /// The same for the rows of some times; nil for those of all times.
    package func during(_ time: TimeQuestion?) -> Filter {
        var filter = self
        filter.time = time
        return filter
    }

    /// The same with times that are read and shown in other ways.
    package func reading(_ calendar: TimeQuestion) -> Filter {
        var filter = self
        filter.calendar = calendar
        return filter
    }

    /// Whether rows in memory are needed: an index of the source knows no areas, and no times by all rules.
    package var needsAllRows: Bool { !places.isEmpty || time != nil || !timedColumns.isEmpty }

    /// The filter with the types of its columns, by their numbers.
    ///
    /// - Throws: where a value is of another type than its column, and for tests of places that were not located.
    package func bound(to kinds: [Int: ColumnKind]) throws(FilterProblem) -> FilterCondition {
        if located == nil, let place = places.first {
            throw FilterProblem("places are not known here", at: place.whole)
        }
        return try condition(kinds, nil)
    }

    private func condition(_ kinds: [Int: ColumnKind], _ times: FilterTimes?) throws(FilterProblem)
        -> FilterCondition
    {
        let firstAbsent = names.names.count - absent.count
        var kinds = kinds
        for (index, column) in absent.enumerated() { kinds[firstAbsent + index] = column.kind }
        let binding = FilterBinding(
            columns: names, kinds: kinds, text: text, calendar: calendar, times: times,
            firstAbsent: firstAbsent)
        let condition = try binding.condition(root)
        return absent.isEmpty ? condition : condition.withoutValues(from: firstAbsent)
    }

    /// The rows of a table that match, by the values of `valueColumns`.
    ///
    /// - Parameters:
    ///   - values: the values of the columns in `valueColumns`, by number; all of the same rows.
    ///   - places: the rows of each of `places`.
    ///   - times: the times of `timedColumns`.
    /// - Throws: `.problem` where a type does not fit, `.cancelled`.
    package func rows(
        _ values: [Int: ColumnValues], places: PlaceRows = .none, times: FilterTimes = .none, rowCount: Int,
        isCancelled: () -> Bool = { Task.isCancelled }
    ) throws(FilterFailure) -> RowSet {
        let condition: FilterCondition
        do throws(FilterProblem) {
            if places.matching.count != self.places.count, located == nil, let place = self.places.first {
                throw FilterProblem("places are not known here", at: place.whole)
            }
            condition = try self.condition(values.mapValues(\.kind), times)
        } catch {
            throw .problem(error)
        }
        guard
            let rows = condition.rows(
                values, places: places, times: times, rowCount: rowCount, isCancelled: isCancelled)
        else { throw .cancelled }
        return rows
    }
}

/// Why a filter has no rows to return.
package enum FilterFailure: Error, Equatable, Sendable {
    /// Its text does not fit the columns.
    case problem(FilterProblem)
    /// The columns cannot be read.
    case source(SourceError)
    case cancelled
}
