import Foundation
import Testing

/// Rows near a place by the real program: bytes, exit codes, messages.
@Suite(.timeLimit(.minutes(10)))
struct NearbyTests {
    /// Quotes, line breaks in fields, CR LF, bytes that are not UTF-8, a short row, no line end after the last.
    private static let nasty: [UInt8] =
        Array("\u{FEFF}name;lat;lon;note\r\n\"a\r\n\"\"b\"\"\";48.86;2.35;\"x;y\"\r\nfar;10;10;\r\n".utf8)
        + Array("bad;x;1;\r\nshort;48.85;2.35\r\n".utf8) + [0xFF, 0x1B] + Array(";48.87;2.35;\"\"".utf8)

    @Test func rowsComeOutByteForByte() throws {
        let file = try ScratchFile(bytes: Self.nasty)
        let run = try Run(["--near", "48.85,2.35", "--within", "50km", file.path])
        let expected =
            Array("\u{FEFF}name;lat;lon;note;distance_m\r\nshort;48.85;2.35;;0.0\r\n".utf8)
            + Array("\"a\r\n\"\"b\"\"\";48.86;2.35;\"x;y\";1112.0\r\n".utf8)
            + [0xFF, 0x1B] + Array(";48.87;2.35;\"\";2223.9\r\n".utf8)
        #expect(run.code == 0 && run.outputBytes == expected)
        #expect(run.errors.contains("1 row skipped"))
        let again = try Run(["--near", "48.85,2.35", "--within", "50km", "-o", "csv", "-"], input: "")
        #expect(again.code == 1 && again.outputBytes.isEmpty && again.errors.contains("empty"))
    }

    @Test(arguments: [
        (
            "-d", "\t", "A\t0\t179.99\nB\t0\t-179.99\nC\t0\t170\n",
            "A\t0\t179.99\t1112.0\nB\t0\t-179.99\t1112.0\n"
        ),
        ("-d", ",", "A,89.99,10\nB,89.9,-170\nC,80,10\n", nil),
    ])
    func filesWithoutHeaderGetNone(option: String, delimiter: String, rows: String, expected: String?) throws
    {
        let file = try ScratchFile(rows)
        let place = expected == nil ? "90,0" : "0,180"
        let columns = [
            "--no-header", "--lat", "2", "--lon", "3", option, delimiter == "\t" ? "tab" : delimiter,
        ]
        let run = try Run(["--near", place, "--within", "20km"] + columns + [file.path])
        #expect(run.code == 0)
        #expect(run.output == expected ?? "A,89.99,10,1112.0\nB,89.9,-170,11119.5\n")
    }

    @Test func nothingWithinIsCodeOne() throws {
        let file = try ScratchFile("name,lat,lon\nA,1,2\n")
        let run = try Run(["--near", "48.85,2.35", "--within", "50mi", file.path])
        #expect(run.code == 1 && run.output == "name,lat,lon,distance_m\n")
        #expect(run.errors == "termmap: no rows within 50 mi of 48.85,2.35\n")
    }

    @Test func pipesAreReadAndLimitsKept() throws {
        let rows = (0..<50).map { "\($0),\(Double($0) / 10),0\n" }.joined()
        let run = try Run(["--near", "0,0", "--limit", "2", "-o", "ndjson"], input: "id,lat,lon\n" + rows)
        #expect(
            run.output == """
                {"id":"0","lat":"0.0","lon":"0","distance_m":0.0}
                {"id":"1","lat":"0.1","lon":"0","distance_m":11119.5}

                """)
        let ten = try Run(["--near", "0,0"], input: "id,lat,lon\n" + rows)
        #expect(ten.code == 0 && ten.output.split(separator: "\n").count == 11)
    }

    @Test func aFrameIsStillAFrame() throws {
        let file = try ScratchFile("name,lat,lon\nA,1,2\n")
        let run = try Run(["--near", "1,2", "--once", "--size", "40x10", file.path])
        #expect(
            run.code == 0 && run.output.split(separator: "\n", omittingEmptySubsequences: false).count == 11)
    }

    @Test(arguments: [
        ["--near", "1,2", "--within", "-5km"], ["--near", "x"], ["-o", "csv", "--once"],
        ["--near", "1,2", "--limit", "x"],
        ["--near", "1,2", "--units", "yd"], ["--near", "1,2", "/nowhere/file.csv"],
    ])
    func usageErrorsAreOneLine(arguments: [String]) throws {
        let run = try Run(arguments)
        #expect(run.code == 2 && run.output.isEmpty && run.errors.hasPrefix("termmap: "))
        #expect(run.errors.split(separator: "\n").count == 1 && run.errors.hasSuffix("\n"))
    }

    /// A reader that goes early ends the program without a word.
    @Test func aClosedPipeIsQuiet() throws {
        let rows = (0..<20_000).map { "row number \($0),\($0 % 80 + 1),\($0 % 170 + 1)\n" }.joined()
        let file = try ScratchFile("name,lat,lon\n" + rows)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c",
            "{ '\(PseudoTerminal.termmap)' --near 0,0 --within 99999km '\(file.path)'; echo \"code $?\" >&2; } "
                + "2>'\(file.path).errors' | head -n 1",
        ]
        let out = Pipe()
        process.standardOutput = out
        try process.run()
        let text = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text == "name,lat,lon,distance_m\n")
        #expect(try String(contentsOfFile: file.path + ".errors", encoding: .utf8) == "code 0\n")
    }
}
