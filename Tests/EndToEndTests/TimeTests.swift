import Foundation
import Testing

/// Windows and counts of time by the real program: bytes, exit codes, messages.
@Suite(.timeLimit(.minutes(10)))
struct TimeTests {
    private static let events = """
        name,lat,lon,seen,until
        A,1,2,05/06/2026 10:00,2026-06-07
        B,3,4,29/06/2026 23:30,
        C,50,60,01/07/2026 00:30,2026-07-02
        D,70,-170,,
        E,x,6,2026-07-03T00:30:00+02:00,
        F,8,9,soon,

        """

    @Test(arguments: [
        (["--time", "2026-06"], "AB"), (["--time", "2026-06-29/2026-07-01"], "BC"),
        (["--time", "2026-07"], "C"), (["--time", "last 3d"], "BC"),
        (["--time", "2026", "--time", "22-01"], "BC"),
        (["--time", "2026-06", "--where", "name <> 'A'"], "B"), (["--time", "2026", "--limit", "1"], "A"),
        (["--time", "2026-06", "--bbox", "0,0,3,3"], "A"), (["--time", "2026-07", "--near", "50,60"], "C"),
        (["--time", "2026-07-01", "--time-column", "seen,until"], "BC"),
        (["--time", "2026-06-30", "--zone", "-02:00,UTC"], "B"),
        (["--time", "2026-06-05", "--time-format", "mdy"], ""),
        (["--time", "2026-05", "--time-format", "mdy"], "A"),
    ])
    func rowsOfAWindowArePrinted(arguments: [String], names: String) throws {
        let file = try ScratchFile(Self.events)
        let run = try Run(arguments + ["-o", "csv", file.path])
        let rows = run.output.split(separator: "\n").dropFirst().compactMap(\.first).map(String.init)
        #expect(rows.joined() == names, "\(run.output) \(run.errors)")
        #expect(run.code == (names.isEmpty ? 1 : 0))
    }

    @Test func theMapShowsTheSameRows() throws {
        let file = try ScratchFile(Self.events)
        let list = try Run(["--list", "--size", "100x30", "--time", "2026-06", file.path])
        #expect(list.output.contains("2 matching rows of 5"), "\(list.output)")
        #expect(list.errors.contains("1 of 5 times do not read, first in row 6: \"soon\""))
        let frame = try Run(["--once", "--size", "200x30", "--time", "2026-06", file.path])
        #expect(frame.output.contains(" t 2 of 5 of 5  1 skipped "), "\(frame.output)")
        let all = try Run(["--once", "--size", "120x30", "--keys", "F", "--time", "2026-06", file.path])
        #expect(all.output.contains("  5 of 5  1 skipped "), "\(all.output)")
    }

