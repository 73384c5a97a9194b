import TestSupport
import Testing

@testable import App
@testable import Streams

@Suite struct NumberTextTests {
    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (-1000, "-1,000"), (-999, "-999"), (1_234_567, "1,234,567"),
        (Int.max, "9,223,372,036,854,775,807"), (Int.min, "-9,223,372,036,854,775,808"),
    ])
    func thousandsAreGrouped(number: Int, text: String) {
        #expect(number.grouped == text)
    }

    @Test(arguments: [
        (0.0, 0, "0"), (1.5, 0, "2"), (-1.5, 0, "-2"), (0.05, 1, "0.1"), (-0.004, 2, "0.00"),
        (-0.5, 2, "-0.50"), (12.3456789, 7, "12.3456789"), (-180, 6, "-180.000000"), (9.995, 1, "10.0"),
        (0.001, 2, "0.00"), (1e300, 2, "inf"), (-.infinity, 2, "-inf"), (.nan, 2, "nan"),
    ])
    func decimalsAreFixed(number: Double, digits: Int, text: String) {
        #expect(number.fixed(digits) == text)
    }

    @Test(arguments: 0..<100)
    func fixedNumbersParseBack(seed: UInt64) throws {
        var random = SeededRandom(seed)
        let number = random.fraction(-180...180)
        let digits = random.number(1...7)
        let parsed = try #require(Double(number.fixed(digits)))
        var step = 1.0
        for _ in 0..<digits { step /= 10 }
        #expect(abs(parsed - number) <= step * 0.5000001)
    }
}
