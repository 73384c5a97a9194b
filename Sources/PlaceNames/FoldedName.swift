import MapModel

/// A folded text as bytes, with the forms of it that are compared.
struct FoldedName: Equatable, Sendable {
    static let blank = UInt8(ascii: " ")

    private(set) var bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    init(_ text: String) { bytes = FoldedText.folded(text) }

    init(_ text: Substring) { bytes = FoldedText.folded(String(text)) }

    init(folding utf8: some Collection<UInt8>) {
        var buffer = FoldingBuffer()
        Array(utf8).withUnsafeBufferPointer { buffer.append($0) }
        bytes = buffer.withBytes { Array($0) }
    }

    init(words: some Sequence<ArraySlice<UInt8>>) { bytes = Array(words.joined(separator: [Self.blank])) }

    var isEmpty: Bool { bytes.isEmpty }
    var count: Int { bytes.count }
    var hash: UInt64 { NameHash.of(bytes) }
    var isASCII: Bool { bytes.allSatisfy { $0 < 0x80 } }
    var words: [ArraySlice<UInt8>] { bytes.split(separator: Self.blank) }

    /// Without blanks; nil where it has none.
    var joined: FoldedName? {
        bytes.contains(Self.blank) ? FoldedName(bytes: bytes.filter { $0 != Self.blank }) : nil
    }

    /// Without the words that people add to names of areas or leave out; itself where nothing else is left.
    var withoutAreaWords: FoldedName {
        var kept: [UInt8] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: Self.blank) ?? bytes.count
            if !AreaWords.contains(bytes[start..<end]) {
                if !kept.isEmpty { kept.append(Self.blank) }
                kept += bytes[start..<end]
            }
            start = end + 1
        }
        return kept.isEmpty ? self : FoldedName(bytes: kept)
    }

    /// What follows a word and a blank; nil where it does not begin so.
    func dropping(prefix: [UInt8]) -> FoldedName? {
        guard bytes.count > prefix.count + 1, bytes.starts(with: prefix), bytes[prefix.count] == Self.blank
        else {
            return nil
        }
        return FoldedName(bytes: Array(bytes[(prefix.count + 1)...]))
    }

    /// What stands before a blank and a word; nil where it does not end so.
    func dropping(suffix: [UInt8]) -> FoldedName? {
        let end = bytes.count - suffix.count - 1
        guard end > 0, bytes[end] == Self.blank, bytes[(end + 1)...].elementsEqual(suffix) else { return nil }
        return FoldedName(bytes: Array(bytes[..<end]))
    }
}

/// Words of areas that people add or leave out: "Lagos State", "Oblast Kirov".
enum AreaWords {
    private static let text = """
        province state region oblast krai kray prefecture county department district governorate division of the \
        provincia departamento estado de la del do da autonomous republic land kanton canton okrug raion rayon \
        municipality territory city parish di du des departement dept provinz provincie voivodeship wojewodztwo \
        powiat gmina judetul kreis landkreis kreisfreie stadt bezirk regierungsbezirk arrondissement distrito \
        comunidad autonoma comarca lan fylke megye zupanija kabupaten regency oblysy ili rayonu governatorato
        """
    private static let hashes = Set(text.split(separator: " ").map { NameHash.of(Array($0.utf8)) })
    private static let longest = text.split(separator: " ").map(\.utf8.count).max() ?? 0

    static func contains(_ word: ArraySlice<UInt8>) -> Bool {
        word.count <= longest && word.withUnsafeBufferPointer { hashes.contains(NameHash.of($0)) }
    }
}
