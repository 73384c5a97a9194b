import MapModel
import PlaceNames
import RowValues
import Streams

/// Looks for columns with the names of towns, regions and countries, by the names of columns, then by their values.
struct PlaceColumnSearch {
    let columns: [String]
    private let hasHeader: Bool
    let sample: ColumnSample
    let options: PlaceOptions
    private let finder: PlaceNameFinder
    let tables: [PlaceTable]
    let airports: PlaceTable?
    private let words = PlaceWords()
    private let codes: CodeColumnSearch

    /// Different values of a column that are judged.
    private static let judgedValues = 1_000
    /// Tables with more columns are looked at so far.
    static let columnLimit = CodeColumnSearch.columnLimit
    /// The share of a town column's values that must be known.
    private static let leastTowns = 0.2
    /// Fewer different values beside a country or region show nothing.
    private static let fewestTowns = 10
    /// The same of other columns that are called like ones of places.
    private static let leastNamed = 0.5
    /// The same where nothing but values speaks for a column.
    private static let leastByValue = 0.6
    /// Fewer different values show nothing.
    private static let fewestValues = 20

    /// - Parameter airports: the airports that we ship, by their codes.
    init(
        columns: [String], hasHeader: Bool, sample: ColumnSample, options: PlaceOptions,
        finder: PlaceNameFinder, tables: [PlaceTable], airports: PlaceTable?
    ) {
        (self.columns, self.hasHeader, self.sample) = (columns, hasHeader, sample)
        (self.options, self.finder) = (options, finder)
        (self.tables, self.airports) = (tables, airports)
        codes = CodeColumnSearch(columns: columns, sample: sample)
    }

    /// A column that may be one of places, by its name.
    struct Candidate {
        let column: Int
        let role: PlaceColumnRole
        let group: String
        let isAside: Bool
    }

    /// How many of a column's different values are known.
    private struct Share {
        let known: Int
        let total: Int
        var value: Double { total == 0 ? 0 : Double(known) / Double(total) }
        var words: String { "\(known) of \(total) \(total == 1 ? "value is" : "values are") known" }
    }

    /// The columns of codes that are known without names of places: none are read for them.
    static func codes(
        _ columns: [String], hasHeader: Bool, sample: ColumnSample, options: PlaceOptions
    ) throws(ColumnError) -> DetectedPlaces? {
        guard hasHeader, !options.isAsked else { return nil }
        let search = CodeColumnSearch(columns: columns, sample: sample)
        return try search.code(isNamed: true) ?? search.grid()
    }

    func found() throws(ColumnError) -> DetectedPlaces? {
        // Without names of columns only codes show what they are.
        guard hasHeader || options.isAsked else { return try codes.code(isNamed: false) }
        let candidates = self.candidates()
        let named = options.namesColumns ? try asked() : nil
        guard tables.isEmpty else { return try withKeys(named ?? names(among: candidates)) }
        if named == nil, let found = try codes.code(isNamed: true) { return found }
        if named == nil, let found = codes.grid() { return found }
        if let found = named ?? towns(among: candidates) ?? text(among: candidates) { return found }
        if let found = try codes.code(isNamed: false) { return found }
        if let found = airport(among: candidates) ?? townByValues(candidates) ?? areas(among: candidates) {
            return found
        }
        let passed = towns(candidates).map { passedOver($0.column, share(of: $0.column, as: .town)) }
        if !passed.isEmpty { throw .fewPlaces(found: columns, words: passed) }
        return nil
    }

    private func names(among candidates: [Candidate]) -> DetectedPlaces? {
        towns(among: candidates) ?? text(among: candidates) ?? townByValues(candidates)
            ?? areas(among: candidates)
    }

    private func candidates() -> [Candidate] {
        columns.indices.prefix(Self.columnLimit).compactMap { column in
            guard let found = words.role(of: columns[column]) else { return nil }
            var role = found.role
            if role == .countryOrRegion {
                let isCountry =
                    share(of: column, as: .country).value >= share(of: column, as: .region).value
                role = isCountry ? .country : .region
            }
            return Candidate(column: column, role: role, group: found.group, isAside: found.isAside)
        }
    }

    // MARK: - Columns that the user named

