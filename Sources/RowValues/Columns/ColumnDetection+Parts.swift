import MapModel
import Streams

/// Coordinates in more than two columns: minutes and seconds, and letters for the hemispheres, in columns of their own.
extension ColumnDetection {
    /// Columns further away belong to something else, unless their names say otherwise.
    private static let reach = 3
    private static let columnLimit = 1_000

    /// Degrees, minutes and seconds by their names and values.
    func partedByName() -> DetectedColumns? {
        guard readsParts, let parts = parts else { return nil }
        return detected(withLetters(parts), because: "by name")
    }

    /// Degrees, minutes and seconds where there are any, unless a pair has other columns.
    func parted(before pair: DetectedColumns?) -> DetectedColumns? {
        guard let parted = partedByName() else { return pair }
        guard let pair else { return parted }
        return Set(pair.coordinates.columns).isDisjoint(with: parted.coordinates.columns) ? pair : parted
    }

    /// Degrees with minutes in columns of their own; nil where the numbers are none.
    private var parts: DegreeParts? {
        (names.partedAngles() + names.anglesInARow()).first { parts in
            [parts.latitude, parts.longitude].allSatisfy { angle in
                let rest = [angle.minutes, angle.seconds].compactMap(\.self)
                return sample.areParts(angle.degrees, below: 540)
                    && rest.allSatisfy { sample.areParts($0, below: 60, isNamed: true) }
                    && sample.areWhole(angle.degrees)
            }
        }
    }

    /// What a pair of columns is with the letters for the hemispheres beside it, as numbers such as 4722.614, or in radians; nil
    /// for a pair of plain degrees.
    func parted(_ latitude: Int, _ longitude: Int) -> DegreeParts? {
        guard readsParts, !options.isProjected else { return nil }
        let parts = withDirections(
            withLetters(
                DegreeParts(latitude: .init(degrees: latitude), longitude: .init(degrees: longitude))))
        return parts.isMore ? parts : nil
    }

    /// Adds to a pair of columns, unless the user named them, the letters that belong to it.
    func complete(_ found: inout DetectedColumns) {
        guard options.latitude == nil, options.longitude == nil, found.unitsPerDegree == 1,
            case .pair(let latitude, let longitude) = found.coordinates,
            let parts = parted(latitude, longitude)
        else { return }
        found.coordinates = .parts(parts)
        let letters = [parts.latitude.hemisphere, parts.longitude.hemisphere].compactMap(\.self)
        if !letters.isEmpty {
            found.reasons.append(
                "hemispheres: \(letters.map(titled).joined(separator: "; ")) (letters beside the numbers)")
        }
        if let words = parts.form.words { found.reasons.append("numbers: \(words)") }
        for (angle, direction) in [(parts.latitude, "south"), (parts.longitude, "west")]
        where angle.isSouthOrWest {
            found.notices.append(.unsigned(column: names.names[angle.degrees], direction: direction))
        }
        noteGuessedO(parts, &found)
        if parts.longitude.hemisphere == nil, let isOWest = parts.longitude.isOWest {
            found.notices.append(
                .letterO(column: names.names[parts.longitude.degrees], direction: isOWest ? "west" : "east"))
        }
        note(parts, &found)
    }

    /// Two columns of numbers beside columns with nothing but letters for the hemispheres.
    func partedByLetters() -> DetectedColumns? {
        guard readsParts else { return nil }
        let columns = names.names.indices.prefix(Self.columnLimit)
        func number(_ axis: CoordinateAxis) -> Int? {
            columns.first { sample.areHemispheres($0, axis) }.flatMap { letters in
                [letters - 1, letters + 1].first {
                    columns.contains($0) && sample.areParts($0, below: .infinity)
                }
            }
        }
        guard let latitude = number(.latitude), let longitude = number(.longitude), latitude != longitude,
            let parts = parted(latitude, longitude), parts.form != .degrees || parts.columns.count == 4
        else { return nil }
        return detected(.pair(latitude: latitude, longitude: longitude), because: "detected by values")
    }

    /// The columns that the user named, with commas between degrees, minutes, seconds and the letter.
    func namedParts(_ latitude: String, _ longitude: String) throws(ColumnError) -> DetectedColumns? {
        guard readsParts else { return nil }
        let parts = withForm(
            DegreeParts(
                latitude: try angle(latitude, flag: "--lat"), longitude: try angle(longitude, flag: "--lon")))
        guard parts.isMore else { return nil }
        guard Set(parts.columns).count == parts.columns.count else {
            throw .sameColumnTwice(name: names.names[parts.columns[0]])
        }
        var found = detected(parts, because: Self.flags)
        noteGuessedO(parts, &found)
        return found
    }

