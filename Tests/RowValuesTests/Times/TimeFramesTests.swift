import Testing

@testable import RowValues

/// The windows of a film.
struct TimeFramesTests {
    @Test(
        arguments: [1, 2, 7, 52, 365, 10_000],
        [0..<1, 0..<31_536_000_000, -62_135_596_800_000..<253_402_300_800_000])
    func windowsFollowEachOtherFromTheFirstMomentToTheLast(count: Int, span: Range<Int64>) {
        let windows = TimeFrames(count, in: span, .utc).windows
        #expect(windows.count == count)
        #expect(windows.first?.lowerBound == span.lowerBound && windows.last?.upperBound == span.upperBound)
        #expect(zip(windows, windows.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        let lengths = windows.map { $0.upperBound - $0.lowerBound }
        #expect((lengths.max() ?? 0) - (lengths.min() ?? 0) <= 1)
    }

    @Test func windowsOfALengthBeginWithTheSpanAndEndWithIt() {
        let day: Int64 = 86_400_000
        let windows = TimeFrames(4, in: 0..<30 * day, length: TimeLength("3d"), .utc).windows
        #expect(windows == [0..<3 * day, 9 * day..<12 * day, 18 * day..<21 * day, 27 * day..<30 * day])
        let month = TimeFrames(1, in: 0..<day, length: TimeLength("2mo"), .utc).windows
        #expect(month == [0..<59 * day])
    }

    @Test(arguments: [
        (0, 86_400_000, "UTC", "1970-01-01T00:00:00.000Z/1970-01-02T00:00:00.000Z"),
        (
            0, 172_800_000, "UTC",
            "1970-01-01T00:00:00.000Z/1970-01-03T00:00:00.000Z"
        ),
        (
            0, 90_000_000, "+02:00",
            "1970-01-01T02:00:00.000+02:00/1970-01-02T03:00:00.000+02:00"
        ),
    ])
    func windowsAreWritten(from: Int64, until: Int64, zone: String, interval: String) throws {
        let zone = try #require(ZoneTable(fixed: zone))
        #expect(TimeFrames.interval(from..<until, in: zone) == interval)
    }
}