    private func asked() throws(ColumnError) -> DetectedPlaces? {
        let names = ColumnNames(columns)
        func column(_ asked: String?, _ flag: String) throws(ColumnError) -> Int? {
            guard let asked else { return nil }
            let found = names.columns(asked: asked)
            guard let first = found.first else {
                throw .noSuchColumn(flag: flag, asked: asked, found: columns)
            }
            guard found.count == 1 else {
                throw .ambiguousName(flag: flag, asked: asked, columns: found.map { $0 + 1 })
            }
            return first
        }
        var roles = PlaceRoles()
        roles.town = try column(options.town, "--city")
        roles.region = try column(options.region, "--region")
        if let country = options.country {
            if names.columns(asked: country).isEmpty,
                finder.knownShare(of: [country], as: .country).known == 1
            {
                // The country of all rows.
            } else {
                roles.country = try column(country, "--country")
            }
        }
        let candidates = self.candidates()
        let group = candidates.first { $0.column == roles.town }?.group
        func other(_ role: PlaceColumnRole) -> Int? {
            let fitting = candidates.filter { $0.role == role && !$0.isAside }
            return (fitting.first { $0.group == group } ?? fitting.first)?.column
        }
        if roles.town == nil, options.region == nil || options.country != nil {
            roles.town = towns(candidates).first?.column
        }
        roles.region = roles.region ?? other(.region)
        if options.country == nil { roles.country = roles.country ?? other(.country) }
        if let code = try column(options.code, "--code") {
            let notation = CodeColumnNames.notation(of: columns[code])
            if let found = try codes.code(in: code, named: notation, "--code") { return found }
            if let found = airport(among: [Candidate(column: code, role: .airport, group: "", isAside: false)]
            ) {
                return found
            }
            throw .noCodes(column: columns[code])
        }
        guard !roles.columns.isEmpty else { return nil }
        return described(roles, "named")
    }

    // MARK: - By name

    private func towns(_ candidates: [Candidate]) -> [Candidate] {
        candidates.filter { $0.role == .town }.sorted {
            ($0.group.isEmpty ? 0 : 1) < ($1.group.isEmpty ? 0 : 1)
        }
    }

    /// A column of towns with the region and country of its group.
    private func towns(among candidates: [Candidate]) -> DetectedPlaces? {
        let towns = towns(candidates)
        var notices: [String] = []
        for town in towns {
            var roles = companions(of: town, among: candidates)
            roles.town = town.column
            let share = share(of: town.column, as: .town, beside: roles)
            let isJudged = share.total >= Self.fewestTowns || roles.names.count < 2
            guard !isJudged || share.value >= Self.leastTowns else {
                notices.append(passedOver(town.column, share))
                continue
            }
            var found = described(roles, "by name")
            let others = towns.filter { $0.column != town.column }.map { quoted(columns[$0.column]) }
            if !others.isEmpty, notices.isEmpty {
                notices.append("other places in \(others.joined(separator: ", ")) (choose with --city)")
            }
            found.notices += notices
            return found
        }
        guard var found = areas(among: candidates), !notices.isEmpty else { return nil }
        found.notices += notices
        return found
    }

    private func passedOver(_ column: Int, _ share: Share) -> String {
        "\(quoted(columns[column])) holds few known places (\(share.known) of \(share.total))"
    }

    /// The region and the country beside a town: those of its group, else the only ones.
    private func companions(of town: Candidate, among candidates: [Candidate]) -> PlaceRoles {
        func companion(_ role: PlaceColumnRole) -> Int? {
            let all = candidates.filter { $0.role == role }
            let fitting = all.contains { !$0.isAside } ? all.filter { !$0.isAside } : all
            if let same = fitting.first(where: { $0.group == town.group }) { return same.column }
            let isShared = Set(fitting.map(\.group)).count == 1
            return isShared || town.group.isEmpty
                ? fitting.first { $0.group.isEmpty || isShared }?.column : nil
        }
        var roles = PlaceRoles()
        roles.country = companion(.country).flatMap { known($0, as: .country) }
        roles.region = companion(.region)
        return roles
    }

    /// A column if at least half of its values are known.
    private func known(_ column: Int, as role: PlaceRole) -> Int? {
        share(of: column, as: role).value >= Self.leastNamed ? column : nil
    }

    /// One column with texts such as "Lyon, Rhône, France".
    private func text(among candidates: [Candidate]) -> DetectedPlaces? {
        for candidate in candidates where candidate.role == .text {
            var roles = companions(of: candidate, among: candidates)
            roles.text = candidate.column
            guard share(of: candidate.column, as: .text, beside: roles).value >= Self.leastNamed else {
                continue
            }
            return described(roles, "by name")
        }
        return nil
    }

