import Testing

@testable import RowValues

@Suite struct ColumnDetectionTests {
    @Test(arguments: [
        ("id,lat,lon", 1, 2), ("Longitude,Latitude,name", 1, 0), ("lon,lat,latitude,longitude", 2, 3),
        ("x,y", 1, 0), ("geo_lat,geo_lon", 0, 1), ("decimalLatitude,decimalLongitude", 0, 1),
        ("LAT,LNG", 0, 1),
        ("lat,long", 0, 1), ("latitude,lng", 0, 1), ("pickup_lat,pickup_lon", 0, 1),
        ("Capture Latitude,Capture Longitude", 0, 1), ("drop_lon,pick_lat,pick_lon,drop_lat", 1, 2),
        ("lat_start,lon_start", 0, 1), ("startLat,startLng", 0, 1), ("Breite,Länge", 0, 1),
        ("latitud,longitud", 0, 1),
        ("latitudine,longitudine", 0, 1), ("широта,долгота", 0, 1), ("纬度,经度", 0, 1), ("緯度,経度", 0, 1),
        (" lat ,l-o.n", 0, 1), ("Lat,Lng,lat,lon", 2, 3), ("lat,n,lat,lon", 2, 3), ("lat,lon,lat,lon", 0, 1),
        ("lat,lat,lon,lon", 0, 2),
    ]) func findsPairsByName(header: String, latitude: Int, longitude: Int) throws {
        let found = try detect(header, ["47.5,8.5,1,2"])
        #expect(found.coordinates == .pair(latitude: latitude, longitude: longitude))
        #expect(!found.reasons.isEmpty)
    }

    @Test(arguments: ["latest,longest", "flat,lone", "plate,salon"]) func leavesOtherWordsAlone(
        header: String
    ) {
        #expect(throws: ColumnError.self) { try detect(header, ["47.5,8.5"]) }
    }

    /// Words before the id, the id before dates and codes; S12 is a code, though it could be degrees.
    @Test(
        arguments: [
            ("id,time,place,lat,lon", "7,2024-05-01T10:00:00Z,Bern,1,2", 2),
            ("id,time,lat,lon", "7,2024-05-01T10:00:00Z,1,2", 0), ("time,lat,lon", "2024-05-01,1,2", 0),
            ("stn,lat,lon", "S12,1,2", 0), ("n,lat,lon", "12,1,2", nil),
        ] as [(String, String, Int?)])
    func theLabelIsWhatAPersonReads(header: String, row: String, label: Int?) throws {
        #expect(try detect(header, [row]).label == label)
    }

