import MapModel
import Testing

@testable import Feeds

@Suite struct APRSTests {
    private static let path = ">APRS,TCPIP*,qAC,T2TEST:"

    @Test func aPlainPlaceWithATimeIsRead() {
        let reader = read("HB9ABC-9\(Self.path)@140001h4722.38N/00846.43E>256/020/A=002562 hi\n")
        #expect(reader.value("latitude", of: "HB9ABC-9") == "47.373")
        #expect(reader.value("longitude", of: "HB9ABC-9") == "8.7738333")
        #expect(reader.value("course_deg", of: "HB9ABC-9") == "256")
        #expect(reader.value("speed_mps", of: "HB9ABC-9") == "10.29")
        #expect(reader.value("altitude_m", of: "HB9ABC-9") == "780.9")
        #expect(reader.value("symbol", of: "HB9ABC-9") == "/>")
        #expect(reader.value("time", of: "HB9ABC-9") == "2026-11-26T14:00:01.000Z")
    }

    @Test func aCompressedPlaceIsRead() {
        // The example of the reference: 49°30' N, 72°45' W, 36.2 kn to 88°.
        let reader = read("N0CALL\(Self.path)=/5L!!<*e7>7P[\n")
        #expect(reader.value("latitude", of: "N0CALL") == "49.5")
        #expect(reader.value("longitude", of: "N0CALL") == "-72.7500039")
        #expect(reader.value("course_deg", of: "N0CALL") == "88")
        #expect(reader.value("speed_mps", of: "N0CALL") == "18.64")
    }

    @Test func micEIsRead() {
        // The example of the reference with a longitude beyond 100°: 33°25.64' N, 112°07.74' W, 20 kn to 251°.
        let reader = read("N0CALL>S32UVT,WIDE1-1,qAR,X:`(_fn\"Oj/\n")
        #expect(reader.value("latitude", of: "N0CALL") == "33.4273333")
        #expect(reader.value("longitude", of: "N0CALL") == "-112.129")
        #expect(reader.value("speed_mps", of: "N0CALL") == "10.29")
        #expect(reader.value("course_deg", of: "N0CALL") == "251")
        #expect(reader.value("symbol", of: "N0CALL") == "/j")
    }

    @Test func sentencesOfReceiversTellPlaces() {
        let reader = read(
            """
            N0CALL-1\(Self.path)$GPRMC,140001,A,4722.38,N,00846.43,E,20.0,256.0,261126,,*2F
            N0CALL-2\(Self.path)$GPGGA,135959,4722.38,N,00846.43,E,1,08,1.0,780.9,M,48.0,M,,*46
            N0CALL-3\(Self.path)$GPRMC,140001,A,4722.38,N,00846.43,E,20.0,256.0,261126,,*00
            N0CALL-4\(Self.path)$GPRMC,140001,V,,,,,,,261126,,*35
            N0CALL-5\(Self.path)$ULTW0031003702CE
            """)
        #expect(reader.ids == (1...5).map { "N0CALL-\($0)" } && reader.counts.unreadable == 0)
        for id in ["N0CALL-1", "N0CALL-2"] {
            #expect(reader.value("latitude", of: id) == "47.373")
            #expect(reader.value("longitude", of: id) == "8.7738333")
        }
        #expect(reader.value("speed_mps", of: "N0CALL-1") == "10.29")
        #expect(reader.value("course_deg", of: "N0CALL-1") == "256")
        #expect(reader.value("time", of: "N0CALL-1") == "2026-11-26T14:00:01.000Z")
        #expect(reader.value("altitude_m", of: "N0CALL-2") == "780.9")
        #expect(reader.value("time", of: "N0CALL-2") == "2026-11-26T13:59:59.000Z")
        for id in ["N0CALL-3", "N0CALL-4", "N0CALL-5"] {
            #expect(reader.value("latitude", of: id) == "")
        }
    }

    @Test func objectsAndItemsAreThingsOfTheirOwn() {
        let reader = read(
            """
            N0CALL\(Self.path);LEADER   *261402z4903.50N/07201.75W>088/036
            N0CALL\(Self.path))AID #2!4903.50N/07201.75WA
            N0CALL\(Self.path)>on the road
            # aprsc 2.1.19
            """)
        #expect(reader.ids == ["LEADER", "AID #2", "N0CALL"])
        #expect(reader.value("time", of: "LEADER") == "2026-11-26T14:02:00.000Z")
        #expect(reader.counts.comments == 1 && reader.counts.unreadable == 0)
    }

    @Test func thePermanentTimeOfAnObjectSetsNoClock() {
        let reader = read(
            """
            N0CALL\(Self.path)@261402z4903.50N/07201.75W>
            N0CALL\(Self.path);CLUB     *111111z4903.50N/07201.75W-
            N0CALL-1\(Self.path)!4903.50N/07201.75W>
            """)
        for id in ["N0CALL", "CLUB", "N0CALL-1"] {
            #expect(reader.value("time", of: id) == "2026-11-26T14:02:00.000Z")
        }
        #expect(reader.value("longitude", of: "CLUB") == "-72.0291667")
    }

    @Test(arguments: [
        // At noon of 30 November: a day that this month has not had is one of the month before, but for clocks that differ.
        ("2026-11-30T12:00:00Z", 9, "2026-11-09"), ("2026-11-30T12:00:00Z", 30, "2026-11-30"),
        ("2026-11-30T23:30:00Z", 1, "2026-12-01"), ("2026-12-01T00:30:00Z", 30, "2026-11-30"),
        ("2026-12-05T12:00:00Z", 31, "2026-10-31"), ("2026-01-05T12:00:00Z", 31, "2025-12-31"),
        ("2026-01-15T12:00:00Z", 20, "2025-12-20"),
    ])
    func aDayOfTheMonthHasBeen(now: String, day: Int, date: String) throws {
        let base = try #require(UTCInstant(iso8601: now)).milliseconds
        let found = try #require(FeedTime.nearest(day: day, ofMonth: 3_600_000, to: base))
        #expect(UTCInstant(milliseconds: found)?.description.hasPrefix(date + "T01:00") == true)
    }

    @Test func blurredPlacesStandInTheMiddle() {
        let reader = read("N0CALL\(Self.path)!4903.5 N/07201.7 W-\n")
        #expect(reader.value("latitude", of: "N0CALL") == "49.0591667")
        #expect(reader.value("accuracy_m", of: "N0CALL") == "93")
    }

    @Test(arguments: [
        "N0CALL>", "N0CALL>APRS:", "N0CALL>APRS:!", "A>B:@1", "A>B:;", "A>B:)", "A>B:`", "A>B:}A>B:}A>B:!",
    ])
    func cutPacketsAreNoPlace(_ packet: String) {
        #expect(read(packet + "\n").register.things.allSatisfy { $0.place == nil })
    }
}
