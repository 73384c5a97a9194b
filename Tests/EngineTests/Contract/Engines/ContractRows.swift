import MapModel
import RowTestSupport
import TestSupport

/// The rows that every engine stores, and the index in memory that knows the right answers.
struct ContractRows: Sendable {
    /// Of the row with the id 0, 1 and so on.
    let places: [FixedCoordinate]
    let tree: QuadTree

    static let shared = ContractRows()

    /// Coordinates of rows that have no place; their ids begin at `misplacedID`.
    static let misplaced: [(latitude: Double?, longitude: Double?)] = [
        (nil, 1), (1, nil), (.nan, 1), (1, .nan), (.infinity, 1), (1, -.infinity), (90.1, 1), (-90.0001, 1),
        (1, 180.1), (1, -180.0001),
    ]
    static let misplacedID = 9_000
    /// Where the last two of them are if longitudes beyond 180° are turned.
    private static let turned = [
        misplacedID + 8: Coordinate(latitude: 1, longitude: -179.9),
        misplacedID + 9: Coordinate(latitude: 1, longitude: 179.9999),
    ].mapValues { FixedCoordinate($0) }
    static let turnedCount = turned.count
    /// The index of the rows with those.
    let treeWithTurned: QuadTree

    private init() {
        var random = SeededRandom(2_026)
        places = (0..<2_000).map { _ in random.place() }
        let byID = Dictionary(uniqueKeysWithValues: places.enumerated().map { ($0, $1) })
        tree = Self.tree(byID)
        treeWithTurned = Self.tree(byID.merging(Self.turned) { $1 })
    }

    static func name(_ id: Int) -> String {
        ["Place \(id)", "Ünterort \(id)", "CAFÉ \(id)", "the place \(id)", "it's \\ \(id)"][id % 5]
    }

    static func tree(_ places: [Int: FixedCoordinate]) -> QuadTree {
        var buffer = PointBuffer()
        for (id, place) in places.sorted(by: { $0.key < $1.key }) { buffer.append(place, row: UInt32(id)) }
        return QuadTree(buffer)
    }

    /// All rows as values in SQL: id, name, latitude, longitude.
    func values(_ literal: (String) -> String, _ number: (Double?) -> String) -> [[String]] {
        let placed = places.enumerated().map { id, place in
            [
                "\(id)", literal(Self.name(id)), "\(place.coordinate.latitude)",
                "\(place.coordinate.longitude)",
            ]
        }
        return placed
            + Self.misplaced.enumerated().map { index, place in
                [
                    "\(Self.misplacedID + index)", literal("misplaced"), number(place.latitude),
                    number(place.longitude),
                ]
            }
    }
}

extension [[String]] {
    /// Rows as they follow VALUES.
    var sqlValues: String { map { "(" + $0.joined(separator: ", ") + ")" }.joined(separator: ", ") }
}
