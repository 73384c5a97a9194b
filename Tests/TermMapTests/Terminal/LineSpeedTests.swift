import Testing

@testable import TerminalScreen

@Suite struct LineSpeedTests {
    @Test func aQuarterOfASecondMayBeOnItsWay() {
        let start = ContinuousClock.now
        var line = LineSpeed(bytesPerSecond: 960, now: start)
        #expect(line.allowance(at: start) == 240)
        line.wrote(240, at: start)
        #expect(line.allowance(at: start) == 0)
        #expect(line.allowance(at: start + .milliseconds(125)) == 120)
        #expect(line.allowance(at: start + .seconds(10)) == 240)
    }

    /// Whoever waits for the pause and writes what is allowed uses the whole line and no more.
    @Test(arguments: [5, 30, 120, 960, 1920])
    func writingAtThePaceUsesTheWholeLine(bytesPerSecond: Int) {
        let start = ContinuousClock.now
        var now = start
        var line = LineSpeed(bytesPerSecond: bytesPerSecond, now: now)
        var written = 0
        while now < start + .seconds(20) {
            let count = line.allowance(at: now)
            line.wrote(count, at: now)
            written += count
            now += line.pause(at: now) + .milliseconds(1)
        }
        #expect(written >= 19 * bytesPerSecond && written <= 20 * bytesPerSecond + 64 + bytesPerSecond)
    }
}
