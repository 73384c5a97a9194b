/// The columns of location files, each in the unit of the file: metres, seconds, metres per second, degrees.
enum GoogleColumn: Int, CaseIterable, Sendable {
    case kind, time, end
    /// Seconds from the time to the end.
    case duration
    case name, address, placeID
    /// Of a place, such as HOME; of an activity, such as WALKING.
    case type
    /// How many visits this one is inside.
    case level
    case distance, probability
    /// How sure the place or the type is.
    case confidence
    case accuracy, altitude, verticalAccuracy, speed, heading, source, device, platform

    var name: String {
        switch self {
        case .placeID: "place_id"
        case .verticalAccuracy: "vertical_accuracy"
        default: "\(self)"
        }
    }

    /// Whether texts of digits in it are numbers, as iPhones write them.
    var isNumber: Bool {
        switch self {
        case .duration, .level, .distance, .probability, .confidence, .accuracy, .altitude, .verticalAccuracy,
            .speed, .heading:
            true
        default: false
        }
    }
}

/// What a list of entries holds.
enum GoogleList: Sendable, Equatable {
    /// `locations` of Records.json.
    case records
    /// `timelineObjects` of Semantic Location History.
    case timelineObjects
    /// `semanticSegments` of an Android phone.
    case segments
    /// `rawSignals` of an Android phone.
    case signals
    /// The array that an iPhone exports.
    case phoneSegments
    /// Anything else, which is not read.
    case other

    /// The list under a key of the document.
    init(key: UnsafeBufferPointer<UInt8>) {
        let names: [(StaticString, GoogleList)] = [
            ("locations", .records), ("timelineObjects", .timelineObjects), ("semanticSegments", .segments),
            ("rawSignals", .signals),
        ]
        self = names.first { GoogleMembers.isEqual($0.0, key) }?.1 ?? .other
    }

    /// What its entries mean.
    var members: GoogleMembers {
        switch self {
        case .records: .record
        case .timelineObjects: .timelineObject
        case .segments, .phoneSegments: .segment
        case .signals: .signal
        case .other: GoogleMembers([])
        }
    }

    /// The columns of files with such a list, in their order, whether or not all have values.
    var columns: [GoogleColumn] {
        switch self {
        case .records:
            [
                .kind, .time, .type, .confidence, .accuracy, .altitude, .verticalAccuracy, .speed, .heading,
                .source, .device, .platform,
            ]
        case .timelineObjects:
            [
                .kind, .time, .end, .duration, .name, .address, .placeID, .type, .distance, .probability,
                .confidence, .accuracy, .source,
            ]
        case .segments, .signals:
            [
                .kind, .time, .end, .duration, .placeID, .type, .level, .distance, .probability, .confidence,
                .accuracy, .altitude, .speed, .source,
            ]
        case .phoneSegments:
            [
                .kind, .time, .end, .duration, .placeID, .type, .level, .distance, .probability, .confidence,
            ]
        case .other: []
        }
    }

    /// The column that names a row.
    var label: GoogleColumn { self == .timelineObjects ? .name : .type }

    /// What it is, in words.
    var words: String {
        switch self {
        case .records: "records"
        case .timelineObjects: "Semantic Location History"
        case .segments, .signals: "timeline of a phone with Android"
        case .phoneSegments: "timeline of an iPhone"
        case .other: "lists that are not read"
        }
    }
}
