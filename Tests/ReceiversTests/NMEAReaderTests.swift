import MapModel
import TestSupport
import Testing

@testable import Receivers

@Suite struct NMEAReaderTests {
    /// A sentence with its checksum.
    static func sentence(_ body: String) -> String {
        let sum = body.utf8.reduce(UInt8(0)) { $0 ^ $1 }
        let hex = String(sum, radix: 16, uppercase: true)
        return "$\(body)*\(hex.utf8.count == 1 ? "0" : "")\(hex)\r\n"
    }

    static func read(_ text: String, chunk: Int = .max) -> (fixes: [LocationFix], counts: NMEACounts) {
        read(Array(text.utf8), chunk: chunk)
    }

    static func read(_ bytes: [UInt8], chunk: Int = .max) -> (fixes: [LocationFix], counts: NMEACounts) {
        var reader = NMEAReader()
        var fixes: [LocationFix] = []
        var start = 0
        while start < bytes.count {
            let end = start + min(chunk, bytes.count - start)
            reader.feed(bytes.span.extracting(start..<end)) { fixes.append($0) }
            start = end
        }
        reader.finish { fixes.append($0) }
        return (fixes, reader.counts)
    }

    private static let epoch =
        sentence("GPGGA,123519,4807.038,N,01131.000,W,1,08,0.9,545.4,M,46.9,M,,")
        + sentence("GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1")
        + sentence("GPGSV,2,1,08,01,40,083,46,02,17,308,41,12,07,344,39,14,22,228,45")
        + sentence("GLGSV,1,1,03,65,17,335,35")
        + sentence("GPVTG,054.7,T,034.4,M,005.5,N,010.2,K")
        + sentence("GPRMC,123519,A,4807.038,N,01131.000,W,022.4,084.4,230394,003.1,W")

    @Test func oneEpochIsOneFix() throws {
        let (fixes, counts) = Self.read(Self.epoch)
        #expect(fixes.count == 1 && counts.used == 6 && counts.dropped == 0)
        let fix = try #require(fixes.first)
        #expect(fix.mode == .threeDimensional)
        #expect(fix.time?.description == "1994-03-23T12:35:19.000Z")
        #expect(fix.coordinate == Coordinate(latitude: 48.1173, longitude: -11.516_666_666_666_667))
        #expect(fix.altitudeMeters == 545.4 && fix.satellitesUsed == 8 && fix.satellitesSeen == 11)
        #expect(fix.accuracyMeters.map { abs($0 - 17.1) < 1e-9 } ?? false)
        #expect(fix.speedMetersPerSecond.map { abs($0 - 11.5235) < 1e-3 } ?? false)
        #expect(fix.courseDegrees == 84.4)
    }

    @Test(arguments: [1, 2, 7, 64]) func chunksMakeNoDifference(size: Int) {
        let text = Self.epoch + Self.epoch.replacing("123519", with: "123520")
        #expect(Self.read(text, chunk: size).fixes == Self.read(text).fixes)
    }

    @Test(arguments: ["GP", "GN", "GL", "GA", "GB", "BD", "QZ", "GI", "IN", "ZZ"])
    func allTalkersAreHeard(talker: String) {
        let (fixes, _) = Self.read(
            Self.sentence("\(talker)RMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W"))
        #expect(fixes.first?.mode == .twoDimensional)
    }

    @Test func wrongChecksumsAreNotBelieved() {
        let good = Self.sentence("GPGLL,4807.038,N,01131.000,E,123519,A")
        let wrong = good.replacing("4807", with: "4907")
        let without = "$GPGLL,4807.038,N,01131.000,E,123520,A\r\n"
        let (fixes, counts) = Self.read(wrong + without + good)
        #expect(fixes.map(\.coordinate?.latitude) == [48.1173])
        #expect(counts.wrongChecksum == 1 && counts.withoutChecksum == 1 && counts.used == 1)
    }

    @Test func recoversAtTheNextDollar() {
        let good = Self.sentence("GPGLL,4807.038,N,01131.000,E,123519,A")
        let torn = "$GPGLL,4807.0" + good + "noise \u{0}\u{1}\u{7F}" + good
        let (fixes, counts) = Self.read(torn)
        #expect(fixes.count == 1 && counts.used == 2 && counts.withoutChecksum == 1)
    }

    @Test func endlessLinesAreDroppedAndMemoryIsBounded() {
        let good = Self.sentence("GPGLL,4807.038,N,01131.000,E,123519,A")
        let (fixes, counts) = Self.read(
            "$" + String(repeating: "A", count: 1_000_000) + "\n" + good, chunk: 4096)
        #expect(fixes.count == 1 && counts.tooLong == 1 && counts.used == 1)
    }

