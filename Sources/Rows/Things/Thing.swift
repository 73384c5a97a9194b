import MapModel

/// A row that moves, as far as it is drawn. What is not known is NaN.
package struct Thing: Sendable, Equatable {
    /// What is more urgent than all else.
    package enum Emergency: UInt8, Sendable {
        case none
        /// 7500.
        case hijacking
        /// 7600.
        case radioFailure
        /// 7700.
        case emergency
        /// A transmitter of search and rescue, 970….
        case rescueTransmitter
        /// A man overboard, 972….
        case manOverboard
        /// An emergency beacon, 974….
        case beacon

        /// What a transponder says.
        package init(squawk: Int) {
            self =
                switch squawk {
                case 7500: .hijacking
                case 7600: .radioFailure
                case 7700: .emergency
                default: .none
                }
        }

        /// Numbers of ships that begin so belong to transmitters of emergencies.
        package init(shipNumber: some StringProtocol) {
            let isWhole = shipNumber.utf8.count == 9
            self =
                switch isWhole ? shipNumber.prefix(3) : "" {
                case "970": .rescueTransmitter
                case "972": .manOverboard
                case "974": .beacon
                default: .none
                }
        }
    }

    /// What a ship says that it does.
    package enum Rest: UInt8, Sendable { case none, anchored, moored }

    /// The number of its row.
    package let row: UInt32
    /// What it is.
    package var kind = ThingKind.other
    /// Where it is.
    package var place: QuantumPoint
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
    package var emergency = Emergency.none
    /// Whether it lies still on purpose.
    package var rest = Rest.none
    /// It stands on the ground.
    package var isOnGround = false
    /// Messages heard of it.
    package var messages = 0
    /// When it was heard, by the clock of the tracker.
    package var heard = 0.0
    /// When it was at its place, by the clock of the trails.
    package var placed = 0.0
    /// What its source says of it; nil where that says nothing.
    package var toldState: ThingState?
    /// Where it was.
    package var trail = Trail()

    /// A thing at a place.
    package init(row: UInt32, place: QuantumPoint) { (self.row, self.place) = (row, place) }

    /// One knot: what is slower stands.
    package static let slowestMetersPerSecond: Float = 1852.0 / 3600

    /// Whether it stands still, as far as is known.
    package var isStanding: Bool { speed < Self.slowestMetersPerSecond || rest != .none }

    /// The eighth of the compass that it moves towards, 0 for north, then clockwise; nil where it stands or no course is known.
    package var direction: Int? {
        guard course.isFinite, !isStanding else { return nil }
        let eighth = Int((course / 45).rounded().remainder(dividingBy: 8))
        return (eighth + 8) % 8
    }
}
