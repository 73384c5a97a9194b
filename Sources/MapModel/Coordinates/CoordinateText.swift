/// A coordinate as people write it: decimals, degrees with minutes and seconds, a `geo:` URI (RFC 5870), the URL of
/// a web map, or the code of a cell, of which the middle is meant (`CodeText`).
///
/// Latitude comes first unless letters for the hemispheres show otherwise. The precision is 1e-7 degrees;
/// longitudes up to a turn and a half are wrapped. A text with anything left over is not a coordinate.
public struct CoordinateText: Equatable, Sendable {
    /// The coordinate that was read, within -90...90 and -180...180 degrees.
    public let coordinate: Coordinate
    /// The zoom that a URI or URL asked for.
    public let zoom: Double?
    /// The notation of a code; nil for numbers and addresses.
    public let notation: CodeNotation?

    /// Why a text is not a coordinate. The cases carry the text, at most 60 characters of it.
    public enum Failure: Error, Equatable {
        /// Not similar to a coordinate: it may be the name of a place.
        case notACoordinate(String)
        /// It begins like a coordinate and cannot be read to its end; `rest` is what is left over, if that is
        /// known.
        case malformed(String, rest: String?)
        /// Beyond ±90 degrees.
        case latitudeOutOfRange(String)
        /// Beyond ±540 degrees, a turn and a half.
        case longitudeOutOfRange(String)
        /// It looks like a code, or begins with the name of a notation, and names no cell.
        case badCode(String, CodeNotation, CodeFault)
        /// The S of a UTM zone may be the band of 32° N or the south.
        case ambiguousZone(String)
    }

    /// Longer texts are cut when they are quoted.
    private static let longestQuote = 60
    private static let longest = AnglePair.longest

    /// Reads `text`, whose length must not exceed the longest notation; spaces around it are ignored.
    ///
    /// - Complexity: O(length), bounded.
    public init(_ text: String) throws(Failure) {
        // Counting characters takes longer than reading most coordinates.
        func quote() -> String { String(text.prefix(Self.longestQuote)) }
        guard text.utf8.prefix(Self.longest + 1).count <= Self.longest else {
            throw .malformed(quote(), rest: nil)
        }
        let bytes = Array(text.utf8).withUnsafeBufferPointer { Array(DegreeText.trimmed($0)) }
        let target: MapAddress
        if let address = MapAddress.Kind(bytes) {
            guard let found = MapAddress(bytes, address) else { throw .malformed(quote(), rest: nil) }
            target = found
        } else {
            let pair = bytes.withUnsafeBufferPointer { AnglePair($0)?.degrees(longitudeFirst: false) }
            guard let pair else {
                self = try Self.code(bytes, quote())
                return
            }
            target = MapAddress(north: pair.north, east: pair.east)
        }
        switch PlaceRule.judge(north: target.north, east: target.east) {
        case .place(let place, _): coordinate = place.coordinate
        case .latitudeOutOfRange: throw .latitudeOutOfRange(quote())
        case .longitudeOutOfRange: throw .longitudeOutOfRange(quote())
        }
        zoom = target.zoom
        notation = nil
    }

    private init(_ code: CodeText) {
        coordinate = FixedCoordinate(code.middle).coordinate
        zoom = nil
        notation = code.notation
    }

    /// Reads text that is not a pair of angles.
    private static func code(_ bytes: [UInt8], _ quote: String) throws(Failure) -> CoordinateText {
        let result = bytes.withUnsafeBufferPointer { text in
            Result { () throws(CodeText.Failure) in try CodeText(text) }
        }
        switch result {
        case .success(let code?): return CoordinateText(code)
        case .success(nil): throw failure(bytes, quote)
        case .failure(.fault(let notation, let fault)): throw .badCode(quote, notation, fault)
        case .failure(.ambiguousSide): throw .ambiguousZone(quote)
        }
    }

    /// `nan,nan` and `0x10 1` parse as numbers and are not names.
    private static func isPairOfNumbers(_ bytes: [UInt8]) -> Bool {
        let words = bytes.split { " ,;\t".utf8.contains($0) }
        return words.count == 2 && words.allSatisfy { Double(String(decoding: $0, as: UTF8.self)) != nil }
    }

    /// Why text is not a pair of angles.
    ///
    /// It begins like a coordinate when two numbers come first, or a number with ° or directly followed by a
    /// hemisphere; "33 rue X" and "1770 Queensland" do not.
    private static func failure(_ bytes: [UInt8], _ quote: String) -> Failure {
        bytes.withUnsafeBufferPointer { buffer in
            var scanner = DegreeScanner(buffer, DegreeScanner.Reading())
            let isWhole = scanner.scan()
            let numbers = scanner.tokens.count { if case .number = $0 { true } else { false } }
            if isPairOfNumbers(bytes) { return .malformed(quote, rest: nil) }
            guard numbers >= 2 || (numbers == 1 && (isWhole || scanner.isSurelyDegrees)) else {
                return .notACoordinate(quote)
            }
            let rest = String(decoding: buffer[min(scanner.offset, buffer.count)...], as: UTF8.self)
            return .malformed(quote, rest: isWhole ? nil : String(rest.prefix(longestQuote)))
        }
    }
}

extension CoordinateText.Failure: CustomStringConvertible {
    private static let expected = "expected LAT,LON such as 48.85,2.35 or 33°51'S 151°12'E"

    /// Text that may be the name of a place.
    public var mayBeName: Bool {
        if case .notACoordinate(let text) = self { text.contains(where: \.isLetter) } else { false }
    }

    /// One line that quotes the text and names what was expected.
    public var description: String {
        switch self {
        case .notACoordinate(let text), .malformed(let text, rest: nil):
            "not a coordinate: \"\(text)\" (\(Self.expected))"
        case .malformed(let text, let rest?):
            "not a coordinate: \"\(text)\": unexpected \"\(rest)\" (\(Self.expected))"
        case .latitudeOutOfRange(let text):
            "latitude is out of range: \"\(text)\" (expected -90 to 90)"
        case .longitudeOutOfRange(let text):
            "longitude is out of range: \"\(text)\" (expected -180 to 180)"
        case .badCode(let text, let notation, let fault):
            "\(notation.title): \(fault): \"\(text)\" (expected \(notation.example))"
        case .ambiguousZone(let text):
            "UTM: S is a band or the south: \"\(text)\" (expected \"north\" or \"south\" after the zone)"
        }
    }
}
