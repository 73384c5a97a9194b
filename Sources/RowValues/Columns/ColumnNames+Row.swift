import MapModel

/// Angles whose minutes and seconds stand in the columns behind the degrees, under names that say no more than that.
extension ColumnNames {
    /// `Latitude,Min,N/S`, `Grad,Min,Sek,N/S`, `Lat °,Lat '`, and `Latitude,,` where a header is grouped: two angles whose names say
    /// which is which.
    func anglesInARow() -> [DegreeParts] {
        // `lat_min` beside `lat_max` is an edge.
        if folded.prefix(1_000).contains(where: { $0.utf8.count <= Self.longestName && $0.contains("max") }) {
            return []
        }
        var found: [(axis: CoordinateAxis?, angle: DegreeParts.Angle)] = []
        var column = 0
        while column < min(names.count, 1_000) {
            let run = angle(from: column)
            if let run { found.append(run) }
            column = (run?.angle.columns.max() ?? column) + 1
        }
        return zip(found, found.dropFirst()).compactMap { first, second in
            switch (first.axis, second.axis) {
            case (.latitude?, .longitude?), (.latitude?, nil), (nil, .longitude?):
                DegreeParts(latitude: first.angle, longitude: second.angle)
            case (.longitude?, .latitude?), (.longitude?, nil), (nil, .latitude?):
                DegreeParts(latitude: second.angle, longitude: first.angle)
            default: nil
            }
        }
    }

    private func angle(from start: Int) -> (axis: CoordinateAxis?, angle: DegreeParts.Angle)? {
        guard let first = piece(start), first.kind == .degrees || first.kind == .whole else { return nil }
        var axis = first.axis
        var next = start + 1
        func takes(_ kind: PartKind) -> Bool {
            guard names.indices.contains(next), let piece = piece(next), piece.kind == kind else {
                return false
            }
            return piece.axis == nil || axis == nil || piece.axis == axis
        }
        // A header of two rows names the angle once.
        func isBlank() -> Bool { axis != nil && names.indices.contains(next) && folded[next].isEmpty }
        var angle = DegreeParts.Angle(degrees: start)
        let isGrouped = isBlank()
        guard takes(.minutes) || isGrouped else { return nil }
        angle.minutes = next
        next += 1
        if takes(.seconds) || isGrouped && isBlank() {
            angle.seconds = next
            next += 1
        }
        if takes(.hemisphere) {
            angle.hemisphere = next
            axis = axis ?? piece(next)?.axis
        }
        return (axis, angle)
    }

    /// What a column has by its name, and of which angle if that is said.
    private func piece(_ column: Int) -> (kind: PartKind, axis: CoordinateAxis?)? {
        let name = names[column]
        guard name.utf8.count <= Self.longestName else { return nil }
        var word = folded[column].filter { $0.isLetter || $0.isNumber }
        let known = Self.angleWords.first { word.hasPrefix($0.word) || word.hasSuffix($0.word) }
        if let known {
            word = String(
                word.hasPrefix(known.word)
                    ? word.dropFirst(known.word.count) : word.dropLast(known.word.count))
        }
        if word.isEmpty {
            for (kind, signs) in Self.signs where signs.contains(where: name.hasSuffix) {
                return (kind, known?.axis)
            }
            return known.map { (.whole, $0.axis) }
        }
        let kinds: [PartKind] = [.degrees, .minutes, .seconds, .hemisphere]
        // Single letters may be anything.
        guard let kind = kinds.first(where: { $0.words.contains(word) && (word.count > 1 || known != nil) })
        else { return Self.sides[word].map { (.hemisphere, $0) } }
        return (kind, known?.axis ?? Self.sides[word])
    }

    /// Two marks before one, which they end in.
    private static let signs: [(PartKind, [String])] = [
        (.seconds, ["''", "\"", "″", "′′"]), (.minutes, ["'", "′"]), (.degrees, ["°", "º"]),
    ]
    /// Letters of both sides in one word.
    private static let sides: [String: CoordinateAxis] = [
        "ns": .latitude, "sn": .latitude, "ew": .longitude, "we": .longitude, "eo": .longitude,
        "oe": .longitude,
        "ow": .longitude, "wo": .longitude,
    ]
}
