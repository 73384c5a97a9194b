import MapModel
import RowValues
import Rows
import Streams

/// Joins the rows of a source with the same value of a column to lines: a row for each, with its points, its first and its
/// last time and its length.
package struct TrackLoader: SourceLoader {
    private let base: any SourceLoader
    private let grouping: TrackGrouping
    private let question: TimeQuestion

    /// Lines of the rows of a loader, in the order of the times that a question is about.
    package init(base: any SourceLoader, by grouping: TrackGrouping, _ question: TimeQuestion) {
        (self.base, self.grouping, self.question) = (base, grouping, question)
    }

    /// That of the rows.
    package var name: String { base.name }
    /// A stream is refused when it is read.
    package var isStream: Bool { base.isStream }

    /// Reads all rows, then joins them.
    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        if base.isStream {
            throw .refused(
                name: name, words: "is a stream, of which --track-by makes no lines (save it to a file)")
        }
        let source = try base.read(isCancelled: isCancelled) { step in
            progress(
                LoadProgress(
                    bytesRead: step.bytesRead, totalBytes: step.totalBytes, recordCount: step.recordCount,
                    part: nil))
        }
        let list = try source.journeys(by: grouping, question, isCancelled: isCancelled)
        guard !list.journeys.isEmpty else {
            throw .refused(name: name, words: list.reason ?? "has no rows with a place for --track-by")
        }
        var lines = try lines(of: list.journeys, joining: source)
        lines.notices += list.notices + source.notices
        return lines
    }

    /// The columns of the rows.
    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        try base.explainColumns(isCancelled: isCancelled)
    }

    private func lines(
        of journeys: [Journey], joining source: LoadedSource
    ) throws(SourceError) -> LoadedSource {
        var options = FeatureOptions()
        options.countsLines = false
        options.columns.label = column
        var collector = FeatureCollector(name: name, options: options)
        for journey in journeys {
            append(Self.values(of: journey, named: column), to: &collector)
            collector.take(Self.sketch(of: journey), line: nil)
        }
        let joined = journeys.reduce(0) { $0 + Set($1.rows).count }
        var lines = try collector.loaded(notices: [
            "\(printable(name)): \(grouped(joined)) of \(grouped(source.table.recordCount)) rows joined to "
                + (journeys.count == 1 ? "1 line" : "\(grouped(journeys.count)) lines")
        ])
        lines.journeys = journeys.enumerated().map { number, journey in
            var journey = journey
            journey.row = UInt32(number)
            return journey
        }
        return lines
    }

    /// The column that the rows of a line have in common.
    private var column: String { if case .column(let name) = grouping { name } else { "track" } }

    private static func values(
        of journey: Journey, named column: String
    ) -> [(column: String, kind: FieldValue.Kind, text: String)] {
        var zones = ZoneCursor(.utc)
        let range = journey.moments.min().flatMap { least in journey.moments.max().map { (least, $0) } }
        let times = range.map { [zones.text(at: $0.0), zones.text(at: $0.1)] }
        return [
            (column, .text, journey.name.isEmpty && column == "track" ? "all rows" : journey.name),
            ("points", .number, "\(journey.count)"),
        ] + (times.map { [("start", .text, $0[0]), ("end", .text, $0[1])] } ?? []) + [
            ("length_m", .number, "\((journey.way.meters * 10).rounded() / 10)")
        ]
    }

    private func append(
        _ values: [(column: String, kind: FieldValue.Kind, text: String)],
        to collector: inout FeatureCollector
    ) {
        for value in values {
            collector.values.append(collector.values.column(value.column), value.kind, value.text)
        }
    }

    /// A line for each segment; of one point only where there are no others.
    private static func sketch(of journey: Journey) -> GeometrySketch {
        var sketch = GeometrySketch()
        for segment in journey.segmentStarts.indices {
            let points = journey.points(ofSegment: segment)
            guard points.count > 1 else { continue }
            sketch.begin(.line)
            for point in points { sketch.append(journey.places.fixed[point]) }
        }
        if sketch.isEmpty {
            sketch.begin(.point)
            sketch.append(journey.places.fixed[0])
        }
        return sketch
    }
}
