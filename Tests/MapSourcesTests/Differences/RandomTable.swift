import TestSupport

/// A random table of places, and another edition of it with known edits.
struct RandomTable {
    struct Row: Equatable {
        var id: Int
        var name: String
        var latitudeE6: Int
        var longitudeE6: Int
        var people: Int
        var kind: String
    }

    private(set) var old: [Row] = []
    /// The other edition, in another order.
    private(set) var new: [Row] = []
    /// What became of each row, by its number.
    private(set) var edits: [Int: String] = [:]

    private static let kinds = ["town", "hut", "port", "peak"]
    private static let syllables = ["ka", "lo", "mir", "ten", "sa", "vel", "dor", "ni", "uz", "berg"]

    init(seed: UInt64, rows count: Int, oneIn editedShare: Int = 4) {
        var random = SeededRandom(seed)
        old = (0..<count).map { Self.row($0 * 3 + 7, &random) }
        for row in old {
            guard random.number(1...editedShare) == 1 else {
                edits[row.id] = "unchanged"
                new.append(row)
                continue
            }
            var edited = row
            switch random.number(0...3) {
            case 0:
                edits[row.id] = "removed"
                continue
            case 1:
                edited.latitudeE6 += random.number(30...200_000)
                edits[row.id] = "moved"
            case 2:
                edited.people += random.number(1...9)
                edits[row.id] = "changed people"
            default:
                (edited.latitudeE6, edited.kind) = (edited.latitudeE6 - 40_000, edited.kind + "s")
                edits[row.id] = "moved kind"
            }
            new.append(edited)
        }
        for number in 0..<random.number(0...count / 10) {
            let row = Self.row(100_000 + number, &random)
            edits[row.id] = "added"
            new.append(row)
        }
        new.shuffle(using: &random)
    }

    private static func row(_ id: Int, _ random: inout SeededRandom) -> Row {
        let name = (0..<4).map { _ in syllables.randomElement(using: &random) ?? "" }.joined()
        return Row(
            id: id, name: "\(name) \(random.number(1...99_999))",
            latitudeE6: random.number(-79_000_000...79_000_000),
            longitudeE6: random.number(-179_999_999...179_999_999), people: random.number(0...5_000),
            kind: kinds.randomElement(using: &random) ?? "")
    }

    private static func degrees(_ millionths: Int, zeros: Int = 0) -> String {
        let digits = String(millionths.magnitude % 1_000_000)
        let fraction = String(repeating: "0", count: 6 - digits.count) + digits
        return (millionths < 0 ? "-" : "") + "\(millionths.magnitude / 1_000_000).\(fraction)"
            + String(repeating: "0", count: zeros)
    }

    func csv(_ rows: [Row], withIDs: Bool = true) -> String {
        let header = (withIDs ? "id," : "") + "name,latitude,longitude,people,kind\n"
        return header
            + rows.map { row in
                (withIDs ? "\(row.id)," : "")
                    + "\(row.name),\(Self.degrees(row.latitudeE6)),\(Self.degrees(row.longitudeE6)),\(row.people),\(row.kind)\n"
            }.joined()
    }

    /// The same with other forms of numbers, quotes, line ends, another order of the columns.
    func otherCSV(_ rows: [Row]) -> String {
        "Kind;People;ID;LATITUDE;Longitude;Name\r\n"
            + rows.map { row in
                "\"\(row.kind)\";\(row.people).0;\(row.id);\(Self.degrees(row.latitudeE6, zeros: 1));"
                    + "\(Self.degrees(row.longitudeE6));\"\(row.name) \"\r\n"
            }.joined()
    }

    func geoJSON(_ rows: [Row]) -> String {
        "{\"type\":\"FeatureCollection\",\"features\":["
            + rows.map { row in
                "{\"type\":\"Feature\",\"properties\":{\"people\":\(row.people)e0,\"id\":\(row.id),"
                    + "\"name\":\"\(row.name)\",\"kind\":\"\(row.kind)\"},\"geometry\":{\"type\":\"Point\",\"coordinates\":["
                    + "\(Self.degrees(row.longitudeE6)),\(Self.degrees(row.latitudeE6))]}}"
            }.joined(separator: ",") + "]}"
    }
}
