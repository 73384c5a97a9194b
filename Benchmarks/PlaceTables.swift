import Basemaps
import Glibc
import MapModel

/// Tables whose rows say where they are by names, by coordinates or by codes; the same at each call.
struct PlaceTables {
    private static let gazetteer = "data/gazetteer.tmg"
    /// So many different towns, some of them often.
    private static let townCount = 20_000

    /// Customers in towns with their region and country, and the same with coordinates.
    ///
    /// - Returns: false where a file cannot be written, or outside the checkout.
    static func writeTowns(_ count: Int, names: String, coordinates: String) -> Bool {
        guard let gazetteer = try? GazetteerFile.read(gazetteer), let first = fopen(names, "w") else {
            return false
        }
        defer { fclose(first) }
        guard let second = fopen(coordinates, "w") else { return false }
        defer { fclose(second) }
        let towns = towns(gazetteer)
        let header = "id,customer,city,state,country,amount"
        fputs(header + "\n", first)
        fputs(header + ",latitude,longitude\n", second)
        var random = PlaceGenerator(seed: 7)
        for id in 0..<count {
            let drawn = Double(random.number(below: 1 << 20)) / Double(1 << 20)
            let town = towns[Int(drawn * drawn * Double(towns.count))]
            let start = "\(id),Customer \(id),\(town.names),"
            let amount = random.number(below: 10_000)
            fputs("\(start)\(amount)\n", first)
            fputs("\(start)\(amount),\(town.place)\n", second)
        }
        return true
    }

    /// Sensors in cells of H3 of resolution 9, all different.
    static func writeCells(_ count: Int, to path: String) -> Bool {
        guard let file = fopen(path, "w") else { return false }
        defer { fclose(file) }
        fputs("id,h3,value\n", file)
        var random = PlaceGenerator(seed: 7)
        for id in 0..<count {
            // Mode 1 and the resolution; of each pentagon the digit 1 is missing, so the first digit is 2 to 6.
            var cell: UInt64 = 1 << 59 | 9 << 52 | UInt64(random.number(below: 122)) << 45
            for digit in 1...15 {
                let value = digit > 9 ? 7 : digit == 1 ? 2 + random.number(below: 5) : random.number(below: 7)
                cell |= UInt64(value) << UInt64(45 - 3 * digit)
            }
            fputs("\(id),\(String(cell, radix: 16)),\(random.number(below: 1_000))\n", file)
        }
        return true
    }

    private static func towns(_ gazetteer: Gazetteer) -> [(names: String, place: String)] {
        let known = gazetteer.places
        return (0..<townCount).compactMap { number in
            let id = known[known.startIndex + number * known.count / townCount]
            let place = gazetteer.coordinate(of: id)
            let region = gazetteer.region(of: id).map { gazetteer.name(of: $0) } ?? ""
            let names = [gazetteer.name(of: id), region, gazetteer.countryCode(of: id)]
            guard !names.contains(where: { $0.contains(",") || $0.contains("\"") }) else { return nil }
            return (names.joined(separator: ","), "\(place.latitude),\(place.longitude)")
        }
    }
}
