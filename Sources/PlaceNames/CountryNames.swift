import MapModel

/// Countries by their codes and names.
struct CountryNames: Sendable {
    /// What a text says about the country.
    enum Meaning: Equatable, Sendable {
        /// There is no text.
        case none
        case unknown
        case country(Int)
    }

    /// Shorter names have too many that are like them.
    private static let shortestSimilar = 6

    /// By letters: those of ISO 3166, two and three.
    private let letters: [String: Int]
    private let sports: [String: Int]
    private let fips: [String: Int]
    private let numbers: [Int: Int]
    private let names: NumberTable
    private let unclear: Set<UInt64>
    private let similar: NameList
    /// The folded name of the region that a part of a country is, by the hash of what the part is called.
    private let parts: [UInt64: FoldedName]
    /// The territories of each country.
    private let territories: [[Int]]

    /// Reads the names of all countries.
    init(_ gazetteer: Gazetteer) {
        var letters: [String: Int] = [:]
        for id in gazetteer.countries {
            letters[gazetteer.code(of: id)] = Int(id.index)
            letters[gazetteer.threeLetterCode(of: id)] = Int(id.index)
        }
        for (code, country) in CountryAliases.codes { letters[code] = letters[country] }
        letters[""] = nil
        var (sports, fips): ([String: Int], [String: Int]) = ([:], [:])
        var numbers: [Int: Int] = [:]
        for codes in CountryCodeTable.all {
            guard let country = letters[codes.letters] else { continue }
            if let code = codes.fips { fips[code] = country }
            if codes.number > 0 { numbers[codes.number] = country }
        }
        for codes in CountryCodeTable.all {
            guard let country = letters[codes.letters] else { continue }
            if let code = codes.football, sports[code] == nil { sports[code] = country }
        }
        for codes in CountryCodeTable.all {
            if let country = letters[codes.letters], let code = codes.olympic { sports[code] = country }
        }
        (self.letters, self.sports, self.fips, self.numbers) = (letters, sports, fips, numbers)
        unclear = Set(CountryAliases.unclear.map { FoldedName($0).hash })
        parts = Dictionary(
            CountryAliases.parts.map { (FoldedName($0.key).hash, FoldedName($0.value)) },
            uniquingKeysWith: { first, _ in first })
        territories = Self.territories(of: gazetteer, letters)
        (names, similar) = Self.names(of: gazetteer, letters)
    }

    private static func territories(of gazetteer: Gazetteer, _ letters: [String: Int]) -> [[Int]] {
        gazetteer.countries.map { id in
            (CountryAliases.territories[gazetteer.code(of: id)] ?? "").split(separator: " ")
                .compactMap { letters[String($0)] }
        }
    }

    /// Aliases first, then main names, then those in other languages: American Samoa is called Samoa in some.
    private static func names(of gazetteer: Gazetteer, _ letters: [String: Int]) -> (NumberTable, NameList) {
        var named: [(FoldedName, Int)] = []
        for (code, aliases) in CountryAliases.all {
            guard let country = letters[code] else { continue }
            named += aliases.map { (FoldedName($0), country) }
        }
        named += gazetteer.countries.map { (FoldedName(gazetteer.name(of: $0)), Int($0.index)) }
        for id in gazetteer.countries {
            named += gazetteer.alternates(of: id).map { (FoldedName($0), Int(id.index)) }
        }
        named.removeAll { $0.0.isEmpty }
        let table = NumberTable(hashes: named.map(\.0.hash), values: named.map { UInt32($0.1) })
        var list = NameList()
        for (name, country) in named where name.isASCII { list.append(name.bytes, UInt64(country)) }
        list.sort()
        return (table, list)
    }

