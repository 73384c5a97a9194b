/// What values of a column are when they are read in one notation.
struct CodeSample {
    /// Fewer different values do not show a notation without a name.
    static let fewestValues = 20
    /// In a hundred values.
    private static let surePercent = 95
    /// Of geohashes of four letters in one country half have a digit, of tokens of six digits 99 % both.
    private static let geohashMixedPercent = 30
    private static let tokenMixedPercent = 80
    private static let roundedPercent = 90
    private static let highDigitPercent = 80
    /// Letters after digits show geohashes among article numbers such as SKU123.
    private static let letterAfterDigitPercent = 20
    /// The fewest integers that show by their last digits that they were rounded.
    private static let fewestIntegers = 3

    let notation: CodeNotation
    /// Levels of the codes.
    private(set) var levels: Set<Int> = []
    /// Values that are short plus codes.
    private(set) var shortCount = 0
    /// A UTM zone has the letter of a band that is neither N nor S.
    private(set) var hasBands = false

    private let valueCount: Int
    private var codeCount = 0
    /// Codes long enough to be told from other texts.
    private var longCount = 0
    /// Codes with letters and digits, and with a letter after a digit.
    private var mixedCount = 0
    private var letterAfterDigitCount = 0
    private var hasLeadingZero = false
    /// Quadkeys with a digit 2 or 3, which binary numbers have not.
    private var highDigitCount = 0
    /// Values that have lost digits, one of them.
    private var lostCount = 0
    private var lostExample: [UInt8] = []
    /// H3 and S2 as decimal numbers, and how many of them end as rounded ones.
    private var integerCount = 0
    private var roundCount = 0
    private var roundExample: [UInt8] = []
    /// The shortest code, of quadkeys the one that may have lost zeros.
    private var shortest: [UInt8] = []

    init(_ values: [[UInt8]], as notation: CodeNotation) {
        self.notation = notation
        valueCount = values.count
        for value in values { value.withUnsafeBufferPointer { add(CodeBytes.trimmed($0)) } }
    }

    private mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
        if notation == .utm, case .band = UTMPosition.side(of: text) { hasBands = true }
        do throws(CodeFault) {
            // S as the band can be out of range for the south, and the reverse.
            let area = try notation.area(of: text)
            levels.insert(area.level)
            count(text, area.level)
        } catch {
            switch error {
            case .short:
                shortCount += 1
                codeCount += 1
                longCount += 1
            case .lostDigits:
                lostCount += 1
                if lostExample.isEmpty { lostExample = Array(text) }
            case .notACode, .notACell, .outOfRange: break
            }
        }
    }

    private mutating func count(_ text: UnsafeBufferPointer<UInt8>, _ level: Int) {
        codeCount += 1
        if text.count >= fewestBytes { longCount += 1 }
        if shortest.isEmpty || text.count < shortest.count { shortest = Array(text) }
        if text.first == 0x30 { hasLeadingZero = true }
        if notation == .quadkey, text.contains(where: { $0 > 0x31 }) { highDigitCount += 1 }
        let firstDigit = text.firstIndex(where: CodeBytes.isDigit)
        let lastLetter = text.lastIndex { CodeBytes.letter($0) < 26 }
        if let firstDigit, let lastLetter {
            mixedCount += 1
            if lastLetter > firstDigit { letterAfterDigitCount += 1 }
        }
        countInteger(text, level)
    }

    /// The last digits of whole numbers; at resolution 15 H3 has no unused digits that show the rounding.
    private mutating func countInteger(_ text: UnsafeBufferPointer<UInt8>, _ level: Int) {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = isNegative ? UnsafeBufferPointer(rebasing: text.dropFirst()) : text
        guard notation == .s2 || (notation == .h3 && level == H3Cell.mostResolution),
            text.count > 16, let number = CodeBytes.decimal(digits)
        else { return }
        integerCount += 1
        guard number % 100 == 0 || (notation == .h3 && CodeBytes.isRounded(number)) else { return }
        roundCount += 1
        if roundExample.isEmpty { roundExample = Array(text) }
    }

    /// The fewest bytes of a code that is no other text by chance.
    private var fewestBytes: Int {
        switch notation {
        case .geohash: 4
        case .s2, .maidenhead: 6
        case .quadkey: 8
        case .h3, .plusCode, .mgrs, .utm: 1
        }
    }

    /// Most values are codes, which is enough for a column with the name of the notation.
    var isMostlyCodes: Bool { codeCount * 2 > valueCount }

    /// The values show that they are codes of this notation and nothing else.
    var isSurelyCodes: Bool {
        guard valueCount >= Self.fewestValues, reaches(Self.surePercent, longCount) else { return false }
        return switch notation {
        case .geohash:
            reaches(Self.geohashMixedPercent, mixedCount)
                && reaches(Self.letterAfterDigitPercent, letterAfterDigitCount)
        // Numbers of orders and messages pass for cells, too.
        case .s2: reaches(Self.tokenMixedPercent, mixedCount)
        case .quadkey: levels.count == 1 && reaches(Self.highDigitPercent, highDigitCount)
        case .h3, .plusCode, .mgrs, .utm, .maidenhead: true
        }
    }

    private func reaches(_ percent: Int, _ count: Int) -> Bool { count * 100 >= valueCount * percent }

    /// A value that has lost digits, if most have, or if they show it together.
    func roundedExample(isNamed: Bool) -> String? {
        // 1.23E+17 in a column of any name is a number.
        let isLost = isNamed ? lostCount * 2 > valueCount : notation == .h3 && lostIntegersAreMost
        if isLost { return String(decoding: lostExample, as: UTF8.self) }
        guard isNamed ? isMostlyCodes : isSurelyCodes || notation == .quadkey else { return nil }
        if integerCount >= Self.fewestIntegers, integerCount * 2 > valueCount,
            roundCount * 100 >= integerCount * Self.roundedPercent
        {
            return String(decoding: roundExample, as: UTF8.self)
        }
        if isNamed, notation == .quadkey, levels.count > 1, !hasLeadingZero {
            return String(decoding: shortest, as: UTF8.self)
        }
        return nil
    }

    private var lostIntegersAreMost: Bool {
        valueCount >= Self.fewestValues && reaches(Self.surePercent, lostCount)
            && lostExample.allSatisfy(CodeBytes.isDigit)
    }
}
