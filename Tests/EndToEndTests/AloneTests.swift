import Foundation
import TestSupport
import Testing

/// The program without any of the files that are installed with it.
@Suite struct AloneTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "termmap-alone-\(UUID())")

    private func alone() throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let program = folder.appending(path: "termmap")
        try FileManager.default.copyItem(at: URL(filePath: PseudoTerminal.termmap), to: program)
        return program.path
    }

    @Test func aCopiedProgramHasAMapNamesAndRows() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = try alone()
        #expect(try Run(["--version"], of: program).output.contains("inside the program"))
        let frame = try Run(["--demo", "--once", "--size", "100x30"], of: program)
        #expect(frame.code == 0 && frame.errors == "")
        #expect(frame.output.contains("airports.csv") && frame.output.contains("GREENLAND"))
        let rows = try Run(["--demo", "--where", "iata = LHR", "-o", "csv"], of: program)
        #expect(rows.output.contains("London Heathrow"))
        let town = try Run(["geocode", "Nairobi"], of: program)
        #expect(town.code == 0 && town.output.contains("\tKE\t"))
    }

    @Test func theDemoTakesNoFile() throws {
        let run = try Run(["--demo", "places.csv"])
        #expect(run.code == 2 && run.errors.contains("--demo") && !run.errors.dropLast().contains("\n"))
    }

    @Test func theDemoIgnoresStandardInput() throws {
        let run = try Run(["--demo", "--where", "iata = LHR", "-o", "csv"], input: "no table\n")
        #expect(run.code == 0 && run.output.contains("EGLL"))
    }
}
