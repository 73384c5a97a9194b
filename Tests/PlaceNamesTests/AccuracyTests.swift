import Foundation
import MapModel
import PlaceNames
import TestSupport
import Testing

/// How often names of towns are answered and how far off: against positions that are not the gazetteer's.
///
/// `Tests/Names/towns.tsv` are towns of Natural Earth, made by `tools/town-truth.py`; on them no limit was chosen. The
/// towns of `data/airports.csv` are up to 60 km from their airport, many of them hamlets that the gazetteer lacks.
@Suite struct AccuracyTests {
    private struct Town {
        var texts: PlaceTexts
        let coordinate: Coordinate
    }

    /// What is left of a row before it is asked.
    enum Shape: Sendable {
        case whole, typed, withoutRegion, townOnly
    }

    /// The least share of answers, and of these those within 60 km; the largest of those beyond 500 km. In hundredths,
    /// a little looser than what is reached.
    struct Limits: Sendable {
        let answered: Double
        let near: Double
        let far: Double
    }

    private static let towns = read(
        "Tests/Names/towns.tsv", "\t", ["country", "region", "town", "latitude", "longitude"])
    private static let airports = read(
        "data/airports.csv", ",", ["country", "subd", "city", "lat", "lon"], step: 9)

    private static func read(
        _ path: String, _ separator: Character, _ columns: [String], step: Int = 1
    ) -> [Town] {
        let text = (try? String(contentsOfFile: Repository.root + "/" + path, encoding: .utf8)) ?? ""
        let lines = text.split(whereSeparator: \.isNewline)
        let header = cells(of: lines.first ?? "", separator)
        let places = columns.compactMap { header.firstIndex(of: $0) }
        guard places.count == columns.count else { return [] }
        return stride(from: 1, to: lines.count, by: step).compactMap { line in
            let row = cells(of: lines[line], separator)
            guard row.count == header.count, let latitude = Double(row[places[3]]),
                let longitude = Double(row[places[4]]), !row[places[2]].isEmpty
            else { return nil }
            let texts = PlaceTexts(country: row[places[0]], region: row[places[1]], town: row[places[2]])
            return Town(texts: texts, coordinate: Coordinate(latitude: latitude, longitude: longitude))
        }
    }

    /// The cells of a line, some of them quoted.
    private static func cells(of line: Substring, _ separator: Character) -> [String] {
        var cells = [""]
        var isQuoted = false
        for character in line {
            switch character {
            case "\"": isQuoted.toggle()
            case separator where !isQuoted: cells.append("")
            default: cells[cells.count - 1].append(character)
            }
        }
        return cells
    }

    private static func shaped(_ texts: PlaceTexts, _ shape: Shape, _ random: inout SeededRandom)
        -> PlaceTexts
    {
        var texts = texts
        switch shape {
        case .whole: break
        case .withoutRegion: texts.region = ""
        case .townOnly: (texts.country, texts.region) = ("", "")
        case .typed:
            texts.town = typed(texts, &random)
            if random.fraction() < 0.12 { texts.region = "" }
            if !texts.region.isEmpty, random.fraction() < 0.05 { texts.country = "" }
        }
        return texts
    }

    /// A town as people type it: with an error, in capitals, with its region behind it.
    private static func typed(_ texts: PlaceTexts, _ random: inout SeededRandom) -> String {
        let dice = random.fraction()
        if dice < 0.06, texts.town.count > 5 {
            var letters = Array(texts.town)
            let place = random.number(1...letters.count - 2)
            switch random.number(0...3) {
            case 0: letters.remove(at: place)
            case 1: letters.insert(letters[place], at: place)
            case 2: letters.swapAt(place, place + 1)
            default: letters[place] = "e"
            }
            return String(letters)
        }
        if dice < 0.10 { return texts.town.uppercased() }
        if dice < 0.12 { return "\(texts.town), \(texts.region.isEmpty ? texts.country : texts.region)" }
        return texts.town
    }

    private static func check(_ towns: [Town], _ shape: Shape, _ limits: Limits) throws {
        #expect(towns.count > 2_500)
        var random = SeededRandom(5)
        let asked = towns.map { shaped($0.texts, shape, &random) }
        let different = Array(Set(asked))
        let answers = try #require(ShippedNames.finder.answers(to: different, workers: .several))
        let known = Dictionary(uniqueKeysWithValues: zip(different, answers))
        var (answered, near, far) = (0, 0, 0)
        for (town, texts) in zip(towns, asked) {
            guard case .place(let id, let match) = known[texts], match == .exact || match == .similar else {
                continue
            }
            let distance = kilometers(ShippedNames.gazetteer.coordinate(of: id), town.coordinate)
            answered += 1
            if distance <= 60 { near += 1 }
            if distance > 500 { far += 1 }
        }
        let shares = (
            answered: 100 * Double(answered) / Double(towns.count),
            near: 100 * Double(near) / Double(answered),
            far: 100 * Double(far) / Double(answered)
        )
        #expect(
            shares.answered >= limits.answered && shares.near >= limits.near && shares.far <= limits.far,
            "\(shares)")
    }

    @Test(arguments: [
        (Shape.whole, Limits(answered: 87.5, near: 99.6, far: 0.2)),
        (.typed, Limits(answered: 83.5, near: 99.5, far: 0.3)),
        (.withoutRegion, Limits(answered: 80.5, near: 99.4, far: 0.4)),
        (.townOnly, Limits(answered: 54, near: 99.4, far: 0.5)),
    ])
    func townsOfTheWorldAreFoundWhereTheyAre(shape: Shape, limits: Limits) throws {
        try Self.check(Self.towns, shape, limits)
    }

    @Test(arguments: [
        (Shape.whole, Limits(answered: 71.5, near: 96, far: 0.25)),
        (.typed, Limits(answered: 63.5, near: 95.5, far: 0.4)),
        (.withoutRegion, Limits(answered: 31.5, near: 89, far: 0.8)),
        (.townOnly, Limits(answered: 7.5, near: 84, far: 2.5)),
    ])
    func townsOfAirportsAreFoundNearThem(shape: Shape, limits: Limits) throws {
        try Self.check(Self.airports, shape, limits)
    }
}