    private func angle(_ asked: String, flag: String) throws(ColumnError) -> DegreeParts.Angle {
        let pieces = asked.split(separator: ",").map { String($0.drop { $0 == " " }) }
        guard names.columns(asked: asked).isEmpty, pieces.count > 1 else {
            return DegreeParts.Angle(degrees: try column(asked, flag: flag))
        }
        var angle = DegreeParts.Angle(degrees: try column(pieces[0], flag: flag))
        for piece in pieces.dropFirst() {
            let column = try column(piece, flag: flag)
            let isOWest = isOWest(column, beside: angle.degrees)
            let isLetter = [.latitude, .longitude].contains {
                sample.areHemispheres(column, $0, isOWest: isOWest)
            }
            if isLetter, angle.hemisphere == nil {
                (angle.hemisphere, angle.isOWest) = (column, isOWest)
            } else if angle.minutes == nil {
                angle.minutes = column
            } else if angle.seconds == nil {
                angle.seconds = column
            } else {
                throw .noSuchColumn(flag: flag, asked: asked, found: names.names)
            }
        }
        return angle
    }

    // MARK: letters

    /// The same with the columns of letters that belong to the numbers.
    ///
    /// - Parameter isLoose: the names of columns may mean something else, too.
    private func withLetters(_ parts: DegreeParts, isLoose: Bool = false) -> DegreeParts {
        var parts = parts
        parts.latitude.hemisphere = letters(of: parts.latitude, .latitude)
        parts.longitude.hemisphere = letters(of: parts.longitude, .longitude)
        parts.longitude.isOWest = parts.longitude.hemisphere.flatMap {
            isOWest($0, beside: parts.longitude.degrees)
        }
        let letters = [parts.latitude.hemisphere, parts.longitude.hemisphere].compactMap(\.self)
        // A single column of letters may mean anything, such as the side of a street.
        let isNamed = letters.contains {
            isLoose ? names.mayBeHemisphere($0) : names.isHemisphere($0)
        }
        if letters.count == 1, !isNamed {
            (parts.latitude.hemisphere, parts.longitude.hemisphere) = (nil, nil)
        }
        return withForm(parts)
    }

    /// The same with what the names say of numbers that have no signs: `Longitude (W)`.
    private func withDirections(_ parts: DegreeParts) -> DegreeParts {
        var parts = parts
        guard parts.latitude.hemisphere == nil, parts.longitude.hemisphere == nil else { return parts }
        let (latitude, longitude) = (parts.latitude.degrees, parts.longitude.degrees)
        // What does not read whole numbers has the numbers of a database, without letters.
        parts.longitude.isOWest =
            readsWholeNumbers
            ? sample.isOWest(
                inNumbers: longitude, byName: names.isOWest(longitude, beside: longitude)) : nil
        parts.latitude.isSouthOrWest =
            names.isNamedMinus(latitude, .latitude, beside: longitude) && sample.areUnsigned(latitude)
        parts.longitude.isSouthOrWest =
            names.isNamedMinus(longitude, .longitude, beside: latitude) && sample.areUnsigned(longitude)
        return parts
    }

    private func withForm(_ parts: DegreeParts) -> DegreeParts {
        var parts = parts
        let (latitude, longitude) = (parts.latitude, parts.longitude)
        guard latitude.minutes == nil, longitude.minutes == nil else { return parts }
        if latitude.hemisphere != nil, longitude.hemisphere != nil,
            let form = sample.form(latitude: latitude.degrees, longitude: longitude.degrees)
        {
            parts.form = form
        } else if names.isInRadians(latitude.degrees), names.isInRadians(longitude.degrees),
            sample.areParts(latitude.degrees, below: .pi / 2 + 1e-6),
            sample.areParts(longitude.degrees, below: 2 * .pi)
        {
            parts.form = .radians
        }
        return parts
    }

    /// The column of letters of an angle: the one its name is of, one near it, one with a name of hemispheres. Nil where the
    /// numbers have signs or letters of their own.
    private func letters(of angle: DegreeParts.Angle, _ axis: CoordinateAxis) -> Int? {
        let last = angle.columns.max() ?? angle.degrees
        let near = (1...Self.reach).flatMap { [last + $0, angle.degrees - $0] }
        let named = names.names.indices.prefix(Self.columnLimit).filter(names.isHemisphere)
        let candidates = [angle.hemisphere].compactMap(\.self) + near + named
        return candidates.first { column in
            names.names.indices.contains(column) && column != angle.degrees
                && sample.areHemispheres(
                    column, axis, isNamed: names.isHemisphere(column),
                    isOWest: isOWest(column, beside: angle.degrees))
        }.flatMap { column in
            let isOWest = isOWest(column, beside: angle.degrees)
            return sample.needsLetters(angle.degrees, in: column, axis, isOWest: isOWest) ? column : nil
        }
    }

