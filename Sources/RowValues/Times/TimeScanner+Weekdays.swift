/// Days of the week in German, French, Spanish, Italian, Portuguese and Dutch, and the words that stand before clocks.
extension TimeScanner {
    private static let days = words(
        """
        montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so
        lundi mardi mercredi jeudi vendredi samedi dimanche lun mar mer jeu ven sam dim
        lunes martes miércoles miercoles jueves viernes sábado sabado domingo mié jue vie sáb sab dom
        lunedì martedì mercoledì giovedì venerdì lunedi martedi mercoledi giovedi venerdi sabato domenica gio
        segunda-feira terça-feira quarta-feira quinta-feira sexta-feira segunda terça quarta quinta sexta
        seg ter qua qui sex
        maandag dinsdag woensdag donderdag vrijdag zaterdag zondag ma wo vr za zo
        """)
    private static let clockWords =
        ["alle ore ", "alle ", "a las ", "a la ", "às ", "à ", "at ", "um ", "om "].map { Array($0.utf8) }

    /// The longest first.
    private static func words(_ list: String) -> [[UInt8]] {
        list.split { $0 == " " || $0 == "\n" }.map { Array($0.utf8) }.sorted { $0.count > $1.count }
    }

    /// Skips a day of the week in another language than English; whether there was one.
    mutating func skipOtherWeekday() -> Bool {
        guard next &- 97 < 26, hasDigit else { return false }
        return skip(oneOf: Self.days)
    }

    /// Skips what stands between a date and a clock, with the blank behind it: `um`, `a las`.
    mutating func skipClockWord() {
        _ = skip(oneOf: Self.clockWords)
    }

    /// Skips one of some words, as a whole.
    private mutating func skip(oneOf words: [[UInt8]]) -> Bool {
        let found = words.first { word in
            word.indices.allSatisfy { letter(at: $0) == word[$0] } && !isInWord(at: word.count)
        }
        guard let found else { return false }
        skip(count: found.count)
        return true
    }
}
