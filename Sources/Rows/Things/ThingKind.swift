/// What moves: decides how long a thing is believed and how its speed is written.
package enum ThingKind: UInt8, CaseIterable, Sendable {
    /// Heard by ADS-B or Mode S.
    case aircraft
    /// Heard by AIS: ships, buoys, base stations.
    case ship
    /// A station, an object or an item of APRS.
    case aprs
    /// A telephone that reports where it is.
    case phone
    /// A node of a radio mesh.
    case mesh
    /// Anything else with an identity: rows of a stream with `--id`.
    case other

    /// Its name in the column `kind`.
    package var name: String {
        switch self {
        case .aircraft: "aircraft"
        case .ship: "ship"
        case .aprs: "aprs"
        case .phone: "phone"
        case .mesh: "mesh"
        case .other: "other"
        }
    }

    /// The kind with that name in the column `kind`; `.other` for any other text.
    package init(named name: String) {
        self = Self.allCases.first { $0.name == name } ?? .other
    }

    /// How long things of this kind are followed unless an option says otherwise.
    package var standardTimes: ThingTimes {
        switch self {
        case .aircraft: ThingTimes(trailSeconds: 300, silentSeconds: 15, expirySeconds: 60)
        case .ship: ThingTimes(trailSeconds: 1_200, silentSeconds: 360, expirySeconds: 1_200)
        case .aprs: ThingTimes(trailSeconds: 3_600, silentSeconds: 1_800, expirySeconds: 7_200)
        case .phone: ThingTimes(trailSeconds: .infinity, silentSeconds: 1_800, expirySeconds: .infinity)
        case .mesh: ThingTimes(trailSeconds: .infinity, silentSeconds: 7_200, expirySeconds: 86_400)
        case .other: ThingTimes(trailSeconds: 300, silentSeconds: 60, expirySeconds: 600)
        }
    }

    /// The fastest that such a thing can be between two places, in metres a second.
    package var speedLimitMetersPerSecond: Double {
        switch self {
        case .aircraft: 1_200
        case .ship: 60
        case .aprs, .phone, .mesh, .other: 350
        }
    }
}
