import Basemaps
import DataSets
import MapModel
import RowValues

/// What a filter that no row matches may have meant.
extension AppState {
    /// More different words than this are names, not codes.
    private static let mostWords = 2_000

    /// The word that a column has in place of one that no row has: `FR` for France, or the same in other letters.
    var filterSuggestion: String? {
        guard let filter = try? data.answeredQuery.filter.filter(of: data.columnNames) else { return nil }
        for compared in filter.comparedWords {
            guard case .words(let words)? = data.columnValues[compared.column]?.storage,
                words.dictionary.count <= Self.mostWords
            else { continue }
            let known = (0..<words.dictionary.count).map { words.dictionary[$0] }
            if known.contains(compared.word) { continue }
            let wanted = Set([compared.word.lowercased()] + otherNames(of: compared.word))
            if let found = known.first(where: { wanted.contains($0.lowercased()) }) { return found }
        }
        return nil
    }

    /// The columns of a filter that no row matches, as far as their words are not known: a suggestion needs them.
    func columnsForSuggestion() -> [Effect] {
        guard data.listed.isEmpty, data.rows.coversWorld,
            let filter = try? data.answeredQuery.filter.filter(of: data.columnNames)
        else { return [] }
        return Set(filter.comparedWords.map(\.column)).sorted().filter { data.columnValues[$0] == nil }
            .map { .readColumn($0) }
    }

    /// The code of a country by its name, its name by its code, in small letters.
    private func otherNames(of word: String) -> [String] {
        let word = word.lowercased()
        return shipped.basemap.labels.filter { $0.kind == .country }.flatMap { label -> [String] in
            let (name, code) = (label.name.lowercased(), label.code.lowercased())
            return name == word ? [code] : code == word ? [name] : []
        }
    }
}
