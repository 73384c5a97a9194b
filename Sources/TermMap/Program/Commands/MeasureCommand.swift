import App
import ArgumentParser
import CellGraphics
import MapModel
import Platform
import Runtime
import Streams

/// `termmap measure`: lengths, bearings and areas of ways between places.
struct MeasureCommand: ParsableCommand {
    static let name = "measure"

    static let configuration = CommandConfiguration(
        commandName: "termmap measure",
        abstract: "Measure the way between places, and the area that it encloses.",
        discussion: """
            Prints a line for each leg as tab-separated text with a header line, then the length, and from three places on the \
            length of the closed way and its area; or one JSON object per way. Ways are geodesics on WGS 84. With -, each line of \
            standard input is a way of LAT,LON separated by blanks. To open a file called measure, run termmap ./measure.

            Exit status: 0 success, 1 no way, 2 no such place or usage error.
            """)

    @Argument(help: "Places: names, LAT,LON and other notations; - for standard input.")
    var places: [String] = []
    @Flag(help: "Print one JSON object per way, in metres and degrees.")
    var json = false
    @Option(help: ArgumentHelp("Unit of distances in text (default: metres).", valueName: "unit"))
    var units: UnitChoice?
    @OptionGroup(title: "Lock") var lock: LockFlags

    /// Coordinates in the south are arguments, not options.
    static func completed(_ arguments: [String]) -> [String] {
        guard arguments.first == name else { return arguments }
        return arguments.map { argument in
            let next = argument.dropFirst().first
            let isNumber = argument.hasPrefix("-") && (next?.isNumber == true || next == ".")
            return isNumber ? " " + argument : argument
        }
    }

    func report() throws(UsageError) {
        let isInput = places == ["-"]
        if !isInput, places.contains("-") { throw UsageError("measure takes places or -, not both") }
        if json, units != nil { throw UsageError("measure --json is in metres: leave --units out") }
        var policy = LockPolicy()
        policy.readShipped()
        try lock.enter(policy)
        if isInput { return try measureLines() }
        guard places.count > 1 else {
            throw UsageError("measure: expected two places or more, or - (such as 47.46,8.55 \"New York\")")
        }
        let named = try places.map { (text) throws(UsageError) in try Self.place(text) }
        Output.write(text(MeasuredWay(named)))
    }

    /// Measures each line, and answers as soon as all lines that are there are measured.
    private func measureLines() throws(UsageError) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var lines = MeasuredLines()
        var end: Int
        repeat {
            end = Descriptor.read(Descriptor.input, into: &buffer)
            let isLast = end <= 0
            var text = ""
            do throws(UsageError) {
                try lines.feed(isLast ? [UInt8(ascii: "\n")][...] : buffer[..<end]) { way, isFirst in
                    if !isFirst, !json { text += "\n" }
                    text += self.text(way)
                }
            } catch {
                Output.write(text)
                throw error
            }
            Output.write(text)
        } while end > 0
        if !lines.isAny { Output.fail("measure: no way on standard input", code: .nothing) }
    }

    private static func place(_ text: String) throws(UsageError) -> MeasuredWay.Point {
        let text = String(text.drop { $0 == " " })
        switch try Options.resolvePlace(text, flag: "measure", names: .find()) {
        case .coordinate(let found): return MeasuredWay.Point(name: text, coordinate: found.coordinate)
        case .place(let place): return MeasuredWay.Point(name: place.name, coordinate: place.coordinate)
        }
    }

    /// What is printed of a way; that it crosses itself is said at once.
    private func text(_ way: MeasuredWay) -> String {
        if way.crossesItself {
            Output.report(["the way crosses itself: areas on both sides of it are subtracted from each other"]
            )
        }
        return json ? way.json : way.text(units.flatMap { DistanceUnit(name: $0.rawValue) })
    }
}

/// A way between places, measured.
struct MeasuredWay {
    struct Point {
        let name: String
        let coordinate: Coordinate
    }

    private let points: [Point]
    private let legs: [Geodesic]
    private let polygon: GeodesicPolygon?

    init(_ points: [Point]) {
        self.points = points
        legs = zip(points, points.dropFirst()).map { Geodesic(from: $0.coordinate, to: $1.coordinate) }
        polygon = points.count > 2 ? GeodesicPolygon(points.map(\.coordinate)) : nil
    }

    private var meters: Double { legs.reduce(0) { $0 + $1.meters } }

    /// Whether the closed way crosses itself; not looked for in ways of many points.
    var crossesItself: Bool {
        guard points.count > 3, points.count <= Self.mostPoints else { return false }
        return RingCrossing.crosses(points.map(\.coordinate))
    }

    private static let mostPoints = 3_000

    // MARK: - Text

    /// A line for each leg, then the sums.
    func text(_ unit: DistanceUnit?) -> String {
        let symbol = unit?.symbol ?? "m"
        let meters = unit?.meters ?? 1
        func way(_ value: Double) -> String { ValueDecimals.text(value / meters, decimals: 3) }
        func name(_ point: Point) -> String { DisplayText(sanitising: point.name, limit: 200).text }
        var lines = [["from", "to", "distance_\(symbol)", "bearing_deg", "final_bearing_deg"]]
        for (index, leg) in legs.enumerated() {
            let isPoint = leg.meters == 0
            lines.append([
                name(points[index]), name(points[index + 1]), way(leg.meters),
                isPoint ? "" : ValueDecimals.text(leg.startAzimuth, decimals: 6),
                isPoint ? "" : ValueDecimals.text(leg.endAzimuth, decimals: 6),
            ])
        }
        var sums = "# length_\(symbol) \(way(self.meters))"
        if let polygon {
            sums += " closed_\(symbol) \(way(polygon.perimeterMeters))"
            let area = polygon.areaSquareMeters / meters / meters
            sums += " area_\(symbol)2 \(ValueDecimals.text(area, decimals: unit == nil ? 1 : 6))"
        }
        return lines.map { $0.joined(separator: "\t") + "\n" }.joined() + sums + "\n"
    }

    // MARK: - JSON

    /// One object; null for what cannot be known.
    var json: String {
        let bearing = legs.first.flatMap { $0.meters > 0 ? $0.startAzimuth : nil }
        let members: [(String, Double?)] = [
            ("length_m", meters), ("closed_m", polygon?.perimeterMeters),
            ("area_m2", polygon?.areaSquareMeters),
            ("bearing_deg", bearing),
        ]
        return "{\"points\":\(points.count),"
            + members.map { name, value in "\"\(name)\":\(value.map { "\($0)" } ?? "null")" }
            .joined(separator: ",") + "}\n"
    }
}
