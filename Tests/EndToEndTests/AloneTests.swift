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

    /// Chroots, some containers and hardened systems have no /proc; the standard library would know no arguments then.
    @Test(.enabled(if: canHideProc, "no namespaces")) func argumentsAreKnownWithoutProc() throws {
        let file = try ScratchFile("name,lat,lon\nLyon,45.76,4.84\n")
        let rows = try Self.runWithoutProc([file.path, "-o", "csv"])
        #expect(rows.code == 0 && rows.output == "name,lat,lon\nLyon,45.76,4.84\n", "\(rows.errors)")
        let help = try Self.runWithoutProc(["--nonsense"])
        #expect(help.code == 2 && help.errors.contains("--nonsense"))
        // Its own folder is found by its name, as /proc/self/exe is not there.
        #expect(try Self.runWithoutProc(["--version"]).output.contains("/data"))
    }

    private static let canHideProc =
        (try? run("mount -t tmpfs none /proc && [ ! -e /proc/self ]", []).code == 0) ?? false

    private static func runWithoutProc(_ arguments: [String]) throws -> Run {
        try run("mount -t tmpfs none /proc && exec \"$0\" \"$@\"", arguments)
    }

    /// A script of the shell in a mount namespace of its own, with the program as `$0`.
    private static func run(_ script: String, _ arguments: [String]) throws -> Run {
        let shell = ["--map-root-user", "--mount", "/bin/sh", "-c", script, PseudoTerminal.termmap]
        return try Run(shell + arguments, of: "/usr/bin/unshare")
    }
}