    /// What a text means in a column of a scheme; without one, by its length a code, else a name.
    func meaning(of text: String, scheme: CountryScheme?) -> Meaning {
        let name = FoldedName(text)
        guard !name.isEmpty else { return .none }
        if scheme == .number, let country = number(text) { return .country(country) }
        // Among names, a small "no" is not Norway.
        let isWord =
            scheme == .name && text.utf8.contains { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
        let code = isWord ? nil : coded(name, scheme)
        let country = scheme == .name ? named(name) ?? code : code ?? named(name)
        return (country ?? spelledOtherwise(text, name)).map { .country($0) } ?? .unknown
    }

    /// Whether a text is a code of a scheme or, of `name`, a name of a country.
    func isKnown(_ text: String, in scheme: CountryScheme) -> Bool {
        let name = FoldedName(text)
        let code = String(decoding: name.bytes, as: UTF8.self).uppercased()
        return switch scheme {
        case .twoLetters: code.utf8.count == 2 && letters[code] != nil
        case .threeLetters: code.utf8.count == 3 && letters[code] != nil
        case .sports: sports[code] != nil
        case .fips: fips[code] != nil
        case .number: number(text) != nil
        case .name: (named(name) ?? spelledOtherwise(text, name)) != nil
        }
    }

    /// The country that a text is a code or a name of as it is written.
    func exact(_ text: String) -> Int? { exact(FoldedName(text)) }

    /// The country that a folded text is a code or a name of.
    func exact(_ name: FoldedName) -> Int? {
        name.isEmpty ? nil : coded(name, nil) ?? named(name)
    }

    /// The country that a text is a code of ISO 3166 or a name of as it is written.
    func official(_ text: String) -> Int? {
        guard text.utf8.count <= PlaceTexts.longestText else { return nil }
        let name = FoldedName(text)
        if name.count == 2 || name.count == 3,
            let country = letters[String(decoding: name.bytes, as: UTF8.self).uppercased()]
        {
            return country
        }
        return number(text) ?? named(name)
    }

    /// Whether a text is the name of another country, not of a territory.
    func isOther(_ text: String, than country: Int) -> Bool {
        guard text.utf8.count > 3, let other = named(FoldedName(text)) else { return false }
        return other != country && !territories[country].contains(other)
    }

    /// The name of the region that a text such as "Scotland" in a country column means besides.
    func part(in text: String) -> FoldedName? { parts[FoldedName(text).hash] }

    /// The countries that may be meant as parts of one.
    func territories(of country: Int) -> [Int] { territories[country] }

    /// The country with two or three letters of ISO 3166.
    func country(letters code: String) -> Int? { letters[code] }

    // MARK: codes

    private func coded(_ name: FoldedName, _ scheme: CountryScheme?) -> Int? {
        guard name.count == 2 || name.count == 3 else { return nil }
        let code = String(decoding: name.bytes, as: UTF8.self).uppercased()
        switch scheme {
        case .fips: return fips[code]
        case .sports: return sports[code] ?? letters[code]
        default: return letters[code] ?? sports[code]
        }
    }

    /// `004`, `4` and `4.0` alike.
    private func number(_ text: String) -> Int? {
        var digits = Array(text.utf8.drop { $0 <= 0x20 }.prefix(20))
        while let last = digits.last, last <= 0x20 { digits.removeLast() }
        if let point = digits.firstIndex(of: UInt8(ascii: ".")) {
            guard digits[(point + 1)...].allSatisfy({ $0 == UInt8(ascii: "0") }) else { return nil }
            digits.removeSubrange(point...)
        }
        guard (1...3).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return numbers[digits.reduce(0) { 10 * $0 + Int($1 - 0x30) }]
    }

    // MARK: names

    private func named(_ name: FoldedName) -> Int? {
        let hash = name.hash
        guard !unclear.contains(hash) else { return nil }
        return names.first(hash).map(Int.init)
    }

    /// Without articles and forms of state, `B, A` as `A B`, or with one letter wrong.
    private func spelledOtherwise(_ text: String, _ name: FoldedName) -> Int? {
        guard !unclear.contains(name.hash), text.utf8.count <= PlaceTexts.longestText else { return nil }
        for form in forms(text, name) where !form.isEmpty {
            if let country = named(form) { return country }
        }
        guard name.count >= Self.shortestSimilar, name.isASCII else { return nil }
        let found = Set(similar.similar(to: name.bytes, limit: 1).map(\.value))
        return found.count == 1 ? found.first.map { Int($0) } : nil
    }

    private func forms(_ text: String, _ name: FoldedName) -> [FoldedName] {
        let and = Array("and".utf8)[...]
        var forms = [FoldedName(words: name.words.filter { $0 != and })]
        if let rest = name.dropping(prefix: Array("st".utf8)) {
            forms.append(FoldedName(bytes: Array("saint ".utf8) + rest.bytes))
        }
        if let comma = text.firstIndex(of: ",") {
            let (first, second) = (text[..<comma], text[text.index(after: comma)...])
            forms += [FoldedName("\(second) \(first)"), FoldedName(first)]
        }
        if let bracket = text.firstIndex(of: "(") {
            let close = text[bracket...].firstIndex(of: ")").map { text.index(after: $0) } ?? text.endIndex
            forms.append(FoldedName("\(text[..<bracket]) \(text[close...])"))
        }
        forms += CountryAliases.prefixes.compactMap { name.dropping(prefix: Array($0.utf8)) }
        forms += CountryAliases.suffixes.compactMap { name.dropping(suffix: Array($0.utf8)) }
        forms.append(FoldedName(bytes: name.bytes + Array(" islands".utf8)))
        return forms
    }
}
