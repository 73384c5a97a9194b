import Addresses
import App
import CellGraphics

/// Writes what is known of addresses: tab-separated text or JSON, a line each.
package struct AddressWriter {
    private static let columns = [
        "ip", "kind", "country", "region", "city", "latitude", "longitude", "radius_km", "network", "as",
        "organisation",
    ]
    /// A longer text is no address.
    private static let longest = 200

    private let finder: AddressFinder
    private let isJSON: Bool
    /// Whether a damaged record was met; only the first is reported.
    package private(set) var isDamaged = false

    /// - Parameter isJSON: an object a line instead of a table.
    package init(_ finder: AddressFinder, isJSON: Bool) {
        (self.finder, self.isJSON) = (finder, isJSON)
    }

    /// The first line; empty for JSON.
    package var header: String { isJSON ? "" : Self.columns.joined(separator: "\t") + "\n" }

    /// The line about an address, whether it has a place, and the first damaged record that was met.
    package mutating func line(_ text: String) -> (text: String, isPlaced: Bool, fault: DatabaseFault?) {
        guard let address = NetworkAddress(text.prefix(Self.longest)) else {
            return (line(["ip": text, "kind": "invalid"]), false, nil)
        }
        let answer = finder.find(address)
        let place = answer.place
        var cells = [
            "ip": text, "kind": answer.kind.rawValue, "country": place.country, "region": place.region,
            "city": place.city, "latitude": place.coordinate?.latitude.trimmed(7),
            "longitude": place.coordinate?.longitude.trimmed(7), "radius_km": place.radius.map { String($0) },
            "as": place.systemNumber.map { String($0) }, "organisation": place.organisation,
        ]
        if let network = answer.network { cells["network"] = network.description }
        let fault = isDamaged ? nil : answer.fault
        isDamaged = isDamaged || fault != nil
        return (line(cells.compactMapValues(\.self)), place.coordinate != nil || place.country != nil, fault)
    }

    private func line(_ cells: [String: String]) -> String {
        guard isJSON else {
            return Self.columns.map { DisplayText(sanitising: cells[$0] ?? "").text }
                .joined(separator: "\t") + "\n"
        }
        var object = JSONObject()
        for column in Self.columns {
            guard let text = cells[column] else { continue }
            switch column {
            case "latitude", "longitude", "radius_km", "as": object.add(column, number: text)
            default: object.add(column, text: text)
            }
        }
        return object.line
    }
}
