import TestSupport
import Testing

@testable import MapModel

struct ClusterScaleTests {
    @Test(arguments: [
        (1, 1), (2, 2), (9, 2), (10, 3), (99, 3), (100, 4), (999, 4), (1_000, 5), (9_999, 5), (10_000, 6),
        (5_000_000, 6),
    ])
    func classesBreakAtPowersOfTen(count: Int, sizeClass: Int) {
        #expect(ClusterScale.sizeClass(of: count) == sizeClass)
    }

    @Test(arguments: [
        (0, "0"), (7, "7"), (999, "999"), (1_000, "1k"), (1_049, "1k"), (1_050, "1.1k"), (9_949, "9.9k"),
        (9_950, "10k"),
        (27_500, "28k"), (999_499, "999k"), (999_500, "1M"), (1_250_000, "1.3M"), (9_949_999, "9.9M"),
        (9_950_000, "10M"),
        (999_499_999, "999M"), (999_500_000, "1G"), (4_294_967_295, "4.3G"),
    ])
    func countsAreToldInFourCharacters(count: Int, text: String) {
        #expect(ClusterScale.abbreviatedCount(count) == text)
    }

    @Test(arguments: 0..<200) func noCountIsLongerThanFourCharacters(seed: UInt64) {
        var random = SeededRandom(seed)
        let count = Int(random.next() >> UInt64(random.number(1...63)))
        #expect((1...4).contains(ClusterScale.abbreviatedCount(count).count), "\(count)")
    }
}
