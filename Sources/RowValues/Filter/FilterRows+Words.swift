import MapModel

extension FilterRows {
    /// The rows whose word fulfils `test`, which is called once for each different word.
    func words(_ column: Int, _ isCancelled: () -> Bool, where test: (UnsafeBufferPointer<UInt8>) -> Bool)
        -> RowSet?
    {
        guard let words = words(column) else { return RowSet(capacity: count) }
        var isMatch = [Bool](repeating: false, count: words.dictionary.count + 1)
        for code in 1..<isMatch.count {
            if code & 0xFFF == 0, isCancelled() { return nil }
            isMatch[code] = words.dictionary.withBytes(of: code - 1, test)
        }
        return isMatch.withUnsafeBufferPointer { isMatch in
            switch words.codes {
            case .byte(let codes): set(codes, isMatch, isCancelled)
            case .short(let codes): set(codes, isMatch, isCancelled)
            case .long(let codes): set(codes, isMatch, isCancelled)
            }
        }
    }

    private func set<Code: FixedWidthInteger>(
        _ codes: [Code], _ isMatch: UnsafeBufferPointer<Bool>, _ isCancelled: () -> Bool
    ) -> RowSet? {
        codes.withUnsafeBufferPointer { codes in
            set(isCancelled) { isMatch[Int(codes[$0])] }
        }
    }

    /// Two columns of words compared, row by row.
    func words(
        _ first: Int, _ comparison: FilterComparison, _ second: Int, _ folding: FilterFolding,
        _ isCancelled: () -> Bool
    ) -> RowSet? {
        guard let ones = words(first), let others = words(second) else { return RowSet(capacity: count) }
        func folded(_ words: WordCodes) -> [ByteOrder] {
            (0...words.dictionary.count).map { ByteOrder($0 == 0 ? "" : folding.folded(words.word($0))) }
        }
        let (texts, otherTexts) = (folded(ones), folded(others))
        return set(isCancelled) { row in
            let (one, other) = (ones.code(at: row), others.code(at: row))
            return one != 0 && other != 0 && comparison.holds(texts[one], otherTexts[other])
        }
    }
}
