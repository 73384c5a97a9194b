import Foundation
import MapModel
import RowTestSupport
import TestSupport
import Testing

@testable import DatabaseSources
@testable import Rows
@testable import SQLiteFiles
@testable import SourceTestSupport

/// The rows of the finder against those of a sweep over the loaded table.
@Suite struct SQLiteFinderTests {
    enum Table: String, CaseIterable {
        case bare, latitudeAndLongitude, longitudeAndLatitude, latitude, longitude, boxes, swappedBoxes,
            withoutRowid,
            ownBoxes, wholeNumbers

        var isIndexed: Bool { self != .bare && self != .wholeNumbers }

        /// Statements that make the table `p` and fill it from `source(lat, lon)`.
        var statements: String {
            let plain = "CREATE TABLE p(lat REAL, lon REAL, name TEXT)"
            let fill = "INSERT INTO p(lat, lon) SELECT lat, lon FROM source"
            let boxes = "CREATE VIRTUAL TABLE q USING rtree(id, a0, a1, b0, b1)"
            func trigger(_ first: String, _ second: String) -> String {
                "CREATE TRIGGER fill AFTER INSERT ON p BEGIN INSERT INTO q VALUES "
                    + "(new.rowid, new.\(first), new.\(first), new.\(second), new.\(second)); END"
            }
            switch self {
            case .bare: return "\(plain); \(fill)"
            case .latitudeAndLongitude: return "\(plain); CREATE INDEX i ON p(lat, lon); \(fill)"
            case .longitudeAndLatitude: return "\(plain); CREATE INDEX i ON p(lon, lat); \(fill)"
            case .latitude: return "\(plain); CREATE INDEX i ON p(lat); \(fill)"
            case .longitude: return "\(plain); CREATE INDEX i ON p(lon DESC); \(fill)"
            case .boxes: return "\(plain); \(boxes); \(trigger("lon", "lat")); \(fill)"
            case .swappedBoxes: return "\(plain); \(boxes); \(trigger("lat", "lon")); \(fill)"
            case .withoutRowid:
                return "CREATE TABLE p(id TEXT PRIMARY KEY, lat REAL, lon REAL) WITHOUT ROWID; "
                    + "CREATE INDEX i ON p(lat, lon); INSERT INTO p SELECT 'k' || rowid, lat, lon FROM source"
            case .ownBoxes:
                return "CREATE VIRTUAL TABLE p USING rtree(id, minx, maxx, miny, maxy); "
                    + "INSERT INTO p SELECT rowid, lon, lon, lat, lat FROM source"
            case .wholeNumbers:
                return "CREATE TABLE p(latE7 INTEGER, lngE7 INTEGER); CREATE INDEX i ON p(latE7, lngE7); "
                    + "INSERT INTO p SELECT CAST(round(lat * 1e7) AS INTEGER), CAST(round(lon * 1e7) AS INTEGER) "
                    + "FROM source"
            }
        }
    }

    private static func database(_ table: Table, seed: UInt64, count: Int) throws -> SQLiteWriter {
        var random = SeededRandom(seed)
        let rows: [[SQLiteValue]] = (0..<count).map { index in
            let latitude = random.fraction(-90...90)
            switch index % 5 {
            // Around 180°, under both of its names and a turn away; at the poles; in a heap; anywhere.
            case 0:
                return [.real(latitude / 9), .real([180, -180, 540][index % 3] + random.fraction(-1...0))]
            case 1: return [.real(index % 2 == 0 ? 90 : -89.999), .real(random.fraction(-180...180))]
            case 2: return [.real(47.5), .real(8.5)]
            default: return [.real(latitude), .real(random.fraction(-180...180))]
            }
        }
        let database = try SQLiteWriter("CREATE TABLE source(lat, lon)")
        try database.insert("INSERT INTO source VALUES (?1, ?2)", rows)
        try database.run(table.statements)
        return database
    }

