import Foundation
import TestSupport
import Testing

/// `termmap ip` as scripts use it.
@Suite(.timeLimit(.minutes(10)))
struct AddressTests {
    private static func database() throws -> TemporaryFile {
        var file = AddressDatabaseFile(isIPv6: true, recordSize: 28)
        file.add([9, 0, 0, 0], bits: 8, .city("Zurich", "CH", 47.3686, 8.5391))
        return try TemporaryFile(file.encoded(), extension: "mmdb")
    }

    @Test func linesAreAnsweredInTheirOrder() throws {
        let file = try Self.database()
        let run = try Run(
            ["ip", "--geoip", file.path, "-"], input: "9.9.9.9\nno\u{1b}[2J\n10.0.0.1\n::ffff:9.1.1.1\n")
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(run.code == 0 && run.errors.isEmpty && lines.count == 6)
        #expect(
            lines[0]
                == "ip\tkind\tcountry\tregion\tcity\tlatitude\tlongitude\tradius_km\tnetwork\tas\torganisation"
        )
        #expect(lines[1] == "9.9.9.9\tpublic\tCH\tZH\tZurich\t47.3686\t8.5391\t20\t9.0.0.0/8\t\t")
        #expect(lines[2].contains("\tinvalid\t") && !run.outputBytes.contains(0x1b))
        #expect(lines[3] == "10.0.0.1\tprivate\t\t\t\t\t\t\t\t\t")
        #expect(lines[4].hasPrefix("::ffff:9.1.1.1\tpublic\tCH\t"))
    }

    @Test func objectsLeaveOutWhatIsNotKnown() throws {
        let file = try Self.database()
        let run = try Run(["ip", "--json", "--geoip", file.path, "9.9.9.9", "8.8.8.8"])
        #expect(
            run.output == """
                {"ip":"9.9.9.9","kind":"public","country":"CH","region":"ZH","city":"Zurich","latitude":47.3686,\
                "longitude":8.5391,"radius_km":20,"network":"9.0.0.0/8"}
                {"ip":"8.8.8.8","kind":"public"}

                """)
        #expect(run.code == 0)
    }

    /// The stream goes on while its first line is read.
    @Test(arguments: [
        ("lines", #"{"time":"2026-11-26T14:03:10Z","remote_addr":"9.9.9.9","status":401}"#),
        ("ndjson", #"{"line":1,"time":"2026-11-26T14:03:10Z","remote_addr":"9.9.9.9","status":401,"#),
    ])
    func objectsOfAStreamAreHandedOnAsTheyCome(format: String, output: String) throws {
        let file = try Self.database()
        let run = try Run(
            shell: """
                coproc t { "$0" --geoip "$1" -o \(format) -; }
                echo '{"time":"2026-11-26T14:03:10Z","remote_addr":"9.9.9.9","status":401}' >&"${t[1]}"
                read -r -t 60 line <&"${t[0]}" && printf '%s\\n' "$line"
                """, file.path)
        #expect(run.output.hasPrefix(output), "\(run.output)\(run.errors)")
    }

    @Test(arguments: [["--ip"], ["--ip", "src"], ["--ip=src"]]) func theBestColumnNeedsNoName(
        option: [String]
    ) throws {
        let file = try Self.database()
        let rows = try TemporaryFile(Array("name,lat,lon,src\na,1,2,9.9.9.9\n".utf8))
        let run = try Run(option + ["--geoip", file.path, "-o", "geojson", rows.path])
        #expect(run.code == 0 && run.output.contains("[8.5391,47.3686]"), "\(run.output)\(run.errors)")
    }

    @Test func databasesOfTheUserAreFound() throws {
        let home = FileManager.default.temporaryDirectory.appendingPathComponent(
            "termmap-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: home) }
        let folder = home.appendingPathComponent("termmap")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let environment = ["XDG_DATA_HOME": home.path]
        let file = try Self.database()
        try FileManager.default.copyItem(atPath: file.path, toPath: folder.path + "/city.mmdb")
        let run = try Run(["ip", "9.9.9.9"], environment: environment)
        #expect(run.code == 0 && run.output.contains("\tZurich\t"))
    }

    @Test func nothingFoundIsExitOneAndNoDatabaseIsTwo() throws {
        let file = try Self.database()
        #expect(try Run(["ip", "--geoip", file.path, "8.8.8.8"]).code == 1)
        let none = try Run(["ip", "--geoip", "/nowhere.mmdb", "8.8.8.8"])
        #expect(none.code == 2 && none.errors == "termmap: /nowhere.mmdb: no such file\n")
        let other = try Run(["ip", "--geoip", "/etc/passwd", "8.8.8.8"])
        #expect(other.code == 2 && other.errors.hasPrefix("termmap: /etc/passwd: no database of addresses"))
        let old = try TemporaryFile([1, 2, 3], extension: "dat")
        let refused = try Run(["ip", "--geoip", old.path, "8.8.8.8"])
        #expect(refused.code == 2 && refused.errors.hasSuffix("is in the old format; termmap reads .mmdb\n"))
        var torn = AddressDatabaseFile(isIPv6: false, recordSize: 24)
        torn.add([8, 0, 0, 0], bits: 8, .raw([0xff, 0xff]))
        let damaged = try TemporaryFile(torn.encoded(), extension: "mmdb")
        let met = try Run(["ip", "--geoip", damaged.path, "8.8.8.8", "8.8.4.4"])
        #expect(met.code == 2 && met.errors == "termmap: \(damaged.path): record of node 7 is damaged\n")
        let empty = try Run(["ip"])
        #expect(empty.code == 2 && empty.errors == "termmap: ip: no address (expected addresses or -)\n")
    }

    @Test func linesThatMatchWithoutAPlaceAreNotDenied() throws {
        let line = "9.9.9.9 - - [26/Nov/2026:14:03:10 +0000] \"GET / HTTP/1.1\" 401 5 \"-\" \"-\"\n"
        let log = try TemporaryFile(Array(String(repeating: line, count: 3).utf8), extension: "log")
        let arguments = ["--no-geoip", "--where", "status = 401", "-o", "lines"]
        let run = try Run(arguments + [log.path])
        #expect(run.code == 1 && run.output.isEmpty)
        #expect(run.errors.contains("has a place (--all-rows prints those without one)"))
        #expect(try Run(arguments + ["--all-rows", log.path]).output == String(repeating: line, count: 3))
    }
}