    /// What an O means in a column with both coordinates; nil where nothing says it, or the reader does not take it.
    func isOWest(inPairs column: Int) -> Bool? {
        guard isDelimited else { return nil }
        return sample.isOWest(inPairs: column, byName: names.isOWest(column, beside: column))
    }

    /// What an O means among letters: by the others, else by the names; where all letters are an O, else the west.
    private func isOWest(_ letters: Int, beside longitude: Int) -> Bool? {
        if let known = knownO(letters, beside: longitude) { return known }
        return sample.areAllO(letters) ? names.isOWestByLanguage ?? true : nil
    }

    private func knownO(_ letters: Int, beside longitude: Int) -> Bool? {
        sample.isOWest(letters) ?? names.isOWest(letters, beside: longitude)
    }

    /// Says that an O is taken for the west though nothing shows it.
    private func noteGuessedO(_ parts: DegreeParts, _ found: inout DetectedColumns) {
        let longitude = parts.longitude
        guard let letters = longitude.hemisphere, longitude.isOWest != nil,
            knownO(letters, beside: longitude.degrees) == nil, names.isOWestByLanguage == nil
        else { return }
        found.notices.append(
            .guessedO(column: names.names[letters], numbers: names.names[longitude.degrees]))
    }

    // MARK: words

    private func detected(_ parts: DegreeParts, because rule: String) -> DetectedColumns {
        var found = detected(.parts(parts), because: rule)
        if rule != Self.flags {
            note(parts, &found)
            noteGuessedO(parts, &found)
        }
        return found
    }

    private static let flags = "--lat and --lon"

    /// Says what is read, where the numbers alone would be other places.
    private func note(_ parts: DegreeParts, _ found: inout DetectedColumns) {
        guard parts.form != .degrees || changesPlaces(parts) else { return }
        func name(_ column: Int) -> String {
            names.names[column].isEmpty ? "column \(column + 1)" : names.names[column]
        }
        found.notices.append(
            .readParts(
                latitude: parts.latitude.columns.map(name), longitude: parts.longitude.columns.map(name),
                form: parts.form))
    }

    /// Whether the numbers alone are other places, in the sample.
    private func changesPlaces(_ parts: DegreeParts) -> Bool {
        parts.latitude.minutes != nil
            || [(parts.latitude, CoordinateAxis.latitude), (parts.longitude, .longitude)].contains {
                angle, axis in
                angle.hemisphere.map { sample.hasMinus($0, axis, isOWest: angle.isOWest) } == true
            }
    }

    /// What the columns of an angle are, for `--columns`.
    func title(_ angle: DegreeParts.Angle, _ form: DegreeParts.Form) -> String {
        let others = [
            angle.minutes.map { "minutes in \(titled($0))" },
            angle.seconds.map { "seconds in \(titled($0))" },
            angle.hemisphere.map { "hemisphere in \(titled($0))" },
        ].compactMap(\.self)
        let numbers = titled(angle.degrees) + (form.words.map { ", \($0)" } ?? "")
        return ([numbers] + others).joined(separator: "; ")
    }

    /// Adds a notice of columns that belong to a pair of numbers and are not read: those of a database, and those beside columns that
    /// the user named.
    func noteUnread(latitude: Int, longitude: Int, _ found: inout DetectedColumns) {
        let plain = DegreeParts(latitude: .init(degrees: latitude), longitude: .init(degrees: longitude))
        if !readsParts, options.latitude == nil, options.longitude == nil {
            let parts = withDirections(plain)
            for (angle, direction) in [(parts.latitude, "south"), (parts.longitude, "west")]
            where angle.isSouthOrWest {
                found.notices.append(
                    .unreadDirection(column: names.names[angle.degrees], direction: direction))
            }
        }
        let letters = withLetters(plain, isLoose: true)
        let columns = [letters.latitude.hemisphere, letters.longitude.hemisphere].compactMap(\.self)
        if changesPlaces(letters) {
            found.notices.append(.unreadLetters(columns: columns.map { names.names[$0] }))
        }
        guard let parts, parts.latitude.degrees == latitude, parts.longitude.degrees == longitude else {
            return
        }
        let minutes = [parts.latitude, parts.longitude].flatMap { [$0.minutes, $0.seconds] }
        // They are parts of the pair, not others.
        found.notices.removeAll { if case .otherPairs = $0 { true } else { false } }
        found.notices.append(.unreadMinutes(columns: minutes.compactMap(\.self).map { names.names[$0] }))
    }
}

extension DegreeParts.Form {
    /// What the numbers are; nil for degrees.
    var words: String? {
        switch self {
        case .degrees: nil
        case .degreesAndMinutes: "degrees and minutes as ddmm.mmm"
        case .degreesMinutesAndSeconds: "degrees, minutes and seconds as ddmmss"
        case .radians: "radians"
        }
    }
}
