/// A place that matches a query.
public struct FoundPlace: Sendable, Equatable {
    /// The entry that was found.
    public let place: PlaceID
    /// The alternate name that matched; nil where the main name did.
    public let matchedName: String?
    /// How well the words for the place itself match.
    public let kind: MatchKind
}

/// Finds countries, regions and places by name, as the user types.
///
/// Each word of a query must occur in the names of a place, or begin a word of the names of its region,
/// country or district, or be the code of its region or country; at least one must occur in its own names. So
/// `paris texas`, `springfield il` and `san jose cr` work; a code never matches as a prefix.
public struct PlaceSearch: Sendable {
    /// Further words are ignored.
    static let wordLimit = 8

    let gazetteer: Gazetteer
    /// The names of all entries, by `PlaceID`.
    let names: NameIndex
    /// The names of districts, by number.
    let districts: NameIndex
    /// The areas of each code, folded.
    let codes: [[UInt8]: [UInt32]]
    /// Of each entry.
    let importance: [Float]

    /// - Complexity: O(bytes of names): create it in the background.
    public init(_ gazetteer: Gazetteer) {
        self.gazetteer = gazetteer
        names = Self.nameIndex(of: gazetteer)
        districts = Self.districtIndex(of: gazetteer)
        codes = Self.codes(of: gazetteer)
        importance = gazetteer.ids.map { PlaceImportance.of($0, in: gazetteer) }
    }

    /// Bytes that the search occupies, without the gazetteer.
    public var byteCount: Int { names.byteCount + districts.byteCount + importance.count * 4 }

    private static func nameIndex(of gazetteer: Gazetteer) -> NameIndex {
        var builder = NameIndex.Builder()
        for id in gazetteer.ids {
            gazetteer.withNames(of: id) { names in
                var start = 0
                while start <= names.count {
                    var end = start
                    while end < names.count, names[end] != 0x0A { end += 1 }
                    // A blank line ends the main names.
                    if end > start || start == 0 {
                        append(UnsafeBufferPointer(rebasing: names[start..<end]), to: &builder)
                    }
                    start = end + 1
                }
            }
            if gazetteer.isFeature(id) {
                for code in [gazetteer.code(of: id), gazetteer.fourLetterCode(of: id)] where !code.isEmpty {
                    builder.appendField(code)
                }
            }
            builder.endRecord()
        }
        return builder.snapshot()
    }

    /// Appends a name as it is written; before it the name with St for Saint, where it has that.
    private static func append(_ name: UnsafeBufferPointer<UInt8>, to builder: inout NameIndex.Builder) {
        if let short = ShortWords.shortened(name) {
            short.withUnsafeBufferPointer { builder.appendField($0) }
        }
        builder.appendField(name)
    }

    private static func districtIndex(of gazetteer: Gazetteer) -> NameIndex {
        var builder = NameIndex.Builder()
        for number in 0..<gazetteer.districtCount {
            gazetteer.withDistrictName(number) { builder.appendField($0) }
            builder.endRecord()
        }
        return builder.snapshot()
    }

    private static func codes(of gazetteer: Gazetteer) -> [[UInt8]: [UInt32]] {
        var codes: [[UInt8]: [UInt32]] = [:]
        for id in gazetteer.ids.prefix(gazetteer.countryCount + gazetteer.regionCount) {
            for code in [gazetteer.code(of: id), gazetteer.threeLetterCode(of: id)] where !code.isEmpty {
                codes[FoldedText.folded(code), default: []].append(id.index)
            }
        }
        return codes
    }
}

extension Gazetteer {
    /// How many different names districts have.
    package var districtCount: Int { layout.districtCount }

    /// The district of an entry, 0..<districtCount.
    package func districtNumber(of id: PlaceID) -> Int? {
        let number = bytes.withUnsafeBytes {
            Int($0.number(at: layout.districts + 2 * Int(id.index), as: UInt16.self))
        }
        return number == 0 ? nil : number - 1
    }

    /// Calls `body` with the name of a district in UTF-8.
    package func withDistrictName(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            let raw = UnsafeRawBufferPointer(bytes)
            let ends = layout.districtEnds
            let start = number == 0 ? 0 : Int(raw.number(at: ends + 4 * (number - 1), as: UInt32.self))
            let end = Int(raw.number(at: ends + 4 * number, as: UInt32.self))
            let blob = layout.districtNames.lowerBound
            body(UnsafeBufferPointer(rebasing: bytes[blob + start..<blob + end]))
        }
    }
}
