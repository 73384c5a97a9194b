import Foundation
import Testing

/// Rows by areas by the real program: bytes, exit codes, messages.
@Suite(.timeLimit(.minutes(10)))
struct AreaTests {
    private static func square(_ west: Double, _ south: Double, _ size: Double) -> String {
        let (east, north) = (west + size, south + size)
        return
            "[[[\(west),\(south)],[\(east),\(south)],[\(east),\(north)],[\(west),\(north)],[\(west),\(south)]]]"
    }

    private static func feature(_ coordinates: String?, _ properties: String) -> String {
        let geometry = coordinates.map { #"{"type":"Polygon","coordinates":\#($0)}"# } ?? "null"
        return #"{"type":"Feature","geometry":\#(geometry),"properties":{\#(properties)}}"#
    }

    /// Two squares side by side, one over both, and one without a shape.
    private static let districts =
        #"{"type":"FeatureCollection","features":["#
        + [
            feature(square(8, 47, 0.5), #""code":"01","name":"West","people":100"#),
            feature(square(8.5, 47, 0.5), #""code":"02","name":"East","people":200"#),
            feature(square(8.4, 47.4, 0.2), #""code":"03","name":"Mid; \"x\"","people":7"#),
            feature(nil, #""code":"04","name":"Nowhere""#),
        ].joined(separator: ",\n") + "]}"

    private static let shops = """
        name,lat,lon,price,district
        a,47.1,8.1,10,01
        b,47.1,8.5,20,1
        "c, d",47.45,8.45,30,02
        e,50,10,40,99
        f,,,50,01

        """

    /// Files in a folder of their own.
    private struct Files {
        let shops: ScratchFile
        let districts: ScratchFile

        init(_ rows: String = AreaTests.shops) throws {
            shops = try ScratchFile(rows, named: "shops.csv")
            districts = try ScratchFile(AreaTests.districts, named: "districts.geojson")
        }

        func run(_ arguments: [String]) throws -> Run {
            try Run([shops.path, "--areas", districts.path] + arguments)
        }
    }

    /// A table without the sizes of areas.
    private static func withoutSizes(_ text: String) -> String {
        text.split(separator: "\n").map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            return cells.enumerated().filter { $0.offset != 3 }.map(\.element).joined(separator: "\t")
        }.joined(separator: "\n")
    }

    @Test(arguments: [
        (
            ["--by-area"],
            """
            area	code	rows
            West	01	2
            East	02	1
            Mid; "x"	03	1
            Nowhere	04	0
            # 3 of 5 rows in 3 of 4 areas, 1 outside, 1 in more than one, 0 unmatched, 1 skipped
            """
        ),
        (
            ["--by-area", "--where", "price > 10", "--limit", "1"],
            """
            area	code	rows
            West	01	1
            # 2 of 4 rows in 3 of 4 areas, 1 outside, 1 in more than one, 0 unmatched, 1 skipped
            """
        ),
        (
            ["--by-area=mean(price)"],
            """
            area	code	rows	value
            Mid; "x"	03	1	30
            West	01	2	20
            East	02	1	20
            Nowhere	04	0	\("")
            # 3 of 5 rows in 3 of 4 areas, 1 outside, 1 in more than one, 0 unmatched, 1 skipped
            """
        ),
        (
            ["--by-area", "--join", "district", "--list"],
            """
            area	code	rows
            West	01	3
            East	02	1
            Mid; "x"	03	0
            Nowhere	04	0
            # 4 of 5 rows in 2 of 4 areas, 0 outside, 0 in more than one, 1 unmatched, 0 skipped
            """
        ),
    ])
    func everyRowIsAccountedFor(options: [String], expected: String) throws {
        let run = try Files().run(options)
        #expect(run.code == 0 && Self.withoutSizes(run.output) == expected, "\(run.output) \(run.errors)")
    }

    @Test func areasAreWrittenInFormats() throws {
        let files = try Files()
        let csv = try files.run(["--by-area=sum(price)", "-o", "csv", "--limit", "1"])
        #expect(csv.output.hasPrefix("area,code,rows,km2,value\nWest,01,2,") && csv.output.hasSuffix(",40\n"))
        #expect(
            csv.errors.hasSuffix(
                "# 3 of 5 rows in 3 of 4 areas, 1 outside, 1 in more than one, 0 unmatched, 1 skipped\n"))
        let lines = try files.run(["--by-area", "-o", "ndjson", "--limit", "1"])
        #expect(lines.output.hasPrefix(#"{"area":"West","code":"01","rows":2,"km2":"#))
        let features = try files.run(["--by-area=sum(price)", "-o", "geojson"])
        #expect(
            features.output.contains(
                #""properties":{"code":"01","name":"West","people":100,"rows":2,"value":40}}"#))
        #expect(features.output.contains(#""geometry":null,"properties":{"code":"04","name":"Nowhere""#))
        #expect(features.output.contains(#""coordinates":[[[8,47],[8.5,47],[8.5,47.5],[8,47.5],[8,47]]]"#))
    }

    @Test func rowsGetColumnsOfTheirAreas() throws {
        let files = try Files()
        let csv = try files.run(["-o", "csv", "--with-area", "name,people"])
        #expect(
            csv.output == #"""
                name,lat,lon,price,district,area_name,area_people
                a,47.1,8.1,10,01,West,100
                b,47.1,8.5,20,1,East,200
                "c, d",47.45,8.45,30,02,"West;Mid; ""x""",100;7
                e,50,10,40,99,,

                """#, "\(csv.errors)")
        let lines = try files.run(["-o", "ndjson", "--with-area", "people", "--where", "name IN ('a', 'e')"])
        #expect(
            lines.output == """
                {"name":"a","lat":"47.1","lon":"8.1","price":"10","district":"01","area_people":100}
                {"name":"e","lat":"50","lon":"10","price":"40","district":"99","area_people":null}

                """)
        let identifiers = try files.run(["-o", "id", "--id", "price", "--with-area", "code"])
        #expect(identifiers.output == "10\t01\n20\t02\n30\t01;03\n40\t\n")
        let near = try files.run(["--near", "47.1,8.1", "--limit", "1", "--with-area", "code"])
        #expect(near.output.hasSuffix("distance_m,area_code\na,47.1,8.1,10,01,0.0,01\n"), "\(near.output)")
    }

    /// Semicolons, quotes, line breaks in fields, CR LF, bytes that are not UTF-8, a short row, no line end after the last.
    @Test func rowsStayAsTheyAreByteForByte() throws {
        let nasty =
            Array("\u{FEFF}area_name;lat;lon;n\r\n\"a\r\n\"\"b\"\"\";47.1;8.1;3\r\n".utf8)
            + Array("short;47.1;8.6\r\n".utf8) + [0xFF, 0x1B] + Array(";48.87;2.35;4".utf8)
        let file = try ScratchFile(bytes: nasty, named: "shops.csv")
        let districts = try ScratchFile(Self.districts, named: "districts.geojson")
        let run = try Run([file.path, "--areas", districts.path, "-o", "csv", "--with-area", "name"])
        let expected =
            Array("\u{FEFF}area_name;lat;lon;n;area_name_2\r\n\"a\r\n\"\"b\"\"\";47.1;8.1;3;West\r\n".utf8)
            + Array("short;47.1;8.6;;East\r\n".utf8) + [0xFF, 0x1B] + Array(";48.87;2.35;4;\r\n".utf8)
        #expect(run.code == 0 && run.outputBytes == expected, "\(run.output) \(run.errors)")
    }

    @Test func objectsOnLinesKeepTheirBytes() throws {
        let file = try ScratchFile(
            "{ \"a\" : 1.0, \"lat\":47.1,\"lon\":8.1 }\n{\"lat\":50,\"lon\":9}\n", named: "rows.ndjson")
        let districts = try ScratchFile(Self.districts, named: "districts.geojson")
        let arguments = ["--areas", districts.path, "-o", "ndjson", "--with-area", "name"]
        let run = try Run([file.path] + arguments)
        #expect(
            run.output
                == "{ \"a\" : 1.0, \"lat\":47.1,\"lon\":8.1 ,\"area_name\":\"West\"}\n"
                + "{\"lat\":50,\"lon\":9,\"area_name\":null}\n", "\(run.errors)")
        let stream = try Run(["-"] + arguments, input: "{\"a\":1,\"lat\":47.1,\"lon\":8.1}\n")
        #expect(stream.output == "{\"a\":1,\"lat\":47.1,\"lon\":8.1,\"area_name\":\"West\"}\n")
    }

    @Test func codesJoinRowsWithoutCoordinates() throws {
        let sales = try ScratchFile(
            "c,eur\nAU,10\n036,20\n36,5\nNA,7\ndeu,1\nCôte d'Ivoire,2\nXX,3\nXX,3\nZZZ,9\n,4\n",
            named: "sales.csv")
        let run = try Run([sales.path, "--join", "c", "--by-area=sum(eur)", "--limit", "3"])
        #expect(
            Self.withoutSizes(run.output) == """
                area	code	rows	value
                Australia	AU	3	35
                Namibia	NA	1	7
                Côte d'Ivoire	CI	1	2
                # 6 of 10 rows in 4 of 250 areas, 0 outside, 0 in more than one, 4 unmatched, 0 skipped
                """)
        #expect(run.errors == "termmap: 4 rows with a code of no country: XX 2, ZZZ 1, (empty) 1\n")
        let rows = try Run([sales.path, "--join", "c", "-o", "csv", "--with-area", "iso3", "--limit", "2"])
        #expect(rows.output == "c,eur,area_iso3\nAU,10,AUS\n036,20,AUS\n", "\(rows.output)")
        let plain = try Run([sales.path, "--join", "c", "-o", "csv", "--limit", "1"])
        #expect(plain.output == "c,eur\nAU,10\n")
    }

    @Test func lettersOfRegionsNeedTheirCountry() throws {
        let rows = try ScratchFile(
            "state,country\nIL,US\nIllinois,USA\nBY,DE\nBavaria,Germany\nUS-IL,US\nQQ,US\n", named: "r.csv")
        let run = try Run([
            rows.path, "--areas", "regions", "--join", "state,country", "--by-area", "--limit", "2",
        ])
        #expect(
            Self.withoutSizes(run.output).hasPrefix(
                "area\tcode\trows\nIllinois\tUS-IL\t3\nBavaria\tDE-BY\t2\n# 5 of 6 rows"))
        #expect(run.errors == "termmap: 1 row with a code of no region: QQ, US 1\n")
    }

    @Test func layersAreSets() throws {
        let files = try Files()
        let alone = try Run([files.districts.path, "--by-area", "--limit", "1"])
        #expect(alone.output.contains("# 3 of 4 rows in 3 of 4 areas"), "\(alone.output) \(alone.errors)")
        let wards = try ScratchFile(Self.districts, named: "wards.geojson")
        let both = try Run([files.districts.path, wards.path, "--by-area"])
        #expect(both.errors.contains("2 layers have areas: rows are counted in districts (or --areas wards)"))
        let named = try Run([files.shops.path, wards.path, "--areas", "wards", "--by-area"])
        #expect(named.code == 0 && named.output.contains("# 6 of 9 rows"))
    }

    @Test func mistakesAreSaid() throws {
        let files = try Files()
        func fails(_ arguments: [String], _ words: String, code: Int32 = 2) throws {
            let run = try Run(arguments)
            #expect(run.code == code && run.errors.contains(words), "\(run.errors)")
        }
        let shops = files.shops.path
        try fails([shops, "--areas", shops, "--by-area"], "\(shops) has no areas (4 points)")
        try fails(
            [shops, "--areas", "a=" + shops, "--areas", "a=" + files.districts.path, "--by-area"],
            "two sets are called a: a=FILE")
        try fails([shops, "--areas", "cuntries", "--by-area"], "no areas \"cuntries\"")
        try fails(
            [shops, "--areas", files.districts.path, "-o", "csv", "--with-area", "nam"],
            "--with-area: no column nam: name?")
        try fails([shops, "--join", "distric", "--by-area"], "no column \"distric\": district?")
        try fails([shops, "--by-area", "--value", "mean(price)"], "--by-area and --value cannot be combined")
        try fails([shops, "--by-area=med(price)"], "--by-area: not a figure: \"med(price)\"")
        try fails([shops, "--with-area", "name"], "--with-area needs -o, --where or --near")
    }

    @Test func swappedAxesAreSuspected() throws {
        let files = try Files("name,lat,lon\na,8.2,47.2\nb,8.6,47.3\n")
        let run = try files.run(["--by-area"])
        #expect(run.code == 1 && run.output.contains("# 0 of 2 rows in 0 of 4 areas, 2 outside"))
        #expect(
            run.errors
                == "termmap: no row lies in an area; areas are at 47–48° N, rows at 8–9° N: --swap?\n")
        #expect(try files.run(["--by-area", "--swap"]).code == 0)
    }

    @Test func streamsThatEndAreCounted() throws {
        let files = try Files()
        let run = try Run(["-", "--areas", files.districts.path, "--by-area"], input: Self.shops)
        #expect(run.code == 0 && run.output.contains("# 3 of 5 rows in 3 of 4 areas"), "\(run.errors)")
    }

    /// The airports name their countries: borders differ from them at enclaves and in disputed land.
    @Test func airportsLieInTheirCountries() throws {
        let counts = try Run(["--by-area", "--limit", "1"])
        #expect(
            counts.output.hasSuffix(
                "# 28026 of 28298 rows in 232 of 250 areas, 272 outside, 0 in more than one, 0 unmatched, 0 skipped\n"
            ), "\(counts.output) \(counts.errors)")
        let rows = try Run(["-o", "ndjson", "--areas", "countries", "--with-area", "code"])
        struct Airport: Decodable {
            let country: String
            let area_code: String?
        }
        let airports = try rows.output.split(separator: "\n").map {
            try JSONDecoder().decode(Airport.self, from: Data($0.utf8))
        }
        #expect(airports.count == 28_298 && airports.count { $0.area_code == nil } == 272)
        #expect(airports.count { $0.area_code != nil && $0.area_code != $0.country } < 80)
    }
}
