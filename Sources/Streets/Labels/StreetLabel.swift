import CellGraphics

/// A name on a street map and where it is written.
public struct StreetLabel: Hashable, Sendable {
    /// What it names, which decides its colours.
    public enum Kind: Hashable, Sendable {
        case motorway, majorStreet, street, water, park, settlement, city, station, pointOfInterest
        /// A road's number, between two halves of a block.
        case shield
        /// The name of one of the user's rows.
        case row
    }

    /// The text as it is written, shortened where the name is long.
    public let text: DisplayText
    /// The whole name.
    public let name: String
    /// Where the text begins.
    public let point: CellPoint
    /// What it names.
    public let kind: Kind
    /// The cell of the sign of a station or point of interest.
    public let sign: CellPoint?

    /// All cells that it takes, its sign and the halves of a shield included.
    public var rect: CellRect {
        let start = min(point.column - (kind == .shield ? 1 : 0), sign?.column ?? point.column)
        let end = max(point.column + text.width + (kind == .shield ? 1 : 0), (sign?.column ?? 0) + 1)
        return CellRect(column: start, row: point.row, width: end - start, height: 1)
    }
}

/// Where names were written before: they keep their places while they fit.
public struct LabelMemory: Hashable, Sendable {
    struct Key: Hashable, Sendable {
        let kind: StreetLabel.Kind
        let name: String
    }

    private var zoom = 0.0
    /// The cells of the world of each name, those on the screen last.
    private var places: [Key: [CellRect]] = [:]

    private static let limit = 5_000

    /// A memory of nothing.
    public init() {}

    /// Where a name was in the view of `frame`, where it was last first.
    func places(of key: Key, in frame: StreetView.Frame) -> [CellPoint] {
        guard zoom == frame.zoom else { return [] }
        return (places[key] ?? []).reversed().map {
            CellPoint(column: $0.column - frame.column, row: $0.row - frame.row)
        }
    }

    /// Names of another zoom are forgotten; those out of sight are kept for the way back.
    mutating func begin(_ frame: StreetView.Frame) {
        if zoom != frame.zoom || places.count > Self.limit { self = LabelMemory() }
        zoom = frame.zoom
        let sight = CellRect(column: frame.column, row: frame.row, width: frame.width, height: frame.height)
        for (key, rects) in places {
            let unseen = rects.filter { $0.intersection(sight) != $0 }
            places[key] = unseen.isEmpty ? nil : unseen
        }
    }

    mutating func add(_ point: CellPoint, width: Int, of key: Key, in frame: StreetView.Frame) {
        let rect = CellRect(
            column: point.column + frame.column, row: point.row + frame.row, width: width, height: 1)
        places[key, default: []].removeAll { $0 == rect }
        places[key, default: []].append(rect)
    }
}
