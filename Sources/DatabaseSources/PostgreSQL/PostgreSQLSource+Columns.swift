import MapModel
import Streams

extension PostgreSQLSource {
    /// Connects, chooses table and columns, and explains the choice.
    package func explainColumns(isCancelled: () -> Bool) throws(SourceError) -> [String] {
        let layout = try rows.settled(isCancelled).layout
        func column(_ index: Int?) -> String { index.map { quoted(layout.columns[$0].name) } ?? "none" }
        let searched = layout.roles.searched.map { printable(layout.columns[$0].name, limit: 48) }
        return [
            "\(layout.columns.count) columns of \(printable(layout.relation.title))",
            "coordinates: \(layout.coordinates.words)", "key: \(layout.key.words)",
            "label: \(column(layout.roles.label))", "id: \(column(layout.roles.id))",
            "searched: \(searched.isEmpty ? "none" : searched.joined(separator: ", "))",
        ] + layout.notices
    }
}

extension PostgreSQLCoordinates {
    /// Its description in `--columns`.
    fileprivate var words: String {
        let names = columns.map { quoted($0.name) }.joined(separator: " and ")
        switch self {
        case .plain: return "\(names) (latitude and longitude)"
        case .geometry: return "\(names) (PostGIS geometry)"
        case .geography: return "\(names) (PostGIS geography)"
        }
    }
}

extension PostgreSQLKey {
    /// Its description in `--columns`.
    fileprivate var words: String {
        switch self {
        case .columns(let columns): columns.map { quoted($0.name) }.joined(separator: " and ")
        case .place: "where the row is stored (no primary key; set one with --id)"
        case .wholeRow: "all of its text (no key; set one with --id)"
        }
    }
}
