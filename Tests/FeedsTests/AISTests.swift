import MapModel
import Rows
import Synchronization
import Testing

@testable import Feeds

@Suite struct AISTests {
    /// From the standard examples of Raymond, "AIVDM/AIVDO protocol decoding".
    private static let position = "!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C"
    private static let voyage = [
        "!AIVDM,2,1,1,A,55?MbV02;H;s<HtKR20EHE:0@T4@Dn2222222216L961O5Gf0NSQEp6ClRp8,0*1C",
        "!AIVDM,2,2,1,A,88888888880,2*25",
    ]

    @Test func aPositionIsRead() {
        let reader = read(Self.position + "\n")
        #expect(reader.ids == ["477553000"])
        #expect(reader.value("status", of: "477553000") == "moored")
        #expect(reader.value("latitude", of: "477553000") == "47.5828333")
        #expect(reader.value("longitude", of: "477553000") == "-122.3458333")
        #expect(reader.value("heading_deg", of: "477553000") == "181")
    }

    @Test func aWrongChecksumIsRefused() {
        let reader = read(Self.position.replacing("0*5C", with: "0*5D") + "\n")
        #expect(reader.ids.isEmpty && reader.counts.damaged == 1)
    }

    @Test func partsAreJoinedInTheirOrder() {
        let reader = read(Self.voyage.joined(separator: "\n") + "\n")
        #expect(reader.value("name", of: "351759000") == "EVER DIADEM")
        #expect(reader.value("ship_type", of: "351759000") == "cargo")
        #expect(reader.value("destination", of: "351759000") == "NEW YORK")
        #expect(reader.value("length_m", of: "351759000") == "295")
        let alone = read(Self.voyage[1] + "\n" + Self.voyage[0] + "\n")
        #expect(alone.ids.isEmpty && alone.counts.incomplete == 1)
    }

    @Test func partsThatComeTooLateAreNotJoined() {
        let reader = FeedReader([("", .live)], ThingTimeChoice())
        reader.feed(Array((Self.voyage[0] + "\n").utf8), from: 0, received: 1_795_701_600_000)
        reader.feed(Array((Self.voyage[1] + "\n").utf8), from: 0, received: 1_795_701_611_000)
        #expect(reader.ids.isEmpty && reader.counts.incomplete == 1)
    }

    @Test(arguments: [
        "\\s:tower,c:1795701609*44\\", "\\g:1-1-77,s:tower,c:1795701609000*%\\", "1795701609 ",
        "2026-11-26T14:00:09Z ", "[1795701609.000] ",
    ])
    func theTimeStandsBeforeTheSentence(_ stamp: String) {
        var stamp = stamp
        if stamp.contains("%") {
            let body = stamp.dropFirst().prefix { $0 != "*" }
            let sum = body.utf8.reduce(UInt8(0)) { $0 ^ $1 }
            stamp = stamp.replacing(
                "%", with: (sum < 16 ? "0" : "") + String(sum, radix: 16, uppercase: true))
        }
        let reader = read(stamp + Self.position + "\n")
        #expect(reader.value("time", of: "477553000") == "2026-11-26T14:00:09.000Z")
    }

    @Test(arguments: [
        (",r003669945,1085889680", 1_085_889_680_000),
        (",s27013,d-096,T25.08687284,x35,b003669945,1234567890", 1_234_567_890_000),
        (",r003669945,1085889680.5", 1_085_889_680_500),
        // None of these is a time.
        (",r003669945", nil), (",r003669945,", nil), (",r003669945,1085889680x", nil), (",", nil),
    ])
    func theTimeStandsBehindTheSentence(_ suffix: String, _ time: Int64?) {
        let reader = read(Self.position + suffix + "\n")
        #expect(reader.counts.read == 1 && reader.firstTime == time)
    }

    @Test func theTimeBehindASentenceIsNotThatOfTheNext() {
        let reader = read(Self.voyage[0] + ",r003669945,1085889680" + Self.position + "\n")
        #expect(reader.counts.sentences == 2 && reader.ids == ["477553000"] && reader.firstTime == nil)
    }

