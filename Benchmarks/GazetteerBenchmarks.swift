import Basemaps
import MapModel

/// Opening the shipped gazetteer, and telling where one is; run from the checkout.
enum GazetteerBenchmarks {
    private static let path = "data/gazetteer.tmg"

    static func run() {
        guard let gazetteer = try? GazetteerFile.read(path) else {
            return print("  \(path) cannot be read: run this from the checkout")
        }
        let opening = Measurement(count: 20) { _ in _ = try? GazetteerFile.read(path) }
        print("  open: \(opening.summary)")
        var bytes = 0
        let scan = Measurement(count: 20) { _ in
            for id in gazetteer.ids {
                bytes += gazetteer.nameByteCount(of: id) + gazetteer.population(of: id) & 1
            }
        }
        print("  two columns of all: \(scan.summary) (\(bytes))")
        let building = Measurement(count: 5) { _ in _ = PlaceLocator(gazetteer) }
        print("  build locator: \(building.summary)")
        locate(PlaceLocator(gazetteer))
    }

    private static func locate(_ locator: PlaceLocator) {
        var random = PlaceGenerator(seed: 7)
        let places = (0..<2_000).map { _ in random.place().coordinate }
        let gazetteer = locator.gazetteer
        let known = gazetteer.places
        let towns = (0..<2_000).map { _ in
            gazetteer.coordinate(of: known[known.startIndex + random.number(below: known.count)])
        }
        for (name, coordinates) in [("anywhere", places), ("in towns", towns)] {
            for span in [5_000.0, 200_000, 1_000_000, 10_000_000] {
                var length = 0
                let time = Measurement(count: coordinates.count) {
                    let found = locator.description(of: coordinates[$0], viewSpanMeters: span)
                    length += found?.text().utf8.count ?? 0
                }
                print("  \(name), \(Int(span / 1_000)) km wide: \(time.summary) (\(length))")
            }
        }
    }
}
