import App
import MapModel
import Receivers
import Rows
import Streams

/// What is written of journeys: a stretch as GPX, or stops as GeoJSON.
struct JourneyText {
    private let rows: SavedRows
    /// Points, or stops.
    let count: Int

    private static let pieceLength = 1 << 16

    /// Nil for other rows.
    init?(_ rows: SavedRows) {
        self.rows = rows
        switch rows {
        case .journey(let shown, let range):
            let points = shown.figures.stretch(from: range.lowerBound, to: range.upperBound).pointCount
            let ends = [range.lowerBound, range.upperBound].compactMap { Self.end(at: $0, shown.figures) }
            count = points + ends.count
        case .stays(let stays): count = stays.count
        case .shown, .marked, .fixes: return nil
        }
    }

    /// Writes it; what kept it from that, or nil.
    func write(to file: inout AtomicFile, progress: (Double) -> Void) -> SourceError? {
        do throws(FileError) {
            switch rows {
            case .journey(let shown, let range): try write(shown, range, to: &file, progress)
            case .stays(let stays): try file.write(Self.features(stays))
            case .shown, .marked, .fixes: break
            }
            return Task.isCancelled ? .cancelled : nil
        } catch {
            return .file(error)
        }
    }

    /// The points of a range with its ends and all their values, segments apart.
    private func write(
        _ shown: ShownJourney, _ range: ClosedRange<JourneyPosition>, to file: inout AtomicFile,
        _ progress: (Double) -> Void
    ) throws(FileError) {
        let journey = shown.journey
        var writer = FixWriter(
            .gpx, knowsModes: false, name: journey.name, columns: journey.columns.map(\.name))
        if let start = Self.end(at: range.lowerBound, shown.figures) { writer.add(start) }
        let points = range.lowerBound.nextPoint..<max(range.upperBound.point + 1, range.lowerBound.nextPoint)
        var segment = points.isEmpty ? 0 : journey.segment(of: points.lowerBound)
        for point in points {
            while segment + 1 < journey.segmentStarts.count, journey.segmentStarts[segment + 1] <= point {
                segment += 1
                if point > points.lowerBound { writer.startSegment() }
            }
            // No mode was read, and none is written.
            writer.add(
                LocationFix(
                    mode: .none,
                    time: journey.hasTimes ? UTCInstant(milliseconds: journey.moments[point]) : nil,
                    coordinate: journey.places[point], altitudeMeters: journey.heights[point]),
                values: journey.columns.map { $0.values[point] })
            guard writer.waitingBytes > Self.pieceLength else { continue }
            if Task.isCancelled { return }
            try file.write(writer.take())
            progress(Double(point - points.lowerBound) / Double(points.count))
        }
        if let end = Self.end(at: range.upperBound, shown.figures) { writer.add(end) }
        writer.finish()
        try file.write(writer.take())
    }

    /// An end of a range between two points; nil at a point, and between segments.
    private static func end(at position: JourneyPosition, _ figures: JourneyFigures) -> LocationFix? {
        guard position.fraction > 0, !figures.isGap(after: position.point) else { return nil }
        return LocationFix(
            mode: .none, time: figures.moment(at: position).flatMap { UTCInstant(milliseconds: $0) },
            coordinate: figures.coordinate(at: position), altitudeMeters: figures.height(at: position))
    }

    /// A point for each stop, with its times and its name.
    private static func features(_ stays: [Stay]) -> [UInt8] {
        var text = "{\"type\":\"FeatureCollection\",\"features\":[\n"
        for (number, stay) in stays.enumerated() {
            var object = JSONObject()
            object.add("place", text: stay.name.text)
            object.add("area", text: stay.area.text)
            for (key, moment) in [("start", stay.start), ("end", stay.end)] {
                if let time = UTCInstant(milliseconds: moment) { object.add(key, text: "\(time)") }
            }
            object.add("duration_s", number: stay.seconds.trimmed(3))
            object.add("points", number: "\(stay.pointCount)")
            text += number == 0 ? "" : ",\n"
            text += "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":["
            text += "\(stay.place.longitude.trimmed(7)),\(stay.place.latitude.trimmed(7))]},\"properties\":"
            text += String(object.line.dropLast()) + "}"
        }
        text += stays.isEmpty ? "]}\n" : "\n]}\n"
        return Array(text.utf8)
    }
}
