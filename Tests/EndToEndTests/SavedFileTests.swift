import Foundation
import Testing

/// Files that the user asked us to write: never half, never lost in silence.
@Suite(.timeLimit(.minutes(10)))
struct SavedFileTests {
    private static func sentence(_ body: String) -> String {
        let hex = String(body.utf8.reduce(UInt8(0)) { $0 ^ $1 }, radix: 16, uppercase: true)
        return "$\(body)*\(hex.utf8.count == 1 ? "0" : "")\(hex)\r\n"
    }

    /// Fixes a second apart, from `start` seconds after midnight.
    private static func log(_ count: Int, from start: Int = 0) -> String {
        func two(_ number: Int) -> String { String(100 + number).suffix(2).description }
        return (start..<start + count).map { second in
            let time = "\(two(second / 3600))\(two(second / 60 % 60))\(two(second % 60)).00"
            return sentence("GPGGA,\(time),4807.0380,N,01131.0000,E,1,08,1.0,545.4,M,46.9,M,,")
                + sentence("GPRMC,\(time),A,4807.0380,N,01131.0000,E,019.4,090.0,211126,,,A")
        }.joined()
    }

    private static func points(_ path: String) throws -> Int {
        try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "<trkpt").count - 1
    }

    /// A part of a file would be taken for all of it.
    @Test(arguments: ["csv", "ndjson"]) func rowsThatAreNotWrittenAtTheEndAreSaid(ending: String) throws {
        let rows = (0..<1_000_000).map { "Place \($0),\(40 + $0 % 20),\($0 % 17)\n" }.joined()
        let file = try ScratchFile("name,latitude,longitude\n" + rows)
        let names = try Self.names(file.folder)
        let terminal = try PseudoTerminal(PseudoTerminal.termmap, ["--no-cache", file.path])
        #expect(terminal.waitFor("1,000,000"), "\(terminal.screenText)")
        terminal.type(":save \(file.folder)/some.\(ending)\r")
        #expect(terminal.waitUntil { (try? Self.names(file.folder)) != names })
        terminal.type("q")
        #expect(terminal.waitForExit() == .exit(2))
        let words = terminal.screenText.replacing("\n", with: "")
        #expect(words.contains("some.\(ending): not written, the program ended before"), "\(words)")
        #expect(terminal.unrestored == [])
        #expect(try Self.names(file.folder) == names)
    }

    private static func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    /// A shell that runs termmap (`$T`) in the folder of `file`.
    private func shell(_ command: String, in file: ScratchFile) throws -> (code: Int32, errors: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", "cd '\(file.folder)'; T='\(PseudoTerminal.termmap)'; \(command)"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    /// `termmap track --save saved.gpx` that has printed its first fix and waits for more.
    private final class Recorder {
        let process = Process()
        let input = Pipe()

        init(_ folder: String, _ options: [String] = ["--save", "saved.gpx"]) throws {
            let output = Pipe()
            process.executableURL = URL(fileURLWithPath: PseudoTerminal.termmap)
            process.arguments = ["track"] + options + ["--replay-speed", "1000", "-"]
            process.currentDirectoryURL = URL(fileURLWithPath: folder)
            process.environment = ProcessInfo.processInfo.environment.merging(Run.patient) { $1 }
            process.standardInput = input
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            try input.fileHandleForWriting.write(contentsOf: Data(SavedFileTests.log(5).utf8))
            var text = ""
            while !text.contains("T00:00:01") {
                text += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            }
        }

        func finish() throws -> Int32 {
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
            return process.terminationStatus
        }

        deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    }

    @Test(arguments: [
        "track --save saved.gpx log.nmea", "track --save ../link.gpx log.nmea",
        "--once --nmea log.nmea --save-track saved.gpx --basemap none log.csv",
    ])
    func secondSaveOfAFileIsRefused(arguments: String) throws {
        let file = try ScratchFile(Self.log(3), named: "log.nmea")
        try Data("latitude,longitude\n1,1\n".utf8).write(to: URL(fileURLWithPath: file.folder + "/log.csv"))
        try FileManager.default.createDirectory(
            atPath: file.folder + "/sub", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: file.folder + "/link.gpx", withDestinationPath: "saved.gpx")
        let first = try Recorder(file.folder)
        let fromBelow = arguments.contains("..") ? "cd sub; " : ""
        let here =
            arguments.contains("..")
            ? arguments.replacingOccurrences(of: "log.nmea", with: "../log.nmea") : arguments
        let second = try shell("\(fromBelow)\"$T\" \(here)", in: file)
        #expect(second.code == 2)
        let words = "is being saved by another termmap (PID \(first.process.processIdentifier))"
        #expect(second.errors.contains(words), "\(second.errors)")
        #expect(second.errors.split(separator: "\n").count == 1)
        #expect(try first.finish() == 0)
        #expect(try Self.points(file.folder + "/saved.gpx") == 5)
        #expect(try Self.names(file.folder) == ["link.gpx", "log.csv", "log.nmea", "saved.gpx", "sub"])
    }

    @Test func secondLogOfVerdictsIsRefused() throws {
        let file = try ScratchFile(Self.log(3), named: "log.nmea")
        let first = try Recorder(file.folder, ["--gps-log", "verdicts"])
        let second = try shell("\"$T\" track --gps-log verdicts log.nmea", in: file)
        #expect(second.code == 2 && second.errors.contains("is being saved by another termmap (PID "))
        #expect(try first.finish() == 0)
        let lines = try String(contentsOfFile: file.folder + "/verdicts", encoding: .utf8)
        #expect(lines.split(separator: "\n").count == 5)
    }

    @Test func killedSaveLeavesNothingAfterTheNext() throws {
        let file = try ScratchFile(Self.log(60_000), named: "log.nmea")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: PseudoTerminal.termmap)
        process.arguments = ["track", "--save", file.folder + "/saved.gpx", file.path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        // Until it is in the middle of writing.
        var half: String?
        while half == nil, process.isRunning {
            half = try Self.names(file.folder).first { name in
                let size = try? FileManager.default.attributesOfItem(atPath: file.folder + "/" + name)[.size]
                return name != "log.nmea" && (size as? Int ?? 0) > 4096
            }
        }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try #require(half != nil && half != "saved.gpx")
        try Data(Self.log(3).utf8).write(to: URL(fileURLWithPath: file.path))
        #expect(try shell("\"$T\" track --save saved.gpx log.nmea", in: file).code == 0)
        #expect(try Self.names(file.folder) == ["log.nmea", "saved.gpx"])
        #expect(try Self.points(file.folder + "/saved.gpx") == 3)
    }

    @Test(arguments: ["", "--gps-log verdicts", "--replay-speed x100000"])
    func readerThatLeavesDoesNotCostTheSavedTrack(option: String) throws {
        let file = try ScratchFile(Self.log(5000), named: "log.nmea")
        let run = try shell(
            "\"$T\" track --save saved.gpx \(option) log.nmea | head -n 1; exit ${PIPESTATUS[0]}", in: file)
        #expect(run.code == 0)
        #expect(try Self.points(file.folder + "/saved.gpx") == 5000)
        if option.hasPrefix("--gps-log") {
            let lines = try String(contentsOfFile: file.folder + "/verdicts", encoding: .utf8)
            #expect(lines.split(separator: "\n").count == 5000)
        }
    }

    @Test func fullOutputDoesNotCostTheSavedTrack() throws {
        let file = try ScratchFile(Self.log(5000), named: "log.nmea")
        let run = try shell("\"$T\" track --save saved.gpx log.nmea >/dev/full", in: file)
        #expect(run.code == 1)
        let lines = run.errors.split(separator: "\n").filter { $0.hasPrefix("termmap: ") }
        #expect(lines.count == 1 && lines[0].contains("cannot write to standard output"), "\(run.errors)")
        #expect(try Self.points(file.folder + "/saved.gpx") == 5000)
    }

    @Test(arguments: [
        "track --save saved.gpx --gps-log /dev/full log.nmea",
        "--once --nmea log.nmea --save-track saved.gpx --gps-log /dev/full --basemap none log.csv",
    ])
    func logThatCannotBeWrittenDoesNotCostTheSavedTrack(arguments: String) throws {
        let file = try ScratchFile(Self.log(5), named: "log.nmea")
        try Data("latitude,longitude\n1,1\n".utf8).write(to: URL(fileURLWithPath: file.folder + "/log.csv"))
        let run = try shell("\"$T\" \(arguments)", in: file)
        #expect(run.code == 2 && run.errors.contains("--gps-log: /dev/full: No space left"), "\(run)")
        #expect(try Self.points(file.folder + "/saved.gpx") == 5)
    }

    /// A limit of file sizes is a disk that is full: what was there stays.
    @Test(arguments: [
        "track --save saved.gpx log.nmea",
        "--once --nmea log.nmea --save-track saved.gpx --basemap none log.csv",
    ])
    func limitOfFileSizesLeavesTheOldFile(arguments: String) throws {
        let file = try ScratchFile(Self.log(2), named: "log.nmea")
        try Data("latitude,longitude\n1,1\n".utf8).write(to: URL(fileURLWithPath: file.folder + "/log.csv"))
        #expect(try shell("\"$T\" track --save saved.gpx log.nmea", in: file).code == 0)
        let old = try String(contentsOfFile: file.folder + "/saved.gpx", encoding: .utf8)
        try Data(Self.log(500, from: 10).utf8).write(to: URL(fileURLWithPath: file.path))
        let run = try shell("ulimit -f 8; \"$T\" \(arguments)", in: file)
        #expect(run.code == 2, "\(run)")
        let lines = run.errors.split(separator: "\n").filter { $0.hasPrefix("termmap: ") }
        #expect(lines.count == 1 && lines[0].contains("File too large"), "\(run.errors)")
        #expect(try String(contentsOfFile: file.folder + "/saved.gpx", encoding: .utf8) == old)
        #expect(try Self.names(file.folder) == ["log.csv", "log.nmea", "saved.gpx"])
    }

    @Test func logOfVerdictsHasWholeLinesUnderALimit() throws {
        let file = try ScratchFile(Self.log(500), named: "log.nmea")
        let run = try shell("ulimit -f 8; \"$T\" track --gps-log verdicts log.nmea", in: file)
        #expect(run.code == 2 && run.errors.contains("termmap: --gps-log: "), "\(run)")
        let text = try String(contentsOfFile: file.folder + "/verdicts", encoding: .utf8)
        #expect(text.hasSuffix("\n") && text.utf8.count > 4096)
    }

    @Test func linkToAFileThatIsNotThereYetStaysALink() throws {
        let file = try ScratchFile(Self.log(3), named: "log.nmea")
        let run = try shell(
            "mkdir real; ln -s real/there.gpx saved.gpx; \"$T\" track --save saved.gpx log.nmea", in: file)
        #expect(run.code == 0)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: file.folder + "/saved.gpx")
                == "real/there.gpx")
        #expect(try Self.points(file.folder + "/real/there.gpx") == 3)
        #expect(try Self.names(file.folder + "/real") == ["there.gpx"])
    }

    @Test(arguments: [
        "mkfifo saved.gpx", "mkdir saved.gpx", "ln -s saved.gpx saved.gpx",
    ])
    func whatCannotBeReplacedIsRefused(preparation: String) throws {
        let file = try ScratchFile(Self.log(3), named: "log.nmea")
        let run = try shell("\(preparation); timeout 60 \"$T\" track --save saved.gpx log.nmea", in: file)
        #expect(run.code == 2 && run.errors.split(separator: "\n").count == 1, "\(run)")
        #expect(try Self.names(file.folder) == ["log.nmea", "saved.gpx"])
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPROF, SIGXCPU])
    func signalSavesTheTrackAndCleansUp(signal: Int32) throws {
        let file = try ScratchFile(Self.log(3), named: "log.nmea")
        let recorder = try Recorder(file.folder)
        kill(recorder.process.processIdentifier, signal)
        recorder.process.waitUntilExit()
        #expect(recorder.process.terminationReason == .uncaughtSignal)
        #expect(recorder.process.terminationStatus == signal)
        #expect(try Self.points(file.folder + "/saved.gpx") >= 1)
        #expect(try Self.names(file.folder) == ["log.nmea", "saved.gpx"])
    }
}
