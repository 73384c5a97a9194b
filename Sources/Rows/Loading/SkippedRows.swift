import Streams

/// Records that have no place on the map, counted by reason, with the first of each as examples.
public struct SkippedRows: Sendable, Equatable {
    /// Why a record has no place on the map.
    public enum Reason: Int, CaseIterable, Sendable {
        /// A coordinate is empty, NA, NULL or \N.
        case missing
        /// A coordinate is not a number in any notation.
        case notANumber
        /// Beyond ±90.
        case latitudeOutOfRange
        /// Beyond ±540, a turn and a half.
        case longitudeOutOfRange
        /// The record ends before a coordinate.
        case tooFewFields
        /// More fields than the header and a coordinate without a fraction: perhaps a decimal comma without
        /// quotes.
        case splitNumber
        /// More fields than the header, which shift the coordinates.
        case tooManyFields
        /// The header once more, where files were joined.
        case repeatedHeader
        /// The units of the columns.
        case units
        /// The record exceeds the limit of its length.
        case tooLong
        /// A feature whose geometry is null or empty.
        case noGeometry
        /// An invalid geometry: wrong type, too few numbers, cut off.
        case badGeometry
        /// A geometry in other units or on another datum than degrees on WGS 84.
        case otherReference
        /// A record that cannot be read, such as a line that is not JSON.
        case unreadable
        /// A row of a database that took too long to compute.
        case tookTooLong
        /// A record of text that contains a NUL byte.
        case nulByte
        /// Names that no place is known by.
        case unknownPlace
        /// Names that several places have.
        case ambiguousPlace
        /// A country that is not known.
        case unknownCountry
        /// A code of a cell, a square or an airport that is none.
        case invalidCode
        /// All columns that say where a row is are empty.
        case noPlace
        /// A code that no area has, of rows that have a place by their area alone.
        case unknownArea
        /// A thing that was not heard for so long that nobody knows where it is.
        case gone
        /// An address of the internet that no database knows, or a name in its place.
        case unknownAddress
        /// An address that is nowhere: of a home or an office.
        case privateAddress
        /// An address that is nowhere: of the computer itself.
        case loopbackAddress
        /// An address that is nowhere: of one cable.
        case linkLocalAddress
        /// An address that is nowhere: of the customers of a provider.
        case sharedAddress
        /// An address that is nowhere: of many at once.
        case multicastAddress
        /// An address that is nowhere: of examples.
        case documentationAddress
        /// An address that is nowhere: of no use yet.
        case reservedAddress
        /// An address that is nowhere: all zeros.
        case unspecifiedAddress
    }

    /// A skipped record, quoted in `:bad`.
    public struct Example: Sendable, Equatable {
        /// The line of the file; the number of the record, from 1, where the source has no lines.
        public let line: Int
        /// Why it was skipped.
        public let reason: Reason
        /// The actual text, at most `SkippedRows.textLimit` bytes.
        public let text: String
        /// "latitude", "longitude", "coordinates", or "row".
        public let what: String
        /// The source that contains it, when there are several.
        public var file: String?
    }

    /// The bytes of a record's text that are kept.
    public static let textLimit = 64
    /// How many examples are kept for each reason.
    public static let exampleLimit = 3

    private var counts = [Int](repeating: 0, count: Reason.allCases.count)
    /// The names without a place, each once, those with most rows first.
    package var names: [SkippedName] = []
    /// The first examples of each reason, in the order in which they were met.
    public private(set) var examples: [Example] = []

    /// No skipped rows.
    public init() {}

    /// Rows skipped for any reason.
    public var total: Int { counts.reduce(0, +) }

    /// Rows skipped for `reason`.
    public func count(of reason: Reason) -> Int { counts[reason.rawValue] }

    /// The reasons met, the most frequent first: `12 without coordinates, 3 unreadable`.
    public var summary: String {
        Reason.allCases.filter { count(of: $0) > 0 }
            .sorted { count(of: $0) > count(of: $1) }
            .map { "\(grouped(count(of: $0))) \($0.words)" }
            .joined(separator: ", ")
    }

    /// Whether the text of one more is kept as an example; otherwise it need not be made.
    public func wantsExample(of reason: Reason) -> Bool {
        counts[reason.rawValue] < Self.exampleLimit
            && examples.count { $0.reason == reason } < Self.exampleLimit
    }

