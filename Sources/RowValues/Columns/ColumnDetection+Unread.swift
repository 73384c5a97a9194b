import Streams

/// Columns beside a pair of degrees that belong to it and are not read: what is shown is then elsewhere.
extension ColumnDetection {
    /// Adds notices of letters for the hemispheres, and of minutes and seconds.
    func noteUnread(latitude: Int, longitude: Int, _ found: inout DetectedColumns) {
        let letters = [letters("n", "s", of: latitude), letters("e", "w", of: longitude)].compactMap(\.self)
        // A single column of letters may mean anything.
        if letters.count == 2 || letters.contains(where: isHemisphere) {
            found.notices.append(.unreadLetters(columns: letters.map { names.names[$0] }))
        }
        let minutes = minutes(of: latitude) + minutes(of: longitude)
        guard !minutes.isEmpty else { return }
        // They are parts of the pair, not others.
        found.notices.removeAll { if case .otherPairs = $0 { true } else { false } }
        found.notices.append(.unreadMinutes(columns: minutes.map { names.names[$0] }))
    }

    /// The column near a coordinate without signs that has one of two letters in each row, or a word that begins so; nil where
    /// the second, which stands for a minus, is in none.
    private func letters(_ plus: Character, _ minus: Character, of coordinate: Int) -> Int? {
        let numbers = sample.values(of: coordinate)
        guard
            numbers.allSatisfy({
                (0x30...0x39).contains($0.first ?? 0) && (0x30...0x39).contains($0.last ?? 0)
            })
        else { return nil }
        let near = max(coordinate - Self.reach, 0)...min(coordinate + Self.reach, names.names.count - 1)
        return near.first { column in
            guard column != coordinate else { return false }
            let words = Set(
                sample.values(of: column).map { String(decoding: $0, as: UTF8.self).lowercased() })
            return words.contains { $0.first == minus }
                && words.allSatisfy { Self.hemispheres.contains($0) && [plus, minus].contains($0.first) }
        }
    }

    private func isHemisphere(_ column: Int) -> Bool {
        let name = names.folded[column]
        return ["ns", "ew", "we", "hem", "dir", "ref", "lat", "lon"].contains { name.contains($0) }
    }

    private static let hemispheres: Set = ["n", "s", "e", "w", "north", "south", "east", "west"]
    /// Columns further away belong to something else.
    private static let reach = 3

    /// The columns with minutes and seconds of a column of whole degrees: `lat_min` beside `lat_deg`.
    private func minutes(of coordinate: Int) -> [Int] {
        let name = names.folded[coordinate]
        let numbers = sample.values(of: coordinate)
        guard !numbers.isEmpty, numbers.allSatisfy({ !$0.contains { $0 == 0x2E || $0 == 0x2C } }) else {
            return []
        }
        for words in Self.partWords where name.contains(words[0]) {
            let found = words.dropFirst().flatMap { word in
                names.columns(named: [name.replacing(words[0], with: word)])
            }.filter { $0 != coordinate }
            if !found.isEmpty { return found }
        }
        return []
    }

    private static let partWords = [
        ["degrees", "minutes", "seconds"], ["degree", "minute", "second"], ["deg", "min", "sec"],
        ["grad", "minuten", "sekunden"], ["latd", "latm", "lats"], ["lond", "lonm", "lons"],
    ]
}
