import App
import CellGraphics
import MapModel
import RowValues
import Rows
import Streams

/// What `termmap trip` prints.
struct TripReport {
    private let request: TripRequest
    private let isStopList: Bool
    private var tracks: [Track] = []
    private var places = StopPlaces()

    /// The figures of one journey, or of the stretch that is asked for.
    private struct Track {
        let name: String
        let hasTimes: Bool
        let figures: StretchFigures
        let stops: [(stop: JourneyStop, name: StopPlaces.Name)]
        let splits: [StretchFigures]
    }

    init(_ request: TripRequest, isStopList: Bool) {
        (self.request, self.isStopList) = (request, isStopList)
    }

    /// No journey has anything of the stretch.
    var isEmpty: Bool { tracks.isEmpty }

    /// What is said besides.
    var notices: [String] {
        guard isStopList, tracks.allSatisfy({ !$0.hasTimes }) else { return [] }
        return ["no times: there are no stops"]
    }

    /// Adds a journey, unless it has nothing of the stretch.
    mutating func add(_ figures: JourneyFigures) {
        guard let (from, to) = request.stretch(of: figures) else { return }
        let stops = figures.stops(from: from, to: to)
        let named = zip(stops, places.names(of: stops)).map { ($0, $1) }
        tracks.append(
            Track(
                name: figures.journey.name, hasTimes: figures.journey.hasTimes,
                figures: figures.stretch(from: from, to: to), stops: named,
                splits: splits(of: figures, from, to)))
    }

    /// Stretches of one length, the last one shorter.
    private func splits(
        of figures: JourneyFigures, _ from: JourneyPosition, _ to: JourneyPosition
    ) -> [StretchFigures] {
        guard let meters = request.splitMeters else { return [] }
        let (first, last) = (figures.distance(at: from), figures.distance(at: to))
        guard last > first else { return [] }
        // What is left by rounding is no split.
        let count = Swift.max(1, min(Int(((last - first) / meters - 1e-6).rounded(.up)), Self.mostSplits))
        var start = from
        return (1...count).map { number in
            let isLast = number == count
            let end = isLast ? to : figures.position(atDistance: first + meters * Double(number))
            defer { start = end }
            return figures.stretch(from: start, to: end)
        }
    }

    private static let mostSplits = 1_000_000

    // MARK: - JSON

    /// One object with all tracks.
    var json: String { "{\"tracks\":[\(tracks.map(Self.object).joined(separator: ","))]}\n" }

    private static func object(_ track: Track) -> String {
        let figures = track.figures
        let stops = track.stops.map(object).joined(separator: ",")
        let splits = track.splits.map(split).joined(separator: ",")
        let members: [(String, String)] = [
            ("name", TimeReport.quoted(track.name)), ("points", "\(figures.pointCount)"),
            ("segments", "\(figures.segmentCount)"), ("distance_m", number(figures.meters)),
            ("distance_3d_m", number(figures.metersInSpace)),
            ("moving_distance_m", number(figures.movingMeters)),
            ("ascent_m", number(figures.ascent)), ("descent_m", number(figures.descent)),
            ("min_elevation_m", number(figures.lowest)), ("max_elevation_m", number(figures.highest)),
            ("start", time(figures.start)), ("end", time(figures.end)),
            ("elapsed_s", number(figures.elapsedSeconds)), ("moving_s", number(figures.movingSeconds)),
            ("mean_mps", number(figures.meanSpeed)), ("moving_mps", number(figures.movingSpeed)),
            ("max_mps", number(figures.fastest)), ("best_km_s", number(figures.bestKilometerSeconds)),
            ("stops", track.hasTimes ? "[\(stops)]" : "null"), ("splits", "[\(splits)]"),
        ]
        return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
    }

    private static func object(_ stop: JourneyStop, _ name: StopPlaces.Name) -> String {
        "{\"start\":\(time(stop.start)),\"end\":\(time(stop.end)),\"duration_s\":\(number(stop.seconds)),"
            + "\"latitude\":\(number(stop.place.latitude)),\"longitude\":\(number(stop.place.longitude)),"
            + "\"points\":\(stop.pointCount),\"place\":\(text(name.place)),\"country\":\(text(name.country))}"
    }

    private static func split(_ figures: StretchFigures) -> String {
        "{\"distance_m\":\(number(figures.meters)),\"seconds\":\(number(figures.elapsedSeconds)),"
            + "\"ascent_m\":\(number(figures.ascent)),\"descent_m\":\(number(figures.descent))}"
    }

    private static func number(_ value: Double?) -> String {
        value.flatMap { $0.isFinite ? "\($0 + 0)" : nil } ?? "null"
    }

    private static func text(_ text: String?) -> String { text.map(TimeReport.quoted) ?? "null" }

    private static func time(_ moment: Int64?) -> String { moment.map { "\"\(Self.clock($0))\"" } ?? "null" }

    private static func clock(_ moment: Int64) -> String {
        var zones = ZoneCursor(.utc)
        return zones.text(at: moment)
    }

    // MARK: - Stops

    private static let stopHeader = [
        "start", "end", "duration_s", "latitude", "longitude", "points", "place", "country", "track",
    ]

