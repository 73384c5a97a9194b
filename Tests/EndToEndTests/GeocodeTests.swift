import Foundation
import Testing

/// `termmap geocode` as scripts use it.
@Suite(.timeLimit(.minutes(10)))
struct GeocodeTests {
    @Test func linesInAndOutCanBeCountedOff() throws {
        let run = try Run(["geocode"], input: "Muenchen\nqqqxqqq\n東京\n")
        let lines = run.output.split(separator: "\n")
        #expect(run.code == 0 && lines.count == 4)
        #expect(lines[1].hasPrefix("Muenchen\tMunich\tBavaria\tDE\t") && lines[2].hasPrefix("qqqxqqq\t\t"))
        #expect(lines[3].hasPrefix("東京\tTokyo\t"))
    }

    @Test func linesThatAreNoPlaceAreReported() throws {
        let run = try Run(["geocode", "--reverse", "-"], input: "48.2,16.37\nnorth\n")
        let lines = run.output.split(separator: "\n")
        #expect(run.code == 0 && lines.count == 3 && run.errors.hasPrefix("termmap: stdin:2: "))
        #expect(
            lines[0] == "query\tname\tadmin\tcountry\tlatitude\tlongitude\tpopulation\tdistance_km\tmatch")
        #expect(lines[1] == "48.2,16.37\tVienna\tVienna\tAT\t48.20849\t16.37208\t1691468\t1.0\t")
    }

    @Test func nothingFoundIsExitOne() throws {
        let run = try Run(["geocode", "qqqxqqq"])
        #expect(run.code == 1 && run.output.isEmpty && run.errors == "termmap: no match for \"qqqxqqq\"\n")
    }

    @Test func withoutDataItSaysWhatIsMissing() throws {
        let run = try Run(["geocode", "x"], environment: ["TERMMAP_DATA": "/nowhere"])
        #expect(run.code == 2 && run.errors.hasPrefix("termmap: /nowhere/gazetteer.tmg: no such file: "))
    }

    @Test func helpMentionsFilesCalledGeocode() throws {
        let run = try Run(["geocode", "--help"])
        #expect(run.code == 0 && run.output.contains("./geocode"))
    }
}
