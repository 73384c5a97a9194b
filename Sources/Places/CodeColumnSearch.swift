import MapModel
import RowValues
import Rows
import Streams

/// Looks for columns of codes and grids, by the names of columns and by their values; no names of places are needed.
struct CodeColumnSearch {
    let columns: [String]
    let sample: ColumnSample

    /// Different values of a column that are judged.
    private static let judgedValues = 1_000
    /// Tables with more columns are looked at so far.
    static let columnLimit = 1_000

    /// The first column of codes: one that is called like a notation, or any by its values.
    func code(isNamed: Bool) throws(ColumnError) -> DetectedPlaces? {
        for column in columns.indices.prefix(Self.columnLimit) {
            let notation = CodeColumnNames.notation(of: columns[column])
            guard (notation != nil) == isNamed else { continue }
            if let found = try code(in: column, named: notation, isNamed ? "by name" : "by its values") {
                return found
            }
        }
        return nil
    }

    func code(
        in column: Int, named notation: CodeNotation?, _ rule: String
    ) throws(ColumnError) -> DetectedPlaces? {
        let values = differentValues(of: column).map { Array($0.utf8) }
        switch CodeColumn.verdict(on: values, named: notation) {
        case .other: return nil
        case .lostDigits(_, let example): throw .lostDigits(column: columns[column], example: example)
        case .codes(let codes):
            var roles = PlaceRoles()
            roles.code = PlaceCode(column: column, codes: codes)
            return DetectedPlaces(
                roles: roles,
                reasons: ["code: column \(column + 1), \(quoted(columns[column])) (\(rule); \(codes))"],
                notices: ["places are taken from \(quoted(columns[column])) (\(codes.notation.title))"])
        }
    }

    /// Columns with a zone of UTM, an easting and a northing.
    func grid() -> DetectedPlaces? {
        let names = ColumnNames(columns)
        let zones = ["zone", "utmzone", "utmz", "zona", "zonautm", "utm"]
        guard let pair = names.projectedPair(),
            let zone = columns.indices.first(where: { zones.contains(ColumnNames.folded(columns[$0])) }),
            case let values = differentValues(of: zone),
            values.allSatisfy({ (Int($0.prefix { $0.isNumber }) ?? 0) > 0 })
        else { return nil }
        var roles = PlaceRoles()
        let hasLetters = values.contains { $0.last?.isLetter == true }
        let side = hasLetters ? nil : sideOfZone()
        let letters = side.map(differentValues) ?? values
        roles.gridHasBands = letters.contains { value in
            guard side == nil || value.count == 1 else { return false }
            return value.last.map { "CDEFGHJKLMPQRTUVWX".contains($0.uppercased()) } ?? false
        }
        roles.grid = [zone, pair.longitude, pair.latitude] + (side.map { [$0] } ?? [])
        let words = roles.grid.map { quoted(columns[$0]) }.joined(separator: ", ")
        let isGuess = side == nil && values.contains { $0.last?.isLetter != true }
        return DetectedPlaces(
            roles: roles,
            reasons: zip(["zone", "easting", "northing", "hemisphere"], roles.grid).map { role, column in
                "\(role): column \(column + 1), \(quoted(columns[column])) (by name; UTM)"
            },
            notices: [
                "places are taken from \(words) (UTM\(isGuess ? "; zones without a letter are north of the equator" : ""))"
            ])
    }

    /// The column that says on which side of the equator zones are, or their bands.
    private func sideOfZone() -> Int? {
        let names: Set = [
            "hemisphere", "hemi", "hem", "ns", "n/s", "band", "utmband", "latband", "latitudeband",
            "zoneletter",
            "utmletter", "letter", "hemisferio", "hémisphère", "hemisphäre", "utmhemisphere",
        ]
        return columns.indices.prefix(Self.columnLimit).first { column in
            guard names.contains(ColumnNames.folded(columns[column])) else { return false }
            let values = differentValues(of: column)
            return !values.isEmpty && values.allSatisfy { GridPlace.letter(of: $0) != nil }
        }
    }

    func differentValues(of column: Int) -> [String] {
        var seen: Set<[UInt8]> = []
        var values: [String] = []
        for value in sample.values(of: column) where seen.insert(value).inserted {
            values.append(String(decoding: value, as: UTF8.self))
            if values.count == Self.judgedValues { break }
        }
        return values
    }
}
