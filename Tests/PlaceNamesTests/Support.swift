import Foundation
import MapModel
import PlaceNames
import TestSupport

/// The names that are shipped.
enum ShippedNames {
    static let finder = PlaceNameFinder(gazetteer)
    static let gazetteer: Gazetteer = {
        do {
            let path = Repository.root + "/data/gazetteer.tmg"
            return try Gazetteer([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    /// What one combination means in a table of its own.
    static func answer(
        _ country: String, _ region: String, _ town: String, _ context: PlaceContext = PlaceContext()
    ) -> PlaceAnswer? {
        finder.answers(
            to: [PlaceTexts(country: country, region: region, town: town)], context: context)?.first
    }

    /// An answer in words: its match and title, or what it is.
    static func words(_ answer: PlaceAnswer?) -> String {
        switch answer {
        case .place(let id, let match): "\(match.rawName) \(finder.title(of: id))"
        case .unknown(let similar): similar.isEmpty ? "unknown" : "unknown, like \(titles(similar))"
        case .ambiguous(let ids): "ambiguous, \(ids.count)"
        case .unlisted(let ids): "unlisted, \(titles(ids))"
        case .unknownCountry: "unknown country"
        case .empty: "empty"
        case nil: "cancelled"
        }
    }

    private static func titles(_ ids: [PlaceID]) -> String {
        ids.map { finder.title(of: $0) }.joined(separator: " | ")
    }
}

/// Kilometres between two places on the sphere.
func kilometers(_ first: Coordinate, _ second: Coordinate) -> Double {
    GreatCircle.distance(from: first, to: second) / 1_000
}

extension Workers {
    /// Several threads, in no order.
    static let several = Workers(count: 3) { count, parts in
        DispatchQueue.concurrentPerform(iterations: count) { parts($0) }
    }
}
