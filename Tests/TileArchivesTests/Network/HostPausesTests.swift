import Synchronization
import Testing

@testable import TileArchives

@Suite struct HostPausesTests {
    private final class Clock: Sendable {
        private let time = Mutex(Duration.seconds(1_000))
        var now: Duration { time.withLock { $0 } }
        func advance(_ seconds: Duration) { time.withLock { $0 += seconds } }
    }

    private let clock = Clock()
    private func pauses() -> HostPauses { HostPauses { [clock] in clock.now } }

    @Test func pausesGrowToAMinute() {
        let pauses = pauses()
        var seconds: [Int] = []
        for _ in 0..<9 {
            pauses.hostFailed("a", words: "not answering")
            var count = 0
            while pauses.refusal(of: "a") != nil {
                clock.advance(.seconds(1))
                count += 1
            }
            seconds.append(count)
        }
        #expect(seconds == [1, 2, 4, 8, 16, 32, 60, 60, 60])
    }

    @Test func anAnswerEndsThem() {
        let pauses = pauses()
        pauses.hostFailed("a", words: "x")
        clock.advance(.seconds(2))
        pauses.hostFailed("a", words: "x")
        #expect(pauses.isFailing("a"))
        pauses.hostAnswered("a")
        #expect(pauses.refusal(of: "a") == nil)
        #expect(!pauses.isFailing("a"))
        pauses.hostFailed("a", words: "x")
        #expect(pauses.refusal(of: "a") == "x, next try in 1 s")
    }

    @Test func aHostThatFailedIsFailingAlsoAfterThePause() {
        let pauses = pauses()
        pauses.hostFailed("a", words: "x")
        clock.advance(.seconds(5))
        #expect(pauses.refusal(of: "a") == nil)
        #expect(pauses.isFailing("a"))
    }

    @Test func hostsAreApart() {
        let pauses = pauses()
        pauses.hostFailed("a", words: "x")
        #expect(pauses.refusal(of: "b") == nil)
        #expect(!pauses.isFailing("b"))
    }

    @Test(arguments: [(0, 1), (8, 8), (60, 60), (3_600, 60), (Int.max, 60)])
    func respectsWhatTheServerAsksFor(asked: Int, pause: Int) {
        let pauses = pauses()
        pauses.hostFailed("a", words: "x", askedFor: asked)
        #expect(pauses.refusal(of: "a") == "x, next try in \(pause) s")
        clock.advance(.milliseconds(500))
        #expect(pauses.refusal(of: "a") == "x, next try in \(pause) s")
    }

    @Test func requestsThatFailTogetherCountOnce() {
        let pauses = pauses()
        for _ in 0..<5 { pauses.hostFailed("a", words: "x") }
        #expect(pauses.refusal(of: "a") == "x, next try in 1 s")
        clock.advance(.seconds(1))
        pauses.hostFailed("a", words: "x")
        #expect(pauses.refusal(of: "a") == "x, next try in 2 s")
    }
}
