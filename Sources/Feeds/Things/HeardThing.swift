import MapModel
import Rows

/// What is known of one thing. Numbers are NaN where nothing is.
struct HeardThing: Sendable {
    var id: String
    var name = ""
    var callSign = ""
    var destination = ""
    var comment = ""
    var kind: ThingKind
    var state = ThingState.live
    /// -1 unknown, 0 in the air, 1 on the ground.
    var ground: Int8 = -1
    var status: Int8 = -1
    var shipType: UInt8 = 0
    var source: UInt16
    var jumpCount: UInt16 = 0
    /// Of which setting of the clock its places are.
    var clockSetting: UInt16 = 0
    var category: UInt16 = 0
    var symbol: UInt16 = 0
    /// -1 where none is known.
    var squawk: Int16 = -1
    var messageCount: UInt32 = 0
    var altitude = Float.nan
    var speed = Float.nan
    var course = Float.nan
    var heading = Float.nan
    var climb = Float.nan
    var length = Float.nan
    var draught = Float.nan
    var battery = Float.nan
    var accuracy = Float.nan
    /// Nil before the first, and when it is gone.
    var place: FixedCoordinate?
    /// In milliseconds since 1970.
    var placeTime: Int64 = 0
    var heard: Int64
    var filter = PlaceFilter()

    init(id: String, kind: ThingKind, source: UInt16, heard: Int64) {
        (self.id, self.kind, self.source, self.heard) = (id, kind, source, heard)
    }

    /// What it calls for help with.
    var emergency: Thing.Emergency {
        switch kind {
        case .aircraft: return Thing.Emergency(squawk: Int(squawk))
        case .ship:
            let said = Thing.Emergency(shipNumber: id)
            return said == .none && status == 14 ? .rescueTransmitter : said
        case .aprs, .phone, .mesh, .other: return .none
        }
    }

    /// Where it goes: by its course from half a knot, else by its heading.
    var direction: Float {
        let moves = speed.isNaN || speed >= Self.slowest
        if !course.isNaN, moves || heading.isNaN { return course }
        return heading.isNaN ? course : heading
    }

    private static let slowest = Float(0.25)

    var motion: ThingMotion {
        func number(_ value: Float) -> Double? { value.isNaN ? nil : Double(value) }
        var motion = ThingMotion()
        motion.kind = kind
        motion.state = state
        motion.courseDegrees = number(direction)
        motion.speedMetersPerSecond = number(speed)
        motion.altitudeMeters = number(altitude)
        motion.climbMetersPerSecond = number(climb)
        motion.time = place == nil ? nil : UTCInstant(milliseconds: placeTime)
        motion.heard = UTCInstant(milliseconds: heard)
        motion.accuracyMeters = number(accuracy)
        motion.emergency = emergency
        motion.jumpCount = Int(jumpCount)
        return motion
    }
}
