import Rows

/// Which columns of a thing a message has changed, as bits by their numbers.
struct ThingChanges: OptionSet, Sendable {
    let rawValue: UInt64

    static let place: ThingChanges = [.of(.latitude), .of(.longitude)]
    static let all = ThingChanges(rawValue: .max)
    /// The columns that show an emergency.
    static let emergency: ThingChanges = [.of(.squawk), .of(.status)]

    static func of(_ column: ThingColumn) -> ThingChanges {
        ThingChanges(rawValue: 1 << UInt64(column.rawValue))
    }

    static func of(_ detail: ThingDetail) -> ThingChanges {
        ThingChanges(rawValue: 1 << UInt64(ThingColumn.allCases.count + detail.rawValue))
    }
}

extension HeardThing {
    /// Takes what a message says besides the place; what has changed.
    mutating func update(_ report: borrowing FeedReport) -> ThingChanges {
        var changes: ThingChanges = [.of(.messages), .of(.time)]
        func set(_ field: inout Float, _ value: Double?, _ change: ThingChanges) {
            guard let value, field != Float(value) else { return }
            field = Float(value)
            changes.insert(change)
        }
        set(&altitude, report.altitudeMeters, .of(.altitude))
        set(&speed, report.speedMetersPerSecond.flatMap { (0...12_000).contains($0) ? $0 : nil }, .of(.speed))
        set(&course, report.courseDegrees.flatMap(Self.angle), .of(.course))
        set(&heading, report.headingDegrees.flatMap(Self.angle), .of(.heading))
        set(&climb, report.climbMetersPerSecond, .of(.climb))
        set(&length, report.lengthMeters, .of(.length))
        set(&draught, report.draughtMeters, .of(.draught))
        set(&battery, report.batteryPercent, .of(.battery))
        changes.formUnion(updateSigns(report))
        changes.formUnion(updateTexts(report))
        return changes
    }

    /// 0..<360; nil beyond.
    private static func angle(_ degrees: Double) -> Double? {
        (0...360).contains(degrees) ? (degrees == 360 ? 0 : degrees) : nil
    }

    private mutating func updateSigns(_ report: borrowing FeedReport) -> ThingChanges {
        var changes: ThingChanges = []
        if let value = report.squawk, (0...7777).contains(value), squawk != Int16(value) {
            squawk = Int16(value)
            changes.insert(.of(.squawk))
        }
        if let value = report.isOnGround, ground != (value ? 1 : 0) {
            ground = value ? 1 : 0
            changes.insert(.of(.onGround))
        }
        if let value = report.category, category != value {
            category = value
            changes.insert(.of(.category))
        }
        if let value = report.status, status != Int8(clamping: value) {
            status = Int8(clamping: value)
            changes.insert(.of(.status))
        }
        if let value = report.shipType, shipType != UInt8(clamping: value) {
            shipType = UInt8(clamping: value)
            changes.insert(.of(.shipType))
        }
        if let value = report.symbol, symbol != value {
            symbol = value
            changes.insert(.of(.symbol))
        }
        return changes
    }

    private mutating func updateTexts(_ report: borrowing FeedReport) -> ThingChanges {
        var changes: ThingChanges = []
        func set(_ field: inout String, _ text: FeedReport.Text?, _ change: ThingChanges) {
            guard let text, !field.utf8.elementsEqual(report.bytes(of: text)) else { return }
            field = String(decoding: report.bytes(of: text), as: UTF8.self)
            changes.insert(change)
        }
        set(&name, report.name, .of(.name))
        set(&callSign, report.callSign, .of(.callSign))
        set(&destination, report.destination, .of(.destination))
        set(&comment, report.comment, .of(.comment))
        return changes
    }
}
