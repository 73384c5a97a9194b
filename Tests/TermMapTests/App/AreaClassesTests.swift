import DataSets
import TestSupport
import Testing

@Suite struct AreaClassesTests {
    @Test(arguments: AreaMethod.allCases.map { Optional($0) } + [nil])
    func withoutValuesThereAreNoClasses(method: AreaMethod?) {
        for values in [[], [nil], [nil, .nan, .infinity, nil]] as [[Double?]] {
            let classes = AreaClasses(values, method: method)
            #expect(classes.count == 0 && classes.edges.isEmpty)
            #expect(classes.classOfArea.allSatisfy { $0 == 0 } && classes.counts == [values.count])
        }
    }

    @Test(arguments: AreaMethod.allCases, [0, -3.5, 12_345, 1e300, Double.leastNonzeroMagnitude])
    func equalValuesAreOneClass(method: AreaMethod, value: Double) {
        for values in [[value], [value, nil, value, value]] as [[Double?]] {
            let classes = AreaClasses(values, method: method)
            #expect(classes.edges == [value, value] && classes.count == 1)
            #expect(classes.counts == [values.count { $0 == nil }, values.count { $0 != nil }])
        }
    }

    @Test(
        arguments: [
            ([1, 2, 50, 100], true, AreaMethod.quantiles), ([1, 2, 50, 101], true, .steps),
            ([0, 2, 50, 101], true, .quantiles), ([-1, 2, 50, 101], true, .quantiles),
            ([1, 2, 50, 101], false, .quantiles), ([1e-300, 1e300], true, .steps), ([], true, .quantiles),
        ] as [([Double], Bool, AreaMethod)])
    func amountsFarApartAreInSteps(values: [Double], isAmount: Bool, method: AreaMethod) {
        #expect(AreaClasses(values, isAmount: isAmount).method == method)
        #expect(AreaClasses(values, method: .natural, isAmount: isAmount).method == .natural)
    }

    @Test func stepsAreRoundNumbersOfEqualRatios() {
        #expect(AreaClasses([1, 13_000], method: .steps).edges == [1, 5, 20, 100, 500, 3_000, 13_000])
        #expect(AreaClasses([0.001, 1_000], method: .steps).edges == [0.001, 0.01, 0.1, 1, 10, 100, 1_000])
        #expect(AreaClasses([-5, 0, 1, 64], method: .steps).edges == [-5, 2, 5, 10, 20, 30, 64])
        #expect(AreaClasses([-9, -5, -1], method: .steps).count > 1)
    }

    /// Whatever the values: edges ascend, each value lies in its class, and the counts add up.
    @Test(arguments: 0..<200)
    func eachValueLiesInItsClass(seed: UInt64) {
        var random = SeededRandom(seed)
        let magnitudes = [1.0, 1e-300, 1e300, 1e6, Double.leastNonzeroMagnitude]
        let scale = magnitudes[Int.random(in: 0..<magnitudes.count, using: &random)]
        let isWhole = Bool.random(using: &random)
        let values: [Double?] = (0..<Int.random(in: 1...60, using: &random)).map { _ in
            guard Int.random(in: 0..<8, using: &random) > 0 else { return nil }
            let number = Double.random(in: Bool.random(using: &random) ? -1...1 : 0...100, using: &random)
            return (isWhole ? number.rounded() : number) * scale
        }
        for method in AreaMethod.allCases {
            let classes = AreaClasses(values, method: method)
            let edges = classes.edges
            #expect(classes.count <= AreaClasses.limit && classes.method == method)
            #expect(
                edges.first == values.compactMap { $0 }.min() && edges.last == values.compactMap { $0 }.max())
            for (low, high) in zip(edges, edges.dropFirst()) where classes.count > 1 { #expect(low < high) }
            for (value, number) in zip(values, classes.classOfArea) {
                guard let value else {
                    #expect(number == 0)
                    continue
                }
                let index = Int(number)
                let isLast = index == classes.count
                #expect(edges[index - 1] <= value && (isLast ? value <= edges[index] : value < edges[index]))
            }
            for number in 0...classes.count {
                #expect(classes.counts[number] == classes.classOfArea.count { Int($0) == number })
            }
        }
    }

    @Test func quantilesHaveAsManyAreasEach() {
        let classes = AreaClasses((1...600).map { Double($0) }, method: .quantiles)
        #expect(classes.count == 6 && classes.counts.dropFirst().allSatisfy { (90...110).contains($0) })
    }
}
