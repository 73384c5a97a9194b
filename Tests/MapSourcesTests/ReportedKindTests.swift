import MapModel
import TestSupport
import Testing

@testable import FileSources
@testable import MapSources
@testable import RowTestSupport
@testable import Rows
@testable import Streams

/// A document with one placemark.
private func kml(_ placemark: String) -> String {
    "<?xml version=\"1.0\"?><kml xmlns=\"http://www.opengis.net/kml/2.2\"><Document><Placemark>\(placemark)</Placemark>"
        + "</Document></kml>"
}

/// Further files of the kinds in `ReportedFileTests`: what helps one must help its relatives.
@Suite struct ReportedKindTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let text: String
        /// LAT,LON of all rows, with blanks between them.
        let places: String
        var words = ""
        var testDescription: String { name }
    }

    /// Pairs whose names put the longitude first.
    @Test(arguments: [
        "Longitude [deg],Latitude [deg]", "X_COORD,Y_COORD", "lon_deg,lat_deg", "E,N", "Este,Norte",
        "经度(°),纬度(°)",
        "LONG_2020,LAT_2020", "dec_long_va,dec_lat_va", "longitude1,latitude1",
        "Longitude (WGS84),Latitude (WGS84)",
        "długość geograficzna,szerokość geograficzna", "Länge (E),Breite (N)", "lon (dd),lat (dd)",
        "EAST_WGS84,NORTH_WGS84",
        "easting_wgs84,northing_wgs84", "GPS Longitude (degrees),GPS Latitude (degrees)", "λ,φ",
        "boylam,enlem",
    ]) func namesDecideWhichIsTheLongitude(names: String) throws {
        let loaded = try load("name,\(names)\nA,8.5412,47.3712\nB,7.4412,46.9412\n", "csv")
        #expect(Self.text(loaded) == "46.9412,7.4412 47.3712,8.5412")
    }

    /// Directions are enough where the values are coarse, unless all four name the edges of a box.
    @Test(arguments: ["Este,Norte", "EAST,NORTH", "Ost,Nord", "est,nord", "oost,noord"])
    func directionsNameCoarseCoordinates(names: String) throws {
        let loaded = try load("name,\(names)\nA,8.5,47.3\nB,7.4,46.9\n", "csv")
        #expect(Self.text(loaded) == "46.9,7.4 47.3,8.5")
        #expect(throws: SourceError.self) {
            try load("name,\(names),south,west\nA,8.5,47.3,46,7\nB,7.4,46.9,46,7\n", "csv")
        }
    }

    @Test(arguments: [
        Case(
            name: "wkt-latlon.csv",
            text: "name,latlon\nA,POINT (8.5 47.25)\nB,SRID=4326;point z (7.5 46.5 500)\n",
            places: "46.5,7.5 47.25,8.5"),
        Case(
            name: "wkt-systems.csv",
            text: "n,where\nA,<http://www.opengis.net/def/crs/EPSG/0/4326> POINT(47.25 8.5)\n"
                + "B,<http://www.opengis.net/def/crs/OGC/1.3/CRS84> POINT(7.5 46.5)\n",
            places: "46.5,7.5 47.25,8.5"),
        Case(
            name: "wkt.json",
            text: #"[{"n":"A","position":"POINT(8.5 47.25)"},{"n":"B","position":"POINT(7.5 46.5)"}]"#,
            places: "46.5,7.5 47.25,8.5"),
        Case(
            name: "quotes-of-two-rows.tsv",
            text: "id\tname\tlat\tlon\n1\t\"Anas\t47.25\t8.5\n2\tcrecca\"\t46.5\t7.5\n3\tBufo\t47.1\t8\n",
            places: "46.5,7.5 47.1,8.0 47.25,8.5", words: "quotes are read as text"),
        Case(
            name: "quoted-lines.tsv",
            text: "id\tname\tlat\tlon\n1\t\"Anas\n\tcrecca\"\t47.25\t8.5\n2\tBufo\t46.5\t7.5\n",
            places: "46.5,7.5 47.25,8.5"),
        Case(
            name: "list-without-brackets.json",
            text: #"{"lat":47.25,"lon":8.5},"# + "\n" + #"{"lat":46.5,"lon":7.5},"# + "\n",
            places: "46.5,7.5 47.25,8.5", words: "commas between objects"),
        Case(
            name: "last-commas.json",
            text:
                "[{\"lat\":47.25,\"lon\":8.5,\"tags\":[1,2,],},\n{\"lat\":46.5,\"lon\":7.5,\"at\":{\"x\":1,\n}},\n]",
            places: "46.5,7.5 47.25,8.5", words: "2 rows with a comma before a closing bracket"),
        Case(
            name: "last-commas.geojson",
            text:
                #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"n":1,},"# + "\n"
                + #""geometry":{"type":"Point","coordinates":[8.5,47.25]},},]}"#,
            places: "47.25,8.5", words: "1 row with a comma before a closing bracket"),
        Case(
            name: "rows-in-object.json",
            text: #"{"max": 9, "data": [[47.25, 8.5, 1], [46.5, 7.5, 2]]}"#, places: "46.5,7.5 47.25,8.5"),
        Case(
            name: "header-in-object.json",
            text: #"{"data": [["name", "lat", "lon"], ["A", 47.25, 8.5], ["B", 46.5, 7.5]]}"#,
            places: "46.5,7.5 47.25,8.5"),
        Case(
            name: "line.json", text: #"{"coordinates": [[8.5, 47.25], [7.5, 46.5]], "type": "LineString"}"#,
            places: "46.8763102,8.0"),
        Case(
            name: "hash.txt", text: "#lon lat depth\n8.5 47.25 10\n7.5 46.5 200\n8 47.1 3\n",
            places: "46.5,7.5 47.1,8.0 47.25,8.5"),
        Case(
            name: "percent.txt", text: "% lon lat depth\n8.5 47.25 10\n7.5 46.5 200\n8 47.1 3\n",
            places: "46.5,7.5 47.1,8.0 47.25,8.5"),
        Case(
            name: "preamble.csv",
            text:
                "Report, generated, 2024\nRegion: North, x\n\nname,lat,lon,v\nA,47.25,8.5,3\nB,46.5,7.5,4\n",
            places: "46.5,7.5 47.25,8.5"),
        Case(
            name: "addresses.csv",
            text: "n,Location\n1,\"Elm St (37.5, -122.5)\"\n2,Oak Ave\n3,\"Ash (37.25, -122.25)\"\n",
            places: "37.25,-122.25 37.5,-122.5"),
        Case(
            name: "guess.csv", text: "8.5412,47.3712,A\n7.4412,46.9412,B\n",
            places: "7.4412,46.9412 8.5412,47.3712", words: "--swap"),
        Case(
            name: "order.csv", text: "n,position\nA,\"47.25, 8.5\"\nB,\"46.5, 7.5\"\n",
            places: "46.5,7.5 47.25,8.5", words: "--swap"),
        Case(
            name: "dictionary.csv",
            text: "id,coords\n1,\"{'lat': 47.25, 'lng': 8.5, 'acc': 3}\"\n2,\"{'lat': 46.5, 'lng': 7.5}\"\n",
            places: "46.5,7.5 47.25,8.5"),
        Case(
            name: "python.csv", text: "id,geo\n1,\"{'type': 'Point', 'coordinates': [8.5, 47.25]}\"\n2,\n",
            places: "47.25,8.5"),
        Case(
            name: "polyline.csv", text: "t,POLYLINE\n1,\"[[-8.5,41.25],[-8.5,41.25]]\"\n2,[]\n",
            places: "41.25,-8.5"),
        Case(
            name: "polyline-encoded.csv",
            text: "id,summary_polyline\n1,_p~iF~ps|U??\n2,_p~iF~ps|U??\n",
            places: "38.5,-120.2 38.5,-120.2"),
        Case(
            name: "wikipedia.csv",
            text: "City,Coordinates\nP,40°30′00″N 80°15′00″W / 40.5°N 80.25°W / 40.5; -80.25 (Pittsburgh)\n",
            places: "40.5,-80.25"),
        Case(
            name: "letters.csv",
            text:
                "n,lat,lon\n1,4730.000N,00830.000E\n2,473000S,0083000W\n3,47-15-00N,008-30-00E\n4,47.15.00N,8.30.00E\n",
            places: "-47.5,-8.5 47.25,8.5 47.25,8.5 47.5,8.5"),
        Case(
            name: "hurricanes.txt",
            text:
                "AL092021, IDA, 40,\n20210826, 1200, , TD, 16.5N, 78.5W, 30\n20210826, 1800, , TS, 17.5N, 79.5W, 35\n"
                + "20210827, 0000, , TS, 18.5N, 80.5W, 35\n",
            places: "16.5,-78.5 17.5,-79.5 18.5,-80.5"),
        Case(
            name: "arrays.json", text: #"[["A",47.25,8.5,3],["B",46.5,7.5,4]]"#, places: "46.5,7.5 47.25,8.5",
            words: "--swap"),
        Case(
            name: "texts.json", text: #"[{"coordinates":["8.5","47.25"]},{"coordinates":["7.5","46.5"]}]"#,
            places: "46.5,7.5 47.25,8.5"),
        Case(
            name: "two.json", text: "[{\"lat\":47.25,\"lon\":8.5}]\n[{\"lat\":46.5,\"lon\":7.5}]\n",
            places: "46.5,7.5 47.25,8.5", words: "2 documents"),
        Case(
            name: "siblings.json",
            text: #"{"hotels":[{"lat":47.25,"lon":8.5}],"bars":[{"lat":46.5,"lon":7.5},{"lat":46,"lon":7}]}"#,
            places: "46.0,7.0 46.5,7.5 47.25,8.5", words: "\"bars\""),
        Case(
            name: "overpass.json",
            text:
                #"{"elements":[{"id":1,"lat":44.5,"lon":9.0},{"id":2,"bounds":{"minlat":44,"minlon":9,"maxlat":45,"maxlon":10},"#
                + #""geometry":[{"lat":44.25,"lon":9.5},{"lat":44.25,"lon":9.5}]},{"id":3,"center":{"lat":45.0,"lon":9.25}}]}"#,
            places: "44.25,9.5 44.5,9.0 45.0,9.25"),
        Case(
            name: "log.txt",
            text:
                "2024-01-01 10:00:00,123 INFO {\"lat\":47.25,\"lon\":8.5}\n2024-01-01 10:00:01,123 INFO {\"lat\":46.5,\"lon\":7.5}\n",
            places: "46.5,7.5 47.25,8.5"),
        Case(
            name: "separators.kml",
            text: kml("<Point><coordinates>8.5;47.25</coordinates></Point>"), places: "47.25,8.5"),
        Case(
            name: "ampersands.kml",
            text: kml("<name>A & B&nbsp;C</name><Point><coordinates>8.5,47.25</coordinates></Point>"),
            places: "47.25,8.5", words: "2 & that"),
        Case(
            name: "two.gpx",
            text:
                "<?xml version=\"1.0\"?><gpx><wpt lat=\"47.25\" lon=\"8.5\"/></gpx>\n<?xml version=\"1.0\"?><gpx><wpt lat=\"46.5\" lon=\"7.5\"/></gpx>",
            places: "46.5,7.5 47.25,8.5", words: "2 documents"),
        Case(
            name: "mark.kml",
            text: "\u{FEFF}\n\n" + kml("<Point><coordinates>8.5,47.25</coordinates></Point>"),
            places: "47.25,8.5"),
        Case(
            name: "microdegrees.csv", text: "id,lat,lon\n1,47250000,8500000\n2,46500000,7500000\n",
            places: "46.5,7.5 47.25,8.5", words: "microdegrees"),
        Case(
            name: "e7.csv", text: "id,lat_e7,lon_e7\n1,472500000,85000000\n2,465000000,75000000\n",
            places: "46.5,7.5 47.25,8.5"),
        Case(
            name: "units.csv", text: "id,lat,lon,v\n,degN,degE,m\n1,47.25,8.5,5\n2,46.5,7.5,6\n",
            places: "46.5,7.5 47.25,8.5", words: "units"),
    ]) func hasItsRowsAtTheirPlaces(file: Case) throws {
        let ending = String(file.name.split(separator: ".").last ?? "")
        let loaded = try load(file.text, ending)
        #expect(Self.text(loaded) == file.places)
        #expect(loaded.points.count + loaded.skipped.total == loaded.table.recordCount)
        let words = (loaded.notices + [loaded.skipped.summary]).joined(separator: "\n")
        #expect(file.words.isEmpty || words.contains(file.words), "\(words)")
    }

    @Test(arguments: [
        (
            "csv", "t,lat,lon\n1,4722.614,832.502\n2,4723.714,833.502\n3,4724.814,834.502\n",
            "degrees and minutes in one number"
        ),
        ("csv", "id,lat,lon\n1,-127707,-3851116\n2,3771111,-12242222\n", "without a decimal point"),
        ("csv", "hex_id,n\n871fb4662ffffff,3\n", "H3 cells are not read"),
        ("csv", "pluscode,n\n8FVC9G8F+6X,1\n", "plus codes are not read"),
        (
            "igc", "AXXX001 Recorder\nHFDTE010124\nB1101355206343N00006198WA0058700558\n",
            "is an IGC flight log"
        ),
        ("html", "<table><tr><td>47.1</td><td>8.1</td></tr></table>\n", "is a web page"),
        ("js", "var places = [\n[47.1, 8.1]];\n", "is JavaScript"),
        ("js", "callback([{\"lat\":1,\"lon\":2}]);\n", "is JavaScript"),
        (
            "kml",
            kml("").replacing(
                "<Placemark></Placemark>",
                with: "<NetworkLink><Link><href>https://example.org/x</href></Link></NetworkLink>"),
            "1 network link, not fetched: \"https://example.org/x\""
        ),
    ]) func saysWhatItIsAndWhatHelps(ending: String, text: String, words: String) {
        let error = #expect(throws: SourceError.self) { try load(text, ending) }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
        #expect(error?.description.contains("--crs") == false)
    }

    private func load(_ text: String, _ ending: String) throws -> LoadedSource {
        let file = try TemporaryFile(Array(text.utf8), extension: ending)
        return try withExtendedLifetime(file) {
            guard case .loader(let loader, _) = try SourceOpener(SourceOptions()).open([file.path]) else {
                throw SourceError.cancelled
            }
            return try loader.read(isCancelled: { false }, progress: { _ in })
        }
    }

    private static func text(_ loaded: LoadedSource) -> String {
        loaded.places().values.map { "\(Double($0.latitudeE7) / 1e7),\(Double($0.longitudeE7) / 1e7)" }
            .sorted()
            .joined(separator: " ")
    }
}
