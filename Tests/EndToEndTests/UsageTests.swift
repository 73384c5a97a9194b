import Testing

@testable import TermMap

/// What the program answers when the command line means something else than it says.
@Suite struct UsageTests {
    @Test(arguments: [
        (["geocde", "bern"], "termmap: geocde: no such file (the command: termmap geocode)\n"),
        (["berlin"], "termmap: berlin: no such file (the place: termmap --at berlin)\n"),
        (["new", "york"], "termmap: new: no such file (the place: termmap --at \"new york\")\n"),
        (["47.38,8.54"], "termmap: 47.38,8.54: no such file (the place: termmap --at 47.38,8.54)\n"),
        (["qqzzxv"], "termmap: qqzzxv: no such file\n"), (["./berlin"], "termmap: ./berlin: no such file\n"),
        (["berlin.csv"], "termmap: berlin.csv: no such file\n"),
        (["near", "zurich"], "termmap: near: no such file (the option: termmap --near zurich)\n"),
        (
            ["--units", "km", "measure", "1,1", "2,2"],
            "termmap: measure: no such file (the command comes first: termmap measure --units km 1,1 2,2)\n"
        ),
        (["areas"], "termmap: areas: no such file (the option: termmap --areas)\n"),
        (
            ["--gps", "boat", "airports.csv"],
            "termmap: boat: no such file (the value of --gps: --gps=boat)\n"
        ),
    ])
    func aPlaceIsNoFile(arguments: [String], words: String) throws {
        let run = try Run(arguments)
        #expect(run.code == 2 && run.errors == words)
    }

    @Test(arguments: [
        (["--zone", "UTC", "times", "/dev/null"], "termmap times --zone UTC \"/dev/null\")"),
        (["--per", "day", "times", "a.csv"], "termmap times --per day a.csv)"),
        (["--json", "measure", "1,1", "2,2"], "termmap measure --json 1,1 2,2)"),
    ])
    func aCommandBehindItsOptionsComesFirst(arguments: [String], words: String) throws {
        let run = try Run(arguments)
        #expect(
            run.code == 2 && run.errors.hasSuffix("(the command comes first: \(words)\n"), "\(run.errors)")
    }

    @Test(arguments: [
        ("https://example.org/a.csv", "curl -sL ADDRESS | termmap -"),
        ("s3://bucket/a.csv", "download the file first"),
    ])
    func addressesAreNotFetched(address: String, words: String) throws {
        let run = try Run([address])
        #expect(run.code == 2 && run.errors.contains(words))
    }

    @Test(arguments: ["summary", "times", "trip"]) func helpNamesFilesAndSharedOptions(command: String) throws
    {
        let help = try Run([command, "--help"]).output
        #expect(help.contains("USAGE: termmap \(command) [<options>] ") && help.contains("<file> ..."))
        #expect(help.contains("\n  --json                  "))
        #expect(try Run(["help", command]).output == help)
    }

    @Test(arguments: [
        (["--color"], "auto, always, never"), (["--theme"], "auto, dark, light, 16, mono"),
        (["--color", "red"], "auto, always, never"),
        (
            ["--format"],
            "csv, duckdb, feed, flatgeobuf, gdal, google, gpx, json, kml, log, nmea, parquet, sqlite, tcx"
        ),
        (["--serial-speed", "fast"], "expected a whole number"), (["--units", "feet"], "km, mi, nm"),
    ])
    func theRightValuesAreListed(arguments: [String], values: String) throws {
        let run = try Run(arguments)
        #expect(run.code == 2 && run.errors.contains(values), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count == 1)
    }
}
