import TestSupport
import Testing

@testable import RowValues

/// Time zones, by the files of the system.
struct ZoneTableTests {
    /// Systems without zone files have nothing to compare.
    static let zones = Set(TimeTable.walls.map(\.zone)).sorted()

    @Test(arguments: zones) func clocksAreTheMomentsOfPython(name: String) throws {
        guard let zone = ZoneTable.named(name) else { return }
        for wall in TimeTable.walls where wall.zone == name {
            let clock = try #require(TimeText.reading(wall.text))
            let found = zone.moment(ofWall: clock.milliseconds)
            #expect(found.milliseconds == wall.milliseconds, "\(name) \(wall.text)")
            #expect("\(found.clock)" == wall.clock, "\(name) \(wall.text)")
        }
    }

    @Test(arguments: zones) func offsetsAreThoseOfPython(name: String) throws {
        guard let zone = ZoneTable.named(name) else { return }
        for offset in TimeTable.offsets where offset.zone == name {
            let stretch = zone.offset(at: offset.milliseconds)
            #expect(stretch.offsetMilliseconds == offset.seconds * 1000, "\(name) \(offset.milliseconds)")
            #expect(stretch.contains(offset.milliseconds))
            let edges = [stretch.from, stretch.until - 1].filter { $0.magnitude < 1 << 60 }
            for edge in edges {
                #expect(zone.offset(at: edge).offsetMilliseconds == offset.seconds * 1000, "\(name) \(edge)")
            }
        }
    }

    @Test(arguments: ["Mars/Olympus", "../../etc/passwd", "/etc/passwd", "", "Europe/", "+25:00", "+2x", "."])
    func unknownZonesAreNone(name: String) {
        #expect(ZoneTable.named(name) == nil)
    }

    @Test func offsetsAreZones() {
        #expect(ZoneTable.named("+02:00")?.offset(at: 0).offsetMilliseconds == 7_200_000)
        #expect(ZoneTable.named("-0330")?.offset(at: 0).offsetMilliseconds == -12_600_000)
        #expect(ZoneTable.named("utc") == .utc && ZoneTable.named("Z") == .utc)
    }

    /// A clock that goes back an hour, and a second later another one.
    @Test func twoChangesWithinASecondAreBothSeen() {
        let zone = ZoneTable(
            name: "twice", starts: [1_000_000, 1_000_001], offsets: [3600, 0, -3600], repeats: false)
        // In all three stretches, or in the first and the last: the first is meant.
        for second in stride(from: Int64(990_000), through: 1_010_000, by: 7) {
            let wall = second * 1000
            let moments = [
                (wall - 3_600_000, Int64.min, Int64(1_000_000_000)), (wall, 1_000_000_000, 1_000_001_000),
                (wall + 3_600_000, 1_000_001_000, .max),
            ].filter { $0.0 >= $0.1 && $0.0 < $0.2 }.map(\.0)
            let found = zone.moment(ofWall: wall)
            #expect(found.milliseconds == moments.first, "\(second)")
            #expect(found.clock == (moments.count > 1 ? .doubled : .plain), "\(second)")
            #expect(zone.wall(at: found.milliseconds) == wall)
        }
        let forward = ZoneTable(
            name: "forward", starts: [1_000_000, 1_000_001], offsets: [0, 3600, 7200], repeats: false)
        let skipped = forward.moment(ofWall: 1_001_800_000)
        #expect(skipped.clock == .skipped && skipped.milliseconds == 1_001_800_000)
        #expect(forward.moment(ofWall: 1_008_000_000).milliseconds == 1_000_800_000)
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func damagedFilesNeverTrap(seed: UInt64) {
        var random = SeededRandom(seed)
        var bytes = Self.file(rule: "CET-1CEST,M3.5.0,M10.5.0/3")
        for _ in 0..<random.number(1...6) {
            bytes[random.number(0...bytes.count - 1)] = UInt8(random.number(0...255))
        }
        if random.number(0...2) == 0 { bytes = Array(bytes.prefix(random.number(0...bytes.count))) }
        let zone = ZoneFile.zone("damaged", bytes)
        for moment in [Int64.min / 2, -1 << 50, 0, 1 << 50, Int64.max / 2] {
            _ = zone?.offset(at: moment)
            _ = zone?.moment(ofWall: moment)
        }
    }

    /// A small file of version 2 with a rule.
    private static func file(rule: String) -> [UInt8] {
        func part(_ width: Int) -> [UInt8] {
            var bytes = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
            for count in [0, 0, 0, 1, 2, 8] as [UInt8] { bytes += [0, 0, 0, count] }
            bytes += [UInt8](repeating: 0, count: width - 4) + [0x10, 0, 0, 0]
            bytes += [1]
            bytes += [0, 0, 0x0E, 0x10, 0, 0] + [0, 0, 0x1C, 0x20, 1, 4]
            return bytes + Array("CET\0CES\0".utf8)
        }
        return part(4) + part(8) + [10] + Array(rule.utf8) + [10]
    }
}