    @Test(arguments: ["1085889680 ", "2004-05-30T04:01:20Z ", "[2004-05-30 04:01:20] ", ""])
    func partsHaveTheirTimesBeforeOrBehindThem(_ stamp: String) {
        let suffix = stamp.isEmpty ? ",r003669945,1085889680" : ""
        let text = Self.voyage.map { stamp + $0 + suffix + "\n" }.joined()
        let bytes = Array(text.utf8)
        #expect(FeedDetection.isFeed(bytes) && FeedDetection.mayBecomeFeed(Array(bytes.prefix(30))))
        let reader = read(text)
        #expect(reader.value("name", of: "351759000") == "EVER DIADEM")
        #expect(reader.firstTime == 1_085_889_680_000)
    }

    /// A ship that is far from where it was in the message before: a log without times may be hours long.
    @Test func messagesWithoutTimesAreNotJudgedByTheirSpeed() {
        var filter = read(Self.position + "\n").register.things[0].filter
        let start = filter.newest!
        let place = GreatCircle.destination(from: start.coordinate, bearing: 90, meters: 20_000)
        let strict = TimedPlace.Reach(metersPerSecond: 60, slackMeters: 5_000)
        let granted = TimedPlace.Reach(metersPerSecond: 60, slackMeters: 41_000)
        #expect(filter.judge(place, at: start.time, within: strict) == .dropped(.tooFast))
        #expect(filter.judge(place, at: start.time, within: granted) == .newest)
    }

    @Test func twoSentencesInOneLineAreTwo() {
        let reader = read(Self.position + Self.voyage[0] + "\n" + Self.voyage[1] + Self.position + "\n")
        #expect(reader.ids == ["477553000", "351759000"] && reader.counts.read == 3)
    }

    @Test func theOwnPositionIsHandedOn() {
        let reader = FeedReader([("feed", .live)], ThingTimeChoice())
        let reports = OwnReports()
        let heard = Mutex<[OwnReport]>([])
        reports.follow { report in heard.withLock { $0.append(report) } }
        reader.ownReports = reports
        let sentence = "$GPRMC,140001.00,A,4727.4800,N,00832.8800,E,5.0,045.0,261126,,,A*5D"
        let text = Self.position + "\n" + "!AIVDO,1,1,,,139BSs@02G0WD?6KA77GfV:CP000,0*77\n" + sentence + "\n"
        reader.feed(Array(text.utf8), from: 0, received: 1_795_701_600_000)
        let found = heard.withLock { $0 }
        #expect(reader.register.things.count == 1 && reader.counts.own == 2 && found.count == 2)
        guard case .fix(let fix) = found.first else {
            Issue.record("no fix")
            return
        }
        #expect(fix.time == UTCInstant(milliseconds: 1_795_701_600_000) && fix.mode == .twoDimensional)
        #expect(fix.coordinate.map { abs($0.latitude) < 90 && $0.longitude != 0 } == true)
        #expect(found.last == .sentence(Array((sentence + "\n").utf8)))
    }

    @Test func placesThatAreNotAvailableAreRefused() {
        // Type 18 with 181° and 91°.
        var bits: [UInt8] = []
        func add(_ value: Int, _ count: Int) {
            for shift in stride(from: count - 1, through: 0, by: -1) {
                bits.append(UInt8(value >> shift & 1))
            }
        }
        for (value, count) in [
            (18, 6), (0, 2), (211_000_001, 30), (0, 8), (1023, 10), (0, 1), (181 * 600_000, 28),
            (91 * 600_000, 27), (3600, 12), (511, 9), (60, 6), (0, 29),
        ] { add(value, count) }
        var payload = ""
        for start in stride(from: 0, to: bits.count, by: 6) {
            let symbol = bits[start..<start + 6].reduce(0) { $0 << 1 | $1 }
            payload.unicodeScalars.append(Unicode.Scalar(symbol < 40 ? symbol + 48 : symbol + 56))
        }
        let body = "AIVDM,1,1,,B,\(payload),0"
        let sum = body.utf8.reduce(UInt8(0)) { $0 ^ $1 }
        let reader = read("!\(body)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))\n")
        #expect(reader.ids == ["211000001"] && reader.value("latitude", of: "211000001") == "")
        #expect(reader.value("speed_mps", of: "211000001") == "")
        #expect(reader.register.refused.count(of: .noCoordinate) == 1)
    }

    @Test(arguments: [(970_123_456, true), (972_000_001, true), (974_000_000, true), (971_000_000, false)])
    func beaconsOfDistressAreKnownByTheirNumbers(_ mmsi: Int, _ isDistress: Bool) {
        #expect((Thing.Emergency(shipNumber: "\(mmsi)") != .none) == isDistress)
    }
}
