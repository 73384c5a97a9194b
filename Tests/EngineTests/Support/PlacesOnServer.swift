import Foundation
import MapModel

@testable import DatabaseSources

/// Random places, in memory and in tables of the throw-away server in all the ways in which tables have places.
struct PlacesOnServer: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        /// The names of the tables: one that is named as a type hides it.
        case geometry = "points"
        case geography = "globe"
        case plain
        case numeric = "decimals"
        case text = "words"
        case mercator, anyGeometry, anyGeography, view, select, towns

        /// Shapes of PostGIS are made of the rows that have a place.
        var misplacedCount: Int {
            [.plain, .numeric, .text, .view, .towns].contains(self) ? ContractRows.misplaced.count : 0
        }
    }

    let server: ThrowAwayPostgreSQL

    static let shared: Result<PlacesOnServer, any Error> = Result {
        guard let server = ThrowAwayPostgreSQL.shared else {
            throw ThrowAwayPostgreSQL.Failure(description: "")
        }
        return try PlacesOnServer(on: server)
    }

    private init(on server: ThrowAwayPostgreSQL) throws {
        self.server = server
        let contract = PostgreSQLContract()
        let rows = ContractRows.shared.values(contract.literal) { $0.map { "'\($0)'" } ?? "NULL" }
        try server.execute(
            """
            CREATE SCHEMA places;
            SET search_path = places, public;
            CREATE TABLE plain (id int PRIMARY KEY, name text, lat float8, lon float8);
            \(PostgreSQLContract.insertion(rows, into: "plain"))
            CREATE INDEX ON plain (lat, lon);
            CREATE TABLE decimals AS SELECT id, name, lat::numeric, lon::numeric FROM plain;
            CREATE TABLE words AS SELECT id, name, ' ' || lat::numeric AS lat, lon::numeric::text AS lon FROM plain;
            CREATE TABLE points AS SELECT id, name,
                ST_SetSRID(ST_MakePoint(lon, lat), 4326)::geometry(Point, 4326) AS geom FROM plain
                WHERE id < \(ContractRows.misplacedID);
            CREATE TABLE globe AS SELECT id, name, geom::geography(Point) AS geog FROM points;
            CREATE TABLE "anyGeometry" AS SELECT id, name, geom::geometry AS geom FROM points;
            CREATE TABLE "anyGeography" AS SELECT id, name, geog::geography AS geog FROM globe;
            CREATE TABLE mercator AS SELECT id, name,
                ST_Transform(geom, 3857)::geometry(Point, 3857) AS geom FROM points
                WHERE abs(ST_Y(geom)) < 89.9;
            CREATE TABLE towns AS SELECT id, name,
                CASE WHEN id < \(ContractRows.misplacedID) THEN 'it''s \\ ' || lat || ' ' || lon
                WHEN id % 3 = 0 THEN 'nowhere' WHEN id % 3 = 1 THEN '' END AS town,
                CASE WHEN id % 2 = 0 THEN 'DE' END AS land FROM plain;
            ALTER TABLE towns ADD PRIMARY KEY (id); CREATE INDEX ON towns (town);
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
    func source(_ kind: Kind) throws -> EngineSource {
        var options = PostgreSQLOptions()
        if kind == .select {
            options.sql = "SELECT * FROM places.points -- all of them"
        } else {
            options.table = "places.\(kind.rawValue)"
        }
        if kind == .towns { (options.columns, options.placer) = (TownPlacer.columns, TownPlacer.placer) }
        if kind == .select || kind == .view { options.columns.id = "id" }
        return try EngineSource(
            url: server.url() + "&options=-c%20enable_seqscan%3Doff", options: options)
    }

    /// The places that a table of the kind holds.
    func tree(_ kind: Kind) -> QuadTree {
        guard kind == .mercator else { return ContractRows.shared.tree }
        let places = Dictionary(
            uniqueKeysWithValues: ContractRows.shared.places.enumerated().map { ($0, $1) })
        return ContractRows.tree(places.filter { $0.value.latitudeE7.magnitude < 899_000_000 })
    }
}
