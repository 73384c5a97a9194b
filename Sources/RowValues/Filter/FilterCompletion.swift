import Streams

/// What can follow in the text of a filter at its caret.
package struct FilterCompletion: Sendable, Equatable {
    /// A column, as far as it is known.
    package struct Column: Sendable, Equatable {
        package let name: String
        /// Nil until the column is read.
        package let kind: ColumnKind?
        /// The share of rows without a value, 0…1; nil until the column is read.
        package let missingShare: Double?

        /// A column of the table.
        package init(name: String, kind: ColumnKind? = nil, missingShare: Double? = nil) {
            self.name = name
            self.kind = kind
            self.missingShare = missingShare
        }

        /// A column that is read.
        package init(_ values: ColumnValues) {
            self.init(
                name: values.name, kind: values.kind,
                missingShare: Double(values.missingCount) / Double(max(values.rowCount, 1)))
        }
    }

    /// A proposal.
    package struct Candidate: Sendable, Equatable {
        /// What it is, for its colour.
        package let role: FilterText.Role
        /// As it is shown.
        package let label: String
        /// For a column its type and `3 % without`; empty for others.
        package let detail: String
        /// Rows with the value; nil for anything but values.
        package let count: Int?
        /// The text that takes the place of `range`, with quotes and blanks where they are needed.
        package let insertion: String
    }

    /// Bytes of the text that a candidate replaces.
    package let range: Range<Int>
    /// The column whose values are proposed, or `columns`; empty for signs and keywords.
    package let title: String
    /// `234 values`; empty for signs and keywords.
    package let summary: String
    /// The likeliest first.
    package let candidates: [Candidate]
    /// The column whose values are needed for more; nil where they are known.
    package let wantedColumn: Int?
    /// What INSIDE and NEAR can name is needed for more.
    package private(set) var wantsAreas = false

    /// The text with a candidate taken, and the place of the caret after it, in bytes.
    package func taking(_ candidate: Candidate, in text: String) -> (text: String, caret: Int) {
        let bytes = Array(text.utf8)
        let inserted = Array(candidate.insertion.utf8)
        var rest = bytes[range.upperBound...]
        // One blank is enough.
        if inserted.last == 0x20, rest.first == 0x20 { rest = rest.dropFirst() }
        let result = bytes[..<range.lowerBound] + inserted + rest
        return (String(decoding: result, as: UTF8.self), range.lowerBound + inserted.count)
    }

    /// The areas that filters can name, as far as they are known.
    package struct Areas: Sendable {
        /// The sets and layers by name, and what they are.
        package var sets: [(name: String, detail: String)] = []
        /// Countries and regions.
        package var places: [String] = []
        /// The columns of a set by its name; of those that are read also their values.
        package var columns: [String: [(column: Column, values: ColumnValues?)]] = [:]

        package init() {}
    }

    /// Completes `text` at `caret`, an offset in bytes of UTF-8.
    ///
    /// - Parameters:
    ///   - values: the values of a column by its number; nil where they are not read.
    ///   - limit: the most candidates to return.
    ///   - areas: what INSIDE and NEAR can name.
    /// - Complexity: O(length of text · columns + different values of the column), of which at most 50,000.
    package static func complete(
        _ text: String, caret: Int, columns: [Column], limit: Int = 100, areas: Areas = Areas(),
        values: (Int) -> ColumnValues?
    ) -> FilterCompletion {
        if let inside = PlaceCaret(FilterLexer.tokens(of: text), caret: caret) {
            var completion = complete(text, caret, inside, areas, limit)
            completion.wantsAreas =
                inside.function == .inside || inside.function == .near && inside.argument == 0
            return completion
        }
        let place = FilterCaret(text, caret: caret, columns: FilterColumns(columns.map(\.name)))
        let maker = CandidateMaker(place: place, columns: columns, limit: limit)
        switch place.expectation {
        case .condition: return maker.columnNames()
        case .sign(let column): return maker.signs(column.flatMap { columns[$0].kind })
        case .value(let column):
            guard let column else { return maker.words([], .text) }
            return maker.values(of: column, values(column))
        case .afterNot: return maker.words(["LIKE", "IN", "BETWEEN"], .keyword)
        case .null: return maker.words(["NULL", "NOT NULL"], .keyword)
        case .list: return maker.words(["("], .sign)
        case .and: return maker.words(["AND"], .keyword)
        case .listEnd: return maker.words([",", ")"], .sign)
        case .connector: return maker.words(["AND", "OR"], .keyword)
        }
    }
}

