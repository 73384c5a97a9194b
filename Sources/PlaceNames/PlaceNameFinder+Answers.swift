import MapModel

extension PlaceNameFinder {
    /// Combinations that are answered before cancelling is possible.
    private static let chunk = 4_096

    /// What different combinations mean; nil when cancelled.
    ///
    /// The first pass learns from those with one meaning what the table is about, the second answers. The same for any
    /// order of combinations and any number of workers.
    /// - Parameter counts: rows of each combination; empty: one each.
    /// - Complexity: some microseconds for each combination.
    package func answers(
        to combinations: [PlaceTexts], counts: [Int] = [], context: PlaceContext = PlaceContext(),
        workers: Workers = .alone, isCancelled: () -> Bool = { false }, progress: (Double) -> Void = { _ in }
    ) -> [PlaceAnswer]? {
        let reader = rowReader(combinations, counts, context)
        let scopes = PlaceScopes(combinations, reader.scopes, workers)
        let learnt = learn(combinations, reader, scopes, workers, isCancelled) { progress($0 / 2) }
        guard let weights = learnt else { return nil }
        let hasFixes = !context.fixes.isEmpty
        var answers: [PlaceAnswer] = []
        answers.reserveCapacity(combinations.count)
        for start in stride(from: 0, to: combinations.count, by: Self.chunk) {
            if isCancelled() { return nil }
            let range = start..<min(start + Self.chunk, combinations.count)
            let shares = workers.shares(of: range.count) { [data] share in
                var answerer = RowAnswerer(data, weights)
                return share.map { index -> PlaceAnswer in
                    let texts = combinations[start + index]
                    if hasFixes, let fix = context.fixes[texts] { return answer(fixed: fix) }
                    return answerer.answer(to: reader.reading(of: texts, scopes[start + index])).answer
                }
            }
            for share in shares { answers += share }
            progress(0.5 + Double(range.upperBound) / Double(2 * combinations.count))
        }
        return answers
    }

    /// What some combinations of a stream say about its places.
    package func learn(
        from combinations: [PlaceTexts], counts: [Int] = [], context: PlaceContext = PlaceContext(),
        workers: Workers = .alone
    ) -> PlaceWeights {
        let reader = rowReader(combinations, counts, context)
        let scopes = PlaceScopes(combinations, reader.scopes, workers)
        return learn(combinations, reader, scopes, workers, { false }, { _ in })
            ?? PlaceLearning(data, reader).weights()
    }

    /// What one combination means, by what was learnt.
    package func answer(
        _ texts: PlaceTexts, with weights: PlaceWeights, context: PlaceContext = PlaceContext()
    ) -> PlaceAnswer {
        if let fix = context.fixes[texts] { return answer(fixed: fix) }
        let scopes = ScopeReader(data: data, context: context, hasNamibia: weights.hasNamibia)
        var answerer = RowAnswerer(data, weights)
        let scope = scopes.scope(country: texts.country, region: texts.region)
        return answerer.answer(to: RowReader(scopes: scopes, tails: weights.tails).reading(of: texts, scope))
            .answer
    }

    private func rowReader(
        _ combinations: [PlaceTexts], _ counts: [Int], _ context: PlaceContext
    ) -> RowReader {
        let hasNamibia = Self.hasNamibia(combinations, counts, context)
        let scopes = ScopeReader(data: data, context: context, hasNamibia: hasNamibia)
        let tails = context.isText ? TailReading(of: combinations, data) : .either
        return RowReader(scopes: scopes, tails: tails)
    }

    /// Whether `NA` is a country: in a column of two letters, unless most of its rows have it elsewhere, too.
    private static func hasNamibia(
        _ combinations: [PlaceTexts], _ counts: [Int], _ context: PlaceContext
    ) -> Bool {
        guard context.scheme == nil || context.scheme == .twoLetters else { return false }
        var (all, twice) = (0, 0)
        for (place, texts) in combinations.enumerated() where BlankText.isNA(texts.country) {
            let rows = place < counts.count ? counts[place] : 1
            all += rows
            if BlankText.isNA(texts.region) || BlankText.isNA(texts.town) { twice += rows }
        }
        return 2 * twice <= all
    }

    private func answer(fixed id: PlaceID) -> PlaceAnswer {
        guard Int(id.index) < gazetteer.count else { return .unknown(similar: []) }
        switch gazetteer.kind(of: id) {
        case .country: return .place(id, .rough)
        case .region, .subregion: return .place(id, .area)
        default: return .place(id, .exact)
        }
    }

    private func learn(
        _ combinations: [PlaceTexts], _ reader: RowReader, _ scopes: PlaceScopes, _ workers: Workers,
        _ isCancelled: () -> Bool, _ progress: (Double) -> Void
    ) -> PlaceWeights? {
        var learning = PlaceLearning(data, reader)
        for start in stride(from: 0, to: combinations.count, by: Self.chunk) {
            if isCancelled() { return nil }
            let range = start..<min(start + Self.chunk, combinations.count)
            let shares = workers.shares(of: range.count) { [data] share in
                var answerer = RowAnswerer(data, nil)
                return share.map { index -> (RowAnswerer.Look, PlaceScope) in
                    let row = reader.reading(of: combinations[start + index], scopes[start + index])
                    return (answerer.answer(to: row).look, row.scope)
                }
            }
            for (look, scope) in shares.joined() { learning.add(look, scope) }
            progress(Double(range.upperBound) / Double(combinations.count))
        }
        return learning.weights()
    }
}

/// The scopes of all combinations: each different pair of country and region is read once.
struct PlaceScopes: Sendable {
    private struct Pair: Hashable {
        let country: String
        let region: String
    }

    private var scopes: [PlaceScope] = []
    private var numbers: [UInt32] = []

    init(_ combinations: [PlaceTexts], _ reader: ScopeReader, _ workers: Workers) {
        var known: [Pair: UInt32] = [:]
        var pairs: [(country: String, region: String)] = []
        numbers.reserveCapacity(combinations.count)
        for texts in combinations {
            let pair = Pair(country: texts.country, region: texts.region)
            if let number = known[pair] {
                numbers.append(number)
            } else {
                known[pair] = UInt32(pairs.count)
                numbers.append(UInt32(pairs.count))
                pairs.append((texts.country, texts.region))
            }
        }
        let all = pairs
        let shares = workers.shares(of: all.count) { range in
            range.map { reader.scope(country: all[$0].country, region: all[$0].region) }
        }
        for share in shares { scopes += share }
    }

    subscript(index: Int) -> PlaceScope { scopes[Int(numbers[index])] }
}
