import Platform
import Streams

/// What the members of an object in a location file mean, by their keys.
///
/// After Takeout's files as described at https://locationhistoryformat.com, and the exports of phones since 2024.
struct GoogleMembers: Sendable {
    /// Which of an entry's places a position is.
    enum Place: Int, Sendable {
        case first, last
        /// Counts where there is no other.
        case centre
    }

    /// What a member means.
    indirect enum Meaning: Sendable {
        case value(GoogleColumn)
        /// Milliseconds since 1970, which become a time.
        case milliseconds(GoogleColumn)
        /// Minutes after the beginning of the segment.
        case minutes
        /// Units of 1e-7 degrees.
        case north(Place)
        case east(Place)
        /// `47.3°, 8.5°`, `geo:47.3,8.5`, or an object with one.
        case place(Place)
        case object(GoogleMembers)
        /// The first object in an array.
        case first(GoogleMembers)
        /// An object that makes the entry a row.
        case entry(GoogleReader.Kind, GoogleMembers)
        /// An array of points, or one point, each a row after that of the entry.
        case path(StaticString?)
        /// An array of visits, each a row after that of the entry.
        case visits
        /// What has no position.
        case noPlace(StaticString)
    }

    private let meanings: [(key: StaticString, meaning: Meaning)]

    init(_ meanings: [(key: StaticString, meaning: Meaning)]) { self.meanings = meanings }

    /// What the member under `key` means; nil where it is not read.
    func meaning(of key: UnsafeBufferPointer<UInt8>) -> Meaning? {
        for index in meanings.indices where Self.isEqual(meanings[index].key, key) {
            return meanings[index].meaning
        }
        return nil
    }

    static func isEqual(_ word: StaticString, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard word.utf8CodeUnitCount == text.count, let base = text.baseAddress else { return false }
        return Bytes.areEqual(base, word.utf8Start, count: text.count)
    }
}

extension GoogleMembers {
    // MARK: Records.json

    /// An element of `locations`.
    static let record = GoogleMembers([
        ("latitudeE7", .north(.first)), ("longitudeE7", .east(.first)),
        ("timestamp", .value(.time)), ("timestampMs", .milliseconds(.time)),
        ("accuracy", .value(.accuracy)), ("source", .value(.source)),
        ("activity", .first(GoogleMembers([("activity", .first(guess))]))),
        ("deviceTag", .value(.device)), ("velocity", .value(.speed)), ("heading", .value(.heading)),
        ("altitude", .value(.altitude)), ("verticalAccuracy", .value(.verticalAccuracy)),
        ("platformType", .value(.platform)), ("placeId", .value(.placeID)),
    ])

    /// The likeliest activity.
    private static let guess = GoogleMembers([
        ("type", .value(.type)), ("confidence", .value(.confidence)),
    ])

    // MARK: Semantic Location History

    /// An element of `timelineObjects`.
    static let timelineObject = GoogleMembers([
        ("placeVisit", .entry(.visit, visit)), ("activitySegment", .entry(.activity, activitySegment)),
    ])

    private static let duration = GoogleMembers([
        ("startTimestamp", .value(.time)), ("startTimestampMs", .milliseconds(.time)),
        ("endTimestamp", .value(.end)), ("endTimestampMs", .milliseconds(.end)),
    ])

    /// A `placeVisit`, and a visit inside it.
    static let visit = GoogleMembers([
        ("location", .object(location)), ("duration", .object(duration)),
        ("placeConfidence", .value(.confidence)), ("visitConfidence", .value(.probability)),
        ("centerLatE7", .north(.centre)), ("centerLngE7", .east(.centre)),
        ("simplifiedRawPath", .object(GoogleMembers([("points", .path("simplifiedRawPath"))]))),
        ("childVisits", .visits),
    ])

    private static let location = GoogleMembers([
        ("latitudeE7", .north(.first)), ("longitudeE7", .east(.first)), ("name", .value(.name)),
        ("address", .value(.address)), ("placeId", .value(.placeID)), ("semanticType", .value(.type)),
        ("accuracyMetres", .value(.accuracy)),
    ])

