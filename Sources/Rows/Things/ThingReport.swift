import MapModel
import RowValues

/// What a row says of its thing now. What is not known is NaN or nil.
package struct ThingReport: Sendable, Equatable {
    /// The number of the row.
    package let row: UInt32
    /// What it is.
    package var kind = ThingKind.other
    /// Degrees clockwise from north.
    package var course = Float.nan
    /// Metres a second.
    package var speed = Float.nan
    /// Metres above the sea.
    package var altitude = Float.nan
    /// Metres a second upwards.
    package var climb = Float.nan
    /// Metres around the place.
    package var accuracy = Float.nan
    /// What it calls for help with.
    package var emergency = Thing.Emergency.none
    /// Whether it lies still on purpose.
    package var rest = Thing.Rest.none
    /// It stands on the ground.
    package var isOnGround = false
    /// What the source says of it; nil where it says nothing.
    package var state: ThingState?
    /// When it was at its place, in seconds since 1970; nil where the source does not say.
    package var time: Double?
    /// Messages heard of it, or a number that is another one each time that it is heard.
    package var messages = 0

    /// Of a row that says nothing.
    package init(row: UInt32) { self.row = row }

    /// What a transponder says is an emergency.
    package mutating func note(squawk: Int) {
        let said = Thing.Emergency(squawk: squawk)
        if said != .none { emergency = said }
    }

    /// Numbers of ships that begin so belong to transmitters of emergencies.
    package mutating func note(shipNumber: some StringProtocol) {
        let said = kind == .ship ? Thing.Emergency(shipNumber: shipNumber) : .none
        if said != .none { emergency = said }
    }
}

