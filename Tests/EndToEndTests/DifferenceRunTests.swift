import Foundation
import TestSupport
import Testing

/// `--diff` as people run it: exit status, and what is refused.
@Suite(.timeLimit(.minutes(10)))
struct DifferenceRunTests {
    private static let head = "id,name,lat,lon\n"
    private static let rows = (1...20).map { "\($0),Name \($0),\($0).5,\($0 + 30).25\n" }

    private let old: TemporaryFile
    private let new: TemporaryFile

    init() throws {
        old = try TemporaryFile(Self.head + Self.rows.joined())
        // One gone, one other.
        new = try TemporaryFile(
            Self.head + Self.rows.dropFirst().joined().replacing("Name 7,", with: "Nom 7,"))
    }

    @Test(arguments: [["--list"], ["--once", "--size", "80x24"], ["-o", "svg"], ["-o", "id"], []])
    func whatIsPrintedEndsAsDiffDoes(how: [String]) throws {
        func code(_ paths: [String], _ others: [String] = []) throws -> Int32 {
            try Run(["--diff"] + paths + others + how).code
        }
        #expect(try code([old.path, new.path]) == 1)
        #expect(try code([old.path, old.path]) == 0)
        // Only classes that are asked for count.
        #expect(try code([old.path, new.path], ["--only", "removed"]) == 1)
        #expect(try code([old.path, new.path], ["--only", "added"]) == 0)
    }

    @Test func equalFilesAreSaidToBeEqual() throws {
        #expect(
            try Run(["--diff", old.path, old.path]).output.contains("\n# no difference · 20 rows before"))
        #expect(try Run(["--diff", old.path, new.path]).output.contains("\n# 20 rows before"))
    }

    @Test(arguments: [[], ["--list"]]) func aSourceThatIsCutOffIsTrouble(how: [String]) throws {
        let lines = (1...9).map { "{\"id\":\($0),\"lat\":\($0),\"lon\":1}\n" }.joined()
        let whole = try TemporaryFile(Array(lines.utf8), extension: "ndjson")
        let torn = try TemporaryFile(Array(lines.utf8.dropLast(9)), extension: "ndjson")
        let run = try Run(["--diff", whole.path, torn.path] + how)
        #expect(run.code == 2 && run.errors.contains("cut off"), "\(run.errors)")
    }

    @Test func exchangedCoordinatesAreProposedAndExchangedInTheNewFileAlone() throws {
        let swapped = try TemporaryFile("id,name,lon,lat\n" + Self.rows.joined())
        let run = try Run(["--diff", old.path, swapped.path])
        #expect(
            run.code == 1 && run.errors.contains("latitude and longitude exchanged: --swap?"), "\(run.errors)"
        )
        #expect(try Run(["--diff", "--swap", old.path, swapped.path]).code == 0)
    }

    @Test func aDeviceIsRefused() throws {
        let run = try Run(["--diff", old.path, "/dev/zero"])
        #expect(run.code == 2 && run.errors == "termmap: --diff: /dev/zero is a device, which never ends\n")
    }
}
