import MapModel
import Rows
import SQLiteFiles
import Streams

extension SQLiteFinder {
    /// Each statement with its values, then SQLite's plan for it.
    package func explain(_ question: NearbyQuestion) throws(SourceError) -> [String] {
        guard loaded == nil else {
            return [
                "\(layout.title): rows without keys are loaded; the distances are calculated in memory"
            ]
        }
        var circle = try circle(question)
        var lines: [String] = []
        if question.limit != nil, !isScan, circle.radiusMeters > Self.firstRadius {
            lines.append("circles from 1 km, growing until they contain enough rows; the first:")
            circle = (try? GeoCircle(center: circle.center, radiusMeters: Self.firstRadius)) ?? circle
        }
        let steps = steps(for: circle)
        lines += try SQLiteDatabase.open(path) { database throws(SourceError) in
            var lines: [String] = []
            for step in steps {
                lines.append(printable(step.sql, limit: 2_000))
                lines += step.runs.filter { !$0.isEmpty }.map { "  with " + Self.listed($0) }
                var plan = try SQLiteStatement(database, "EXPLAIN QUERY PLAN " + step.sql)
                // id, parent, notused, detail
                while try plan.step() { lines.append("  " + printable(plan.text(3))) }
            }
            return lines
        }
        lines.append("then the exact distance of each row")
        if case .scan(let reason) = access { lines.append(reason.words) }
        return lines
    }

    private static func listed(_ values: [SQLiteValue]) -> String {
        values.enumerated().map { index, value in
            switch value {
            case .real(let number): "?\(index + 1) = \(number)"
            case .text(let bytes): "?\(index + 1) = " + quoted(String(decoding: bytes, as: UTF8.self))
            default: "?\(index + 1)"
            }
        }.joined(separator: ", ")
    }
}
