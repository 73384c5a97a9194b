import MapModel
import Rows
import Streams

/// Loads a receiver's log as rows: each fix with its time, altitude, speed and course.
///
/// Everything happens on the caller's thread: call it from a task of its own.
package struct FixLogLoader: SourceLoader {
    private let input: SourceInput
    private let options: FeatureOptions

    /// Reads an input that was opened already.
    package init(_ input: SourceInput, options: FeatureOptions = FeatureOptions()) {
        self.input = input
        self.options = options
    }

    /// The path, or "stdin".
    package var name: String { input.name }

    /// Reads the log to its end; sentences and lines that are no fix are counted in a notice.
    package func read(
        isCancelled: () -> Bool, progress: (LoadProgress) -> Void
    ) throws(SourceError) -> LoadedSource {
        let file = try input.open()
        let reader = try FixLogReader(name: name, fallback: DateFallback(changeOf: file.identity))
        var collector = makeCollector()
        var moments = SnapshotMoments(interval: options.snapshotInterval)
        var count = 0
        try file.forEachPiece(isCancelled: isCancelled) { (piece) throws(SourceError) in
            count += piece.count
            try reader.feed(piece) { Self.take($0, into: &collector) }
            try collector.checkMemory(bytesRead: count, totalBytes: file.totalBytes)
            let isDue = moments.isDue(count: collector.takenCount)
            progress(
                LoadProgress(
                    bytesRead: count, totalBytes: nil,
                    recordCount: collector.recordCount, part: isDue ? collector.part() : nil))
        }
        if isCancelled() { throw .cancelled }
        try reader.finish { Self.take($0, into: &collector) }
        guard collector.recordCount > 0 else {
            throw reader.droppedCount > 0
                ? .refused(name: name, words: "no fix: \(reader.droppedSummary)")
                : .empty(file: name, hasHeader: false)
        }
        var notices = reader.dateNote.map { ["\(printable(name)): \($0)"] } ?? []
        if reader.droppedCount > 0 {
            notices.append("\(printable(name)): lines that are no fix: \(reader.droppedSummary)")
        }
        return try collector.loaded(notices: notices)
    }

    /// The format and the columns, by the first fixes.
    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        let file = try input.openToExplain()
        let reader = try FixLogReader(name: name, fallback: DateFallback(changeOf: file.identity))
        var collector = makeCollector()
        try file.forEachPiece(isCancelled: { isCancelled() || collector.recordCount > 0 }) {
            (piece) throws(SourceError) in try reader.feed(piece) { Self.take($0, into: &collector) }
        }
        if collector.recordCount == 0 { try reader.finish { Self.take($0, into: &collector) } }
        let columns = collector.values.columnNames.map { printable($0) }.joined(separator: ", ")
        return [
            "a receiver's log (\(reader.format?.rawValue ?? "unknown")), a row for each fix",
            "columns: \(columns)",
        ]
    }

    private func makeCollector() -> FeatureCollector {
        var options = options
        options.countsLines = false
        return FeatureCollector(name: name, options: options)
    }

    private static func take(_ fix: LocationFix, into collector: inout FeatureCollector) {
        func append(_ name: String, _ value: Double?, decimals: Int) {
            guard let value else { return }
            var text = ByteText()
            text.append(value, decimals: decimals)
            collector.values.append(
                collector.values.column(name), .number, String(decoding: text.bytes, as: UTF8.self))
        }
        collector.values.append(
            collector.values.column("time"), fix.time == nil ? .missing : .text, fix.time?.description ?? "")
        append("latitude", fix.coordinate?.latitude, decimals: 7)
        append("longitude", fix.coordinate?.longitude, decimals: 7)
        append("altitude_m", fix.altitudeMeters, decimals: 1)
        append("accuracy_m", fix.accuracyMeters, decimals: 1)
        append("speed_mps", fix.speedMetersPerSecond, decimals: 2)
        append("course_deg", fix.courseDegrees, decimals: 1)
        if !fix.device.isEmpty {
            collector.values.append(collector.values.column("device"), .text, fix.device)
        }
        guard fix.mode > .none, let place = fix.coordinate.map(FixedCoordinate.init) else {
            return collector.skip(.missing, line: nil, what: "position", text: [])
        }
        var sketch = GeometrySketch()
        sketch.begin(.point)
        sketch.append(place)
        collector.take(sketch, line: nil)
    }
}

extension FileKind {
    /// Logs of receivers: NMEA 0183, and gpsd's with raw sentences among its reports.
    package static let nmea = FileKind(
        name: "nmea", reader: { FixLogLoader($0, options: $1.features()) },
        judge: { head in head.hasSentences ? .certain : nil })
}

extension SourceHead {
    /// Whether one of the first lines holds a sentence of NMEA 0183: `$GPRMC,…*5F`.
    fileprivate var hasSentences: Bool {
        bytes.prefix(1 << 16).split(separator: 0x0A, maxSplits: 100).prefix(100).contains { line in
            guard let start = line.lastIndex(of: UInt8(ascii: "$")) else { return false }
            let sentence = line[start...].dropFirst()
            let name = sentence.prefix { $0 != UInt8(ascii: ",") }
            return name.count == 5 && name.allSatisfy { (0x41...0x5A).contains($0) }
                && sentence.count { $0 == UInt8(ascii: ",") } >= 5
                && sentence.suffix(5).contains(UInt8(ascii: "*"))
        }
    }
}
