import App
import CellGraphics
import MapModel
import TerminalInput

/// A place that answers a query, and how far it is from where one asked.
package struct GeocodeAnswer: Equatable {
    package let place: Place
    let distanceMeters: Double?
    /// How well its name matches; nil for a coordinate.
    package var match: MatchKind?
    /// The sea that a coordinate lies in.
    var sea = ""
}

/// Makes lines of answers: tab-separated text or JSON.
package struct GeocodeWriter {
    package enum Format: Equatable { case table, json }

    package let format: Format
    /// Whether each line starts with its query, as it must when there are many.
    let showsQuery: Bool

    private static let columns = [
        "name", "admin", "country", "latitude", "longitude", "population", "distance_km", "match",
    ]

    /// The first line; empty for JSON.
    package var header: String {
        format == .json ? "" : Self.line((showsQuery ? ["query"] : []) + Self.columns)
    }

    /// The lines that answer a query; one without an answer when there is none and queries are shown.
    package func lines(_ answers: [GeocodeAnswer], to query: String) -> String {
        if answers.isEmpty { return showsQuery ? emptyLine(query) : "" }
        return answers.map { format == .json ? object($0, query) : row($0, query) }.joined()
    }

    // MARK: Tab-separated text

    private static func line(_ cells: [String]) -> String { cells.joined(separator: "\t") + "\n" }

    private func row(_ answer: GeocodeAnswer, _ query: String) -> String {
        let place = answer.place
        let cells = [
            Self.cell(place.name), Self.cell(place.region), place.countryCode,
            place.coordinate.latitude.trimmed(7),
            place.coordinate.longitude.trimmed(7), place.population > 0 ? String(place.population) : "",
            answer.distanceMeters.map { ($0 / 1_000).fixed(1) } ?? "", answer.match?.name ?? "",
        ]
        return Self.line((showsQuery ? [Self.cell(query)] : []) + cells)
    }

    private func emptyLine(_ query: String) -> String {
        guard format == .table else {
            var object = JSONObject()
            object.add("query", text: query)
            return object.line
        }
        return Self.line([Self.cell(query)] + Self.columns.map { _ in "" })
    }

    private static func cell(_ text: String) -> String { DisplayText(sanitising: text).text }

    // MARK: JSON

    private func object(_ answer: GeocodeAnswer, _ query: String) -> String {
        let place = answer.place
        var object = JSONObject()
        if showsQuery { object.add("query", text: query) }
        object.add("name", text: place.name)
        object.add("kind", text: place.kind.name)
        if !place.district.isEmpty { object.add("district", text: place.district) }
        if !place.region.isEmpty { object.add("admin", text: place.region) }
        object.add("country", text: place.countryCode)
        object.add("country_name", text: place.country)
        object.add("latitude", number: place.coordinate.latitude.trimmed(7))
        object.add("longitude", number: place.coordinate.longitude.trimmed(7))
        if place.population > 0 { object.add("population", number: String(place.population)) }
        if place.heightMeters > 0 { object.add("height_m", number: String(place.heightMeters)) }
        if !place.airportCodes.isEmpty {
            object.add("codes", text: place.airportCodes.joined(separator: " "))
        }
        if place.isCountryCapital || place.isRegionCapital {
            object.add("capital", text: place.isCountryCapital ? "country" : "region")
        }
        let box = [place.bounds.west, place.bounds.south, place.bounds.east, place.bounds.north]
        object.add("bbox", number: "[" + box.map { $0.trimmed(4) }.joined(separator: ",") + "]")
        object.add("bbox_guessed", number: place.isBoundsGuessed ? "true" : "false")
        if let meters = answer.distanceMeters {
            object.add("distance_km", number: (meters / 1_000).trimmed(3))
        }
        if let match = answer.match { object.add("match", text: match.name) }
        if !answer.sea.isEmpty { object.add("sea", text: answer.sea) }
        return object.line
    }
}

extension MatchKind {
    /// As it is printed.
    fileprivate var name: String {
        switch self {
        case .exactLabel: "name"
        case .exactField: "other name"
        case .labelPrefix, .labelWord, .fieldPrefix, .fieldWord: "beginning"
        case .inside: "part"
        case .similar: "similar"
        }
    }
}
