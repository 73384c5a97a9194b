import MapModel

/// What databases say of where an address is, and whose it is.
package struct AddressPlace: Equatable, Sendable {
    /// ISO code of the country.
    package var country: String?
    /// Name of the region, else its code.
    package var region: String?
    /// Name of the city, in the first language that there is.
    package var city: String?
    /// The middle of where it may be.
    package var coordinate: Coordinate?
    /// Kilometres within which it is likely to be.
    package var radius: Int?
    /// Number of the autonomous system.
    package var systemNumber: Int?
    /// Whose network it is.
    package var organisation: String?

    /// Nothing known.
    package init() {}

    /// Adds what this one does not know.
    mutating func fill(from other: AddressPlace) {
        if coordinate == nil { (coordinate, radius) = (other.coordinate, other.radius) }
        country = country ?? other.country
        region = region ?? other.region
        city = city ?? other.city
        systemNumber = systemNumber ?? other.systemNumber
        organisation = organisation ?? other.organisation
    }
}

extension AddressPlace {
    /// What a record says, nested as MaxMind writes it or flat as others do.
    init(_ record: RecordValue, languages: [String]) {
        func name(_ value: RecordValue?) -> String? {
            guard let value else { return nil }
            if let text = value.text { return text }
            guard let names = value["names"], case .map(let all) = names else { return nil }
            for language in languages { if let name = names[language]?.text { return name } }
            if let name = names["en"]?.text { return name }
            return all.filter { $0.value.text != nil }.min { $0.key < $1.key }?.value.text
        }
        func text(_ keys: String...) -> String? { keys.lazy.compactMap { record[$0]?.text }.first }
        country =
            record["country"]?["iso_code"]?.text ?? record["registered_country"]?["iso_code"]?.text
            ?? text("country_code") ?? record["country"]?.text
        city = name(record["city"])
        let division = record["subdivisions"]?.first
        region = name(division) ?? division?["iso_code"]?.text ?? text("region", "state1", "region_name")
        let place = record["location"] ?? record
        coordinate = Self.coordinate(
            place["latitude"]?.figure ?? place["lat"]?.figure,
            place["longitude"]?.figure ?? place["lng"]?.figure ?? place["lon"]?.figure)
        radius = place["accuracy_radius"]?.count.flatMap { $0 <= 20_038 ? Int($0) : nil }
        systemNumber = Self.number(record["autonomous_system_number"] ?? record["asn"])
        organisation =
            text("autonomous_system_organization", "as_name", "as_organization", "organization", "isp")
    }

    private static func coordinate(_ latitude: Double?, _ longitude: Double?) -> Coordinate? {
        guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// A number, or a text such as `AS64512`.
    private static func number(_ value: RecordValue?) -> Int? {
        if let number = value?.count { return Int(exactly: number) }
        guard let text = value?.text else { return nil }
        return Int(text.uppercased().hasPrefix("AS") ? String(text.dropFirst(2)) : text)
    }
}
