import Rows

/// What one message tells of one thing; nil for what it does not say. Used again for each message, so that no memory is
/// asked for.
struct FeedReport {
    /// A text among `texts`.
    typealias Text = Range<Int>

    /// The bytes of all texts.
    private(set) var texts: [UInt8] = []
    var kind = ThingKind.other
    var id: Text = 0..<0
    var name: Text?
    var callSign: Text?
    var destination: Text?
    var comment: Text?
    /// When it was sent, in milliseconds since 1970.
    var time: Int64?
    /// When it was heard last, where that is not the time of the message.
    var heard: Int64?
    /// When the thing was at its place, where that is not the time of the message.
    var placeTime: Int64?
    var place = ReportedPlace.none
    var altitudeMeters: Double?
    var speedMetersPerSecond: Double?
    var courseDegrees: Double?
    var headingDegrees: Double?
    var climbMetersPerSecond: Double?
    /// As four decimal digits, each below 8.
    var squawk: Int?
    var isOnGround: Bool?
    /// Two letters or digits, the first in the higher byte; the second may be 0.
    var category: UInt16?
    /// The number of AIS, 0…15.
    var status: Int?
    /// The number of AIS, 1…99.
    var shipType: Int?
    var lengthMeters: Double?
    var draughtMeters: Double?
    var batteryPercent: Double?
    var accuracyMeters: Double?
    /// Table and code of APRS, the first in the higher byte.
    var symbol: UInt16?

    /// Whether the message says when it was sent.
    var hasTime: Bool { time != nil || placeTime != nil }

    /// Forgets the message before.
    mutating func begin(_ kind: ThingKind) {
        var texts = texts
        texts.removeAll(keepingCapacity: true)
        self = FeedReport()
        self.texts = texts
        self.kind = kind
    }

    /// The bytes of a text.
    func bytes(of text: Text) -> ArraySlice<UInt8> { texts[text] }

    /// Adds a text without the blanks around it; nil where nothing is left.
    mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, lowercased: Bool = false) -> Text? {
        let start = texts.count
        var next = bytes.startIndex
        while next < bytes.endIndex, bytes[next] <= 0x20 { next += 1 }
        let end = min(bytes.endIndex, next + Self.longestText)
        while next < end {
            let byte = bytes[next]
            texts.append(lowercased && byte &- 0x41 < 26 ? byte | 0x20 : byte)
            next += 1
        }
        while texts.count > start, texts[texts.count - 1] <= 0x20 { texts.removeLast() }
        return texts.count > start ? start..<texts.count : nil
    }

    /// Adds a text that was put together.
    mutating func add(_ bytes: [UInt8]) -> Text? { bytes.withUnsafeBufferPointer { add($0) } }

    /// Longer texts are cut: no name, and no id, has more.
    private static let longestText = 120
}

/// Where a message says that a thing is.
enum ReportedPlace: Equatable {
    /// It does not say.
    case none
    /// It says that the place is not known.
    case notAvailable
    /// In degrees, as it stands in the message.
    case degrees(latitude: Double, longitude: Double)
}

/// Factors of the units that feeds use.
enum FeedUnit {
    static let metersPerFoot = 0.3048
    static let metersPerSecondPerKnot = 1852.0 / 3600
    static let metersPerSecondPerFootPerMinute = 0.3048 / 60
    static let metersPerSecondPerKilometerPerHour = 1 / 3.6
}
