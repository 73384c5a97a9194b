import App
import CellGraphics
import DataSets
import Feeds
import MapModel
import MapSources
import Platform
import Receivers
import RowValues
import Rows
import Runtime
import Streams
import Synchronization

/// Feeds of things that move, and their alerts.
extension Program {
    /// Whether events are printed and no screen is shown.
    var printsEvents: Bool {
        let feed = options.feed
        guard !feed.alerts.isEmpty, options.output == nil, !options.once, !options.list else { return false }
        return feed.until != nil || feed.json || !Descriptor.isTerminal(Descriptor.output)
    }

    /// What a position is read from; nil for none.
    func positionOrigin() throws(UsageError) -> PositionSource.Origin? {
        try options.position.origin(replaysFeed: options.files.contains(where: FeedFile.isRecording))
    }

    /// How feeds are read.
    ///
    /// - Parameter isOnScreen: recordings are played in their time.
    func feedOptions(isOnScreen: Bool) throws(UsageError) -> FeedOptions {
        let speed = try GPSOption.replayFactor(options.position.replaySpeed)
        let isPlayed = isOnScreen && options.files.contains(where: FeedFile.isRecording)
        var feeds = try options.feed.options(replaySpeed: isPlayed ? speed ?? 1 : nil)
        feeds.version = Self.version
        if !options.feed.alerts.isEmpty, options.output?.rowFormat != nil {
            throw UsageError("--alert and -o cannot be combined (events are printed without -o)")
        }
        if !isOnScreen { feeds.partInterval = nil }
        return feeds
    }

    /// Prints a line for each event, until the feed ends, or the event that is waited for.
    func writeEvents(_ paths: [String], _ areas: AskedAreas) throws(UsageError) {
        var feeds = try feedOptions(isOnScreen: false)
        let ending = try options.feed.ending()
        let printer = EventPrinter(asJSON: options.feed.json, ending: ending)
        var filter: ThingFilter?
        if let text = options.filter { filter = try thingFilter(text, of: "--where") }
        feeds.watch = FeedWatch(try alerts(), filter: filter) { printer.take($0) }
        let source = try openSource(paths, areas, feeds)
        guard let loader = source.loader else {
            throw UsageError("\(paths[0]): is not a feed (--alert needs one)")
        }
        printer.begin()
        var table: (any RowTable)?
        do throws(SourceError) {
            table = try loader.read(isCancelled: { false }, progress: { _ in }).table
        } catch .empty {
            Output.fail("\(source.name(of: paths)): nothing was heard", code: .nothing)
        } catch {
            throw UsageError(error.description)
        }
        guard table is ThingTable else { throw UsageError("\(paths[0]): is not a feed (--alert needs one)") }
        if ending != nil, !printer.hasEnded { ExitCode.nothing.end() }
        if ending == nil, printer.count == 0, options.feed.length == nil { ExitCode.nothing.end() }
    }

    // MARK: - Alerts

    /// What `--alert` asks for, numbered from 1.
    func alerts() throws(UsageError) -> [Alert] {
        var alerts: [Alert] = []
        for (index, text) in options.feed.alerts.enumerated() {
            let (name, test) = try alert(text)
            alerts.append(Alert(id: index + 1, name: name, test))
        }
        return alerts
    }

