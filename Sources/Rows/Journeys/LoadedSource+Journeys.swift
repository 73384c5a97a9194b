import MapModel
import RowValues
import Streams

/// The journeys of a source, or why it has none.
package struct JourneyList: Sendable {
    /// Those found.
    package var journeys: [Journey] = []
    /// What the user should know of them, a line each.
    package var notices: [String] = []
    /// Why there is none.
    package var reason: String?

    /// No journey, for a reason, or none yet.
    package init(journeys: [Journey] = [], reason: String? = nil) {
        (self.journeys, self.reason) = (journeys, reason)
    }
}

extension LoadedSource {
    /// Its lines as journeys with the names of their rows, else its rows in the order of their times.
    ///
    /// The lines need a source that was read with `FeatureOptions.keepsJourneys`.
    ///
    /// - Parameter grouping: which rows are one track; nil for lines, and a history.
    package func journeys(
        by grouping: TrackGrouping?, _ question: TimeQuestion, isCancelled: () -> Bool = { false }
    ) throws(SourceError) -> JourneyList {
        switch grouping {
        case nil where !journeys.isEmpty && !isLocationFile: return try named(journeys)
        case .all where !journeys.isEmpty: return JourneyList(journeys: [Journey(joining: journeys)])
        case nil:
            let list = try history(question, isCancelled: isCancelled)
            guard list.journeys.isEmpty, case let lines = lineJourneys, !lines.isEmpty else { return list }
            return try named(lines)
        case .some(let grouping): return try tracks(by: grouping, question, isCancelled: isCancelled)
        }
    }

    private func named(_ journeys: [Journey]) throws(SourceError) -> JourneyList {
        let rows = journeys.compactMap(\.row)
        // What a row is, is no name.
        let isKind = table.roles.label.map { table.columnNames[$0] == "kind" } ?? true
        let labels = isKind ? rows.map { _ in "" } : try table.rowLabels(rows)
        var list = JourneyList()
        for (journey, label) in zip(journeys, labels) {
            var journey = journey
            journey.name = label
            list.journeys.append(journey)
        }
        return list
    }

    /// The lines of sources whose readers keep only their places.
    private var lineJourneys: [Journey] {
        let index = ShapeIndex(shapes)
        var found: [Journey] = []
        for shape in 0..<index.count where index[shape].kind == .line {
            var builder = JourneyBuilder(name: "", row: index[shape].row)
            let parts = index.wholeParts(of: shape)
            var known = heights.ofVertices(index[shape].row)
            // Points beside the lines have heights as well.
            if known.count != parts.reduce(0, { $0 + $1.vertices.count }) { known = [] }
            for part in parts {
                builder.startSegment()
                for vertex in part.vertices {
                    let height = known.popFirst().flatMap { $0.isFinite ? $0 : nil }
                    builder.append(vertex.coordinate, height: height)
                }
            }
            if let journey = builder.finish() { found.append(journey) }
        }
        return found.sorted { ($0.row ?? 0) < ($1.row ?? 0) }
    }

    private func tracks(
        by grouping: TrackGrouping, _ question: TimeQuestion, isCancelled: () -> Bool
    ) throws(SourceError) -> JourneyList {
        var list = JourneyList()
        let times = try foundTimes(question, &list, isCancelled: isCancelled)
        if times == nil {
            list.notices.append("\(printable(table.name)): no times: rows in the order of the file")
        }
        let found = try RowJourneys(self, grouping, kind: .track).journeys(times, isCancelled: isCancelled)
        list.journeys = found.journeys
        if found.withoutValue > 0, case .column(let name) = grouping {
            list.notices.append(
                "\(printable(table.name)): \(Self.rows(found.withoutValue)) without \(printable(name)) "
                    + (found.withoutValue == 1 ? "is left out" : "are left out")
            )
        }
        return list
    }

    private func history(
        _ question: TimeQuestion, isCancelled: () -> Bool
    ) throws(SourceError) -> JourneyList {
        var list = JourneyList()
        guard let times = try foundTimes(question, &list, isCancelled: isCancelled) else {
            list.reason = "no times and no lines: --track-by COLUMN?"
            return list
        }
        guard try isHistory else {
            list.reason = "rows with names and no lines: --track-by COLUMN, or --track-by for all rows?"
            return list
        }
        let isOfDevices = isLog && table.columnNames.contains("device")
        list.journeys = try RowJourneys(
            self, isOfDevices ? .column("device") : nil, kind: isLog ? .track : .history
        ).journeys(times, isCancelled: isCancelled).journeys
        if list.journeys.isEmpty { list.reason = "no row with a place and a time" }
        return list
    }

    /// The times of rows; nil where no column has any.
    private func foundTimes(
        _ question: TimeQuestion, _ list: inout JourneyList, isCancelled: () -> Bool
    ) throws(SourceError) -> RowTimes? {
        var question = question
        // Visits begin and end: both are points of a history.
        if question.columns.isEmpty, isLocationFile {
            question.columns = table.columnNames.contains("end") ? ["time", "end"] : ["time"]
        }
        do throws(SourceError) {
            let times = try table.times(question, isCancelled: isCancelled, progress: { _ in })
            guard times.starts.count > 0 else { return nil }
            let without = table.recordCount - times.starts.count
            // Most reports of a receiver are no fixes.
            if without > 0, !isLog {
                list.notices.append(
                    "\(printable(table.name)): \(Self.rows(without)) without a time "
                        + (without == 1 ? "is left out" : "are left out"))
            }
            list.notices += times.starts.notices.map { "\(printable(table.name)): \($0)" }
            return times
        } catch .refused(_, RowTimes.noColumn) where question.columns.isEmpty {
            return nil
        }
    }

    private static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(grouped(count)) rows" }

    /// Rows with a time and no name are the points of one history.
    private var isHistory: Bool {
        get throws(SourceError) {
            guard !isLog, !isLocationFile, let label = table.roles.label else { return true }
            let name = table.columnNames[label]
            if TimeText.isName(name) || Self.unnamed.contains(name.lowercased()) { return true }
            let count = UInt32(min(table.recordCount, Self.sampleCount))
            return try table.rowLabels(Array(0..<count)).allSatisfy {
                $0.isEmpty || JSONNumber.value(Array($0.utf8).span) != nil
            }
        }
    }

    private static let sampleCount = 50

    /// A location file of Google, where lines are ways between places that its points tell better.
    private var isLocationFile: Bool {
        let names = Set(table.columnNames)
        return names.isSuperset(of: ["kind", "time", "end", "duration"])
            || names.isSuperset(of: ["kind", "time", "type", "confidence"])
    }

    /// A receiver's log: fixes as they were read, or the reports of gpsd.
    private var isLog: Bool {
        let names = Set(table.columnNames)
        return names.isSuperset(of: ["time", "latitude", "longitude"])
            && !names.isDisjoint(with: ["speed_mps", "course_deg", "altitude_m"])
            || names.isSuperset(of: ["class", "mode", "time", "lat", "lon"])
    }

    /// Columns of fixes that a table without a name shows instead.
    private static let unnamed: Set = [
        "accuracy", "accuracy_m", "speed", "speed_mps", "heading", "course", "course_deg", "bearing",
        "source",
        "device", "platform", "provider", "_type", "hdop", "fix", "sat", "sats", "satellites", "id",
        "battery",
    ]
}