    @Test func everythingElseIsPassedOver() {
        let (fixes, counts) = Self.read(
            "# a comment\n\n\n!AIVDM,1,1,,A,15MgK45P3@G?fl0E`JbR0OwT0@MS,0*4E\n"
                + Self.sentence("GPTXT,01,01,02,hello") + Self.sentence("PUBX,00,1") + Self.sentence("PQ"))
        #expect(fixes.isEmpty && counts.other == 4 && counts.noSentence == 1 && counts.dropped == 0)
    }

    @Test(arguments: [
        "GPRMC,123519,V,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W",
        "GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W,N",
        "GPGGA,123519,4807.038,N,01131.000,E,0,08,0.9,545.4,M,46.9,M,,",
        "GPGLL,4807.038,N,01131.000,E,123519,V",
    ])
    func invalidMeansNoFix(body: String) {
        let (fixes, _) = Self.read(Self.sentence(body))
        #expect(fixes.map(\.mode) == [.none] && fixes.first?.coordinate == nil)
    }

    @Test func invalidVoidsWhatWasSaidBefore() {
        let (fixes, _) = Self.read(
            Self.sentence("GPGLL,4807.038,N,01131.000,E,123519,A")
                + Self.sentence("GPRMC,123519,V,4807.038,N,01131.000,E,,,230394,,"))
        #expect(fixes.map(\.mode) == [.none])
    }

    @Test(arguments: [
        "9060.000,N,00000.000,E", "9000.001,N,00000.000,E", "4860.000,N,00000.000,E", "48.5,X,001.5,E",
        "4807.038,N,18000.001,E", "4807.038,E,01131.000,N", "-4807.0,N,01131.0,E", "nan,N,inf,E",
        "4807.038,N,,", "4807.03.8,N,01131.0,E", "99999999999999999999,N,01131.0,E", "0x10,N,1e3,E",
    ])
    func placesThatAreNoneAreMalformed(place: String) {
        let (fixes, counts) = Self.read(Self.sentence("GPGLL,\(place),123519,A"))
        #expect(fixes.allSatisfy { $0.coordinate == nil } && counts.malformed == 1)
    }

    @Test func polesAndTheAntimeridianAreReached() {
        let (fixes, _) = Self.read(Self.sentence("GPGLL,9000.000,S,18000.000,W,123519,A"))
        #expect(fixes.map(\.coordinate) == [Coordinate(latitude: -90, longitude: -180)])
    }

    @Test func datesGoOnAcrossMidnight() {
        let (fixes, _) = Self.read(
            Self.sentence("GPRMC,235959.5,A,4807.038,N,01131.000,E,,,311299,,")
                + Self.sentence("GPGLL,4807.038,N,01131.000,E,000000.5,A")
                + Self.sentence("GPGLL,4807.038,N,01131.000,E,000001.5,A")
                + Self.sentence("GPZDA,000002.5,02,01,2000,00,00")
                + Self.sentence("GPGLL,4807.038,N,01131.000,E,000002.5,A"))
        #expect(
            fixes.map(\.time?.description) == [
                "1999-12-31T23:59:59.500Z", "2000-01-01T00:00:00.500Z", "2000-01-01T00:00:01.500Z",
                "2000-01-02T00:00:02.500Z",
            ])
    }

    @Test func withoutADateThereIsNoTime() {
        let (fixes, _) = Self.read(Self.sentence("GPGLL,4807.038,N,01131.000,E,123519,A"))
        #expect(fixes.map(\.time) == [nil])
    }

    @Test func aClockAloneIsNoFix() {
        let (fixes, counts) = Self.read(Self.sentence("GPZDA,000002.5,02,01,2000,00,00"))
        #expect(fixes.isEmpty && counts.used == 1)
    }

    /// Damaged streams: nothing traps, nothing leaves the globe, and damage never makes a place of its own
    /// (but where a checksum of one byte lets it through).
    @Test(arguments: 0..<60) func damageDoesNoHarm(seed: UInt64) {
        var random = SeededRandom(seed)
        var bytes: [UInt8] = []
        for index in 0..<20 {
            bytes += Array(Self.epoch.replacing("123519", with: "1235\(20 + index)").utf8)
        }
        for _ in 0..<random.number(1...60) {
            let place = random.number(0...bytes.count - 1)
            switch random.number(0...3) {
            case 0: bytes[place] = UInt8(random.number(0...255))
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(UInt8(ascii: "$"), at: place)
            default: bytes.insert(contentsOf: bytes.prefix(random.number(0...300)), at: place)
            }
        }
        let (fixes, _) = Self.read(bytes, chunk: random.number(1...200))
        for place in fixes.compactMap(\.coordinate) {
            #expect(Coordinate(wrapping: place.latitude, place.longitude) == place)
        }
    }
}