    /// Keeps a counted row as an example while there are few of its reason.
    package mutating func addExample(_ reason: Reason, line: Int, what: String, text: String) {
        guard examples.count(where: { $0.reason == reason }) < Self.exampleLimit else { return }
        let bounded = String(decoding: text.utf8.prefix(Self.textLimit), as: UTF8.self)
        examples.append(Example(line: line, reason: reason, text: bounded, what: what))
    }

    /// Counts rows of one reason at once.
    package mutating func add(_ reason: Reason, count: Int) { counts[reason.rawValue] += count }

    /// Uncounts a row that was replaced.
    mutating func remove(_ reason: Reason) {
        precondition(counts[reason.rawValue] > 0)
        counts[reason.rawValue] -= 1
    }

    /// Rows of a server without a place, which the server counted together.
    public init(missingOnServer count: Int) {
        counts[Reason.noPlace.rawValue] = count
    }

    /// The counts and names of both.
    func adding(_ other: SkippedRows) -> SkippedRows {
        var all = self
        for reason in Reason.allCases { all.counts[reason.rawValue] += other.counts[reason.rawValue] }
        all.names += other.names
        return all
    }

    /// Adds the skipped rows of another source.
    public mutating func add(_ other: SkippedRows, from file: String) {
        for reason in Reason.allCases { counts[reason.rawValue] += other.counts[reason.rawValue] }
        names += other.names.map { $0.from(file) }
        examples += other.examples.map { example in
            var example = example
            example.file = example.file ?? file
            return example
        }
    }

    /// Adds the skipped rows of a later stretch of the same source, in which lines were counted from 1.
    ///
    /// - Parameter linesBefore: the lines before the stretch.
    package mutating func append(contentsOf other: SkippedRows, linesBefore: Int) {
        for example in other.examples where wantsExample(of: example.reason) {
            examples.append(
                Example(
                    line: example.line + linesBefore, reason: example.reason, text: example.text,
                    what: example.what))
        }
        for reason in Reason.allCases { counts[reason.rawValue] += other.counts[reason.rawValue] }
    }

    /// Counts a row, and keeps it as an example while there are few of its reason.
    ///
    /// - Parameters:
    /// - line: the line of the file, or the number of the record, counted from 1.
    /// - what: the value that was read: "latitude", "longitude", "coordinates", "geometry" or "row".
    public mutating func add(_ reason: Reason, line: Int, what: String, text: [UInt8]) {
        let isExample = wantsExample(of: reason)
        counts[reason.rawValue] += 1
        guard isExample else { return }
        let bounded = String(decoding: text.prefix(Self.textLimit), as: UTF8.self)
        examples.append(Example(line: line, reason: reason, text: bounded, what: what))
    }
}

extension SkippedRows {
    /// Appends the counts and examples that `init(_:)` reads.
    func append(to writer: inout ByteWriter) {
        for count in counts { writer.append(UInt64(count)) }
        writer.append(UInt64(examples.count))
        for example in examples {
            for number in [example.line, example.reason.rawValue] { writer.append(UInt64(number)) }
            writer.append(example.text)
            writer.append(example.what)
        }
        writer.append(UInt64(names.count))
        for name in names { name.append(to: &writer) }
    }

    /// About how many bytes names and examples take when they are saved.
    var savedByteCount: Int { names.reduce(4_096) { $0 + $1.savedByteCount } }

    /// What was appended of one source; nil for what cannot have been.
    init?(_ reader: inout ByteReader) {
        for reason in counts.indices {
            guard let count = reader.uint64(), count <= LoadedSource.rowLimit else { return nil }
            counts[reason] = count
        }
        guard let exampleCount = reader.uint64() else { return nil }
        for _ in 0..<exampleCount {
            guard let line = reader.uint64(), let reason = reader.uint64().flatMap(Reason.init),
                let text = reader.text(), let what = reader.text()
            else { return nil }
            examples.append(Example(line: line, reason: reason, text: text, what: what))
        }
        guard let nameCount = reader.uint64() else { return nil }
        for _ in 0..<nameCount {
            guard let name = SkippedName(&reader) else { return nil }
            names.append(name)
        }
    }
}

