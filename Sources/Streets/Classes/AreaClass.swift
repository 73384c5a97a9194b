/// What an area of the map is; of two that overlap the later covers the earlier.
public enum AreaClass: UInt8, CaseIterable, Sendable {
    case land, industrial, field, sand, wood, park, plaza, water, building

    static let count = allCases.count

    /// The zoom from which on it is drawn.
    public var leastZoom: Double {
        switch self {
        case .land, .water: 0
        case .park, .wood: 8
        case .industrial, .field, .sand: 11
        case .plaza: 15
        case .building: 15.5
        }
    }
}
