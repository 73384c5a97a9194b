import Foundation
import MapModel
import Streams
import TestSupport
import Testing

@testable import FileSources
@testable import RowValues
@testable import Rows
@testable import SourceTestSupport

/// Degrees, minutes, seconds and letters for the hemispheres in columns of their own.
@Suite struct DegreePartsTests {
    private func load(_ text: String, _ columns: ColumnOptions = ColumnOptions()) throws -> LoadedTable {
        try TemporaryFile(text).load(CSVOptions(columns: columns))
    }

    /// Row, latitude and longitude, the degrees rounded to 1e-6.
    private func places(_ points: PointBuffer) -> [[Double]] {
        let tree = QuadTree(points)
        return (0..<tree.count).map { index in
            let place = tree.coordinate(at: index)
            return [Double(tree.row(at: index))]
                + [place.latitude, place.longitude].map { ($0 * 1e6).rounded() / 1e6 }
        }.sorted { $0[0] < $1[0] }
    }

    /// The same two places on both sides of the equator, in many headers.
    @Test(arguments: [
        "name,lat,ns,lon,ew\nA,33.5,S,151.25,E\nB,1.5,N,2.25,W\n",
        "name,latitude,latitude_hemisphere,longitude,longitude_hemisphere\nA,33.5,South,151.25,East\nB,1.5,north,2.25,WEST\n",
        "name,lat,lon,speed,course,alt,lat_dir,lon_dir\nA,33.5,151.25,1,2,3,s,e\nB,1.5,2.25,1,2,3,n,w\n",
        "name;Lat;N/S;Lon;E/W\nA;33,5;S;151,25;E\nB;1,5;N;2,25;W\n",
        "name,lat,ns,lon,ew\nA,-33.5,S,151.25,E\nB,1.5,N,2.25,W\n",
        "name,lat_deg,lat_min,lat_sec,lat_ns,lon_deg,lon_min,lon_sec,lon_ew\nA,33,30,0,S,151,15,0,E\nB,1,30,0,N,2,15,0,W\n",
        "name,LatD,LatM,LatS,NS,LonD,LonM,LonS,EW\nA,33,30,00.0,S,151,15,0.0,E\nB,1,30,0,N,2,15,0,W\n",
        "name,latd,latm,lond,lonm\nA,-33,30,151,15\nB,1,30.0,-2,15\n",
        "name,Latitude (deg),Latitude (min),Longitude (deg),Longitude (min)\nA,-33,30,151,15\nB,1.0,30,-2.0,15\n",
        "name,latitude,min,NS,longitude,min,EW\nA,33,30,S,151,15,E\nB,1,30.0,N,2,15,W\n",
        "name,Grad,Min,Sek,N/S,Grad,Min,Sek,E/W\nA,33,30,0,S,151,15,0,E\nB,1,30,0,N,2,15,0,W\n",
        "name,Lat °,Lat ',Lon °,Lon '\nA,-33,30,151,15\nB,1,30,-2,15\n",
        "name,Latitude,,,Longitude,,\n,deg,min,sec,deg,min,sec\nA,-33,30,0,151,15,0\nB,1,30,0,-2,15,0\n",
        "name,latitude,,longitude,\nA,-33,30,151,15\nB,1,30.0,-2,15\n",
        "name,lat,lat_dir,lon,lon_dir\nA,3330.000,S,15115.000,E\nB,0130.000,N,00215.000,W\n",
        "name,lat,lat_dir,lon,lon_dir\nA,333000,S,1511500,E\nB,013000,N,0021500,W\n",
    ]) func placesAreOnTheRightSide(text: String) throws {
        let loaded = try load(text)
        let found = places(loaded.points)
        #expect(found.first.map { Array($0.dropFirst()) } == [-33.5, 151.25])
        #expect(found.last.map { Array($0.dropFirst()) } == [1.5, -2.25])
        #expect(loaded.points.count + loaded.skipped.total == loaded.table.recordCount)
    }