extension FilterCompletion {
    /// Completes an argument of a function that says where rows are.
    private static func complete(
        _ text: String, _ caret: Int, _ place: PlaceCaret, _ areas: Areas, _ limit: Int
    ) -> FilterCompletion {
        let maker = CandidateMaker(
            place: FilterCaret(text, caret: caret, columns: FilterColumns([])), columns: [], limit: limit)
        switch (place.function, place.argument) {
        case (.inside, 0): return maker.areas(areas, closing: true)
        case (.near, 0): return maker.areas(areas, closing: false)
        case (.inside, _):
            let columns = place.set.flatMap { areas.columns[$0] } ?? []
            let bytes = Array(text.utf8)[place.range]
            let start = place.range.lowerBound
            let inner = complete(
                String(decoding: bytes, as: UTF8.self), caret: caret - start, columns: columns.map(\.column),
                limit: limit
            ) { columns[$0].values }
            return FilterCompletion(
                range: inner.range.lowerBound + start..<inner.range.upperBound + start, title: inner.title,
                summary: inner.summary, candidates: inner.candidates, wantedColumn: nil)
        case (.near, _): return maker.words(["500m", "2km", "5mi"], .number)
        case (_, 0): return maker.words(["geometry,"], .column)
        default: return maker.words(["POLYGON((", "BBOX(", "POINT("], .keyword)
        }
    }
}

/// Makes candidates that match what is typed.
private struct CandidateMaker {
    let place: FilterCaret
    let columns: [FilterCompletion.Column]
    let limit: Int

    private static let folding: FilterFolding = [.case, .accents]
    /// The most distinct values that are searched.
    private static let valueLimit = 50_000

    private func completion(
        _ candidates: [FilterCompletion.Candidate], title: String = "", summary: String = "",
        wanted: Int? = nil
    ) -> FilterCompletion {
        FilterCompletion(
            range: place.range, title: title, summary: summary, candidates: Array(candidates.prefix(limit)),
            wantedColumn: wanted)
    }

    /// 0 where `text` begins with what is typed, 1 where it contains it, nil otherwise.
    private func rank(_ text: String, _ typed: String) -> Int? {
        if typed.isEmpty { return 0 }
        let folded = Self.folding.folded(text)
        return folded.hasPrefix(typed) ? 0 : folded.contains(typed) ? 1 : nil
    }

    /// Those that match, in their order, those that begin with what is typed first.
    private func matching<Item>(_ items: [Item], _ text: (Item) -> String) -> [Item] {
        let typed = Self.folding.folded(place.typed)
        let ranked = items.map { ($0, rank(text($0), typed)) }
        return ranked.filter { $0.1 == 0 }.map(\.0) + ranked.filter { $0.1 == 1 }.map(\.0)
    }

    func columnNames() -> FilterCompletion {
        let found = matching(columns, \.name).map { column in
            FilterCompletion.Candidate(
                role: .column, label: column.name, detail: detail(column), count: nil,
                insertion: FilterText.name(column.name) + " ")
        }
        let words =
            place.isQuoted || place.typed.isEmpty
            ? []
            : ["NOT", "CASEI(", "ACCENTI(", "INSIDE(", "NEAR("]
                + TimeFold.Part.allCases.map { $0.rawValue.uppercased() + "(" }
        return completion(
            found + keywords(words, .keyword), title: "columns",
            summary: columns.count == 1 ? "1 column" : "\(grouped(columns.count)) columns")
    }

    private func detail(_ column: FilterCompletion.Column) -> String {
        guard let kind = column.kind else { return "" }
        let share = column.missingShare ?? 0
        guard share > 0 else { return kind.noun }
        let percent = share < 0.01 ? "< 1" : "\(Int((share * 100).rounded()))"
        return "\(kind.noun), \(percent) % without"
    }

