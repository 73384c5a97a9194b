import Testing

@testable import Streams

@Suite struct SnapshotMomentsTests {
    @Test func whatComesFirstOfWhatHappensNowIsShownAtOnce() {
        var moments = SnapshotMoments(interval: .seconds(50), isLive: true)
        // Nothing has come yet.
        let shown = [0, 1, 2].map { moments.isDue(count: $0) }
        #expect(shown == [false, true, false])
    }

    @Test func whatComesFirstOfAStreamIsShownAtOnce() {
        var moments = SnapshotMoments(interval: .seconds(50), isStream: true)
        let shown = [0, 10, 1_000].map { moments.isDue(count: $0) }
        #expect(shown == [false, true, false])
    }

    @Test func filesAreShownAfterAWhile() {
        var moments = SnapshotMoments(interval: .seconds(50))
        let isDue = moments.isDue(count: 1_000_000)
        #expect(!isDue)
    }

    @Test func nothingIsShownWhereNobodyLooks() {
        var moments = SnapshotMoments(interval: .seconds(1 << 32), isLive: true)
        let isDue = moments.isDue(count: 1)
        #expect(!isDue)
    }
}
