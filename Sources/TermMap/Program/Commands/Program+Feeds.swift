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
    ///
    /// - Parameter ofFeed: whether filters test the columns of feeds, or others that are not known yet.
    func askedAlerts(
        ofFeed: Bool
    ) throws(UsageError) -> [(name: String, test: Alert.Test?)] {
        var alerts: [(name: String, test: Alert.Test?)] = []
        for text in options.feed.alerts {
            let isView = text.lowercased() == "view"
            alerts.append(isView ? (text, nil) : try alert(text, ofFeed: ofFeed))
        }
        return alerts
    }

    private func alert(
        _ text: String, ofFeed: Bool
    ) throws(UsageError) -> (name: String, test: Alert.Test?) {
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
        guard ofFeed else { return (text, .filter(text)) }
        return (text, .filter(try thingFilter(text, of: "--alert").text))
    }

    /// - Throws: where a filter cannot be one of things.
    func thingFilter(_ text: String, of option: String) throws(UsageError) -> ThingFilter {
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

extension String {
    fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