    private func alert(_ text: String) throws(UsageError) -> (name: String, test: Alert.Test) {
        if let sign = text.firstIndex(of: "=") {
            let name = String(text[..<sign])
            let rest = String(text[text.index(after: sign)...])
            let isName =
                !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "-_. ".contains($0) }
            if isName, let test = try placeTest(rest) { return (name, test) }
            let isComparison = ThingColumn.names.contains(name.lowercased().trimmed)
            if isName, !isComparison, (try? ThingFilter(rest)) != nil { return (name, .filter(rest)) }
        } else if let test = try placeTest(text) {
            return (text, test)
        }
        return (text, .filter(try thingFilter(text, of: "--alert").text))
    }

    private func thingFilter(_ text: String, of option: String) throws(UsageError) -> ThingFilter {
        do throws(FilterProblem) {
            return try ThingFilter(text)
        } catch {
            throw UsageError(
                "\(option): \(quoted(text)): \(error) (expected LAT,LON,RADIUS, PLACE,RADIUS, a file of areas or a filter)"
            )
        }
    }

    /// A circle or the areas of a file; nil for what is neither.
    private func placeTest(_ text: String) throws(UsageError) -> Alert.Test? {
        if AreaOptions.isFile(text), FilePath.allows(.knowing, text) { return try areaTest(text) }
        guard let comma = text.lastIndex(of: ",") else { return nil }
        let radius = String(text[text.index(after: comma)...])
        guard let last = radius.last, last.isLetter,
            let distance = try? DistanceText(radius, defaultUnit: .kilometers)
        else { return nil }
        let place = try Options.resolvePlace(String(text[..<comma]), flag: "--alert", names: .find())
        guard distance.meters > 0,
            let circle = try? GeoCircle(center: place.coordinate, radiusMeters: distance.meters)
        else { throw UsageError("--alert: \(quoted(text)): a circle without a radius") }
        return .circle(circle)
    }

    private func areaTest(_ path: String) throws(UsageError) -> Alert.Test {
        do throws(SourceError) {
            let set = try FileAreas(path: path, by: SourceOpener(SourceOptions())).read(isCancelled: { false }
            )
            guard set.geometry.count > 0 else { throw .refused(name: path, words: "has no areas") }
            return .areas(AlertAreas(name: path, set.geometry, outlines: set.outlines()))
        } catch {
            throw UsageError("--alert: \(error)")
        }
    }
}

/// Recordings of feeds among files.
enum FeedFile {
    /// Whether a file is a recording.
    static func isRecording(_ path: String) -> Bool {
        guard FileStatus(path: path)?.kind == .regular else { return false }
        let file = Descriptor.open(path, .reading)
        defer { Descriptor.close(file) }
        var start = [UInt8](repeating: 0, count: 20)
        let count = file >= 0 ? start.withUnsafeMutableBytes { Descriptor.read(file, at: 0, into: $0) } : 0
        return count == 20 && FeedDetection.isRecording(start)
    }
}

/// Prints events as they come.
private final class EventPrinter: Sendable {
    private struct State {
        var count = 0
        var hasEnded = false
    }

    private let asJSON: Bool
    private let ending: AlertEvent.Kind?
    private let state = Mutex(State())

    init(asJSON: Bool, ending: AlertEvent.Kind?) { (self.asJSON, self.ending) = (asJSON, ending) }

    var count: Int { state.withLock { $0.count } }
    /// The event that was waited for has come.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Prints the header.
    func begin() {
        if !asJSON { Output.write("time\tevent\talert\tid\tname\tlatitude\tlongitude\n") }
    }

    /// Prints an event; false where it is the last.
    func take(_ event: AlertEvent) -> Bool {
        let isLast = event.kind == ending
        state.withLock {
            $0.count += 1
            if isLast { $0.hasEnded = true }
        }
        Output.write(asJSON ? Self.object(event) : Self.line(event))
        return !isLast
    }

    private static func degrees(_ event: AlertEvent) -> [String] {
        guard let place = event.place else { return ["", ""] }
        return [place.latitudeE7, place.longitudeE7].map { degreesE7 in
            var text: [UInt8] = []
            DecimalText.append(degreesE7: degreesE7, to: &text)
            return String(decoding: text, as: UTF8.self)
        }
    }

    private static func time(_ event: AlertEvent) -> String {
        UTCInstant(milliseconds: event.time)?.description ?? ""
    }

    private static func line(_ event: AlertEvent) -> String {
        let fields =
            [time(event), event.kind?.rawValue ?? "", event.alert?.name ?? "", event.id, event.name]
            + degrees(event)
        return fields.map { DisplayText(sanitising: $0, limit: 500).text }.joined(separator: "\t") + "\n"
    }

    private static func object(_ event: AlertEvent) -> String {
        var object = JSONObject()
        object.add("time", text: time(event))
        object.add("event", text: event.kind?.rawValue ?? "")
        object.add("alert", text: event.alert?.name ?? "")
        object.add("id", text: event.id)
        object.add("name", text: event.name)
        let place = degrees(event)
        object.add("latitude", number: place[0].isEmpty ? "null" : place[0])
        object.add("longitude", number: place[1].isEmpty ? "null" : place[1])
        return object.line
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
