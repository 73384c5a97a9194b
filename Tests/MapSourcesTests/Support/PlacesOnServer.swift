import Foundation
import MapModel
import TestSupport

@testable import DatabaseSources
@testable import Rows

/// Random places, in memory and in tables of the throw-away server in all the ways in which tables have places.
struct PlacesOnServer: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        /// The names of the tables: one that is named as a type hides it.
        case geometry = "points"
        case geography = "globe"
        case plain
        case numeric = "decimals"
        case text = "words"
        case mercator, anyGeometry, anyGeography, view, select
    }

    let server: ThrowAwayPostgreSQL
    let places: [FixedCoordinate]
    let tree: QuadTree

    static let shared: Result<PlacesOnServer, any Error> = Result {
        guard let server = ThrowAwayPostgreSQL.shared else {
            throw ThrowAwayPostgreSQL.Failure(description: "")
        }
        return try PlacesOnServer(on: server)
    }

    private init(on server: ThrowAwayPostgreSQL) throws {
        self.server = server
        var random = SeededRandom(2_026)
        places = (0..<2_000).map { _ in random.place() }
        var buffer = PointBuffer()
        for (row, place) in places.enumerated() { buffer.append(place, row: UInt32(row)) }
        tree = QuadTree(buffer)
        let lines = places.enumerated().map { id, place in
            "\(id)\tplace \(id)\t\(place.coordinate.latitude)\t\(place.coordinate.longitude)\n"
        }
        try server.execute(
            """
            CREATE SCHEMA places;
            SET search_path = places, public;
            CREATE TABLE plain (id int PRIMARY KEY, name text, lat float8, lon float8);
            COPY plain FROM STDIN;
            \(lines.joined())\\.
            CREATE INDEX ON plain (lat, lon);
            CREATE TABLE decimals AS SELECT id, name, lat::numeric, lon::numeric FROM plain;
            CREATE TABLE words AS SELECT id, name, ' ' || lat::numeric AS lat, lon::numeric::text AS lon FROM plain;
            CREATE TABLE points AS SELECT id, name,
                ST_SetSRID(ST_MakePoint(lon, lat), 4326)::geometry(Point, 4326) AS geom FROM plain;
            CREATE TABLE globe AS SELECT id, name, geom::geography(Point) AS geog FROM points;
            CREATE TABLE "anyGeometry" AS SELECT id, name, geom::geometry AS geom FROM points;
            CREATE TABLE "anyGeography" AS SELECT id, name, geog::geography AS geog FROM globe;
            CREATE TABLE mercator AS SELECT id, name,
                ST_Transform(geom, 3857)::geometry(Point, 3857) AS geom FROM points
                WHERE abs(ST_Y(geom)) < 89.9;
            CREATE VIEW "view" AS SELECT id, name, lat AS latitude, lon AS longitude FROM plain;
            ALTER TABLE decimals ADD PRIMARY KEY (id); ALTER TABLE words ADD PRIMARY KEY (id);
            ALTER TABLE points ADD PRIMARY KEY (id); ALTER TABLE globe ADD PRIMARY KEY (id);
            ALTER TABLE "anyGeometry" ADD PRIMARY KEY (id); ALTER TABLE "anyGeography" ADD PRIMARY KEY (id);
            ALTER TABLE mercator ADD PRIMARY KEY (id);
            CREATE INDEX ON points USING gist (geom); CREATE INDEX ON globe USING gist (geog);
            CREATE INDEX ON "anyGeometry" USING gist (geom); CREATE INDEX ON mercator USING gist (geom);
            CREATE INDEX ON decimals (lat, lon); ANALYZE;
            """)
    }

    /// A source of a table; without sequential scans, so that what indexes leave out is missed.
    func source(_ kind: Kind) throws -> PostgreSQLSource {
        var options = PostgreSQLOptions()
        if kind == .select {
            options.sql = "SELECT * FROM places.points -- all of them"
        } else {
            options.table = "places.\(kind.rawValue)"
        }
        if kind == .select || kind == .view { options.columns.id = "id" }
        return try PostgreSQLSource(
            url: server.url() + "&options=-c%20enable_seqscan%3Doff", options: options)
    }

    /// The places that a table of the kind holds.
    func tree(_ kind: Kind) -> QuadTree {
        guard kind == .mercator else { return tree }
        var buffer = PointBuffer()
        for (row, place) in places.enumerated() where place.latitudeE7.magnitude < 899_000_000 {
            buffer.append(place, row: UInt32(row))
        }
        return QuadTree(buffer)
    }
}

extension SeededRandom {
    /// Anywhere, in a town, at 180°, beyond the Mercator square, or at one favourite place.
    mutating func place() -> FixedCoordinate {
        let latitude = Int32(number(-900_000_000...900_000_000))
        let longitude = Int32(number(-1_800_000_000...1_800_000_000))
        switch number(0...9) {
        case 0:
            return FixedCoordinate(
                latitudeE7: latitude, longitudeE7: longitude < 0 ? -1_800_000_000 : 1_800_000_000)
        case 1:
            let polar = Int32([850_511_287, 850_511_288, 890_000_000, 900_000_000][number(0...3)])
            return FixedCoordinate(latitudeE7: latitude < 0 ? -polar : polar, longitudeE7: longitude)
        case 2...4:
            return FixedCoordinate(
                latitudeE7: Int32(525_000_000 + number(-90_000...90_000)),
                longitudeE7: Int32(134_000_000 + number(-90_000...90_000)))
        case 5: return FixedCoordinate(latitudeE7: 0, longitudeE7: 0)
        default: return FixedCoordinate(latitudeE7: latitude, longitudeE7: longitude)
        }
    }

    /// What a view at any place and zoom asks, often near one of `places`, at 180°, or at a pole.
    mutating func question(near places: [FixedCoordinate], limit: Int) -> ViewportQuestion {
        var center = WorldPoint(x: fraction(), y: fraction())
        if number(0...2) > 0, let place = places.randomElement(using: &self) {
            center = WebMercator.project(place.coordinate)
        }
        if number(0...4) == 0 { center.x = 0 }
        let view = Viewport(
            center: center, zoom: Double(number(0...44)) / 2,
            size: DotSize(width: 2 * number(10...80), height: 4 * number(4...30)))
        return ViewportQuestion(
            window: view.window(of: view.bounds), grid: ClusterGrid(viewport: view, size: ClusterSize()),
            limit: limit)
    }
}
