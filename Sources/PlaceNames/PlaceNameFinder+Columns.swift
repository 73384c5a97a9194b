import MapModel

extension PlaceNameFinder {
    /// The share of different values that a scheme must know.
    private static let requiredShare = 0.95
    /// How many times the answers of ISO 3166 another scheme must give.
    private static let advantage = 1.5
    private static let rowLimit = 1_000

    /// Which scheme the different values of a country column have; nil for one of no countries.
    ///
    /// - Parameters:
    ///   - header: the name of the column: FIPS 10-4 is only where it says so.
    ///   - rows: combinations whose towns decide between two schemes that both fit.
    package func countryScheme(
        of values: [String], header: String = "", rows: [PlaceTexts] = []
    ) -> CountryScheme? {
        let values = values.filter { BlankText.isNA($0) || !BlankText.isBlank($0) }
        guard !values.isEmpty else { return nil }
        let isFIPS = FoldedName(header).words.contains(Array("fips".utf8)[...])
        let schemes = CountryScheme.allCases.filter { $0 != .fips || isFIPS }
        let counts = schemes.map { scheme in values.count { data.countries.isKnown($0, in: scheme) } }
        let fitting = zip(schemes, counts).filter { isEnough($0.1, of: values) }.map(\.0)
        if isFIPS, fitting.contains(.fips) { return .fips }
        if let first = fitting.first {
            return fitting.contains(.sports) && first == .threeLetters
                ? moreTowns(rows, first, .sports) : first
        }
        // Several together: names here, codes there.
        let known = values.count { data.countries.meaning(of: $0, scheme: nil) != .unknown }
        guard isEnough(known, of: values), let most = counts.max() else { return nil }
        return zip(schemes, counts).first { $0.1 == most }?.0
    }

    private func isEnough(_ known: Int, of values: [String]) -> Bool {
        Double(known) >= Self.requiredShare * Double(values.count)
    }

    /// The second of two schemes, if it finds far more of the towns.
    private func moreTowns(
        _ rows: [PlaceTexts], _ first: CountryScheme, _ second: CountryScheme
    ) -> CountryScheme {
        let rows = Array(Set(rows.prefix(Self.rowLimit)))
        let found = [first, second].map { scheme in
            (answers(to: rows, context: PlaceContext(scheme: scheme)) ?? []).count { answer in
                if case .place(_, .exact) = answer { true } else { false }
            }
        }
        return Double(found[1]) > Self.advantage * Double(found[0]) ? second : first
    }

    /// How many of some different values, blank ones not counted, are known in a role.
    ///
    /// - Parameter around: the country and region beside each value, or one of both for all; none: anywhere.
    package func knownShare(
        of values: [String], as role: PlaceRole, around: [PlaceTexts] = [],
        context: PlaceContext = PlaceContext()
    ) -> (known: Int, of: Int) {
        var context = context
        context.isText = role == .text
        let scopes = ScopeReader(data: data, context: context, hasNamibia: true)
        var answerer = RowAnswerer(data, nil)
        var (known, all) = (0, 0)
        for (place, value) in values.enumerated() {
            let isCode = role == .country || role == .region
            guard !BlankText.isBlank(value) || isCode && BlankText.isNA(value) else { continue }
            all += 1
            let beside = place < around.count ? around[place] : around.last ?? PlaceTexts()
            switch role {
            case .country:
                if data.countries.meaning(of: value, scheme: context.scheme) != .unknown { known += 1 }
            case .region:
                let scope = scopes.scope(country: beside.country, region: value)
                if !scope.isCountryUnknown, scope.regionText.isEmpty { known += 1 }
            case .town, .text:
                let texts = PlaceTexts(country: beside.country, region: beside.region, town: value)
                let scope = scopes.scope(country: beside.country, region: beside.region)
                let row = RowReader(scopes: scopes).reading(of: texts, scope)
                if Self.isKnown(answerer.answer(to: row).answer) { known += 1 }
            }
        }
        return (known, all)
    }

    private static func isKnown(_ answer: PlaceAnswer) -> Bool {
        switch answer {
        case .place, .ambiguous, .unlisted: true
        case .unknown, .unknownCountry, .empty: false
        }
    }
}
