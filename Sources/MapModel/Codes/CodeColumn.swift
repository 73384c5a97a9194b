/// A column whose values are codes of one notation.
public struct CodeColumn: Equatable, Sendable {
    /// What the values of a column turned out to be.
    public enum Verdict: Equatable, Sendable {
        /// Codes, some of which may still be faulty.
        case codes(CodeColumn)
        /// Numbers that a spreadsheet or program has rounded, or from which it took the zeros in front; one
        /// of them.
        case lostDigits(CodeNotation, example: String)
        /// No codes.
        case other
    }

    /// The notation of its codes.
    public let notation: CodeNotation
    /// The levels that occur, ascending, as in `CodeArea.level`.
    public let levels: [Int]
    /// Some values are short plus codes, which need a place.
    public let hasShortCodes: Bool
    /// The S of a UTM zone is a band, since other zones of the column have letters of bands.
    public let sIsBand: Bool
    /// The only count of digits that quadkeys have; nil when they have several or are not quadkeys.
    private let width: Int?

    init(_ sample: CodeSample) {
        self.init(
            sample.notation, levels: sample.levels.sorted(), hasShortCodes: sample.shortCount > 0,
            sIsBand: sample.hasBands)
    }

    /// A column of which all is known.
    public init(_ notation: CodeNotation, levels: [Int], hasShortCodes: Bool, sIsBand: Bool) {
        (self.notation, self.levels) = (notation, levels)
        (self.hasShortCodes, self.sIsBand) = (hasShortCodes, sIsBand)
        width = notation == .quadkey && levels.count == 1 ? levels[0] : nil
    }

    /// Decides what a column is by its values.
    ///
    /// With a name that says the notation, more than half must be codes. Without, it takes 20 different
    /// values, of which 95 in 100 are codes of a form that other texts seldom have.
    /// - Parameters:
    ///   - values: up to 1,000 different values, none of them missing.
    ///   - named: the notation that the name of the column says.
    public static func verdict(on values: [[UInt8]], named: CodeNotation? = nil) -> Verdict {
        guard let named else {
            guard values.count >= CodeSample.fewestValues else { return .other }
            for notation in certainFirst {
                let verdict = verdict(CodeSample(values, as: notation), isNamed: false)
                if verdict != .other { return verdict }
            }
            return .other
        }
        return verdict(CodeSample(values, as: named), isNamed: true)
    }

    /// Notations in the order in which they are tried: those with the most rules first.
    private static let certainFirst: [CodeNotation] = [
        .h3, .plusCode, .mgrs, .utm, .s2, .maidenhead, .geohash, .quadkey,
    ]

    private static func verdict(_ sample: CodeSample, isNamed: Bool) -> Verdict {
        if let example = sample.roundedExample(isNamed: isNamed) {
            return .lostDigits(sample.notation, example: example)
        }
        let isCode = isNamed ? sample.isMostlyCodes : sample.isSurelyCodes
        return isCode ? .codes(CodeColumn(sample)) : .other
    }

    /// The middle of the cell that a value names.
    ///
    /// - Complexity: O(bytes), without allocation.
    public func middle(of text: UnsafeBufferPointer<UInt8>) -> Result<Coordinate, CodeFault> {
        if sIsBand {
            do throws(CodeFault) {
                return .success(try UTMPosition(CodeBytes.trimmed(text), sIsBand: true).coordinate)
            } catch {
                return .failure(CodeBytes.fault(error, of: text))
            }
        }
        return hasLostZeros(text) ? .failure(.lostDigits) : notation.middle(of: text)
    }

    /// The cell that a value names.
    public func area(of text: UnsafeBufferPointer<UInt8>) throws(CodeFault) -> CodeArea {
        if sIsBand { return CodeArea(try UTMPosition(CodeBytes.trimmed(text), sIsBand: true)) }
        if hasLostZeros(text) { throw .lostDigits }
        return try notation.area(of: text)
    }

    /// A quadkey that is shorter than all others of its column.
    private func hasLostZeros(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let width else { return false }
        let digits = CodeBytes.trimmed(text)
        return digits.count < width && digits.allSatisfy { $0 &- 0x30 < 4 } && !digits.isEmpty
    }
}

extension CodeColumn: CustomStringConvertible {
    /// `H3, resolutions 7 and 8`.
    public var description: String {
        guard let noun = notation.levelNoun, !levels.isEmpty else { return notation.title }
        return "\(notation.title), \(noun)\(levels.count == 1 ? "" : "s") \(Self.list(levels))"
    }

    /// `7`, `7 and 8`, `7 to 9`, `5, 7 and 9`.
    private static func list(_ levels: [Int]) -> String {
        guard let first = levels.first, let last = levels.last, levels.count > 1 else {
            return levels.first.map(String.init) ?? ""
        }
        if levels.count > 2, last - first == levels.count - 1 { return "\(first) to \(last)" }
        return levels.dropLast().map(String.init).joined(separator: ", ") + " and \(last)"
    }
}

extension CodeNotation {
    /// The name of the notation in a message.
    public var title: String {
        switch self {
        case .geohash: "geohash"
        case .h3: "H3"
        case .s2: "S2"
        case .plusCode: "plus code"
        case .mgrs: "MGRS"
        case .utm: "UTM"
        case .maidenhead: "Maidenhead"
        case .quadkey: "quadkey"
        }
    }

    /// What its levels are called; nil for UTM, which has one.
    var levelNoun: String? {
        switch self {
        case .h3: "resolution"
        case .s2: "level"
        case .mgrs: "precision"
        case .geohash, .plusCode, .maidenhead, .quadkey: "length"
        case .utm: nil
        }
    }
}
