/// How noisy the heights of a journey are, and how much smoothing it takes to find its climbs.
///
/// Each height is compared with the cubic through its four neighbours: hills are smooth, the noise of receivers is not.
/// The median of what remains is that of the noise, whatever a few spikes and cliffs are. It is robust as the median
/// absolute deviation is; after Hampel, "The influence curve and its role in robust estimation", 1974.
///
/// The goal is that what is left of the noise, σ, is a seventh of the hysteresis: normal noise hardly ever spreads
/// over seven σ. So the heights are averaged over more of the way where they are noisy, up to a limit that keeps hills;
/// where that is not enough, the hysteresis grows. Noise that drifts for minutes looks like hills, and is none to this.
/// Where points are more than 80 m apart, neighbours say little: what grows with the distance is terrain there.
struct HeightNoise: Sendable {
    /// The standard deviation of single heights, in metres.
    private var meters = 0.0
    /// From point to point, in metres.
    private var spacing = 0.0

    private static let leastSmoothing = 80.0
    private static let mostSmoothing = 160.0
    private static let leastHysteresis = 5.0
    private static let mostHysteresis = 20.0
    private static let spread = 7.0
    /// Of a normal distribution: the standard deviation in medians of absolute values.
    private static let deviationOfMedian = 1.4826
    /// So many heights are compared; fewer than the least say nothing.
    private static let sampleCount = 4_096
    private static let leastCount = 5

    /// - Parameters:
    ///   - line: heights as recorded, of the points `known`.
    ///   - way: how far it is to them.
    init(_ line: [Float], _ known: [Int], _ way: [Double], _ stops: [JourneyStop]) {
        let stride = Swift.max((line.count - 4) / Self.sampleCount, 1)
        var (rests, spaces): ([Double], [Double]) = ([], [])
        var stop = 0
        for index in Swift.stride(from: 2, to: line.count - 2, by: stride) {
            while stop < stops.count, stops[stop].points.upperBound < known[index] { stop += 1 }
            if stop < stops.count, stops[stop].points.contains(known[index]) { continue }
            guard let rest = Self.rest(at: index, line, way) else { continue }
            rests.append(rest)
            spaces.append((way[index + 2] - way[index - 2]) / 4)
        }
        guard rests.count >= Self.leastCount else { return }
        rests.sort()
        spaces.sort()
        meters = rests[rests.count / 2] * Self.deviationOfMedian
        spacing = spaces[spaces.count / 2]
        // What is far apart differs by its terrain, whatever its neighbours are.
        if spacing > Self.leastSmoothing { meters = Self.nugget(of: line, stride) }
    }

    /// The greatest standard deviation, in metres, that is taken for noise where points are far apart; more is terrain.
    private static let mostUnrelated = 4.0
    /// So many steps are compared.
    private static let leastSteps = 20

    /// The noise of heights whose points are far apart.
    ///
    /// Terrain differs more the farther it is, noise does not. What steps of one, two and four points differ by says how
    /// terrain grows, and so what a step of none would differ by: the nugget of a variogram, after Matheron, "Principles of
    /// geostatistics", 1963. It is believed only where neighbours differ by it more than by terrain.
    private static func nugget(of line: [Float], _ stride: Int) -> Double {
        func square(of lag: Int) -> Double {
            let steps = Swift.stride(from: 0, to: line.count - lag, by: stride).map { index in
                Double(abs(line[index + lag] - line[index]))
            }.sorted()
            guard steps.count >= leastSteps else { return 0 }
            let deviation = steps[steps.count / 2] * deviationOfMedian
            return deviation * deviation
        }
        let (one, two, four) = (square(of: 1), square(of: 2), square(of: 4))
        // Twice as far, a slope differs four times as much, the roughest land twice as much.
        let growth = two > one ? Swift.min(Swift.max((four - two) / (two - one), 2), 4) : 2
        let rest = one - Swift.max(two - one, 0) / (growth - 1)
        // Both ends of a step have noise.
        let deviation = (Swift.max(rest, 0) / 2).squareRoot()
        return rest > one / 2 && deviation <= mostUnrelated ? deviation : 0
    }

    /// How far a height is from the cubic through its neighbours, in units of what noise of 1 makes of it.
    private static func rest(at index: Int, _ line: [Float], _ way: [Double]) -> Double? {
        for other in (index - 2)..<(index + 2) where way[other + 1] <= way[other] { return nil }
        let neighbors = [index - 2, index - 1, index + 1, index + 2]
        var (rest, square) = (Double(line[index]), 1.0)
        for one in neighbors {
            var share = 1.0
            for other in neighbors where other != one {
                share *= (way[index] - way[other]) / (way[one] - way[other])
            }
            rest -= share * Double(line[one])
            square += share * share
        }
        return abs(rest) / square.squareRoot()
    }

    /// Over how much of the way to both sides heights are averaged.
    var smoothingMeters: Double {
        let needed = Self.spread * meters / Self.leastHysteresis
        return Swift.min(Swift.max(Self.leastSmoothing, needed * needed * spacing), Self.mostSmoothing)
    }

    /// By how much a height must come back after an average over so much of the way.
    func hysteresisMeters(smoothing width: Double) -> Double {
        let left = width > spacing ? meters * (spacing / width).squareRoot() : meters
        return Swift.min(Swift.max(Self.leastHysteresis, Self.spread * left), Self.mostHysteresis)
    }
}