/// Which columns say how a row moves, by their names.
package struct ThingColumns: Sendable, Equatable {
    /// Names of courses, the best first, folded as `ColumnNames` does.
    private static let courses = [
        "coursedeg", "heading", "track", "cog", "bearing", "course", "headingdeg",
        "truetrack",
    ]
    private static let altitudes: [(String, Float)] = [
        ("altitudem", 1), ("altm", 1), ("altitudeft", 0.3048), ("altft", 0.3048), ("altbaro", 0.3048),
        ("altitude", 1),
        ("alt", 1), ("elevation", 1), ("ele", 1),
    ]
    private static let times = ["time", "timestamp", "datetime", "date", "ts", "tst", "seen"]
    /// What follows "speed" in names, and metres a second of one of them.
    private static let speedUnits: [String: Float] = [
        "": 1, "mps": 1, "ms": 1, "kn": 1852.0 / 3600, "kt": 1852.0 / 3600, "kts": 1852.0 / 3600,
        "knots": 1852.0 / 3600, "kmh": 1 / 3.6, "kph": 1 / 3.6, "mph": 0.44704,
    ]

    /// The column of courses.
    package private(set) var course: Int?
    /// That of other courses, for rows whose own is out of range: ships send 511 where a heading is not known.
    private var otherCourse: Int?
    /// That of speeds.
    package private(set) var speed: Int?
    private var speedUnit: Float = 1
    /// Metres a second of one in the column of speeds.
    package var metersPerSpeedUnit: Float { speedUnit }
    private var altitude: Int?
    private var altitudeUnit: Float = 1
    private var climb: Int?
    private var accuracy: Int?
    /// That of times.
    package private(set) var time: Int?
    private var kind: Int?
    private var state: Int?
    private var messages: Int?
    private var squawk: Int?
    private var status: Int?
    private var ground: Int?
    private var id: Int?

    /// The columns of a table with these names.
    package init(_ names: [String], id: Int? = nil) {
        self.id = id
        let folded = names.map { ColumnNames.folded($0) }
        let last = Self.namesBesidePlaces(names)
        func first(_ wanted: [String]) -> Int? {
            wanted.lazy.compactMap { folded.firstIndex(of: $0) }.first
        }
        func firstWithin(_ wanted: [String]) -> Int? {
            first(wanted) ?? wanted.lazy.compactMap { last.firstIndex(of: $0) }.first
        }
        course = firstWithin(Self.courses)
        otherCourse = firstWithin(Self.courses.filter { $0 != course.map { folded[$0] } })
        time = firstWithin(Self.times)
        climb = first(["climbmps"])
        accuracy = firstWithin(["accuracym", "accuracy", "acc"])
        kind = first(["kind"])
        state = first(["state"])
        messages = first(["messages"])
        squawk = first(["squawk"])
        status = first(["status"])
        ground = first(["onground"])
        takeSpeed(among: folded)
        if speed == nil, let sog = first(["sog", "gs"]) { (speed, speedUnit) = (sog, 1852.0 / 3600) }
        takeSpeed(among: last)
        for (name, unit) in Self.altitudes where altitude == nil {
            if let index = firstWithin([name]) { (altitude, altitudeUnit) = (index, unit) }
        }
    }

    /// The last names of members that are where the latitude is, or around it, folded: `bearing` of `vehicle.position.bearing`
    /// beside `vehicle.position.latitude`. Empty for all else: the speed of the wind is that of no thing.
    private static func namesBesidePlaces(_ names: [String]) -> [String] {
        let paths = names.map { $0.split(separator: ".") }
        func folded(_ path: [Substring]) -> String { ColumnNames.folded(String(path.last ?? "")) }
        let place = paths.first { $0.count > 1 && ["lat", "latitude"].contains(folded($0)) }
        guard let place else { return [] }
        return paths.map { $0.count > 1 && place.starts(with: $0.dropLast()) ? folded($0) : "" }
    }

    /// The first of some folded names that is one of speeds, unless there is one already.
    private mutating func takeSpeed(among folded: [String]) {
        for (index, name) in folded.enumerated() where name.hasPrefix("speed") && speed == nil {
            guard let unit = Self.speedUnits[String(name.dropFirst(5))] else { continue }
            (speed, speedUnit) = (index, unit)
        }
    }

    /// Whether a row counts its messages.
    package var tellMessages: Bool { messages != nil }

    /// What a row says.
    ///
    /// - Parameter mark: "." or ",", in its numbers.
    package func report(of row: SourceRow, decimalMark mark: UInt8) -> ThingReport {
        var report = ThingReport(row: row.row)
        func text(_ column: Int?) -> String {
            guard let column, column < row.values.count else { return "" }
            return row.values[column].text
        }
        func number(_ column: Int?) -> Float { Self.number(text(column), mark) }
        if let kind { report.kind = ThingKind(named: text(kind)) }
        var degrees = number(course)
        if abs(degrees) > 360 { degrees = number(otherCourse) }
        if abs(degrees) <= 360 { report.course = degrees < 0 ? degrees + 360 : degrees }
        report.speed = abs(number(speed)) * speedUnit
        report.altitude = number(altitude) * altitudeUnit
        report.climb = number(climb)
        report.accuracy = number(accuracy)
        if let time { report.time = Self.seconds(text(time)) }
        if let state { report.state = ThingState.allCases.first { $0.name == text(state) } }
        report.messages = Int(text(messages)) ?? 0
        if let squawk { report.note(squawk: Int(text(squawk)) ?? 0) }
        if let id { report.note(shipNumber: text(id)) }
        switch text(status) {
        case "anchored": report.rest = .anchored
        case "moored": report.rest = .moored
        default: break
        }
        report.isOnGround = text(ground) == "true"
        return report
    }

    private static func number(_ text: String, _ mark: UInt8) -> Float {
        guard !text.isEmpty else { return .nan }
        let plain = mark == UInt8(ascii: ",") ? text.replacing(",", with: ".") : text
        // What is larger is no level, no speed and no radius.
        guard let number = Float(plain), abs(number) < 1e6 else { return .nan }
        return number
    }

    /// Seconds since 1970 of a date, or of a number that counts them, or thousandths of them.
    private static func seconds(_ text: String) -> Double? {
        if let instant = UTCInstant(iso8601: text) { return Double(instant.milliseconds) / 1000 }
        guard let number = Double(text), number > 0 else { return nil }
        for unit in EpochUnit.allCases {
            let seconds = number / Double(unit.perSecond)
            if seconds >= Double(EpochUnit.likelySeconds.lowerBound),
                seconds <= Double(EpochUnit.likelySeconds.upperBound)
            {
                return seconds
            }
        }
        return nil
    }
}