extension SkippedRows.Reason {
    /// A description of such rows, after their count: "12 without coordinates".
    public var words: String {
        switch self {
        case .missing: "without coordinates"
        case .notANumber: "with unreadable coordinates"
        case .latitudeOutOfRange: "with latitudes beyond 90"
        case .longitudeOutOfRange: "with longitudes out of range"
        case .tooFewFields: "with too few fields"
        case .splitNumber: "with too many fields, perhaps split at a decimal comma"
        case .tooManyFields: "with too many fields"
        case .repeatedHeader: "with the header again"
        case .units: "with units"
        case .tooLong: "too long"
        case .noGeometry: "without a geometry"
        case .badGeometry: "with a damaged geometry"
        case .otherReference: "in another coordinate system"
        case .unreadable: "unreadable"
        case .tookTooLong: "that took too long to compute"
        case .nulByte: "with a NUL byte"
        case .unknownPlace: "with an unknown place"
        case .ambiguousPlace: "with an ambiguous place"
        case .unknownCountry: "with a country that is not known"
        case .invalidCode: "with an invalid code"
        case .noPlace: "without a place"
        case .unknownArea: "with a code of no area"
        case .gone: "not heard any more"
        case .unknownAddress: "with an unknown address"
        case .privateAddress: "with a private address"
        case .loopbackAddress: "with a loopback address"
        case .linkLocalAddress: "with a link-local address"
        case .sharedAddress: "with a shared address"
        case .multicastAddress: "with a multicast address"
        case .documentationAddress: "with a documentation address"
        case .reservedAddress: "with a reserved address"
        case .unspecifiedAddress: "with an unspecified address"
        }
    }
}

extension SkippedRows.Reason {
    /// The kind of addresses that are not placed, as the status counts them: "2,120 private"; nil for other reasons.
    public var addressWord: String? {
        let ending = " address"
        guard rawValue >= Self.unknownAddress.rawValue, words.hasSuffix(ending) else { return nil }
        return words.dropLast(ending.count).split(separator: " ").last.map(String.init)
    }
}

extension SkippedRows.Example {
    /// `places.csv:17: latitude is not a number: "north" (expected degrees, -90 to 90)`
    public func message(file: String) -> String {
        "\(printable(self.file ?? file)):\(line): \(problem)"
    }

    private var problem: String {
        let range = what == "longitude" ? "degrees, -180 to 180" : "degrees, -90 to 90"
        switch reason {
        case .missing: return "\(what) is missing: \(quoted(text)) (expected degrees)"
        case .notANumber:
            let expected = what == "coordinates" ? "two numbers, such as 47.38, 8.54" : range
            return "\(what) is not a number: \(quoted(text)) (expected \(expected))"
        case .latitudeOutOfRange:
            return "latitude is out of range: \(quoted(text)) (expected degrees, -90 to 90)"
        case .longitudeOutOfRange:
            return "longitude is out of range: \(quoted(text)) (expected degrees, -180 to 180)"
        case .tooFewFields: return "too few fields: \(quoted(text)) (expected the columns of the header)"
        case .splitNumber:
            return "more fields than columns: \(quoted(text)) (expected quotes around a decimal comma)"
        case .tooManyFields:
            return
                "more fields than columns: \(quoted(text)) (expected quotes around a field with the delimiter in it)"
        case .repeatedHeader: return "the header once more: \(quoted(text)) (expected a row)"
        case .units: return "the units of the columns: \(quoted(text)) (expected a row)"
        case .tooLong: return "record too long: \(quoted(text)) (it is not read)"
        case .noGeometry:
            let words = text.isEmpty ? "no geometry" : "no geometry: \(quoted(text))"
            return words + " (expected a point, a line or an area)"
        case .badGeometry: return "\(what) is damaged: \(quoted(text)) (expected a geometry in degrees)"
        case .otherReference:
            return "\(what) is in another coordinate system: \(quoted(text)) (expected degrees, WGS 84)"
        case .unreadable: return "\(what) is unreadable: \(quoted(text))"
        case .tookTooLong: return "\(what) took more than 2 s to compute (a view or generated column)"
        case .nulByte: return "\(what) has a NUL byte: \(quoted(text)) (expected text)"
        case .unknownPlace: return "\(what) is not known: \(quoted(text))"
        case .ambiguousPlace: return "\(what) is ambiguous: \(quoted(text))"
        case .unknownCountry:
            return "\(what) is not known: \(quoted(text)) (expected a name or a code of ISO 3166)"
        case .invalidCode: return "\(what) is invalid: \(quoted(text))"
        case .noPlace: return "no place is given"
        case .unknownArea: return "\(what) is the code of no area: \(quoted(text))"
        case .gone: return "\(what) is not heard any more: \(quoted(text))"
        case .unknownAddress: return "address is in no database: \(quoted(text))"
        default: return "address is \(reason.addressWord ?? ""): \(quoted(text))"
        }
    }
}