    private static let activitySegment = GoogleMembers([
        ("startLocation", .object(position(.first))), ("endLocation", .object(position(.last))),
        ("duration", .object(duration)), ("distance", .value(.distance)), ("activityType", .value(.type)),
        ("confidence", .value(.confidence)),
        ("activities", .first(GoogleMembers([("probability", .value(.probability))]))),
        ("waypointPath", .object(GoogleMembers([("waypoints", .path("waypointPath"))]))),
        ("simplifiedRawPath", .object(GoogleMembers([("points", .path("simplifiedRawPath"))]))),
        ("transitPath", .object(GoogleMembers([("transitStops", .path("transitPath"))]))),
        ("parkingEvent", .path("parkingEvent")),
    ])

    /// A position, in any notation.
    static func position(_ place: Place) -> GoogleMembers {
        switch place {
        case .first: firstPosition
        case .last: lastPosition
        case .centre: GoogleMembers([])
        }
    }

    private static let firstPosition = GoogleMembers(notations(of: .first))
    private static let lastPosition = GoogleMembers(notations(of: .last))

    private static func notations(of place: Place) -> [(key: StaticString, meaning: Meaning)] {
        [
            ("latitudeE7", .north(place)), ("longitudeE7", .east(place)), ("latE7", .north(place)),
            ("lngE7", .east(place)), ("latLng", .place(place)),
        ]
    }

    // MARK: phones

    /// An element of `semanticSegments`, and of the array of an iPhone.
    static let segment = GoogleMembers([
        ("startTime", .value(.time)), ("endTime", .value(.end)),
        ("visit", .entry(.visit, phoneVisit)), ("activity", .entry(.activity, phoneActivity)),
        ("timelinePath", .path(nil)), ("timelineMemory", .noPlace("timelineMemory")),
    ])

    private static let phoneVisit = GoogleMembers([
        ("hierarchyLevel", .value(.level)), ("probability", .value(.probability)),
        (
            "topCandidate",
            .object(
                GoogleMembers([
                    ("placeLocation", .place(.first)), ("placeId", .value(.placeID)),
                    ("placeID", .value(.placeID)), ("semanticType", .value(.type)),
                    ("probability", .value(.confidence)),
                ]))
        ),
    ])

    private static let phoneActivity = GoogleMembers([
        ("start", .place(.first)), ("end", .place(.last)), ("distanceMeters", .value(.distance)),
        ("probability", .value(.probability)),
        (
            "topCandidate",
            .object(GoogleMembers([("type", .value(.type)), ("probability", .value(.confidence))]))
        ),
        ("parking", .path("parking")),
    ])

    /// An element of `rawSignals`.
    static let signal = GoogleMembers([
        ("position", .entry(.raw, rawPosition)), ("wifiScan", .noPlace("wifiScan")),
        ("activityRecord", .noPlace("activityRecord")),
    ])

    private static let rawPosition = GoogleMembers([
        ("LatLng", .place(.first)), ("latLng", .place(.first)), ("timestamp", .value(.time)),
        ("accuracyMeters", .value(.accuracy)), ("altitudeMeters", .value(.altitude)),
        ("speedMetersPerSecond", .value(.speed)), ("source", .value(.source)),
    ])

    // MARK: points

    /// A point of a path, wherever that stands.
    static let point = GoogleMembers(
        notations(of: .first) + [
            ("point", .place(.first)), ("location", .object(pointLocation)),
            ("time", .value(.time)), ("timestamp", .value(.time)), ("timestampMs", .milliseconds(.time)),
            ("startTime", .value(.time)), ("durationMinutesOffsetFromStartTime", .minutes),
            ("accuracyMeters", .value(.accuracy)), ("placeId", .value(.placeID)), ("name", .value(.name)),
            ("address", .value(.address)),
        ])

    private static let pointLocation = GoogleMembers(
        notations(of: .first) + [("accuracyMetres", .value(.accuracy))])
}
