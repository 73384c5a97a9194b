import MapModel
import RowValues
import Rows
import Streams

// Codes of airports, and keys of other tables.
extension PlaceColumnSearch {
    // MARK: - Keys of other tables

    /// What names say, and before that the keys of the tables that the user named.
    func withKeys(_ named: DetectedPlaces?) throws(ColumnError) -> DetectedPlaces {
        var found = named ?? DetectedPlaces(roles: PlaceRoles(), reasons: [])
        var names: [String] = []
        do throws(SourceError) {
            for (number, table) in tables.enumerated() {
                let match = try KeyMatch(columns: columns, sample: sample, table: table, number: number)
                    .found()
                found.roles.keys.append(match)
                let used = match.columns.map { quoted(columns[$0]) }.joined(separator: ", ")
                found.reasons.insert("key: \(used) (in \(printable(table.name.path)))", at: number)
                names.append("\(used) (\(printable(table.name.path)))")
            }
        } catch {
            throw .noPlaceNames(error.description)
        }
        if named == nil { found.notices = ["places are taken from \(names.joined(separator: ", "))"] }
        return found
    }

    /// A column with the codes of airports.
    func airport(among candidates: [Candidate]) -> DetectedPlaces? {
        guard let airports else { return nil }
        let fitting = candidates.filter { $0.role == .airport }.compactMap { candidate -> PlaceKey? in
            let values = differentValues(of: candidate.column)
            let areCodes = values.allSatisfy { $0.utf8.allSatisfy { (0x41...0x5A).contains($0) } }
            guard !values.isEmpty, areCodes || values.contains(where: { $0.contains(where: \.isNumber) }),
                let names = try? airports.columnNames()
            else { return nil }
            return ["iata", "icao"].compactMap { names.firstIndex(of: $0) }.first { column in
                let known = (try? airports.knownCount(values.map { [$0] }, in: [column])) ?? 0
                return known * 20 >= values.count * 19
            }.map { PlaceKey(columns: [candidate.column], table: tables.count, tableColumns: [$0]) }
        }
        guard let first = fitting.first, let column = first.columns.first else { return nil }
        var roles = PlaceRoles()
        roles.keys = [first]
        var notices = ["places are taken from the airports in \(quoted(columns[column]))"]
        if fitting.count > 1 {
            let others = fitting.dropFirst().flatMap(\.columns).map { quoted(columns[$0]) }
            notices.append("other airports in \(others.joined(separator: ", ")) (choose with --code)")
        }
        return DetectedPlaces(
            roles: roles, reasons: ["airport: column \(column + 1), \(quoted(columns[column])) (by name)"],
            notices: notices)
    }
}
