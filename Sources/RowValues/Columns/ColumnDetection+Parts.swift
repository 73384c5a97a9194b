import MapModel
import Streams

/// Coordinates in more than two columns: minutes and seconds, and letters for the hemispheres, in columns of their own.
extension ColumnDetection {
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
        return detected(parts, because: Self.flags)
    }

    private func angle(_ asked: String, flag: String) throws(ColumnError) -> DegreeParts.Angle {
        let pieces = asked.split(separator: ",").map { String($0.drop { $0 == " " }) }
        guard names.columns(asked: asked).isEmpty, pieces.count > 1 else {
            return DegreeParts.Angle(degrees: try column(asked, flag: flag))
        }
        var angle = DegreeParts.Angle(degrees: try column(pieces[0], flag: flag))
        for piece in pieces.dropFirst() {
            let column = try column(piece, flag: flag)
            let isLetter = [.latitude, .longitude].contains { sample.areHemispheres(column, $0) }
            if isLetter, angle.hemisphere == nil {
                angle.hemisphere = column
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

    // MARK: words

    private func detected(_ parts: DegreeParts, because rule: String) -> DetectedColumns {
        var found = detected(.parts(parts), because: rule)
        if rule != Self.flags { note(parts, &found) }
        return found
    }

    private static let flags = "--lat and --lon"

    /// Says what is read, where the numbers alone would be other places.
    private func note(_ parts: DegreeParts, _ found: inout DetectedColumns) {
        guard parts.form != .degrees || changesPlaces(parts) else { return }
        found.notices.append(
            .readParts(
                latitude: parts.latitude.columns.map { names.names[$0] },
                longitude: parts.longitude.columns.map { names.names[$0] }, form: parts.form))
    }

    /// Whether the numbers alone are other places, in the sample.
    private func changesPlaces(_ parts: DegreeParts) -> Bool {
        parts.latitude.minutes != nil
            || [(parts.latitude, CoordinateAxis.latitude), (parts.longitude, .longitude)].contains {
                angle, axis in
                angle.hemisphere.map { sample.hasMinus($0, axis) } == true
            }
    }

    /// What the columns of an angle are, for `--columns`.
    func title(_ angle: DegreeParts.Angle, _ form: DegreeParts.Form) -> String {
        let others = [
            angle.minutes.map { "minutes in \(titled($0))" }, angle.seconds.map { "seconds in \(titled($0))" },
            angle.hemisphere.map { "hemisphere in \(titled($0))" },
        ].compactMap(\.self)
        let numbers = titled(angle.degrees) + (form.words.map { ", \($0)" } ?? "")
        return ([numbers] + others).joined(separator: "; ")
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
