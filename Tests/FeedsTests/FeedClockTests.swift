import Rows
import Testing

@testable import Feeds

@Suite struct FeedClockTests {
    private static let start: Int64 = 1_795_701_600_000

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

    /// A source that plays faster than time passes, or whose clock wavers about the limit: times go on, whoever is first.
    @Test(arguments: [0.5, 1, 1.3, 2, 5, 20, 100])
    func timesOfAFastClockDoNotGoBack(speed: Double) {
        var clock = FeedClock(.live)
        var last: (own: Int64, settings: UInt16) = (0, 0)
        var (back, settings) = (0, 0)
        for message in 0..<3_000 {
            let received = Self.start + Int64(message) * 20
            let jitter = Int64(message * 7_919 % 400) - 200
            let time = Self.start + Int64(Double(message) * 20 * speed) + 9_900 + jitter
            let own = clock.moment(of: time, received: received).own
            #expect(own <= received + FeedClock.tolerance)
            if clock.settings != last.settings { settings += 1 } else if own < last.own - 400 { back += 1 }
            last = (own, clock.settings)
        }
        #expect(back == 0 && settings < 3_000 / 20)
    }

    /// Before its first messages are taken it is known that a clock is hours off: nobody seems silent, or is met twice.
    @Test(arguments: [-7_200, -500, -120, -30, 3_600] as [Int64])
    func theClockIsSetBeforeTheFirstMessageIsTaken(offsetSeconds: Int64) {
        var start = FeedStart()
        for second in 0..<3 {
            #expect(!start.isOver)
            start.hold(
                Array(position("4B1812", Double(second), 47, 8).utf8),
                received: Self.start + Int64(second) * 1000 - offsetSeconds * 1000)
        }
        #expect(start.isOver && start.held.count == 3)
        let reader = FeedReader([("feed", .live)], ThingTimeChoice())
        var states = 0
        reader.prime(start.times, of: 0)
        for (bytes, received) in start.held {
            reader.feed(bytes, from: 0, received: received)
            reader.sweep(isForced: true) { _, _, _, _ in states += 1 }
        }
        #expect(states == 0 && reader.register.now == Self.start + 2_000 - offsetSeconds * 1000)
    }

    @Test func messagesInTimeOrWithoutTimesAreNotHeld() {
        var now = FeedStart()
        now.hold(Array(position("4B1812", 0, 47, 8).utf8), received: Self.start + 300)
        #expect(now.isOver)
        var untimed = FeedStart()
        untimed.hold(Array("!AIVDM,1,1,,A,139BSs@02G0WD?6KA77GfV:CP000,0*34\r\n".utf8), received: Self.start)
        #expect(untimed.isOver)
        var old = FeedStart()
        old.hold(Array(position("4B1812", 0, 47, 8).utf8), received: Self.start + 7_200_000)
        #expect(
            !old.isOver && !old.isOver(at: Self.start + 7_201_000) && old.isOver(at: Self.start + 7_202_000))
    }
}