    private static let questions: [NearbyQuestion] = {
        var questions: [NearbyQuestion] = []
        for (latitude, longitude) in [(47.5, 8.5), (0, 180), (1, -180), (89, 20), (-90, 0), (12.3, -45.6)] {
            let center = Coordinate(latitude: latitude, longitude: longitude)
            for radius in [0.0, 100, 250_000, 3_000_000, 19_000_000] {
                questions.append(NearbyQuestion(center: center, radiusMeters: radius, limit: nil))
            }
            questions.append(NearbyQuestion(center: center, radiusMeters: nil, limit: 7))
            questions.append(NearbyQuestion(center: center, radiusMeters: 2_000_000, limit: 12))
        }
        return questions + [
            NearbyQuestion(center: Coordinate(latitude: 0, longitude: 0), radiusMeters: nil, limit: nil),
            NearbyQuestion(
                center: Coordinate(latitude: 0, longitude: 0), radiusMeters: nil, limit: 1_000_000),
        ]
    }()

    /// The distances of the nearest rows, by a look at each.
    private func swept(_ places: [Coordinate], _ question: NearbyQuestion) -> [Double] {
        let all = places.map { GreatCircle.distance(from: question.center, to: $0) }
        return Array(
            all.filter { $0 <= question.radiusMeters ?? .infinity }.sorted().prefix(question.limit ?? .max))
    }

    @Test(arguments: Table.allCases) func findsWhatASweepFinds(table: Table) throws {
        let database = try Self.database(table, seed: 11, count: 300)
        let options = SQLiteOptions(table: "p")
        let tree = QuadTree(try database.load(options).points)
        let places = (0..<tree.count).map { tree.coordinate(at: $0) }
        let finder = try SQLiteFinder(path: database.path, options: options)
        for question in Self.questions {
            let (rows, account) = try finder.search(question, isCancelled: { false })
            let expected = swept(places, question)
            #expect(rows.map(\.distanceMeters) == expected, "\(table) \(question)")
            #expect(Set(rows.map(\.row)).count == rows.count)
            let isBounded = (question.radiusMeters ?? .infinity) < 1e6
            if table.isIndexed, isBounded {
                #expect(account.fullScanSteps == 0, "\(table) \(question)")
                #expect(account.rowCount < 300)
            }
        }
    }

    @Test func rowsOfAnswersAreFoundAgainAndKeepTheirNumbers() throws {
        let database = try Self.database(.latitudeAndLongitude, seed: 12, count: 200)
        let finder = try SQLiteFinder(path: database.path, options: SQLiteOptions(table: "p"))
        let table = finder.table
        let center = Coordinate(latitude: 47.5, longitude: 8.5)
        let few = try finder.near(NearbyQuestion(center: center, radiusMeters: nil, limit: 60))
        let many = try finder.near(NearbyQuestion(center: center, radiusMeters: nil, limit: 90))
        #expect(Array(many.prefix(60)) == few)
        for found in many {
            let values = try table.sourceRow(found.row).values
            let numbers = values.prefix(2).compactMap { Double($0.text) }
            let place = Coordinate(wrapping: numbers[0], numbers[1]).map { FixedCoordinate($0) }
            #expect(place == found.place)
        }
    }

    @Test func textAmongNumbersIsFoundThroughTheIndex() throws {
        for index in ["lat, lon", "lat", "lon", "lon, lat"] {
            let database = try SQLiteWriter(
                "CREATE TABLE p(lat, lon); CREATE INDEX i ON p(\(index))",
                "INSERT INTO p VALUES ('47.5', 8.5), (47.5, '8.5'), ('47°30''N', '8.5'), (47.5, 8.5), (1, 2), "
                    + "('1', '2'), (NULL, 8.5), (47.5, x'00')")
            let finder = try SQLiteFinder(path: database.path)
            let (rows, account) = try finder.search(
                NearbyQuestion(
                    center: Coordinate(latitude: 47.5, longitude: 8.5), radiusMeters: 10, limit: nil))
            #expect(rows.count == 4)
            #expect(account.fullScanSteps == 0)
        }
    }

    // MARK: plans

    private let question = NearbyQuestion(
        center: Coordinate(latitude: 47.5, longitude: 8.5), radiusMeters: 5_000, limit: nil)