    @Test func namesTheOtherPairs() throws {
        let found = try detect("pickup_lat,pickup_lon,drop_lat,drop_lon", ["1,2,3,4"])
        #expect(
            found.notices == [
                .otherPairs(chosen: "\"pickup_lat\"/\"pickup_lon\"", others: ["\"drop_lat\"/\"drop_lon\""])
            ])
    }

    @Test func saysWhenANameIsThereTwice() throws {
        let found = try detect("lat,lon,lat", ["1,2,3"])
        #expect(found.notices == [.sameName(name: "lat", chosen: 1, others: [3])])
    }

    /// Few digits, so that names alone say it; and no guess where they do.
    @Test(arguments: [
        ("Latitude, Longitude", false), ("lat/lon", false), ("(Lat/Long)", false), ("GPS (lat, lon)", false),
        ("Latitude & Longitude", false), ("Lat/Lng [WGS 84]", false), ("lon, lat", true),
        ("Longitude/Latitude", true), ("Position (lon; lat)", true),
    ]) func readsOneColumnNamedByTwoWords(name: String, longitudeFirst: Bool) throws {
        let found = try detect("name|\(name)", ["a|7.4, 8.5", "b|-1.2, 2"], "|")
        #expect(found.coordinates == .combined(column: 1, longitudeFirst: longitudeFirst))
        #expect(found.notices == [])
    }

    /// What stands in brackets may be the datum, and values that are no pairs are none.
    @Test func namesWithBracketsMayBeOfBoth() throws {
        let found = try detect("name|Coordinates (WGS 84)", ["a|7.4, 98.5"], "|")
        #expect(found.coordinates == .combined(column: 1, longitudeFirst: false))
        #expect(throws: ColumnError.self) { try detect("name|Position (rank)", ["a|3"], "|") }
    }

    @Test func readsOneColumnWithBoth() throws {
        #expect(
            try detect("name|location", ["a|47.4, 8.5"], "|").coordinates
                == .combined(column: 1, longitudeFirst: false))
        #expect(
            try detect("name|coords", ["a|(139.7 35.7)"], "|").coordinates
                == .combined(column: 1, longitudeFirst: true))
        #expect(throws: ColumnError.self) { try detect("name|location", ["a|Bern"], "|") }
    }

    /// The message names the systems that the numbers may be in.
    @Test(arguments: [
        (
            "easting,northing", ["600000,200000"],
            "EPSG:21781 (Swiss LV03) or EPSG:27700 (British National Grid)"
        ),
        ("y,x", ["1248000,2683000"], "EPSG:2056 (Swiss LV95)"),
        ("y,x", ["247926,683200", "99000,7000000"], "EPSG:3857 (Web Mercator)"),
        ("y,x", ["247926,683200", "99000,717000"], "EPSG:21781 (Swiss LV03)"),
        ("x,y", ["12345678901,98765432101"], nil),
    ])
    func stopsAtProjectedCoordinates(header: String, rows: [String], systems: String?) {
        let columns = header == "x,y" ? ["y", "x"] : header.split(separator: ",").map(String.init)
        #expect(throws: ColumnError.looksProjected(columns: columns, systems: systems)) {
            try detect(header, rows)
        }
    }

    /// Rows would be on the wrong side of the equator, or up to a degree away, in silence.
    @Test func namesColumnsThatBelongToTheCoordinates() throws {
        let letters = try detect("name,lat,ns,lon,ew", ["A,33.9,S,151.2,E", "B,1,N,2,W"])
        #expect(letters.notices == [.unreadLetters(columns: ["ns", "ew"])])
        #expect(try detect("name,lat,ns,lon,ew", ["A,33.9,N,1,E", "B,1,N,2,E"]).notices.isEmpty)
        #expect(try detect("name,lat,ns,lon,ew", ["A,-33.9,S,151.2,E", "B,1,N,2,E"]).notices.isEmpty)
        let minutes = try detect("lat_deg,lat_min,lon_deg,lon_min", ["47,22,8,32", "46,12,6,9"])
        #expect(minutes.notices == [.unreadMinutes(columns: ["lat_min", "lon_min"])])
        let west = try detect("name|Latitude (N)|Longitude (W)", ["A|47.5|122.3", "B|46|121"], "|")
        #expect(west.notices == [.unreadDirection(column: "Longitude (W)", direction: "west")])
        #expect(try detect("Latitude (N)|Longitude (W)", ["47.5|-122.3", "46|-121"], "|").notices.isEmpty)
    }

    @Test func saysThatAColumnHasNoGeometries() {
        #expect(throws: ColumnError.geometryOnly(column: "the_geom")) {
            try detect("id|the_geom", ["1|CIRCLE (8.5 47.4)"], "|")
        }
        #expect(throws: ColumnError.looksProjected(columns: ["the_geom"])) {
            try detect("id|the_geom", ["1|SRID=2056;POINT (8.5 47.4)"], "|")
        }
    }

    @Test func guessesByValuesWithoutHeader() throws {
        let found = try detect(nil, ["7,Bern,46.948,7.447", "8,Wien,48.208,16.372"])
        #expect(found.coordinates == .pair(latitude: 2, longitude: 3))
        #expect(found.notices == [.guessedByValues(columns: [3, 4], others: [], order: .latitude)])
        #expect(try detect(nil, ["139.69,35.68"]).coordinates == .pair(latitude: 1, longitude: 0))
        #expect(throws: ColumnError.self) { try detect(nil, ["1,2,3"]) }
    }

    @Test func proposesFlagsWhenNamesSayNothing() {
        #expect(throws: ColumnError.noCoordinates(found: ["a", "b"], proposal: "--lat \"a\" --lon \"b\"")) {
            try detect("a,b", ["47.5,8.5"])
        }
    }

    @Test func obeysTheUser() throws {
        let byName = ColumnOptions(latitude: "B", longitude: "a", label: "3", id: "d")
        let found = try detect("a,b,c,d", ["1,2,x,9"], options: byName)
        #expect(found.coordinates == .pair(latitude: 1, longitude: 0))
        #expect(found.label == 2)
        #expect(found.id == 3)
        let swapped = try detect("lat,lon", ["1,2"], options: ColumnOptions(isSwapped: true))
        #expect(swapped.coordinates == .pair(latitude: 1, longitude: 0))
    }

    @Test func refusesWhatTheUserCannotMean() {
        #expect(throws: ColumnError.noSuchColumn(flag: "--lat", asked: "q", found: ["a", "b"])) {
            try detect("a,b", ["1,2"], options: ColumnOptions(latitude: "q", longitude: "a"))
        }
        #expect(throws: ColumnError.ambiguousName(flag: "--lat", asked: "a", columns: [1, 2])) {
            try detect("a,a,b", ["1,2,3"], options: ColumnOptions(latitude: "a", longitude: "b"))
        }
        #expect(throws: ColumnError.sameColumnTwice(name: "a")) {
            try detect("a,b", ["1,2"], options: ColumnOptions(latitude: "a", longitude: "1"))
        }
        #expect(throws: ColumnError.noPartner(flag: "--lon", given: "--lat", found: ["a", "b"])) {
            try detect("a,b", ["1,2"], options: ColumnOptions(latitude: "a"))
        }
    }

    @Test(arguments: [
        ("id,name,lat,lon", "1,x,1,2", 1), ("lat,lon,City", "1,2,x", 2), ("lat,lon,n,street", "1,2,3,x", 3),
        ("lat,lon,station_name,kind", "1,2,x,y", 2), ("id,lat,lon", "1,1,2", 0),
    ]) func findsALabel(header: String, row: String, label: Int) throws {
        #expect(try detect(header, [row]).label == label)
    }

    @Test func messagesAreOneSafeLine() {
        let error = ColumnError.noCoordinates(found: ["a\u{1B}[31m\nb", "\u{202E}c"], proposal: nil)
        #expect(
            "\(error)"
                == "no columns with coordinates or places (found \"a^[[31m^Jb\", \"\u{FFFD}c\"; use --lat and --lon, or --city)"
        )
    }

    @Test func postcodesNeedATable() {
        let error = ColumnError.noCoordinates(found: ["name", "Postal Code"], proposal: nil)
        #expect(
            "\(error)".hasSuffix(
                "place the postcodes in \"Postal Code\" by a table of their coordinates, as with --places zips.csv)"
            ))
    }

    private func detect(
        _ header: String?, _ rows: [String], _ delimiter: String = ",",
        options: ColumnOptions = ColumnOptions()
    ) throws -> DetectedColumns {
        let dialect = CSVDialect(delimiter: Array(delimiter.utf8)[0])
        let records = rows.map { RecordFields.split(Array($0.utf8), dialect: dialect) }
        let names = header.map { RecordFields.split(Array($0.utf8), dialect: dialect) }?
            .map { String(decoding: $0, as: UTF8.self) }
        return try ColumnDetection(
            names: names ?? records[0].indices.map { "column \($0 + 1)" }, hasHeader: header != nil,
            sample: ColumnSample(records: records), options: options
        ).detected()
    }
}
