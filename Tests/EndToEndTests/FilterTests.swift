import Foundation
import Testing

/// Filters by the real program: bytes, exit codes, messages.
@Suite(.timeLimit(.minutes(10)))
struct FilterTests {
    /// Quotes, line breaks in fields, CR LF, bytes that are not UTF-8, a short row, no line end after the last.
    private static let nasty: [UInt8] =
        Array("\u{FEFF}name;lat;lon;n\r\n\"a\r\n\"\"b\"\"\";48.86;2.35;3\r\nfar;10;10;1\r\n".utf8)
        + Array("bad;x;1;5\r\nshort;48.85;2.35\r\n".utf8) + [0xFF, 0x1B] + Array(";48.87;2.35;4".utf8)

    private static let places = "name,lat,lon,kind\nA,1,2,x\nB,3,4,y\nC,50,60,x\nD,70,-170,\n"

    @Test func rowsComeOutByteForByteInTheirOrder() throws {
        let file = try ScratchFile(bytes: Self.nasty)
        let run = try Run(["--where", "n >= 3", "-o", "csv", file.path])
        let expected =
            Array("\u{FEFF}name;lat;lon;n\r\n\"a\r\n\"\"b\"\"\";48.86;2.35;3\r\n".utf8)
            + [0xFF, 0x1B] + Array(";48.87;2.35;4\r\n".utf8)
        #expect(run.code == 0 && run.outputBytes == expected)
        let all = try Run(["-o", "csv", file.path])
        #expect(all.code == 0 && all.output.contains("short;48.85;2.35\r\n") && !all.output.contains("bad"))
        #expect(all.errors.contains("1 row skipped"))
    }

    @Test(arguments: [
        (["--where", "kind = x"], "A,1,2,x\nC,50,60,x\n"), (["--where", "kind IS NULL"], "D,70,-170,\n"),
        (["--where", "kind = x", "--limit", "1"], "A,1,2,x\n"),
        (["--where", "kind = x", "--bbox", "0,0,5,5"], "A,1,2,x\n"),
        (["--bbox", "160,-10,-160,80", "-o", "csv"], "D,70,-170,\n"),
        (["--center", "50,60", "-z", "9", "-o", "csv"], "C,50,60,x\n"),
        (["--at", "3,4", "-z", "12", "--where", "name <> 'Z'"], "B,3,4,y\n"),
    ])
    func rowsAreChosen(options: [String], expected: String) throws {
        let file = try ScratchFile(Self.places)
        let run = try Run(options + [file.path])
        #expect(run.code == 0 && run.output == "name,lat,lon,kind\n" + expected, "\(run.errors)")
    }

    @Test func otherFormatsHaveNoDistance() throws {
        let file = try ScratchFile(Self.places)
        let lines = try Run(["--where", "kind = y", "-o", "ndjson", file.path])
        #expect(lines.output == #"{"name":"B","lat":"3","lon":"4","kind":"y"}"# + "\n")
        let geojson =
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[4,3]},"properties":{"a":1}}"#
        let features = try ScratchFile(geojson + "\n", named: "a.geojson")
        let back = try Run(["--where", "a = 1", "-o", "geojson", features.path])
        #expect(back.output.contains(geojson), "\(back.output) \(back.errors)")
        let csv = try Run(["--where", "a = 1", "-o", "csv", features.path])
        #expect(csv.output == "a,latitude,longitude\n1,3,4\n")
        let high = try ScratchFile("a,wkt\n1,POINT Z (8.5 47.25 430.5)\n2,POINT (8 47)\n")
        let heights = try Run(["-o", "geojson", high.path])
        #expect(heights.output.contains("[8.5,47.25,430.5]") && heights.output.contains("[8,47]"))
        #expect(try Run(["--where", "a = 1", features.path]).output == geojson + "\n")
    }

    @Test func framesAndListsShowTheRowsThatMatch() throws {
        let file = try ScratchFile(Self.places)
        let list = try Run(["--where", "kind = x", "--list", file.path])
        #expect(
            list.code == 0 && list.output.contains("# in view 2 of 2 matching rows of 4"), "\(list.output)")
        let near = try Run(["--near", "1,2", "--where", "kind = x", file.path])
        #expect(
            near.output == "name,lat,lon,kind,distance_m\nA,1,2,x,0.0\nC,50,60,x,7702630.5\n",
            "\(near.output)")
    }

    @Test func mistakesShowTheirPlace() throws {
        let file = try ScratchFile(Self.places)
        for mode in [["-o", "csv"], ["--list"], ["--once"], ["--near", "1,2"]] {
            let run = try Run(["--where", "name = 'A' AND knd = x", file.path] + mode)
            #expect(run.code == 2 && run.output.isEmpty)
            #expect(
                run.errors == """
                    termmap: --where: no column knd: kind?
                      name = 'A' AND knd = x
                                     ^^^

                    """, "\(mode) \(run.errors)")
        }
        let unknown = try Run(["--where", "qqq = 3", file.path])
        #expect(unknown.errors.hasPrefix("termmap: --where: no column qqq (columns: name, lat, lon, kind)\n"))
        let figure = try Run(["--list", "--value", "share(foo(lat) > 5)", file.path])
        #expect(
            figure.errors.contains("termmap: --value: no function foo")
                && figure.errors.contains("\n  foo(lat) > 5\n"))
        let nothing = try Run(["--where", "kind = zzz", file.path])
        #expect(nothing.code == 1 && nothing.output == "name,lat,lon,kind\n")
        #expect(nothing.errors == "termmap: no row matches kind = zzz\n")
    }

    // MARK: - Summary

    @Test func summaryListsColumns() throws {
        let file = try ScratchFile(
            "name,lat,lon,size,since\nA,1,2,5,2020-01-01\nB,3,4,,2020-01-03\nA,x,6,7.5,\n")
        let run = try Run(["summary", file.path])
        let expected = """
            column\ttype\trows\tmissing\tmisfits\tdistinct\tmin\tmax\tmean\tmedian\tfrequent
            name\ttext\t3\t0\t0\t2\t\t\t\t\tA (2); B (1)
            lat\ttext\t3\t0\t0\t3\t\t\t\t\t1 (1); 3 (1); x (1)
            lon\tnumber\t3\t0\t0\t3\t2\t6\t4\t4\t
            size\tnumber\t3\t1\t0\t2\t5\t7.5\t6.25\t6.25\t
            since\tdate\t3\t1\t0\t2\t2020-01-01\t2020-01-03\t2020-01-02\t2020-01-02\t
            # 3 of 3 rows, 1 without a place, box 2.000000,1.000000,4.000000,3.000000

            """
        #expect(run.code == 0 && run.output == expected, "\(run.output)")
        let some = try Run(["summary", file.path, "--where", "size > 6", "--json"])
        #expect(
            some.output.hasPrefix(#"{"name":""#)
                && some.output.contains(#""rows":3,"matching":1,"places":0,"bbox":null"#))
        #expect(
            some.output.contains(
                #"{"name":"size","type":"number","rows":1,"missing":0,"misfits":0,"distinct":1,"min":7.5"#))
        #expect(try Run(["summary", file.path, "--where", "size > 60"]).code == 1)
    }
}
