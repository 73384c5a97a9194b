// Names and codes.
extension Gazetteer {
    /// Calls `body` with the names of an entry as UTF-8: the main name, then its alternates, line feeds between them.
    ///
    /// The bytes are valid within `body` only. They are UTF-8 in the shipped file; a forged one may hold
    /// anything.
    public func withNames<Result>(of id: PlaceID, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let range = nameRange(of: id)
        return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
    }

    /// How many bytes the names of an entry take.
    public func nameByteCount(of id: PlaceID) -> Int { nameRange(of: id).count }

    /// The main name.
    public func name(of id: PlaceID) -> String {
        withNames(of: id) { names in
            String(decoding: names.prefix { $0 != Self.separator }, as: UTF8.self)
        }
    }

    /// All names, the main name first.
    func names(of id: PlaceID) -> [String] {
        withNames(of: id) { names in
            names.split(separator: Self.separator).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// The other names: of countries their own languages first, of places those in Latin script.
    public func alternates(of id: PlaceID) -> [String] {
        withNames(of: id) { names in
            names.split(separator: Self.separator).dropFirst().map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Whether a folded text is one of the main names: the first, and the equally known ones that a blank line ends.
    func hasMainName(_ folded: [UInt8], _ id: PlaceID) -> Bool {
        withNames(of: id) { names in
            var known: [UnsafeBufferPointer<UInt8>] = []
            var start = 0
            for end in 0..<names.count where names[end] == Self.separator {
                if end == start {
                    return known.contains { FoldedText.folded(String(decoding: $0, as: UTF8.self)) == folded }
                }
                known.append(UnsafeBufferPointer(rebasing: names[start..<end]))
                start = end + 1
            }
            return false
        }
    }

    /// The code of a country (ISO 3166-1 alpha-2, XK for Kosovo) or the letters of a region such as IL, NSW, BY;
    /// of an airport those of IATA; empty where there are none.
    public func code(of id: PlaceID) -> String {
        code(of: id, from: 0, to: isCountry(id) || isFeature(id) ? 4 : 8)
    }

    /// The three letters of a country, ISO 3166-1 alpha-3; empty for other entries.
    public func threeLetterCode(of id: PlaceID) -> String {
        isCountry(id) ? code(of: id, from: 4, to: 8) : ""
    }

    /// The four letters of an airport, those of ICAO; empty for other entries.
    public func fourLetterCode(of id: PlaceID) -> String { isFeature(id) ? code(of: id, from: 4, to: 8) : "" }

    /// The code of the country that an entry lies in; empty without one.
    public func countryCode(of id: PlaceID) -> String { country(of: id).map { code(of: $0) } ?? "" }

    /// The name of the admin2 area, such as a county; empty where none is known.
    public func district(of id: PlaceID) -> String {
        precondition(id.index < count, "a place must be of this gazetteer")
        return bytes.withUnsafeBytes { raw in
            let number = Int(raw.number(at: layout.districts + 2 * Int(id.index), as: UInt16.self))
            guard number > 0 else { return "" }
            let range = Self.range(of: number - 1, ends: layout.districtEnds, blob: layout.districtNames, raw)
            return String(decoding: raw[range], as: UTF8.self)
        }
    }

    private static let separator = UInt8(ascii: "\n")

    private func isCountry(_ id: PlaceID) -> Bool { id.index < countryCount }

    private func code(of id: PlaceID, from start: Int, to end: Int) -> String {
        guard isArea(id) else { return "" }
        let offset = layout.codes + 8 * Int(id.index)
        return String(decoding: bytes[offset + start..<offset + end].prefix { $0 != 0 }, as: UTF8.self)
    }

    private func nameRange(of id: PlaceID) -> Range<Int> {
        precondition(id.index < count, "a place must be of this gazetteer")
        return bytes.withUnsafeBytes {
            Self.range(of: Int(id.index), ends: layout.nameEnds, blob: layout.names, $0)
        }
    }

    /// The range of a text, from the end of the one before to the end in its column.
    private static func range(
        of index: Int, ends: Int, blob: Range<Int>, _ bytes: UnsafeRawBufferPointer
    ) -> Range<Int> {
        let start = index == 0 ? 0 : Int(bytes.number(at: ends + 4 * (index - 1), as: UInt32.self))
        let end = Int(bytes.number(at: ends + 4 * index, as: UInt32.self))
        return blob.lowerBound + start..<blob.lowerBound + end
    }
}
