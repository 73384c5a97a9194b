import MapModel
import Rows
import Testing

@testable import Feeds

@Suite struct ThingRegisterTests {
    @Test func aPlaceOutOfReachIsRefusedUntilThreeAgree() {
        let near = position("4B1812", 0, 47, 8)
        let far = (1...3).map { position("4B1812", Double($0), 20, 8) }
        let one = read(near + far[0] + position("4B1812", 2, 47.001, 8))
        #expect(one.value("latitude", of: "4b1812") == "47.001")
        #expect(one.register.refused.count(of: .tooFast) == 1 && one.register.things[0].jumpCount == 0)
        let three = read(near + far.joined())
        #expect(three.value("latitude", of: "4b1812") == "20" && three.register.things[0].jumpCount == 1)
    }

    @Test func olderPlacesAndPlacesAtZeroAreRefused() {
        let reader = read(
            position("4B1812", 10, 47, 8) + position("4B1812", 5, 47.001, 8) + position("4B1813", 10, 0, 0))
        #expect(
            reader.value("latitude", of: "4b1812") == "47" && reader.value("latitude", of: "4b1813") == "")
        #expect(reader.register.refused.count(of: .outOfOrder) == 1)
        #expect(reader.register.refused.count(of: .nullIsland) == 1)
    }

    @Test func theShortWayOver180DegreesIsNoJump() {
        let reader = read(position("4B1812", 0, 47, 179.99) + position("4B1812", 5, 47, -179.99))
        #expect(reader.value("longitude", of: "4b1812") == "-179.99" && reader.register.refused.total == 0)
    }

    @Test func thingsFallSilentAndAreGone() {
        var states: [String] = []
        let reader = read(position("4B1812", 0, 47, 8) + position("4B1813", 20, 47, 8))
        reader.sweep(isForced: true) { number, _, state, _ in states.append("\(number) \(state.name)") }
        #expect(reader.value("state", of: "4b1812") == "silent" && states == ["0 silent"])
        reader.feed(Array(position("4B1813", 61, 47, 8).utf8), from: 0, received: 0)
        reader.sweep(isForced: true) { number, _, state, _ in states.append("\(number) \(state.name)") }
        #expect(states.suffix(1) == ["0 gone"] && reader.register.things[0].place == nil)
        reader.feed(Array(position("4B1812", 62, 10, 8).utf8), from: 0, received: 0)
        #expect(
            reader.value("state", of: "4b1812") == "live" && reader.value("latitude", of: "4b1812") == "10")
    }

    @Test func theLongestSilentAreForgottenWhenThereAreTooMany() {
        var text = ""
        for number in 0..<50 { text += position("4B10\(10 + number)", Double(number), 47, 8) }
        let reader = read(text, limit: 20)
        #expect(Set(reader.ids) == Set((30..<50).map { "4b10\(10 + $0)" }))
        #expect(reader.register.forgottenCount == 30)
    }

    @Test func anIdOfTwoSourcesIsOneThingUnlessTheyDisagree() {
        let reader = FeedReader([("a", .recorded), ("b", .recorded)], ThingTimeChoice())
        func feed(_ source: Int, _ seconds: Double, _ latitude: Double) {
            reader.feed(Array(position("4B1812", seconds, latitude, 8).utf8), from: source, received: 0)
        }
        feed(0, 0, 47)
        feed(1, 1, 47.001)
        feed(0, 0.5, 47)
        #expect(reader.ids == ["4b1812"] && reader.value("latitude", of: "4b1812") == "47.001")
        #expect(reader.register.refused.total == 0)
        for second in 2..<8 {
            feed(1, Double(second), 47.002)
            feed(0, Double(second), 20)
        }
        #expect(reader.ids == ["4b1812", "4b1812 (2)"])
        #expect(Set(["4b1812", "4b1812 (2)"].map { reader.value("latitude", of: $0) }) == ["47.002", "20"])
    }

    @Test func aClockThatIsAlwaysOffByTheSameIsCorrected() {
        let received: Int64 = 1_795_701_600_000
        var clock = FeedClock(.live)
        for second in 0..<30 {
            let moment = clock.moment(
                of: received + Int64(second) * 1000 - 3_600_000, received: received + Int64(second) * 1000)
            // Two messages may as well be late.
            #expect(second < 2 || moment.own == received + Int64(second) * 1000)
        }
        let ahead = clock.moment(of: received + 100_000, received: received + 31_000)
        #expect(ahead.heard == received + 31_000)
    }

    /// What a broker has kept, or a station sends late, comes first and is old: it keeps its time, and says nothing about the clock.
    @Test(arguments: [20, 60, 600, 10_800] as [Int64])
    func oldMessagesAtTheBeginningAreNoWrongClock(ageSeconds: Int64) {
        let received: Int64 = 1_795_701_600_000
        var clock = FeedClock(.live)
        #expect(
            clock.moment(of: received - ageSeconds * 1000, received: received).heard == received - ageSeconds
                * 1000)
        for second in 1..<40 as Range<Int64> {
            let now = received + second * 1000
            #expect(clock.moment(of: now - 300, received: now).own == now - 300)
        }
        #expect(clock.settings == 0)
    }

    @Test func aClockThatIsSetIsFollowed() {
        let received: Int64 = 1_795_701_600_000
        var clock = FeedClock(.live)
        for second in 0..<120 as Range<Int64> {
            let (now, offset) = (
                received + second * 1000, Int64(second < 40 ? -3_600_000 : second < 80 ? 120_000 : 0)
            )
            let own = clock.moment(of: now - offset, received: now).own
            let isLearning = second < 3 || (40..<60).contains(second) || (80..<100).contains(second)
            #expect(isLearning || abs(own - now) <= 10_000, "second \(second)")
        }
    }

    /// A time ahead of the others is that of one message: those behind it are not old.
    @Test(arguments: [15, 60, 3_600], [FeedClock.Pace.live, .recorded])
    func oneTimeAheadDoesNotStopAThing(aheadSeconds: Int, pace: FeedClock.Pace) {
        let reader = FeedReader([("feed", pace)], ThingTimeChoice(), limit: 1_000)
        let start = Int64(1_795_701_600_000)
        for second in 0..<30 {
            let received = start + Int64(second) * 1000
            func feed(_ seconds: Double) {
                let text = position("4B1812", seconds, 47 + Double(second) / 1000, 8)
                reader.feed(Array(text.utf8), from: 0, received: received)
            }
            feed(Double(second))
            if second == 4 { feed(Double(min(second + aheadSeconds, 3_599))) }
        }
        #expect(reader.value("latitude", of: "4b1812") == "47.029")
        #expect(reader.register.refused.total <= (aheadSeconds > 60 ? 2 : aheadSeconds))
    }

    @Test func messagesOfAnOldRecordingKeepTheirTimes() {
        let received: Int64 = 1_795_701_600_000
        #expect(FeedClock.pace(of: received - 5_000, received: received) == .live)
        #expect(FeedClock.pace(of: received - 7_200_000 - 5_000, received: received) == .live)
        #expect(FeedClock.pace(of: received - 400_000_000, received: received) == .recorded)
        #expect(FeedClock.pace(of: received - 2_400_000, received: received) == .recorded)
    }

    @Test func oneTimeFarAheadDoesNotMakeTheOthersOld() {
        let late = position("4B1813", 1, 47, 8).replacing("2026/11/26", with: "2031/01/01")
        let reader = read(position("4B1812", 0, 47, 8) + late + position("4B1812", 2, 47, 8))
        reader.sweep(isForced: true) { _, _, _, _ in }
        #expect(reader.value("state", of: "4b1812") == "live")
    }

    @Test func aThingTakesFewBytes() {
        #expect(MemoryLayout<HeardThing>.stride + 2 * 2 * 12 <= 400)
    }
}
