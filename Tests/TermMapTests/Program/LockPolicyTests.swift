import Platform
import TestSupport
import Testing

@testable import TermMap

/// What the options make the program keep, before it gives up the rest.
@Suite struct LockPolicyTests {
    private func policy(_ arguments: String...) throws -> LockPolicy {
        try Program(Options.parse(["--basemap", "none"] + arguments)).lockPolicy()
    }

    /// The content of any file may be one of GDAL's formats, or have coordinates of another system.
    private static let gdal: Set = ["ogr2ogr", "ogrinfo", "gdaltransform"]

    /// Any table may have addresses, which is known only after the lock: the folders of their databases are read.
    private static let addresses = Set(AddressFolders().paths)

    @Test func aTableNeedsNothingButItself() throws {
        let path = Repository.root + "/data/airports.csv"
        let policy = try policy("--once", path)
        #expect(policy.files == [path])
        #expect(policy.folders == Self.addresses && Self.addresses.count > 2)
        #expect(policy.programs == Self.gdal && policy.ports == .none)
        #expect(!policy.makesTemporaryFiles)
        #expect(policy.savedEndings == nil && policy.outputs == [] && !policy.opensLater)
        #expect(policy.words.hasPrefix("reads 1 file and \(Self.addresses.count) folders, no network, "))
    }

    @Test func withoutDatabasesOfAddressesAFileIsAll() throws {
        let path = Repository.root + "/data/airports.csv"
        let policy = try policy("--once", "--no-geoip", path)
        #expect(policy.files == [path] && policy.folders == [])
        #expect(policy.words.hasPrefix("reads 1 file, no network, "))
        let named = try self.policy("--once", "--geoip", "/city.mmdb", path)
        #expect(named.files == [path, "/city.mmdb"] && named.folders == [])
    }

    @Test func aDatabaseNeedsItsFolder() throws {
        let folder = Repository.root + "/Tests/Corpus/sqlite"
        let policy = try policy("--once", folder + "/whole.sqlite")
        #expect(policy.folders == Self.addresses.union([folder]))
        #expect(policy.programs == Self.gdal)
    }

    @Test func filesOfOtherFormatsNeedPrograms() throws {
        let policy = try policy("--once", Repository.root + "/LICENSE")
        #expect(policy.programs.isSuperset(of: ["ogr2ogr", "ogrinfo"]))
        #expect(try self.policy("--once", "--crs", "EPSG:3857", "a.csv").programs.isSuperset(of: Self.gdal))
    }

    private static let servers: [(address: String, ports: Set<UInt16>)] = [
        ("postgresql://me:secret@host:5433/db", [5432, 5433]), ("postgresql://[::1]/db", [1, 5432]),
        ("host=h port=6000 dbname=d", [5432, 6000]), ("clickhouse://host:9000/t", [8123, 8443, 9000]),
    ]

    @Test(arguments: servers.indices)
    func aServerNeedsThePortsThatItsAddressMayMean(index: Int) throws {
        let (address, ports) = Self.servers[index]
        #expect(try policy("--once", address).ports == .only(ports))
    }

    @Test func tilesOfAServerNeedItsPortsAndTheCache() throws {
        let policy = try Program(
            Options.parse(["--once", "--basemap", "http://host:81/{z}/{x}/{y}", "a.csv"])
        )
        .lockPolicy()
        #expect(policy.ports == .only([80, 81, 443]))
        #expect(policy.ownFolders.keys.contains("cache"))
    }

    @Test func typedKeysMaySave() throws {
        let policy = try policy("--once", "--keys", ":save a.csv<Enter>", "a.csv")
        #expect(policy.savedEndings?.contains("csv") == true)
    }

    @Test func outputsAreNamed() throws {
        let policy = try policy(
            "--once", "--nmea", "/dev/null", "--save-track", "t.gpx", "--gps-log", "v", "a.csv")
        #expect(policy.outputs == ["t.gpx", "v"])
    }

    @Test func areasAndTablesOfPlacesAreRead() throws {
        let path = Repository.root + "/data/airports.csv"
        let policy = try policy("--once", "--areas", "mine=\(path)", "--places", "\(path):a=b", "a.csv")
        #expect(policy.files == ["a.csv", path])
    }

    @Test func wordsListWhatIsKept() {
        var policy = LockPolicy()
        #expect(policy.words == "reads no file of yours, no network, writes nothing")
        policy.files = ["a", "b"]
        policy.folders = ["c"]
        policy.ownFolders = ["state": "s", "cache": "c"]
        policy.outputs = ["o"]
        policy.ports = .only([80, 443])
        policy.programs = ["ogr2ogr", "/opt/duckdb"]
        #expect(
            policy.words == "reads 2 files and 1 folder, connects to ports 80 and 443, "
                + "writes state, cache and 1 named file, runs duckdb and ogr2ogr")
    }
}