    @Test func plansNameTheIndex() throws {
        let database = try Self.database(.latitudeAndLongitude, seed: 1, count: 10)
        let plan = try SQLiteFinder(path: database.path, options: SQLiteOptions(table: "p")).explain(question)
        #expect(plan[0].hasPrefix("SELECT \"rowid\", \"lat\", \"lon\" FROM \"p\" INDEXED BY \"i\" WHERE"))
        #expect(plan.contains("  SEARCH p USING COVERING INDEX i (lat>? AND lat<?)"))
        let boxes = try Self.database(.boxes, seed: 1, count: 10)
        let boxPlan = try SQLiteFinder(path: boxes.path, options: SQLiteOptions(table: "p")).explain(question)
        #expect(boxPlan.contains { $0.contains("VIRTUAL TABLE INDEX") })
        #expect(boxPlan.contains { $0.contains("SEARCH t USING INTEGER PRIMARY KEY (rowid=?)") })
    }

    @Test func withoutAnIndexItSaysWhichOneWouldHelp() throws {
        let database = try Self.database(.bare, seed: 1, count: 10)
        let finder = try SQLiteFinder(path: database.path, options: SQLiteOptions(table: "p"))
        let advice = "CREATE INDEX \"p_place\" ON \"p\" (\"lat\", \"lon\")"
        #expect(finder.notices.count == 1 && finder.notices[0].contains(advice))
        #expect(try finder.explain(question).contains("  SCAN p"))
        try database.run(advice)
        let indexed = try SQLiteFinder(path: database.path, options: SQLiteOptions(table: "p"))
        #expect(indexed.notices.isEmpty)
        #expect(try indexed.search(question).account.fullScanSteps == 0)
    }

    @Test func indexesThatCannotAnswerAreLeftAlone() throws {
        for schema in [
            "CREATE TABLE p(lat REAL, lon REAL); CREATE INDEX i ON p(lat) WHERE lat > 0",
            "CREATE TABLE p(lat REAL, lon REAL, x); CREATE INDEX i ON p(x, lat)",
            "CREATE TABLE p(lat TEXT, lon TEXT); CREATE INDEX i ON p(lat, lon)",
            "CREATE TABLE p(lat, lon); CREATE INDEX i ON p(lat COLLATE NOCASE)",
            "CREATE TABLE p(lat REAL, lon REAL); CREATE VIRTUAL TABLE q USING rtree(id, a0, a1, b0, b1); "
                + "CREATE TRIGGER f AFTER INSERT ON p WHEN new.lat > 48 BEGIN "
                + "INSERT INTO q VALUES (new.rowid, new.lon, new.lon, new.lat, new.lat); END",
        ] {
            let database = try SQLiteWriter(schema, "INSERT INTO p(lat, lon) VALUES (47.5, 8.5), (-1, 2)")
            let finder = try SQLiteFinder(path: database.path, options: SQLiteOptions(table: "p"))
            #expect(finder.notices.count == 1, "\(schema)")
            #expect(try finder.near(question).count == 1, "\(schema)")
        }
    }

    @Test func viewsAndStatementsAreSearchedInMemory() throws {
        let database = try SQLiteWriter(
            "CREATE TABLE p(lat, lon, name); INSERT INTO p VALUES (47.5, 8.5, 'a'), (1, 2, 'b')")
        let finder = try SQLiteFinder(path: database.path, options: SQLiteOptions(sql: "SELECT * FROM p"))
        let rows = try finder.near(question)
        #expect(try rows.map { try finder.table.sourceRow($0.row).values[2].text } == ["a"])
    }

    @Test(arguments: [-1, Double.nan, .infinity]) func refusesWhatIsNoRadius(radius: Double) throws {
        let database = try SQLiteWriter("CREATE TABLE p(lat, lon)")
        let finder = try SQLiteFinder(path: database.path)
        let question = NearbyQuestion(
            center: Coordinate(latitude: 0, longitude: 0), radiusMeters: radius, limit: 1)
        #expect(sourceMessage { try finder.near(question) }?.contains("not a radius") == true)
    }

    @Test func stopsWhenCancelled() throws {
        let database = try Self.database(.bare, seed: 1, count: 2_000)
        let finder = try SQLiteFinder(path: database.path, options: SQLiteOptions(table: "p"))
        #expect(sourceMessage { try finder.near(question, isCancelled: { true }) } == "loading was cancelled")
    }
}
