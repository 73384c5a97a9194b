import RowValues

/// The columns that the table of every feed begins with, in their order; what only some formats have follows them.
package enum ThingColumn: Int, CaseIterable, Sendable {
    /// What identifies the thing: `4b1812`, `211000000`, `HB9ABC-9`.
    case id
    /// What it is called; empty while that is not known.
    case name
    /// The name of its `ThingKind`.
    case kind
    /// Degrees on WGS 84.
    case latitude
    /// Degrees on WGS 84.
    case longitude
    /// Metres above mean sea level, as the thing says.
    case altitude
    /// Metres a second over ground.
    case speed
    /// Degrees clockwise from true north.
    case course
    /// Metres a second upwards.
    case climb
    /// When its place was last known, in UTC.
    case time
    /// The name of its `ThingState`.
    case state
    /// Where it was heard: the name of the feed, or of its receiver.
    case source
    /// Messages heard of it.
    case messages

    /// The name in the header.
    package var name: String {
        switch self {
        case .id: "id"
        case .name: "name"
        case .kind: "kind"
        case .latitude: "latitude"
        case .longitude: "longitude"
        case .altitude: "altitude_m"
        case .speed: "speed_mps"
        case .course: "course_deg"
        case .climb: "climb_mps"
        case .time: "time"
        case .state: "state"
        case .source: "source"
        case .messages: "messages"
        }
    }

    /// All names in their order.
    package static let names = allCases.map(\.name)
    /// Those names, and behind them what only some formats tell.
    package static let allNames = names + ThingDetail.allCases.map(\.name)

    /// The type of the values of one of `allNames`, which is known before anything was heard.
    package static func valueKind(of column: Int) -> ColumnKind {
        guard column < allCases.count else {
            switch ThingDetail.allCases[column - allCases.count] {
            case .heading, .length, .draught, .battery, .accuracy: return .number
            case .onGround: return .boolean
            case .squawk, .category, .shipType, .status, .destination, .callSign, .symbol, .comment:
                return .text
            }
        }
        switch allCases[column] {
        case .latitude, .longitude, .altitude, .speed, .course, .climb, .messages: return .number
        case .time: return .time
        case .id, .name, .kind, .state, .source: return .text
        }
    }
}

/// What some formats tell besides; each follows the columns of all feeds, in this order.
package enum ThingDetail: Int, CaseIterable, Sendable {
    /// Four octal digits of a transponder: 7500, 7600 and 7700 are emergencies.
    case squawk
    /// Whether it stands on the ground: `true` or `false`.
    case onGround
    /// The category of ADS-B, `A3`, or the class of AIS, `A` or `B`.
    case category
    /// The type of ship by AIS, in words.
    case shipType
    /// What a ship does: `anchored`, `moored`.
    case status
    /// Where a ship is bound.
    case destination
    /// The call sign of a ship, or the model of a radio.
    case callSign
    /// Where the bow points, in degrees from true north.
    case heading
    /// The length of a ship in metres.
    case length
    /// Its draught in metres.
    case draught
    /// The charge in percent.
    case battery
    /// The radius around the place in metres.
    case accuracy
    /// The symbol of APRS: table and code.
    case symbol
    /// What it says of itself.
    case comment

    /// The name in the header.
    package var name: String {
        switch self {
        case .squawk: "squawk"
        case .onGround: "on_ground"
        case .category: "category"
        case .shipType: "ship_type"
        case .status: "status"
        case .destination: "destination"
        case .callSign: "call_sign"
        case .heading: "heading_deg"
        case .length: "length_m"
        case .draught: "draught_m"
        case .battery: "battery"
        case .accuracy: "accuracy_m"
        case .symbol: "symbol"
        case .comment: "comment"
        }
    }
}
