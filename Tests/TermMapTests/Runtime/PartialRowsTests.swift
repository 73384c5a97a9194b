import Testing

@testable import App
@testable import Runtime

@Suite struct PartialRowsTests {
    /// Half of a file after a second: the rest takes another second.
    @Test(arguments: [
        (0.4, 0.5, 1.0, true), (0.6, 0.5, 1.0, false), (0.1, 0.9, 2.0, true), (0.2, 0.9, 1.0, false),
        (0.001, 1.0, 5.0, false), (0.001, 0, 0.1, true), (1, 0.01, 0.1, true),
    ])
    func anIndexIsBuiltIfItIsSeenForTwiceItsTime(
        cost: Double, fraction: Double, seconds: Double, isWorth: Bool
    ) {
        #expect(
            PartialRows.isWorth(.seconds(cost), at: fraction, after: .seconds(seconds)) == isWorth)
    }
}