    @Test func timesOfColumnsAndTheirCountsAddUp() throws {
        let file = try ScratchFile(Self.events)
        let list = try Run(["times", file.path])
        let expected = """
            column\tform\tzone\trows\twithout\tmisfits\tfrom\tuntil\tlongest gap
            seen\tdates, day first\tUTC\t4\t1\t1\t2026-06-05T10:00:00Z\t2026-07-02T22:30:00Z\t24 days from 2026-06-05T10:00:00Z
            until\tdates\tUTC\t2\t4\t0\t2026-06-07T00:00:00Z\t2026-07-02T00:00:00Z\t25 days from 2026-06-07T00:00:00Z
            # seen: 1 of 5 times do not read, first in row 6: "soon"

            """
        #expect(list.code == 0 && list.output == expected, "\(list.output)")
        let months = try Run(["times", "--per", "month", "--zone", "+02:00", "-o", "csv", file.path])
        let counts = """
            from,until,rows
            2026-06-01T00:00:00+02:00,2026-07-01T00:00:00+02:00,2
            2026-07-01T00:00:00+02:00,2026-08-01T00:00:00+02:00,2

            """
        #expect(months.code == 0 && months.output == counts, "\(months.output)")
        let totals = "# 4 of 6 rows have a time, 1 without, 1 misfits, seen, +02:00 (also times: until)"
        #expect(months.errors.contains(totals), "\(months.errors)")
        let june = try Run(["times", "--per", "day", "--time", "2026-06", file.path])
        #expect(
            june.output.hasSuffix(
                "# 2 of 2 rows have a time, 0 without, 0 misfits, seen, UTC (also times: until)\n"))
        #expect(june.output.split(separator: "\n").count == 27)
        let fold = try Run(["times", "--fold", "weekday,hour", "-o", "csv", file.path])
        #expect(fold.output.contains("Mon,23,1\n") && fold.output.split(separator: "\n").count == 7 * 24 + 1)
        let json = try Run(["times", "--per", "year", "--json", file.path])
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        #expect(object?["timed"] as? Int == 4 && object?["rows"] as? Int == 6)
    }

    /// The lines of `--per` have the rows that a window of the same moments has.
    @Test func rowsThatLastAreCountedInEachUnit() throws {
        let file = try ScratchFile(
            "id,lat,lon,start,end\n1,1,2,2026-01-20,2026-03-05\n2,3,4,2026-02-10,2026-02-11\n")
        let counts = try Run([
            "times", "--per", "month", "--time-column", "start,end", "-o", "csv", file.path,
        ])
        #expect(
            counts.output.split(separator: "\n").dropFirst().map { $0.last } == ["1", "2", "1"],
            "\(counts.output)")
    }

    @Test func eachSourceHasItsOwnColumnOfTimes() throws {
        let one = try ScratchFile("name,lat,lon,seen\nA,1,2,2026-06-05\nB,3,4,2026-07-01\n")
        let other = try ScratchFile("name,lat,lon,date\nC,5,6,20260606\nD,7,8,20260702\n")
        let bare = try ScratchFile("name,lat,lon\nE,5,6\n")
        let run = try Run(["--time", "2026-06", "-o", "csv", one.path, other.path, bare.path])
        let rows = run.output.split(separator: "\n").dropFirst().compactMap(\.first).map(String.init)
        #expect(run.code == 0 && rows == ["A", "C"], "\(run.output) \(run.errors)")
        let counts = try Run(["times", "--per", "month", one.path, other.path, bare.path])
        #expect(
            counts.output.contains("# 4 of 5 rows have a time, 1 without, 0 misfits, seen, date, UTC"),
            "\(counts.output)")
        let none = try Run(["--time", "2026-06", "-o", "csv", bare.path, bare.path])
        #expect(none.code == 2 && none.errors.contains("no column of times"), "\(none.errors)")
    }

    @Test func gapsAreDataAndFoldsAreOfTheWindow() throws {
        let file = try ScratchFile(Self.events)
        let json = try Run(["times", "--json", file.path])
        let gap = "\"gap\":\"2026-06-05T10:00:00Z/2026-06-29T23:30:00Z\""
        #expect(json.output.contains(gap), "\(json.output)")
        let years = try ScratchFile("lat,lon,seen\n1,2,1990-01-01\n1,2,2026-02-01\n")
        let fold = try Run(["times", "--fold", "year,month", "--time", "2020/", "-o", "csv", years.path])
        #expect(fold.output.hasPrefix("year,month,rows\n2026,1,0\n2026,2,1\n"), "\(fold.output)")
        let list = try Run(["--list", "--time", "2020", file.path])
        #expect(list.code == 1 && list.errors.contains("no row in 2020"))
    }

    @Test func aFrameForEachPartOfATime() throws {
        let file = try ScratchFile(Self.events)
        let run = try Run([
            "--time", "2026-06/2026-07", "--frames", "2", "--list", "--size", "80x24", file.path,
        ])
        let totals = run.output.split(separator: "\n").filter { $0.hasPrefix("#") }.map(String.init)
        #expect(
            run.code == 0
                && totals == [
                    "# frame 1 2026-06-01T00:00:00.000Z/2026-07-01T12:00:00.000Z",
                    "# in view 3 of 3 matching rows of 5, 1 skipped",
                    "# frame 2 2026-07-01T12:00:00.000Z/2026-08-01T00:00:00.000Z",
                    "# in view 0 of 0 matching rows of 5, 1 skipped",
                ], "\(run.output) \(run.errors)")
        let rows = try Run(["--frames", "3", "--window", "1d", "--list", file.path])
        #expect(
            rows.output.contains("# frame 1 2026-06-05T10:00:00.000Z/2026-06-06T10:00:00.000Z\n"),
            "\(rows.output)")
        let none = try Run(["--time", "2020", "--frames", "2", "--list", file.path])
        #expect(none.code == 1 && none.errors.contains("no row in 2020"))
        let film = try Run([
            "--time", "2026-06", "--frames", "3", "--fps", "4", "-o", "cast", "--size", "40x9", file.path,
        ])
        let lines = film.output.split(separator: "\n")
        #expect(lines.count == 4 && lines[0].contains("\"height\":10"))
        #expect(
            lines[3].hasPrefix("[0.500,") && lines[1].contains("1 – 10 Jun 2026"), "\(film.output)")
        let svg = try Run(["--time", "2026-06", "--frames", "3", "-o", "svg", "--size", "40x9", file.path])
        #expect(svg.output.contains(">11 – 20 Jun 2026</text>") && svg.output.contains("@keyframes"))
        let ansi = try Run(["--time", "2026-06", "--frames", "3", "-o", "ansi", "--size", "40x9", file.path])
        #expect(ansi.output.split(separator: "\u{1B}[H", omittingEmptySubsequences: false).count == 4)
    }

    @Test(arguments: [
        (["--frames", "2", "--list", "--keys", "+"], "--frames needs -o svg, html, cast or ansi"),
        (["--frames", "-o", "svg"], "--frames without --keys needs a number of frames, such as --frames 24"),
        (["--frames", "0", "--list"], "--frames: not a number of frames: \"0\""),
        (["--frames", "2"], "--frames needs --list, or -o svg, html, cast or ansi"),
        (["--frames", "2", "--list", "--window", "7"], "--window: not a length of time: \"7\""),
        (["--frames", "2", "--list", "--fps", "0"], "--fps: not a number of frames a second: \"0\""),
        (["--fps", "2", "--list"], "--window and --fps need --frames"),
    ])
    func filmsThatAreNoneAreRefused(arguments: [String], words: String) throws {
        let file = try ScratchFile(Self.events)
        let run = try Run(arguments + [file.path])
        #expect(run.code == 2 && run.errors.contains(words), "\(run.errors)")
    }

    @Test(arguments: [
        (["--where", "hour(seen) >= 22"], "B"), (["--where", "hour(seen) = 1", "--zone", "UTC,+01:00"], "C"),
        (["--where", "weekday(until) = 7 OR day(until) = 2"], "AC"),
        (["--where", "hour(seen) = 10 AND month(seen) = 5", "--time-format", "mdy"], "A"),
    ])
    func filtersTakeHoursAndDays(arguments: [String], names: String) throws {
        let file = try ScratchFile(Self.events)
        let run = try Run(arguments + ["-o", "csv", file.path])
        let rows = run.output.split(separator: "\n").dropFirst().compactMap(\.first).map(String.init)
        #expect(rows.joined() == names, "\(run.output) \(run.errors)")
        let none = try Run(["--where", "hour(name) = 1", "-o", "csv", file.path])
        #expect(none.code == 2 && none.errors.contains("name: not a column of times"))
    }

    @Test func utcIsAddedBehindTheColumns() throws {
        let file = try ScratchFile(Self.events)
        let run = try Run(["--utc", "--zone", "+02:00", "-o", "csv", file.path])
        #expect(run.output.hasPrefix("name,lat,lon,seen,until,time_utc\n"))
        #expect(
            run.output.contains("A,1,2,05/06/2026 10:00,2026-06-07,2026-06-05T08:00:00.000Z\n"),
            "\(run.output)")
        #expect(run.output.contains("D,70,-170,,,\n"))
    }

    @Test(arguments: [
        (["--time", "soon"], "--time: not a time: \"soon\""),
        (["--time", "2026-03/2026-02"], "--time: 2026-03 is after 2026-02"),
        (["--time", "2026", "--zone", "Mars/Olympus"], "--zone: no zone Mars/Olympus here"),
        (["--time", "2026", "--time-column", "when"], "no column \"when\""),
        (["--time", "2026", "--time-column", "name"], "name: not a column of times"),
        (["--time", "2026", "--time-format", "%Q"], "--time-format: not a format"),
    ])
    func faultsAreSaid(arguments: [String], words: String) throws {
        let file = try ScratchFile(Self.events)
        let run = try Run(arguments + ["-o", "csv", file.path])
        #expect(run.code == 2 && run.errors.contains(words), "\(run.errors)")
    }

    @Test(arguments: [
        (
            "lat,lon,seen\n1,2,05/06/2025\n3,4,06/07/2025\n",
            "seen: 05/06/2025 can be two days: --time-format dmy or mdy"
        ),
        (
            "lat,lon,seen\n1,2,23/04/2025\n3,4,04/23/2025\n",
            "seen: some days come first, some months: 23/04/2025, 04/23/2025"
        ),
        ("lat,lon,name\n1,2,a\n", "no column of times (--time-column names one)"),
    ])
    func anOrderThatIsNotKnownIsRefused(text: String, words: String) throws {
        let file = try ScratchFile(text)
        for arguments in [["--time", "2025", "-o", "csv"], ["times"], ["times", "--per", "day"]] {
            let run = try Run(arguments + [file.path])
            #expect(run.code == 2 && run.errors.contains(words), "\(run.errors)")
        }
    }

    @Test func timesOfLinesAndStreamsAreFound() throws {
        let lines = try ScratchFile(
            "{\"lat\":1,\"lon\":2,\"ts\":1774747800123}\n{\"lat\":3,\"lon\":4,\"ts\":1774747900123}\n",
            named: "places.ndjson")
        let run = try Run(["--time", "2026-03-29T01:31/", "-o", "ndjson", lines.path])
        #expect(run.output == "{\"lat\":3,\"lon\":4,\"ts\":1774747900123}\n", "\(run.errors)")
    }
}