    private func stopFields(_ format: (String) -> String) -> [[String]] {
        tracks.flatMap { track in
            track.stops.map { stop, name in
                var zones = ZoneCursor(request.question.shownZone)
                return [
                    zones.text(at: stop.start), zones.text(at: stop.end), "\(Self.plain(stop.seconds))",
                    Self.degrees(stop.place.latitude), Self.degrees(stop.place.longitude),
                    "\(stop.pointCount)", format(name.place ?? ""), format(name.country ?? ""),
                    format(track.name),
                ]
            }
        }
    }

    /// Tab-separated, with a header.
    var stopsText: String {
        let lines = stopFields { DisplayText(sanitising: $0, limit: 200).text }
        return ([Self.stopHeader] + lines).map { $0.joined(separator: "\t") + "\n" }.joined()
    }

    /// The same as CSV.
    var stopsCSV: String {
        let lines = stopFields(Self.field)
        return ([Self.stopHeader] + lines).map { $0.joined(separator: ",") + "\n" }.joined()
    }

    private static func field(_ text: String) -> String {
        guard text.contains(where: { ",\"\n\r".contains($0) }) else { return text }
        let doubled = text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
        return "\"\(doubled)\""
    }

    private static func degrees(_ value: Double) -> String {
        var text = ValueDecimals.text(value, decimals: 7)
        while text.hasSuffix("0"), !text.hasSuffix(".0") { text.removeLast() }
        return text
    }

    // MARK: - Text

    /// A line for each figure, tracks apart by an empty line.
    var text: String { tracks.map(lines).joined(separator: "\n") }

    private func lines(of track: Track) -> String {
        let figures = track.figures
        let units = TripUnits(request.unit)
        var zones = ZoneCursor(request.question.shownZone)
        let name = DisplayText(sanitising: track.name, limit: 200).text
        let lines: [(String, (String, String)?)] = [
            ("name", (name, "")), ("points", ("\(figures.pointCount)", "")),
            ("segments", ("\(figures.segmentCount)", "")),
            ("distance", units.way(figures.meters)), ("distance_3d", units.way(figures.metersInSpace)),
            ("moving_distance", units.way(figures.movingMeters)),
            ("ascent", units.height(figures.ascent)), ("descent", units.height(figures.descent)),
            ("min_elevation", units.height(figures.lowest)), ("max_elevation", units.height(figures.highest)),
            ("start", figures.start.map { (zones.text(at: $0), "") }),
            ("end", figures.end.map { (zones.text(at: $0), "") }),
            ("elapsed", Self.seconds(figures.elapsedSeconds)),
            ("moving", Self.seconds(figures.movingSeconds)),
            ("mean", units.speed(figures.meanSpeed)), ("moving_mean", units.speed(figures.movingSpeed)),
            ("max", units.speed(figures.fastest)), ("best_km", Self.seconds(figures.bestKilometerSeconds)),
            ("stops", track.hasTimes ? ("\(track.stops.count)", "") : nil),
        ]
        return lines.map { name, value in
            let value = value ?? ("-", "")
            return "\(name)\t\(value.0)" + (value.1.isEmpty ? "" : "\t\(value.1)") + "\n"
        }.joined() + splitLines(track.splits, units)
    }

    private func splitLines(_ splits: [StretchFigures], _ units: TripUnits) -> String {
        guard !splits.isEmpty else { return "" }
        let header = "# split\tdistance\tseconds\tascent\tdescent\n"
        return header
            + splits.enumerated().map { number, figures in
                [
                    "split \(number + 1)", units.way(figures.meters)?.0 ?? "-",
                    Self.seconds(figures.elapsedSeconds)?.0 ?? "-", units.height(figures.ascent)?.0 ?? "-",
                    units.height(figures.descent)?.0 ?? "-",
                ].joined(separator: "\t") + "\n"
            }.joined()
    }

    private static func seconds(_ value: Double?) -> (String, String)? { value.map { (plain($0), "s") } }

    /// Without a fraction where there is none, else with one decimal.
    private static func plain(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(value))" : ValueDecimals.text(value, decimals: 1)
    }
}

/// The units of text: those of the international system, or those of `--units`.
private struct TripUnits {
    private let unit: DistanceUnit?

    init(_ unit: DistanceUnit?) { self.unit = unit }

    func way(_ meters: Double?) -> (String, String)? {
        guard let meters else { return nil }
        guard let unit else { return (ValueDecimals.text(meters, decimals: 1), "m") }
        return (ValueDecimals.text(meters / unit.meters, decimals: 3), unit.symbol)
    }

    func height(_ meters: Double?) -> (String, String)? {
        guard let meters else { return nil }
        let isFeet = unit == .miles
        return (ValueDecimals.text(isFeet ? meters / 0.3048 : meters, decimals: 1), isFeet ? "ft" : "m")
    }

    func speed(_ value: Double?) -> (String, String)? {
        guard let value else { return nil }
        guard let unit else { return (ValueDecimals.text(value, decimals: 2), "m/s") }
        let words = unit == .miles ? "mph" : unit == .nauticalMiles ? "kn" : "km/h"
        return (ValueDecimals.text(value * 3600 / unit.meters, decimals: 1), words)
    }
}

/// Numbers with a fixed count of decimals.
enum ValueDecimals {
    static func text(_ value: Double, decimals: Int) -> String {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let units = (abs(value) * scale).rounded()
        guard units < 9e18 else { return "\(value)" }
        let digits = String(Int64(units))
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        let sign = value < 0 && units > 0 ? "-" : ""
        return sign + padded.dropLast(decimals) + (decimals > 0 ? "." : "") + padded.suffix(decimals)
    }
}
