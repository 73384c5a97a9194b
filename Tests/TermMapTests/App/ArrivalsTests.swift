import Testing

@testable import App
@testable import MapModel

@Suite struct ArrivalsTests {
    private let id = AnnotationID.place(row: 1)

    private func arrivals(_ count: UInt32 = 2) -> Arrivals {
        var arrivals = Arrivals()
        arrivals.begin((0..<count).map { .place(row: $0) }, at: .seconds(5))
        return arrivals
    }

    @Test(
        arguments: [
            (0, .dot, 60), (59, .dot, 1), (60, .digits, 60), (130, .overshoot, 60), (200, .settling, 60),
            (260, .rest, nil), (100_000, .rest, nil),
        ] as [(Int, Arrivals.Phase, Int?)])
    func phasesFollowTheTime(milliseconds: Int, phase: Arrivals.Phase, next: Int?) {
        let now = Duration.seconds(5) + .milliseconds(milliseconds)
        #expect(arrivals().phase(of: id, at: now) == phase)
        #expect(arrivals().timeToNextPhase(at: now) == next.map { .milliseconds($0) })
    }

    @Test func othersAreAtRest() {
        #expect(arrivals().phase(of: .place(row: 99), at: .seconds(5)) == .rest)
    }

    @Test func finishingRests() {
        var arrivals = arrivals()
        arrivals.finish()
        #expect(arrivals.phase(of: id, at: .seconds(5)) == .rest)
        #expect(arrivals.timeToNextPhase(at: .seconds(5)) == nil)
    }

    @Test(arguments: [(120 as UInt32, Arrivals.Phase.dot), (121, .rest)])
    func tooManyArrivePlainly(count: UInt32, phase: Arrivals.Phase) {
        #expect(arrivals(count).phase(of: id, at: .seconds(5)) == phase)
    }

    @Test func nothingArrivesNothingChanges() {
        #expect(arrivals(0).timeToNextPhase(at: .seconds(5)) == nil)
    }
}
