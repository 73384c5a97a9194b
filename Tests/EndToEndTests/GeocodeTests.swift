import Foundation
import Testing

/// `termmap geocode` as scripts use it.
@Suite(.timeLimit(.minutes(1)))
struct GeocodeTests {
    @Test func aPlaceHasAName() throws {
        let run = try Run(["geocode", "--reverse", "45.76,4.84"])
        let lines = run.output.split(separator: "\n")
        #expect(run.code == 0 && run.errors.isEmpty && lines.count == 2)
        #expect(lines.first == "name\tadmin\tcountry\tlatitude\tlongitude\tpopulation\tdistance_km")
        #expect(lines.last?.split(separator: "\t")[2] == "FR")
    }

    @Test func aNameHasAPlace() throws {
        let run = try Run(["geocode", "--limit", "1", "--json", "Muenchen"])
        #expect(run.code == 0 && run.output.contains("\"name\":\"Munich\""))
        #expect(run.output.contains("\"country\":\"DE\"") && run.output.split(separator: "\n").count == 1)
    }

    @Test func linesInAndOutCanBeCountedOff() throws {
        let run = try Run(["geocode"], input: "Tokyo\nqqqxqqq\n東京\n")
        let lines = run.output.split(separator: "\n")
        #expect(run.code == 0 && lines.count == 4)
        #expect(lines[1].hasPrefix("Tokyo\tTokyo\t") && lines[2].hasPrefix("qqqxqqq\t\t"))
        #expect(lines[3].hasPrefix("東京\tTokyo\t"))
    }

    @Test func linesThatAreNoPlaceAreTold() throws {
        let run = try Run(["geocode", "--reverse", "-"], input: "48.2,16.37\nnorth\n")
        #expect(run.code == 0 && run.output.split(separator: "\n").count == 3)
        #expect(run.errors.hasPrefix("termmap: stdin:2: "))
    }

    @Test func nothingFoundIsExitOne() throws {
        let run = try Run(["geocode", "qqqxqqq"])
        #expect(run.code == 1 && run.output.isEmpty && run.errors == "termmap: nothing matches \"qqqxqqq\"\n")
    }

    @Test func withoutDataItSaysWhatIsMissing() throws {
        let run = try Run(["geocode", "x"], environment: ["TERMMAP_DATA": "/nowhere"])
        #expect(run.code == 2 && run.errors == "termmap: /nowhere/gazetteer.tmg: no such file\n")
    }

    @Test func helpTellsOfFilesCalledGeocode() throws {
        let run = try Run(["geocode", "--help"])
        #expect(run.code == 0 && run.output.contains("./geocode"))
    }
}
