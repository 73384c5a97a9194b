/// Months in German, French, Spanish, Italian, Portuguese and Dutch: no name or abbreviation is that of two months.
extension TimeScanner {
    private static let names: [(text: [UInt8], month: Int)] = [
        "januar jänner janvier janv enero ene gennaio gen janeiro januari",
        "februar feber février févr fév fevrier febrero febbraio fevereiro fev februari",
        "märz maerz mär mrz mars marzo março marco maart mrt",
        "avril avr abril abr aprile",
        "mai mayo maggio mag maio mei",
        "juni juin junio giugno giu junho",
        "juli juillet juil julio luglio lug julho",
        "août aout agosto ago augustus",
        "septembre sept septiembre setiembre settembre sett set setembro",
        "oktober okt octobre octubre ottobre ott outubro out",
        "novembre noviembre novembro",
        "dezember dez décembre déc decembre diciembre dicembre dic dezembro",
    ].enumerated().flatMap { month, names in
        names.split(separator: " ").map { (Array($0.utf8), month + 1) }
    }.sorted { $0.0.count > $1.0.count }

    /// A month by its name in another language than English, as a whole word.
    mutating func otherMonth() -> Int? {
        guard next &- 97 < 26 || next >= 0x80 else { return nil }
        let found = Self.names.first { name in
            name.text.indices.allSatisfy { letter(at: $0) == name.text[$0] } && !isInWord(at: name.text.count)
        }
        guard let found else { return nil }
        skip(count: found.text.count)
        return found.month
    }

    /// Whether the byte so far behind the next one is of a letter.
    func isInWord(at distance: Int) -> Bool {
        let letter = letter(at: distance)
        return letter &- 97 < 26 || letter >= 0x80
    }
}
