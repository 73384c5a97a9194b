import Foundation
import MapModel
import TestSupport
import Testing

@testable import Basemaps

/// What people type and where they mean, written down before the search was asked (`Tests/Names`).
///
/// `NAMES_REPORT=1` prints the hits by kind and every miss.
@Suite struct PlaceNamesTests {
    private static let atlas = try? GazetteerFile.read(Repository.root + "/data/gazetteer.tmg")
        .searchable

    /// A query and where its first result should be.
    private struct Question {
        let kind: String
        let text: String
        /// country, region, city, or anything else for a place of any kind.
        let what: String
        let country: String
        let place: Coordinate?
        let kilometres: Double

        init(_ cells: [String]) throws {
            (kind, text, what, country) = (cells[0], cells[1], cells[2], cells[3])
            place = Double(cells[4]).flatMap { latitude in
                Double(cells[5]).map { Coordinate(latitude: latitude, longitude: $0) }
            }
            kilometres = Double(cells[6]) ?? 0
        }

        func accepts(_ found: Place) -> Bool {
            let isKind =
                switch what {
                case "country": found.kind == .country
                case "region": [.region, .subregion, .island].contains(found.kind)
                case "city": found.kind == .city
                default: true
                }
            let isNear = place.map {
                GreatCircle.distance(from: $0, to: found.coordinate) <= kilometres * 1_000
            }
            return isKind && (country.isEmpty || found.countryCode == country) && isNear ?? true
        }
    }

    private func rows(of file: String) throws -> [[String]] {
        let text = try String(contentsOfFile: Repository.root + "/Tests/Names/" + file, encoding: .utf8)
        return text.split(separator: "\n").dropFirst().map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    private func first(_ text: String, near: Coordinate? = nil) throws -> Place? {
        let atlas = try #require(Self.atlas)
        let found = try #require(atlas.search.search(SearchQuery(text), near: near, limit: 1))
        return found.matches.first.map { atlas.gazetteer.place($0.place) }
    }

    /// Hits and questions by kind.
    private func score(_ file: String) throws -> [String: (hits: Int, all: Int)] {
        var scores: [String: (hits: Int, all: Int)] = [:]
        for cells in try rows(of: file) {
            let question = try Question(cells)
            let found = try first(question.text)
            let isHit = found.map { question.accepts($0) } ?? false
            let keys =
                [question.kind] + (["country", "region", "city"].contains(question.what) ? ["lands"] : [])
            for key in keys {
                scores[key, default: (0, 0)].hits += isHit ? 1 : 0
                scores[key, default: (0, 0)].all += 1
            }
            if !isHit { report("  \(question.kind): \(question.text) -> \(found?.name ?? "nothing")") }
        }
        for (kind, score) in scores.sorted(by: { $0.key < $1.key }) {
            report("\(file) \(kind): \(score.hits) of \(score.all)")
        }
        return scores
    }

    private func report(_ line: String) {
        if ProcessInfo.processInfo.environment["NAMES_REPORT"] != nil { print(line) }
    }

    @Test(arguments: ["queries.tsv", "held-out.tsv"])
    func countriesRegionsAndCitiesAreFoundFirst(file: String) throws {
        let lands = try #require(try score(file)["lands"])
        #expect(Double(lands.hits) >= 0.95 * Double(lands.all), "\(lands.hits) of \(lands.all)")
    }

    /// Any four letters are nearly the code of some airport.
    @Test(arguments: ["asdf", "xkcd", "qwer", "urwx"]) func lettersAreNotNearlyACode(text: String) throws {
        let atlas = try #require(Self.atlas)
        let found = atlas.search.search(SearchQuery(text), near: nil, limit: 50)?.matches ?? []
        #expect(!found.contains { atlas.gazetteer.isFeature($0.place) && $0.kind == .similar }, "\(text)")
    }

    @Test func ofNamesakesTheNearestIsFirst() throws {
        var misses: [String] = []
        let rows = try rows(of: "near.tsv")
        for cells in rows {
            let numbers = try cells[2...5].map { try #require(Double($0)) }
            let near = Coordinate(latitude: numbers[2], longitude: numbers[3])
            let found = try #require(try first(cells[0], near: near))
            let place = Coordinate(latitude: numbers[0], longitude: numbers[1])
            if GreatCircle.distance(from: place, to: found.coordinate) > 25_000 { misses.append(cells[0]) }
        }
        #expect(misses.count <= 3, "\(misses)")
    }

    @Test func locationsAreInTheirCountryAndRegion() throws {
        let locator = PlaceLocator(try #require(Self.atlas).gazetteer)
        var misses: [String] = []
        for cells in try rows(of: "reverse.tsv") {
            let (latitude, longitude) = (try #require(Double(cells[0])), try #require(Double(cells[1])))
            let here = Coordinate(latitude: latitude, longitude: longitude)
            let found = try #require(locator.nearestInArea(to: here, count: 1).first)
            let place = locator.gazetteer.place(found.id)
            let isRegion = cells[3].isEmpty || place.region == cells[3]
            if place.countryCode != cells[2] || !isRegion { misses.append("\(cells) \(place.name)") }
        }
        #expect(misses.isEmpty, "\(misses)")
    }

    @Test(arguments: [
        (56.0, 3.0, "in the North Sea"), (43.3, 34.5, "in the Black Sea"), (60.0, -85.0, "in Hudson Bay"),
        (45.0, -4.5, "in the Bay of Biscay"), (0.0, -30.0, "in the Atlantic Ocean"),
    ])
    func atSeaTheSeaIsNamed(latitude: Double, longitude: Double, expected: String) throws {
        let locator = PlaceLocator(try #require(Self.atlas).gazetteer)
        let here = Coordinate(latitude: latitude, longitude: longitude)
        let near = try #require(locator.description(of: here, viewSpanMeters: 50_000)).text()
        #expect(near.hasPrefix(expected + " · "))
        #expect(locator.description(of: here, viewSpanMeters: 8_000_000)?.text() == expected)
        #expect(locator.seaName(at: Coordinate(latitude: 48.2, longitude: 16.4)) == nil)
    }
}

extension Gazetteer {
    fileprivate var searchable: (gazetteer: Gazetteer, search: PlaceSearch) { (self, PlaceSearch(self)) }
}