    /// Sets by their names, then countries and regions in quotes.
    func areas(_ areas: FilterCompletion.Areas, closing: Bool) -> FilterCompletion {
        let end = closing ? ")" : ", "
        let sets = place.isText ? [] : matching(areas.sets, \.name)
        let places = place.typed.isEmpty && !place.isText ? [] : matching(areas.places) { $0 }
        let found =
            sets.map { set in
                FilterCompletion.Candidate(
                    role: .column, label: set.name, detail: set.detail, count: nil,
                    insertion: FilterText.name(set.name) + (closing ? "" : end))
            }
            + places.prefix(limit).map { name in
                FilterCompletion.Candidate(
                    role: .text, label: name, detail: "", count: nil, insertion: FilterText.text(name) + end)
            }
        return completion(
            found, title: "areas", summary: areas.sets.count == 1 ? "1 set" : "\(areas.sets.count) sets")
    }

    func signs(_ kind: ColumnKind?) -> FilterCompletion {
        let words: [String]
        switch kind {
        case .number, .time:
            words = [">", ">=", "<", "<=", "=", "<>", "BETWEEN", "IN", "IS NULL", "IS NOT NULL"]
        case .boolean: words = ["= TRUE", "= FALSE", "AND", "OR", "IS NULL", "IS NOT NULL"]
        case .text:
            words = ["=", "<>", "~", "LIKE", "NOT LIKE", "IN", "NOT IN", "IS NULL", "IS NOT NULL", "<", ">"]
        case nil: words = ["=", "<>", "<", ">", "~", "LIKE", "IN", "BETWEEN", "IS NULL", "IS NOT NULL"]
        }
        return self.words(words, .sign)
    }

    func words(_ words: [String], _ role: FilterText.Role) -> FilterCompletion {
        completion(keywords(words, role))
    }

    private func keywords(_ words: [String], _ role: FilterText.Role) -> [FilterCompletion.Candidate] {
        if place.isQuoted { return [] }
        let typed = place.typed.uppercased()
        return words.filter { $0.hasPrefix(typed) }.map { word in
            let isWord = word.first?.isLetter ?? false
            let lead = place.needsBlank && (isWord || role == .sign) && ![",", ")"].contains(word) ? " " : ""
            return FilterCompletion.Candidate(
                role: isWord ? .keyword : role, label: word, detail: "", count: nil,
                insertion: lead + word + (word.hasSuffix("(") || word == ")" ? "" : " "))
        }
    }

    func values(of column: Int, _ values: ColumnValues?) -> FilterCompletion {
        let title = columns[column].name
        guard let values else { return completion([], title: title, wanted: column) }
        guard case .words(let words) = values.storage else { return completion([], title: title) }
        let count = words.dictionary.count
        let found = matching(codes(of: words)) { words.word($0) }.prefix(limit).map { code in
            FilterCompletion.Candidate(
                role: values.kind == .boolean ? .keyword : .text, label: words.word(code), detail: "",
                count: words.counts[code], insertion: FilterText.value(words.word(code), of: values.kind))
        }
        return completion(
            Array(found), title: title, summary: count == 1 ? "1 value" : "\(grouped(count)) values")
    }

    /// The most frequent values first; where all are wanted, only those that are shown.
    private func codes(of words: WordCodes) -> [Int] {
        if place.typed.isEmpty { return words.mostFrequent(limit) }
        let typed = Self.folding.folded(place.typed)
        let codes = (1..<min(words.counts.count, Self.valueLimit + 1)).filter {
            words.counts[$0] > 0 && rank(words.word($0), typed) != nil
        }
        return codes.sorted { (words.counts[$1], words.word($0)) < (words.counts[$0], words.word($1)) }
    }
}

extension ColumnKind {
    /// Its name in lists.
    package var noun: String {
        switch self {
        case .number: "number"
        case .time: "date"
        case .boolean: "true/false"
        case .text: "text"
        }
    }
}
