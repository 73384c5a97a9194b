import App
import DataSets
import MapModel
import MapSources
import RowValues
import Rows
import Streams

/// Journeys are read and measured in the background.
extension DataWork {
    func job(for question: JourneyQuestion, ticket: Int) -> BackgroundJob {
        BackgroundJob(slot: .journeys) { _ throws(CancellationError) in
            .journeys(try self.readJourneys(question), ticket: ticket)
        }
    }

    private func readJourneys(_ question: JourneyQuestion) throws(CancellationError) -> JourneyAnswer {
        let journeys: [Journey]
        var reason: String?
        switch question.subject {
        case .track(let track): journeys = [Journey(track)].compactMap(\.self)
        case .trail(let thing, let name): journeys = [Journey(thing, name: name)].compactMap(\.self)
        case .rows(let kept, _):
            switch try outcome({ () throws(SourceError) in try self.journeys(of: kept) }) {
            case .success(let found): (journeys, reason) = (found.journeys, found.reason)
            case .failure(let error): return JourneyAnswer(problem: error.description)
            }
        }
        let rules = question.asksForStops ? JourneyRules.history : nil
        var shown: [ShownJourney] = []
        for journey in journeys {
            if Task.isCancelled { throw CancellationError() }
            shown.append(ShownJourney(journey, rules))
        }
        let problem = shown.isEmpty ? reason ?? "no track" : nil
        guard let rules, !shown.isEmpty else { return JourneyAnswer(journeys: shown, problem: problem) }
        return JourneyAnswer(
            journeys: shown, stays: Stays(of: shown, names: question.names, rules: rules))
    }

    /// Those of the rows that are shown: files are read again, for heights and times of lines; what came through a pipe is
    /// taken as it is here.
    private func journeys(of kept: RowSet?) throws(SourceError) -> JourneyList {
        var list: JourneyList
        if let journeyReading = journeySource.withLock({ $0 }) {
            list = try journeyReading.reader.read(journeyReading.paths)
        } else {
            list = try ownSource().journeys(by: nil, TimeQuestion(), isCancelled: { Task.isCancelled })
        }
        guard let kept else { return list }
        list.journeys.removeAll { journey in
            journey.row.map { !kept.contains($0) } ?? !journey.rows.contains { kept.contains($0) }
        }
        if list.journeys.isEmpty, list.reason == nil { list.reason = "no track is shown" }
        return list
    }

    /// The rows that were read, in the order of their numbers.
    private func ownSource() throws(SourceError) -> LoadedSource {
        guard let loaded else { throw .refused(name: "", words: "is still being read") }
        var places = [FixedCoordinate?](repeating: nil, count: loaded.table.recordCount)
        for index in 0..<loaded.tree.count {
            places[Int(loaded.tree.row(at: index))] = loaded.tree.fixedCoordinate(at: index)
        }
        var points = PointBuffer()
        for (row, place) in places.enumerated() {
            if let place { points.append(place, row: UInt32(row)) }
        }
        return LoadedSource(points: points, table: loaded.table, skipped: SkippedRows(), notices: [])
    }
}

/// How the files on the screen are read for their journeys.
package struct JourneyReading: Sendable {
    let reader: JourneyReader
    let paths: [String]

    package init(_ reader: JourneyReader, _ paths: [String]) {
        (self.reader, self.paths) = (reader, paths)
    }
}

extension Journey {
    /// The way of a thing, its own place last; times count from the beginning of the trails.
    fileprivate init?(_ thing: Thing, name: String) {
        var builder = JourneyBuilder(name: name)
        func append(_ place: QuantumPoint, _ altitude: Double?, _ speed: Double?, _ seconds: Double) {
            let coordinate = WebMercator.unproject(place.worldPoint)
            builder.append(coordinate, height: altitude, moment: Int64((seconds * 1000).rounded()))
            if let speed { builder.set(speed, column: "reported speed") }
        }
        for point in thing.trail.points {
            if point.isBreak { builder.startSegment() }
            append(
                point.place, point.altitude.map(Double.init), point.metersPerSecond.map(Double.init),
                point.seconds)
        }
        append(
            thing.place, thing.altitude.isFinite ? Double(thing.altitude) : nil,
            thing.speed.isFinite ? Double(thing.speed) : nil, thing.placed)
        guard let journey = builder.finish() else { return nil }
        self = journey
    }

    /// One's own track.
    fileprivate init?(_ track: Track) {
        var builder = JourneyBuilder(name: "your track")
        builder.reserveCapacity(track.count)
        track.forEach { point in
            builder.append(point.coordinate, height: point.altitudeMeters, moment: point.time.milliseconds)
        }
        guard let journey = builder.finish() else { return nil }
        self = journey
    }
}
