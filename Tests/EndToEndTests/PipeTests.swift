import Foundation
import Testing

@testable import TermMap

/// The real program without a terminal: options, exit codes, pipes.
@Suite(.timeLimit(.minutes(10)))
struct PipeTests {
    private static let places = "name,latitude,longitude\nAlpha,48.85,2.35\nBeta,52.52,13.4\nbad,x,1\n"

    @Test(arguments: [
        ["--once"], ["--once", "--size", "120x40", "--color", "always"], ["--list"], ["--columns"],
    ])
    func printsTheSameEachTime(arguments: [String]) throws {
        let file = try ScratchFile(Self.places)
        let first = try Run(arguments + [file.path])
        #expect(first.code == 0 && !first.output.isEmpty)
        #expect(try Run(arguments + [file.path]).output == first.output)
    }

    @Test func frameHasTheSizeAskedFor() throws {
        let file = try ScratchFile(Self.places)
        let frame = try Run(["--once", "--size", "100x30", file.path]).output
        let lines = frame.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 31 && lines.last == "")
        #expect(lines.allSatisfy { $0.count <= 100 })
        #expect(!frame.contains("\u{1B}"))
    }

    @Test func listAddsUp() throws {
        let file = try ScratchFile(Self.places)
        let run = try Run(["--list", file.path])
        let lines = run.output.split(separator: "\n")
        #expect(lines.first == "kind\tcount\tlatitude\tlongitude\tlabel")
        #expect(lines.last == "# in view 2 of 2 rows, 1 skipped")
        #expect(lines.dropFirst().dropLast().reduce(0) { $0 + (Int($1.split(separator: "\t")[1]) ?? 0) } == 2)
        #expect(run.errors.contains("1 row skipped"))
    }

    @Test(arguments: [["--list"], ["--list", "-"]])
    func readsStandardInput(arguments: [String]) throws {
        let run = try Run(arguments, input: Self.places)
        #expect(run.code == 0)
        #expect(
            run.output.contains("\tAlpha\n") && run.output.hasSuffix("# in view 2 of 2 rows, 1 skipped\n"))
    }

    private static let messages = """
        {"id":"a","lat":47,"lon":8,"temp":20}
        {"id":"b","lat":47,"lon":8,"temp":31}

        """

    @Test func alertsOnColumnsOfAStreamMayHaveNames() throws {
        let run = try Run(["--id", "id", "--alert", "hot=temp > 30", "-"], input: Self.messages)
        let events = run.output.split(separator: "\n").dropFirst().map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)[1...6].joined(separator: " ")
        }
        #expect(run.code == 0 && events == ["match hot b b 47 8"])
    }

    @Test(arguments: [
        ("hot=tmp > 30", "no column tmp"), ("tmp > 30", "no column tmp"), ("hot=temp >", "expected"),
    ])
    func alertsThatCannotMatchEndWithAnError(alert: String, words: String) throws {
        let run = try Run(["--id", "id", "--alert", alert, "-"], input: Self.messages)
        #expect(run.code == 2 && run.errors.contains("--alert: ") && run.errors.contains(words))
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test func alertsReadTimesAsTheOptionsSay() throws {
        let message = "{\"id\":\"a\",\"lat\":47,\"lon\":8,\"at\":\"2026-11-26 15:03:10\"}\n"
        let options = ["--id", "id", "--alert", "hour(at) = 15", "--zone", "+01:00", "--time-column"]
        let run = try Run(options + ["at", "-"], input: message)
        #expect(run.code == 0 && run.output.contains("\n2026-11-26T14:03:10.000Z\tmatch\t"))
        let wrong = try Run(options + ["seen", "-"], input: message)
        #expect(wrong.code == 2 && wrong.errors.contains("--time-column: no column"))
        let window = try Run(options + ["at", "--time", "2026", "-"], input: message)
        #expect(window.code == 2 && window.errors.contains("--time and --alert"))
    }

    /// A moored ship, from the standard examples of AIS.
    private static let ship = "!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C\n"

    @Test func alertsOnAFeedInAPipe() throws {
        let moored = try Run(["--alert", "speed_mps < 5", "-"], input: Self.ship)
        #expect(moored.code == 0 && moored.output.contains("\tmatch\t"))
        let fast = try Run(["--alert", "speed_mps > 50", "-"], input: Self.ship)
        #expect(fast.code == 1 && fast.errors.isEmpty)
        let wrong = try Run(["--alert", "knots > 5", "-"], input: Self.ship)
        #expect(wrong.code == 2 && wrong.errors.contains("no column knots"))
        let silent = try Run(["--alert", "speed_mps > 5", "-"], input: "")
        #expect(silent.code == 1 && silent.errors.contains("nothing was heard"))
    }

    /// Lines of a log whose addresses are not looked up.
    private static let log = (1...3).map {
        "203.0.113.\($0) - - [10/Oct/2025:13:55:3\($0) +0000] \"GET /a HTTP/1.1\" 40\($0) 512\n"
    }.joined()

    @Test func whatIsSkippedOfAStreamIsSaid() throws {
        let file = try ScratchFile(Self.log, named: "access.log")
        let arguments = ["--no-geoip", "-o", "ndjson", "--all-rows"]
        let read = try Run(arguments + [file.path])
        let passed = try Run(arguments + ["-"], input: Self.log)
        #expect(read.errors.contains(": 3 rows skipped: 3 without a place\n"))
        #expect(passed.errors.contains(": 3 rows skipped: 3 without a place\n"))
        // A stream has a column for lines of another form, which may still come.
        #expect(passed.output == read.output.replacing("}", with: ",\"text\":null}") && passed.code == 0)
    }

    /// Objects, of which only the last has an error.
    private static let objects = (1...2_000).map {
        "{\"n\":\($0),\"lat\":1,\"lon\":8\($0 == 2_000 ? ",\"error\":\"x\"" : "")}\n"
    }.joined()

    @Test(arguments: ["error = 'x'", "error IS NULL", "n < 3"])
    func rowsOfAStreamArePrintedAsThoseOfAFile(filter: String) throws {
        let file = try ScratchFile(Self.objects, named: "objects.ndjson")
        let arguments = ["--where", filter, "-o", "ndjson"]
        let read = try Run(arguments + [file.path])
        let passed = try Run(arguments + ["-"], input: Self.objects)
        #expect(passed.output == read.output && passed.code == 0 && !read.output.isEmpty)
        let table = "n,lat,lon\n" + (1...2_000).map { "\($0),1,8\n" }.joined()
        let csv = ["--where", "n > 1998", "-o", "csv"]
        #expect(try Run(csv + ["-"], input: table).output == "n,lat,lon\n1999,1,8\n2000,1,8\n")
    }

    @Test func aColumnThatNeverCameIsAnError() throws {
        let run = try Run(["--where", "eror = 1", "-o", "ndjson"], input: Self.objects)
        #expect(run.code == 2 && run.output.isEmpty && run.errors.contains("no column eror"))
    }

    @Test(arguments: [
        (
            "status = 401",
            "no row that matches status = 401 has a place (--all-rows prints those without one)"
        ),
        ("status = 999", "no row matches status = 999"),
    ])
    func rowsWithoutAPlaceMayMatch(filter: String, words: String) throws {
        let file = try ScratchFile(Self.log, named: "access.log")
        let arguments = ["--no-geoip", "--where", filter, "-o", "lines"]
        for run in [try Run(arguments + [file.path]), try Run(arguments + ["-"], input: Self.log)] {
            #expect(run.code == 1 && run.errors.contains(words), "\(run.errors)")
        }
    }

    @Test(arguments: [
        (["--swap"], "latitude,longitude", "leave --swap out: "), ([], "longitude,latitude", "try --swap: "),
    ])
    func swappedCoordinatesAreNoticed(arguments: [String], header: String, words: String) throws {
        let file = try ScratchFile("name,\(header)\n" + (1...20).map { "n,\($0),1\($0 + 10)\n" }.joined())
        let run = try Run(arguments + ["--list", file.path])
        #expect(run.errors.contains(words), "\(run.errors)")
    }

    @Test func keysArePlayed() throws {
        let file = try ScratchFile(Self.places)
        let frame = try Run(["--once", "--keys", "?", file.path]).output
        #expect(frame.contains("type to filter"))
    }

    @Test(
        arguments: [
            (["/nowhere/file.csv"], 2), (["--zoom", "99"], 2), (["--nope"], 2), (["--bbox", "1,2"], 2),
            (["--size", "x"], 2), (["--keys", "<Nope>"], 2), (["a", "b"], 2), (["--color", "pink"], 2),
        ] as [([String], Int32)])
    func usageErrorsAreOneLine(arguments: [String], code: Int32) throws {
        let run = try Run(["--once"] + arguments)
        #expect(run.code == code && run.output.isEmpty)
        #expect(run.errors.hasPrefix("termmap: "))
        #expect(run.errors.split(separator: "\n").count == 1 && run.errors.hasSuffix("\n"))
    }

    @Test func noPointsIsCodeOne() throws {
        let file = try ScratchFile("latitude,longitude\nx,y\n")
        let run = try Run(["--list", file.path])
        #expect(run.code == 1)
        #expect(run.output.hasSuffix("# in view 0 of 0 rows, 1 skipped\n"))
        #expect(run.errors.contains("no points to show"))
    }

    @Test(arguments: [["--version"], ["--help"], ["--credits"], ["--print-keys"]])
    func informationGoesToStandardOutput(arguments: [String]) throws {
        let run = try Run(arguments)
        #expect(run.code == 0 && run.errors.isEmpty && !run.output.isEmpty)
        #expect(!run.output.contains("\u{1B}"))
    }

    @Test func dataCannotControlWhoReadsTheOutput() throws {
        let name = "\"\u{1B}]52;c;SEVM\u{7}\u{1B}[2J\u{9B}31m\ta\r\nb\u{202E}\""
        let file = try ScratchFile("\(name),latitude,longitude\n\(name),48.85,2.35\n\(name),x,\(name)\n")
        for arguments in [["--list"], ["--once", "--keys", "<Tab>i"], ["--columns"]] {
            let run = try Run(arguments + [file.path])
            #expect(run.code == 0, "\(arguments)")
            let controls = (run.output + run.errors).unicodeScalars.filter { scalar in
                scalar.value < 32 && scalar != "\n" && scalar != "\t" || (0x7F..<0xA0).contains(scalar.value)
                    || scalar == "\u{202E}"
            }
            #expect(controls.isEmpty, "\(arguments)")
            if arguments == ["--list"] {
                let row = run.output.split(separator: "\n")[1]
                #expect(row.split(separator: "\t", omittingEmptySubsequences: false).count == 5)
            }
        }
    }

    @Test func fullDiskIsAnError() throws {
        let run = try ScratchFile(Self.places)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "'\(PseudoTerminal.termmap)' --once '\(run.path)' 2>&1 >/dev/full; echo $?",
        ]
        let out = Pipe()
        process.standardOutput = out
        try process.run()
        let text = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text.contains("cannot write to standard output") && text.hasSuffix("1\n"))
        withExtendedLifetime(run) {}
    }
}
