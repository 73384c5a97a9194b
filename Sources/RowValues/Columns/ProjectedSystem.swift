import Streams

/// Coordinate systems that eastings and northings may be in, by where they lie: what `--crs` is to be given.
struct ProjectedSystem: Sendable {
    private let code: String
    private let name: String
    private let eastings: ClosedRange<Double>
    private let northings: ClosedRange<Double>

    /// The areas of use, in metres.
    private static let known = [
        Self(
            code: "EPSG:2056", name: "Swiss LV95", eastings: 2_480_000...2_850_000,
            northings: 1_070_000...1_300_000),
        Self(
            code: "EPSG:21781", name: "Swiss LV03", eastings: 480_000...850_000, northings: 70_000...300_000),
        Self(
            code: "EPSG:28992", name: "Dutch RD", eastings: 7_000...300_000, northings: 289_000...630_000),
        Self(
            code: "EPSG:27700", name: "British National Grid", eastings: 0...660_000, northings: 0...1_230_000
        ),
        Self(
            code: "EPSG:2154", name: "Lambert-93", eastings: 90_000...1_250_000,
            northings: 6_040_000...7_130_000),
        gaussKruger(zone: 2), gaussKruger(zone: 3), gaussKruger(zone: 4), gaussKruger(zone: 5),
        Self(
            code: "EPSG:4647", name: "UTM zone 32 with its number", eastings: 32_200_000...32_900_000,
            northings: 5_200_000...6_200_000),
        Self(
            code: "EPSG:2193", name: "New Zealand TM", eastings: 1_000_000...2_110_000,
            northings: 4_740_000...6_200_000),
        Self(
            code: "EPSG:3035", name: "Europe LAEA", eastings: 2_400_000...7_500_000,
            northings: 1_350_000...5_500_000),
        Self(
            code: "EPSG:25832", name: "UTM zone 32", eastings: 166_000...834_000,
            northings: 3_500_000...9_330_000),
    ]
    /// The number of a zone stands before its eastings.
    private static func gaussKruger(zone: Int) -> Self {
        let first = Double(zone) * 1_000_000
        return Self(
            code: "EPSG:\(31_464 + zone)", name: "Gauss-Krüger zone \(zone)",
            eastings: first + 200_000...first + 900_000, northings: 5_200_000...6_100_000)
    }

    private static let mercator = Self(
        code: "EPSG:3857", name: "Web Mercator", eastings: -20_037_509...20_037_509,
        northings: -20_048_967...20_048_967)

    /// So many are named.
    private static let named = 2

    /// The systems whose area all of these numbers lie in, in words: "EPSG:2056 (Swiss LV95)"; nil where none is known.
    static func words(eastings: [Double], northings: [Double]) -> String? {
        guard let west = eastings.min(), let east = eastings.max(), let south = northings.min(),
            let north = northings.max()
        else { return nil }
        func holds(_ system: Self) -> Bool {
            system.eastings.contains(west) && system.eastings.contains(east)
                && system.northings.contains(south) && system.northings.contains(north)
        }
        let found = known.filter(holds)
        let systems = found.isEmpty && holds(mercator) ? [mercator] : found
        return systems.isEmpty
            ? nil : systems.prefix(named).map { "\($0.code) (\($0.name))" }.joined(separator: " or ")
    }
}

extension ColumnDetection {
    /// Why a pair of columns is refused whose numbers are metres, with the systems that they may be in.
    func projectedFault(latitude: Int, longitude: Int, columns: [Int]) -> ColumnError {
        .looksProjected(
            columns: columns.map { names.names[$0] },
            systems: projectedSystems(latitude: latitude, longitude: longitude))
    }

    func projectedSystems(latitude: Int, longitude: Int) -> String? {
        func numbers(_ column: Int) -> [Double] {
            if let mark = sample.decimalMarkOfGrouped([latitude, longitude]) {
                return sample.values(of: column).compactMap { ValueText.groupedNumber($0, decimalMark: mark) }
            }
            return sample.groupedNumbers(of: column)
                ?? sample.values(of: column).compactMap { Double(String(decoding: $0, as: UTF8.self)) }
        }
        return ProjectedSystem.words(eastings: numbers(longitude), northings: numbers(latitude))
    }
}