    /// A region, else a country, alone.
    private func areas(among candidates: [Candidate]) -> DetectedPlaces? {
        let regions = candidates.filter { $0.role == .region }
        let countries = candidates.filter { $0.role == .country }
        let country = (countries.first { !$0.isAside } ?? countries.first).flatMap {
            known($0.column, as: .country)
        }
        for region in regions {
            var roles = PlaceRoles()
            (roles.region, roles.country) = (region.column, country)
            guard share(of: region.column, as: .region, beside: roles).value >= Self.leastByValue else {
                continue
            }
            return described(roles, "by name")
        }
        guard let country else { return nil }
        var roles = PlaceRoles()
        roles.country = country
        return described(roles, "by name")
    }

    // MARK: - By value

    /// A column of towns that is called otherwise, beside a country or a region: names of persons are towns somewhere.
    private func townByValues(_ candidates: [Candidate]) -> DetectedPlaces? {
        let taken = Set(candidates.map(\.column))
        let anchor =
            candidates.first { $0.role == .country && !$0.isAside } ?? candidates.first { $0.role == .region }
        guard let anchor else { return nil }
        var roles = companions(of: anchor, among: candidates)
        guard roles.country != nil || roles.region != nil else { return nil }
        let names = ColumnNames(columns)
        for column in columns.indices.prefix(Self.columnLimit) where !taken.contains(column) {
            guard !names.namesRows(column), differentValues(of: column).count >= Self.fewestValues else {
                continue
            }
            roles.town = column
            if share(of: column, as: .town, beside: roles).value >= Self.leastByValue {
                return described(roles, "by its values")
            }
        }
        return nil
    }

    // MARK: - Values

    func differentValues(of column: Int) -> [String] { codes.differentValues(of: column) }

    /// The share of a column's different values that are known, in the countries and regions of their rows.
    private func share(of column: Int, as role: PlaceRole, beside roles: PlaceRoles? = nil) -> Share {
        var context = PlaceContext()
        context.fixedCountry = options.country
        guard let roles, roles.country != nil || roles.region != nil else {
            let share = finder.knownShare(of: differentValues(of: column), as: role, context: context)
            return Share(known: share.known, total: share.of)
        }
        if let country = roles.country {
            context.scheme = finder.countryScheme(of: differentValues(of: country), header: columns[country])
        }
        var seen: Set<PlaceTexts> = []
        var values: [String] = []
        var around: [PlaceTexts] = []
        sample.forEachRecord { text in
            let value = text(column)
            let beside = PlaceTexts(
                country: roles.country.map(text) ?? "",
                region: role == .region ? "" : roles.region.map(text) ?? "", town: value)
            guard !value.isEmpty, seen.count < Self.judgedValues, seen.insert(beside).inserted else { return }
            values.append(value)
            around.append(beside)
        }
        let share = finder.knownShare(of: values, as: role, around: around, context: context)
        return Share(known: share.known, total: share.of)
    }

    // MARK: - Reasons

    private func described(_ roles: PlaceRoles, _ rule: String) -> DetectedPlaces {
        func title(_ column: Int) -> String { "column \(column + 1), \(quoted(columns[column]))" }
        var reasons: [String] = []
        if let town = roles.town {
            let share = share(of: town, as: .town, beside: roles)
            reasons.append("town: \(title(town)) (\(rule); \(share.words))")
        }
        if let text = roles.text {
            let share = share(of: text, as: .text, beside: roles)
            reasons.append("place: \(title(text)) (\(rule); \(share.words))")
        }
        if let region = roles.region {
            var beside = roles
            beside.region = nil
            let share = share(of: region, as: .region, beside: beside)
            reasons.append("region: \(title(region)) (by name; \(share.words))")
        }
        if let country = roles.country {
            let scheme = finder.countryScheme(of: differentValues(of: country), header: columns[country])
            let words = scheme?.words ?? share(of: country, as: .country).words
            reasons.append("country: \(title(country)) (by name; \(words))")
        }
        let used = [roles.town ?? roles.text, roles.region, roles.country].compactMap(\.self)
        let names = used.map { quoted(columns[$0]) }.joined(separator: ", ")
        var notice = "places are taken from \(names)"
        if roles.town == nil, roles.text == nil, tables.isEmpty,
            let codes = ColumnNames.postcodes(in: columns)
        {
            notice += ", not from the postcodes in \(quoted(codes)): --places TABLE adds their coordinates"
        }
        return DetectedPlaces(roles: roles, reasons: reasons, notices: [notice])
    }
}

extension CountryScheme {
    /// How the values are written, for `--columns`.
    var words: String {
        switch self {
        case .twoLetters: "two letters"
        case .threeLetters: "three letters"
        case .number: "numbers of ISO 3166"
        case .sports: "three letters of the Olympic Committee"
        case .fips: "FIPS 10-4"
        case .name: "names"
        }
    }
}
