import Testing

@testable import MapModel

@Suite struct DistanceTextTests {
    @Test(
        arguments: [
            ("5km", 5_000, .kilometers), ("20 mi", 32_186.88, .miles), ("3 nm", 5_556, .nauticalMiles),
            ("800 m", 800, .meters), ("100ft", 30.48, .feet), ("5", 8_046.72, .miles),
            ("5,5 km", 5_500, .kilometers), ("1.5 mi", 2_414.016, .miles), (" 0 km ", 0, .kilometers),
            ("7 Miles", 11_265.408, .miles), ("0,125 km", 125, .kilometers), ("+2\tKM", 2_000, .kilometers),
            ("1204.5 m", 1_204.5, .meters), (".5km", 500, .kilometers),
        ] as [(String, Double, DistanceUnit)])
    func distancesAreRead(text: String, meters: Double, unit: DistanceUnit) throws {
        let distance = try DistanceText(text, defaultUnit: .miles)
        #expect(abs(distance.meters - meters) < 1e-9 && distance.unit == unit)
    }

    @Test(
        arguments: [
            ("", .notADistance("")), ("km", .notADistance("km")), ("x km", .notADistance("x km")),
            ("5 furlongs", .unknownUnit("furlongs")), ("-5 km", .negative("-5 km")),
            ("nan", .notADistance("nan")), ("inf km", .notADistance("inf km")), ("1e3", .notADistance("1e3")),
            ("5 k2", .notADistance("5 k2")), ("1.2.3 km", .notADistance("1.2.3 km")),
            ("1,204.5 m", .notADistance("1,204.5 m")), ("--5", .notADistance("--5")),
            ("1,204 km", .ambiguous("1,204 km")), (String(repeating: "9", count: 400), nil),
        ] as [(String, DistanceText.Failure?)])
    func whatIsNoDistanceIsRefusedInOneLine(text: String, failure: DistanceText.Failure?) throws {
        let error = #expect(throws: DistanceText.Failure.self) {
            try DistanceText(text, defaultUnit: .kilometers)
        }
        if let failure { #expect(error == failure) }
        let words = try #require(error?.description)
        #expect(!words.contains("\n") && words.count < 200)
    }

    @Test(
        arguments: [
            (.kilometers, 8_900, "8.9 km"), (.kilometers, 340, "340 m"), (.kilometers, 1_204_000, "1,204 km"),
            (.miles, 500, "0.3 mi"), (.miles, 60, "197 ft"), (.kilometers, 999.6, "1 km"),
            (.kilometers, 999.4, "999 m"), (.kilometers, 5_000, "5 km"), (.kilometers, 99_960, "100 km"),
            (.kilometers, 0, "0 m"), (.nauticalMiles, 1_852, "1 nm"), (.nauticalMiles, 90, "90 m"),
            (.kilometers, 20_015_115, "20,015 km"), (.meters, 1_234.4, "1,234 m"), (.feet, 304.8, "1,000 ft"),
            (.kilometers, .nan, "– km"), (.kilometers, .infinity, "– km"), (.kilometers, 12_340, "12.3 km"),
        ] as [(DistanceUnit, Double, String)])
    func distancesAreWrittenForPeople(unit: DistanceUnit, meters: Double, text: String) {
        #expect(unit.text(meters: meters) == text)
    }

    @Test(
        arguments: [
            (["LANG": "en_US.UTF-8"], .miles), (["LANG": "de_DE.UTF-8"], .kilometers),
            (["LANG": "en_GB"], .miles), (["LC_MEASUREMENT": "de_DE", "LANG": "en_US"], .kilometers),
            (["LC_ALL": "en_LR.utf8", "LC_MEASUREMENT": "de_DE"], .miles), (["LC_ALL": "my_MM"], .miles),
            (["LC_ALL": "", "LANG": "en_US"], .miles), ([:], .kilometers), (["LANG": "C.UTF-8"], .kilometers),
            (["LANG": "POSIX"], .kilometers), (["LANG": "US"], .kilometers),
            (["LANG": "en_CA@US"], .kilometers),
            (["LANG": "zh-Hans-US"], .miles), (["LANG": "_._@"], .kilometers),
        ] as [([String: String], DistanceUnit)])
    func unitFollowsTheLocale(environment: [String: String], unit: DistanceUnit) {
        #expect(DistanceUnit(environment: { environment[$0] }) == unit)
    }

    @Test(arguments: DistanceUnit.allCases) func radiiStepUpAndDown(unit: DistanceUnit) {
        var meters = 0.0
        var steps: [Double] = []
        for _ in RadiusSteps.values {
            meters = RadiusSteps.larger(than: meters, in: unit)
            steps.append(meters)
        }
        #expect(steps == RadiusSteps.values.map { $0 * unit.meters })
        #expect(RadiusSteps.larger(than: meters, in: unit) == meters)
        for step in steps.dropLast().reversed() {
            meters = RadiusSteps.smaller(than: meters, in: unit)
            #expect(meters == step)
        }
        #expect(RadiusSteps.smaller(than: meters, in: unit) == meters)
    }

    @Test(arguments: [
        (0.0, "N"), (22.4, "N"), (22.6, "NE"), (90, "E"), (135, "SE"), (180, "S"), (225, "SW"), (270, "W"),
        (315, "NW"), (337.6, "N"), (360, "N"), (-45, "NW"), (-90, "W"), (.nan, "N"), (.infinity, "N"),
    ])
    func bearingsAreWinds(bearing: Double, symbol: String) {
        #expect(CompassPoint(bearing: bearing).symbol == symbol)
    }
}