    /// Directions in names, words of other languages and their misspellings, and rules below the names, beside towns that would be
    /// places, too.
    @Test(arguments: [
        "city;Koordinate N;Koordinate E\nBern;46,5;7,25\nChur;46,75;9,5\n",
        "city,GPS_N,GPS_E\nBern,46.5,7.25\nChur,46.75,9.5\n",
        "city,LATITUDE_N,LONGITUDE_E\nBern,46.5,7.25\nChur,46.75,9.5\n",
        "city,lattitude,longtitude\nBern,46.5,7.25\nChur,46.75,9.5\n",
        "city,bredd,längd\nBern,46.5,7.25\nChur,46.75,9.5\n",
        "city,geoBreite,geoLaenge\n----,---------,---------\nBern,46.5,7.25\nChur,46.75,9.5\n",
    ]) func namesWithDirectionsAreCoordinates(text: String) throws {
        #expect(
            places(try load(text).points).map { Array($0.dropFirst()) } == [[46.5, 7.25], [46.75, 9.5]])
    }

    /// A decimal comma makes no pair of one number.
    @Test func aDecimalCommaIsNoPair() throws {
        for text in ["location;n\n1,5;2\n2,5;3\n", "Position\tn\n46,95\t2\n46,85\t3\n"] {
            #expect(throws: SourceError.self) { try load(text) }
        }
        // Nor is such a line a header.
        #expect(throws: SourceError.self) { try load("x,4/0,192.0.2.1\ny,6/8,192.0.2.2\n") }
        #expect(places(try load("3/17,46.5251,7.2512\n3/18,46.7510,9.5123\n").points).count == 2)
        #expect(places(try load("latlon;n\n46,8;2\n").points) == [[0, 46, 8]])
        #expect(places(try load("location;n\n46,-8;2\n").points) == [[0, 46, -8]])
    }

    /// An O is the west beside an E, the east beside a W, else as the name of the column says.
    @Test(
        arguments: [
            ("lon", "3° 42′ O|8° 30′ E", [-3.7, 8.5]), ("lon", "3° 42′ O|8° 30′ W", [3.7, -8.5]),
            ("Länge", "3° 42′ O|O 8.5", [3.7, 8.5]), ("longitud", "3.7 O|8.5 o", [-3.7, -8.5]),
            ("lon", "3° 42′ Oeste|8° 30′ Ouest", [-3.7, -8.5]),
            ("lon", "3° 42′ Ost|8° 30′ Este", [3.7, 8.5]),
            ("lon", "3° 42′ öst|Est 8.5", [3.7, 8.5]), ("lon", "3° 42′ VÄST|8° 30′ Ovest", [-3.7, -8.5]),
        ] as [(String, String, [Double])])
    func anOIsWestOrEast(name: String, longitudes: String, expected: [Double]) throws {
        let values = longitudes.split(separator: "|")
        let latitude = name == "lon" ? "lat" : name == "Länge" ? "Breite" : "latitud"
        let loaded = try load("name,\(latitude),\(name)\nA,46° 30′ Nord,\(values[0])\nB,1.5,\(values[1])\n")
        #expect(places(loaded.points) == [[0, 46.5, expected[0]], [1, 1.5, expected[1]]])
    }

    /// The same in one column with both coordinates.
    @Test(
        arguments: [
            ("Koordinaten", "46° 30′ N, 7° 30′ O", "S 1.5, O 2.25", [7.5, 2.25]),
            ("coordenadas", "46° 30′ N 7° 30′ O", "1.5 S, 2.25 O", [-7.5, -2.25]),
            ("pos", "46° 30′ N, 7° 30′ O", "1.5 S, 2.25 E", [-7.5, 2.25]),
            ("pos", "46° 30′ N, 7° 30′ Ost", "1.5 S, 2.25 Oeste", [7.5, -2.25]),
        ] as [(String, String, String, [Double])])
    func anOInAPairIsWestOrEast(name: String, first: String, second: String, expected: [Double]) throws {
        let loaded = try load("id;\(name)\n1;\(first)\n2;\(second)\n")
        #expect(places(loaded.points) == [[0, 46.5, expected[0]], [1, -1.5, expected[1]]])
    }

    /// Nothing says which: such rows are counted.
    @Test func anOThatMayBeEitherIsNotRead() throws {
        let loaded = try load("name,lat,lon\nA,46.5,3.7 O\nB,1.5,8.5\n")
        #expect(loaded.points.count == 1 && loaded.skipped.total == 1)
    }

    /// Columns of letters that are all an O: the language of the names says which side, else the west is a guess.
    @Test(arguments: [
        ("name,lat,ns,lon,ew", -7.5, true), ("nombre,lat,ns,lon,ew", -7.5, false),
        ("Ort,lat,ns,lon,ew", 7.5, false), ("name,lat,ns,lon,ow", 7.5, false),
    ])
    func lettersThatAreAllAnOAreReadOrGuessed(header: String, longitude: Double, isGuess: Bool) throws {
        let loaded = try load("\(header)\nA,46.5,N,7.5,O\nB,1.5,S,7.5,o\n")
        #expect(places(loaded.points) == [[0, 46.5, longitude], [1, -1.5, longitude]])
        #expect(loaded.notices.contains { $0.contains("which is a guess") } == isGuess)
    }

    @Test func whatAnOMeansIsSaid() throws {
        let loaded = try load("name,lat,lon\nA,46.5,3.7 O\nB,1.5,8.5 E\n")
        #expect(loaded.notices.contains { $0.contains("an O in \"lon\" is read as west") })
    }

    /// The table of cities of Florida State University, with blanks before its quotes.
    @Test func quotesBehindBlanksAreRead() throws {
        let loaded = try load(
            """
            "LatD", "LatM", "LatS", "NS", "LonD", "LonM", "LonS", "EW", "City", "State"
               41,    5,   59, "N",     80,   39,    0, "W", "Youngstown", OH
               42,   52,   48, "N",     97,   23,   23, "W", "Yankton", SD
               46,   35,   59, "N",    120,   30,   36, "W", "Yakima", WA

            """)
        #expect(loaded.skipped.total == 0)
        #expect(
            places(loaded.points) == [
                [0, 41.099722, -80.65], [1, 42.88, -97.389722], [2, 46.599722, -120.51],
            ])
        #expect(loaded.table.columnNames.first == "LatD" && loaded.table.columnNames.contains("City"))
    }

    @Test func rowsWithoutAPartAreCountedWithTheirReason() throws {
        let loaded = try load(
            """
            name,lat_deg,lat_min,ns,lon_deg,lon_min,ew
            A,33,30,S,151,15,E
            B,33,,S,151,15,E
            C,33,60,S,151,15,E
            D,33,30,,151,15,E
            E,33,30,X,151,15,E
            F,-33,30,N,151,15,E
            G,33.5,30,S,151,15,E
            H,0,0,,151,15,E
            I,-0,30,S,151,15,E
            J,33,30,S,151,15,E
            K,33,30,S,151,15,E
            L,33,30,S,151,15,E

            """)
        #expect(places(loaded.points).map { $0[0] } == [0, 7, 8, 9, 10, 11])
        #expect(places(loaded.points)[2] == [8, -0.5, 151.25])
        #expect(loaded.skipped.count(of: .missing) == 2 && loaded.skipped.count(of: .notANumber) == 4)
        #expect(loaded.skipped.examples.contains { $0.text == "33 60 S" && $0.what == "latitude" })
    }

    @Test func aWrongPartOfAShortTableConcernsItsRowAlone() throws {
        let minutes = try load(
            "name,lat_deg,lat_min,lon_deg,lon_min\nA,33,30,151,15\nB,1,61,2,15\nC,2,30,3,30\n")
        #expect(places(minutes.points) == [[0, 33.5, 151.25], [2, 2.5, 3.5]])
        #expect(minutes.skipped.count(of: .notANumber) == 1)
        let letters = try load(
            """
            name,latitude,lat_dir,longitude,lon_dir
            A,47.37,N,8.54,E
            B,33.87,S,151.2,E
            C,22.9,South,43.2,West
            D,10,E,20,N
            E,-10,S,20,E

            """)
        #expect(
            places(letters.points) == [
                [0, 47.37, 8.54], [1, -33.87, 151.2], [2, -22.9, -43.2], [4, -10, 20],
            ])
        #expect(letters.skipped.count(of: .notANumber) == 1)
    }

    @Test func theGuessIsSaidWithTheFlagThatChangesIt() throws {
        let text = "name,lat,ns,lon,ew\nA,33.5,S,151.25,E\nB,1.5,N,2.25,W\n"
        let notice =
            "latitude from \"lat\" and \"ns\", longitude from \"lon\" and \"ew\" (choose with --lat and --lon)"
        #expect(try load(text).notices.contains { $0.hasSuffix(notice) })
        let alone = try load(text, ColumnOptions(latitude: "lat", longitude: "lon"))
        #expect(places(alone.points) == [[0, 33.5, 151.25], [1, 1.5, 2.25]])
        #expect(alone.notices.contains { $0.contains("--lat lat,ns") })
        let named = try load(text, ColumnOptions(latitude: "lat, ns", longitude: "4,ew"))
        #expect(places(named.points) == [[0, -33.5, 151.25], [1, 1.5, -2.25]])
        #expect(named.notices.isEmpty)
        #expect(named.table.columns.reasons.contains { $0.contains("hemisphere in column 3, \"ns\"") })
    }

    /// Edges of boxes, decimals beside parts, letters that mean something else.
    @Test func otherColumnsAreLeftAlone() throws {
        let boxes = try load("name,lat,lat_min,lat_max,lon,lon_min,lon_max\nA,47,46,48,8,7,9\n")
        #expect(places(boxes.points) == [[0, 47, 8]])
        let both = try load(
            "name,latitude,longitude,lat_deg,lat_min,lon_deg,lon_min\nA,47.25,8.5,47,15,8,30\n")
        #expect(both.table.columns.coordinates == .pair(latitude: 1, longitude: 2))
        // Which way a road goes.
        let roads = try load("name,lat,lon,direction\nA,47.5,8.5,S\nB,47.25,8.25,N\n")
        #expect(places(roads.points) == [[0, 47.5, 8.5], [1, 47.25, 8.25]])
        #expect(roads.notices.contains { $0.contains("\"direction\" are not read") })
        let signed = try load("name,lat,ns,lon,ew\nA,-33.5,N,151.25,E\nB,-1.5,N,2.25,E\n")
        #expect(places(signed.points) == [[0, -33.5, 151.25], [1, -1.5, 2.25]])
    }

    /// Names that say west or south, above numbers without signs: Seattle, Denver; Perth, Sydney.
    @Test(arguments: [
        ("Latitude,Longitude (W)", "Latitude,Longitude"), ("Lat_N,Long_W", "Lat_N,Long"),
        ("North Latitude,West Longitude", "Latitude,Longitude"), ("Latitude °N,Longitude °W", "Lat,Lon"),
        ("degrees_north,degrees_west", "degrees_north,degrees_east"),
        ("latitud,longitud oeste", "latitud,longitud"),
    ]) func namesSayTheHemisphereOfNumbersWithoutSigns(header: String, plain: String) throws {
        let rows = "\nA,47.6062,122.3321\nB,39.7392,104.9903\n"
        let loaded = try load("name," + header + rows)
        #expect(places(loaded.points) == [[0, 47.6062, -122.3321], [1, 39.7392, -104.9903]])
        #expect(loaded.notices.contains { $0.contains("are read as west, as its name says") })
        let east = try load("name," + plain + rows)
        #expect(places(east.points) == [[0, 47.6062, 122.3321], [1, 39.7392, 104.9903]])
        let columns = header.split(separator: ",").map(String.init)
        let alone = try load(
            "name," + header + rows, ColumnOptions(latitude: columns[0], longitude: columns[1]))
        #expect(places(alone.points) == [[0, 47.6062, 122.3321], [1, 39.7392, 104.9903]])
    }

    /// O is the west of those who write E for the east, and the east of those who write W for the west.
    @Test(arguments: [
        (
            "ciudad;latitud;NS;longitud;EO\nA;40,5;N;3,75;O\nB;12,25;S;77,5;O\nC;41,5;N;12,5;E\n",
            [-3.75, -77.5, 12.5]
        ),
        ("ciudad;latitud;NS;longitud;EO\nA;40,5;N;3,75;O\nB;12,25;S;77,5;O\n", [-3.75, -77.5]),
        ("ville;latitude;NS;longitude;E/O\nA;40,5;N;3,75;O\nB;12,25;S;77,5;O\n", [-3.75, -77.5]),
        ("Ort;Breite;NS;Länge;OW\nA;52,5;N;13,5;O\nB;12,25;S;77,5;W\n", [13.5, -77.5]),
        ("Ort;Breite;NS;Länge;Richtung\nA;52,5;N;13,5;O\nB;48,25;N;16,5;O\n", [13.5, 16.5]),
    ]) func theLetterOIsWestOrEast(text: String, longitudes: [Double]) throws {
        #expect(try places(load(text).points).map { $0[2] } == longitudes)
    }

    @Test func namesSayTheSouthBesideTheEast() throws {
        let loaded = try load("name,Lat (S),Long (E)\nA,33.8688,151.2093\nB,31.9523,115.8613\n")
        #expect(places(loaded.points) == [[0, -33.8688, 151.2093], [1, -31.9523, 115.8613]])
        #expect(loaded.notices.contains { $0.contains("are read as south, as its name says") })
    }

    /// Signs, letters and edges of boxes say more than a name; an S may be of seconds.
    @Test(arguments: [
        (
            "Latitude,Longitude (W)\nA,47.5,-122.25\nB,39.5,-104.5\n",
            [[0, 47.5, -122.25], [1, 39.5, -104.5]]
        ),
        (
            "Latitude,Longitude (W)\nA,47.5,122.25 W\nB,39.5,104.5 W\n",
            [[0, 47.5, -122.25], [1, 39.5, -104.5]]
        ),
        (
            "lat_n,lon_w,lat_s,lon_e\nA,47.501,8.251,47.252,8.503\nB,39.501,9.501,39.252,9.753\n",
            [[0, 47.501, 8.251], [1, 39.501, 9.501]]
        ),
        ("lat_s,lon\nA,47.501,8.251\nB,39.501,9.501\n", [[0, 47.501, 8.251], [1, 39.501, 9.501]]),
        ("lat_wgs84,lon_wgs84\nA,47.5,8.25\nB,39.5,9.5\n", [[0, 47.5, 8.25], [1, 39.5, 9.5]]),
    ]) func otherSignsSayMoreThanNames(text: String, expected: [[Double]]) throws {
        let loaded = try load("name," + text)
        #expect(places(loaded.points) == expected)
        #expect(!loaded.notices.contains { $0.contains("as its name says") })
    }

    @Test func radiansAreReadWhereTheNameSaysSo() throws {
        let loaded = try load("name,lat_rad,lon_rad\nA,0.7853981633974483,-1.5707963267948966\nB,0.1,0.2\n")
        #expect(places(loaded.points) == [[0, 45, -90], [1, 5.729578, 11.459156]])
    }

    @Test func sentencesWithoutAHeaderAreReadByTheirLetters() throws {
        let loaded = try load(
            "101,4722.6143,N,00832.5000,E\n102,3330.0000,S,15115.0000,E\n103,0130.0000,N,00215.0000,W\n")
        #expect(
            places(loaded.points) == [[0, 47.376905, 8.541667], [1, -33.5, 151.25], [2, 1.5, -2.25]])
    }

    @Test func membersOfObjectsAreReadAlike() throws {
        let text = """
            [{"name":"A","pos":{"lat_deg":33,"lat_min":30,"ns":"S","lon_deg":151,"lon_min":15.0,"ew":"E"}},
            {"name":"B","pos":{"lat_deg":1,"lat_min":"30","ns":"N","lon_deg":2,"lon_min":15,"ew":"W"}},
            {"name":"C","pos":{"lat_deg":1,"lat_min":null,"ns":"N","lon_deg":2,"lon_min":15,"ew":"W"}}]
            """
        let file = try TemporaryFile(Array(text.utf8), extension: "json")
        let loaded = try withExtendedLifetime(file) {
            try GeoJSONLoader(path: file.path).read(isCancelled: { false }, progress: { _ in })
        }
        #expect(places(loaded.points) == [[0, -33.5, 151.25], [1, 1.5, -2.25]])
        #expect(loaded.skipped.count(of: .missing) == 1)
    }

    @Test func membersAreNamedWestAsColumnsAre() throws {
        let text =
            #"[{"name":"A","lat_n":47.501,"lon_w":122.251},{"name":"B","lat_n":39.502,"lon_w":104.503}]"#
        let file = try TemporaryFile(Array(text.utf8), extension: "json")
        let loaded = try withExtendedLifetime(file) {
            try GeoJSONLoader(path: file.path).read(isCancelled: { false }, progress: { _ in })
        }
        #expect(places(loaded.points) == [[0, 47.501, -122.251], [1, 39.502, -104.503]])
    }
}
