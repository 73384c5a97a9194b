import DataSets
import MapModel
import PlaceNames
import Places
import RowValues
import Rows
import Streams

/// The countries or regions that come with the program, as a set of areas.
package struct ShippedAreas: AreaSource {
    /// Which of them.
    package enum Level: String, CaseIterable, Sendable { case countries, regions }

    /// Reads the gazetteer.
    package typealias Reading = @Sendable () throws(SourceError) -> Gazetteer

    /// Shipped.
    package let kind = AreaSet.Kind.shipped
    private let level: Level
    private let reading: Reading

    /// A set that is read when it is asked for.
    package init(_ level: Level, reading: @escaping Reading) { (self.level, self.reading) = (level, reading) }

    /// countries or regions.
    package var name: String { level.rawValue }

    /// Reads the gazetteer.
    package func read(isCancelled: () -> Bool) throws(SourceError) -> AreaSet {
        let gazetteer = try reading()
        let (ids, geometry) = level == .countries ? gazetteer.countryAreas() : gazetteer.regionAreas()
        let columns = level == .countries ? Self.countryColumns : Self.regionColumns
        let rows = ids.map { level == .countries ? gazetteer.countryRow($0) : gazetteer.regionRow($0) }
        let table = NameTable(
            name: name, columnNames: columns, rows: rows, numbers: [columns.count - 1],
            roles: ColumnRoles(label: 0, id: 1, searched: [0, 1]))
        return AreaSet(
            name: name, kind: kind, geometry: geometry, names: rows.map { $0[0] }, codes: rows.map { $0[1] },
            table: table,
            shapes: WrittenShapes { gazetteer.shapes(of: ids, withRegions: level == .countries) },
            codeBook: { [level] columns throws(SourceError) in
                if columns > (level == .countries ? 1 : 2) {
                    throw .refused(
                        name: "--join",
                        words:
                            "\(columns) columns (\(level.rawValue) are joined by one, or regions by region,country)"
                    )
                }
                return ShippedCodes(ids, gazetteer, level)
            })
    }

    private static let countryColumns = ["name", "code", "iso3", "numeric", "population"]
    private static let regionColumns = ["name", "code", "country", "population"]
}

extension Gazetteer {
    fileprivate func countryRow(_ id: PlaceID) -> [String] {
        let letters = code(of: id)
        return [
            name(of: id), letters, threeLetterCode(of: id), AreaNames.number(ofCountry: letters),
            peopleText(id),
        ]
    }

    fileprivate func regionRow(_ id: PlaceID) -> [String] {
        let country = countryCode(of: id)
        // What lies in none of the regions of a country is no country.
        if kind(of: id) == .country { return ["rest of \(name(of: id))", "", country, ""] }
        let code = code(of: id)
        return [name(of: id), code.isEmpty ? "" : "\(country)-\(code)", country, peopleText(id)]
    }

    private func peopleText(_ id: PlaceID) -> String { population(of: id) > 0 ? "\(population(of: id))" : "" }

    /// The outlines of areas, by their numbers; those of countries with all of their regions.
    fileprivate func shapes(of ids: [PlaceID], withRegions: Bool) -> ShapeIndex {
        var parts: [PlaceID: [PlaceID]] = [:]
        if withRegions {
            for region in regions {
                if let country = country(of: region) { parts[country, default: []].append(region) }
            }
        }
        var buffer = ShapeBuffer()
        for (row, id) in ids.enumerated() {
            var sketch = GeometrySketch()
            for part in [id] + (parts[id] ?? []) { appendOutline(of: part, to: &sketch) }
            buffer.append(sketch, row: UInt32(row))
        }
        return ShapeIndex(buffer)
    }
}

/// All codes and names of countries or regions.
private struct ShippedCodes: AreaCodes {
    private let names: AreaNames
    private let gazetteer: Gazetteer
    private let level: ShippedAreas.Level
    private let numbers: [PlaceID: UInt32]

    init(_ ids: [PlaceID], _ gazetteer: Gazetteer, _ level: ShippedAreas.Level) {
        names = AreaNames(gazetteer)
        (self.gazetteer, self.level) = (gazetteer, level)
        numbers = Dictionary(
            ids.enumerated().map { ($1, UInt32($0)) }, uniquingKeysWith: { first, _ in first })
    }

    func meaning(of values: [String]) -> AreaMeaning {
        guard let text = values.first else { return AreaMeaning() }
        if level == .countries {
            return AreaMeaning(names.country(text).flatMap { numbers[$0] }.map { [$0] } ?? [])
        }
        let found: [PlaceID]
        if values.count > 1 {
            guard let country = names.country(values[1]) else { return AreaMeaning() }
            found = names.regions(text, in: country)
        } else {
            found = names.regions(text)
        }
        // A name that several regions have says nothing.
        let areas = Set(
            found.compactMap { id in numbers[id] ?? gazetteer.region(of: id).flatMap { numbers[$0] } })
        return AreaMeaning(areas.count == 1 ? Array(areas) : [])
    }
}
