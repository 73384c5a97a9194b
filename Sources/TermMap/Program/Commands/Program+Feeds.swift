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
        feeds.ownReports = ownReports
        feeds.alerts = alertWatch
        if !options.feed.alerts.isEmpty, options.output?.rowFormat != nil {
            throw UsageError("--alert and -o cannot be combined (events are printed without -o)")
        }
        if !isOnScreen { feeds.partInterval = nil }
        return feeds
    }

    // MARK: - Alerts

    /// What `--alert` asks for; no test for the view of the screen.
    func askedAlerts() throws(UsageError) -> [(name: String, test: Alert.Test?)] {
        var alerts: [(name: String, test: Alert.Test?)] = []
        for text in options.feed.alerts {
            alerts.append(text.lowercased() == "view" ? (text, nil) : try alert(text))
        }
        return alerts
    }

    /// Whether nothing but feeds tells of things: rows of files beside them are none.
    static func movesByFeedsAlone(_ loader: any SourceLoader) -> Bool {
        let loaders = (loader as? LayeredLoader)?.loaders ?? [loader]
        return loaders.contains { $0 is FeedLoader }
            && loaders.allSatisfy { $0 is FeedLoader || !$0.isStream }
    }

    /// What the screen begins with: of a feed the columns are known.
    func firstAlerts(ofFeed: Bool) throws(UsageError) -> [(name: String, test: Alert.Test?)] {
        var alerts = try askedAlerts()
        for (index, (name, test)) in alerts.enumerated() {
            guard ofFeed, let test else { continue }
            let alert = try ofThings(Alert(id: 0, name: name, test))
            alerts[index] = (alert.name, alert.test)
        }
        return alerts
    }

    /// The columns of a filter, and whether it has a name, are known when something is heard.
    private func alert(_ text: String) throws(UsageError) -> (name: String, test: Alert.Test?) {
        if let (name, rest) = Alert.named(text), let test = try placeTest(rest) { return (name, test) }
        if !text.contains("="), let test = try placeTest(text) { return (text, test) }
        do throws(FilterProblem) {
            try Alert.check(filter: text)
        } catch {
            throw problem(error, with: text, of: "--alert")
        }
        return (text, .filter(text))
    }

    /// The alert as the things of a feed are judged by it.
    ///
    /// - Throws: where its filter cannot be one of things.
    func ofThings(_ alert: Alert) throws(UsageError) -> Alert {
        guard case .filter(let text) = alert.test else { return alert }
        do throws(FilterProblem) {
            let bound = try alert.bound(to: ThingColumn.allNames)
            if case .filter(let text) = bound.test { _ = try ThingFilter(text) }
            return bound
        } catch {
            throw problem(error, with: text, of: "--alert")
        }
    }

    /// What is wrong with the filter of an option.
    func problem(_ problem: FilterProblem, with text: String, of option: String) -> UsageError {
        let expected =
            option == "--alert" ? " (expected LAT,LON,RADIUS, PLACE,RADIUS, a file of areas or a filter)" : ""
        return UsageError("\(option): \(quoted(text)): \(problem)\(expected)")
    }

    /// A circle or the areas of a file; nil for what is neither.
    private func placeTest(_ text: String) throws(UsageError) -> Alert.Test? {
        if AreaOptions.isFile(text), FilePath.allows(.knowing, text) { return try areaTest(text) }
        guard let (name, radius) = Alert.circle(in: text) else { return nil }
        let place = try Options.resolvePlace(name, flag: "--alert", names: .find())
        guard radius.meters > 0,
            let circle = try? GeoCircle(center: place.coordinate, radiusMeters: radius.meters)
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
