import MapModel

/// Words by row: a dictionary of the different words, and a code for each row.
///
/// Code 0 means no value; the others count the words in the order of their first appearance.
package struct WordCodes: Sendable {
    /// Codes in as few bytes as hold the largest one.
    package enum Codes: Sendable {
        case byte([UInt8])
        case short([UInt16])
        case long([UInt32])
    }

    /// The code of each row.
    package let codes: Codes
    /// The different words.
    package let dictionary: WordDictionary
    /// Rows of each code; at 0 those without a value.
    package let counts: [Int]

    /// How many rows there are, with a value or without.
    package var count: Int {
        switch codes {
        case .byte(let codes): codes.count
        case .short(let codes): codes.count
        case .long(let codes): codes.count
        }
    }

    /// The code of a row; 0 where it has no value.
    @inline(__always)
    package func code(at row: Int) -> Int {
        switch codes {
        case .byte(let codes): Int(codes[row])
        case .short(let codes): Int(codes[row])
        case .long(let codes): Int(codes[row])
        }
    }

    /// The word of a code from 1 on.
    package func word(_ code: Int) -> String { dictionary[code - 1] }

    /// Calls `body` with the code of each row in order.
    ///
    /// - Complexity: O(rows); the width is decided once.
    @inline(__always)
    package func forEach(_ body: (Int) -> Void) {
        switch codes {
        case .byte(let codes): for code in codes { body(Int(code)) }
        case .short(let codes): for code in codes { body(Int(code)) }
        case .long(let codes): for code in codes { body(Int(code)) }
        }
    }

    /// Copies the codes of some rows to every `step`th number of `memory` from `start` on.
    package func copy(
        _ rows: Range<Int>, to memory: UnsafeMutableBufferPointer<UInt32>, from start: Int, step: Int
    ) {
        func copy(_ codes: [some FixedWidthInteger]) {
            var place = start
            for code in codes[rows] {
                memory[place] = UInt32(truncatingIfNeeded: code)
                place &+= step
            }
        }
        switch codes {
        case .byte(let codes): copy(codes)
        case .short(let codes): copy(codes)
        case .long(let codes): copy(codes)
        }
    }

    /// Different words of which each worker may count the rows by itself.
    private static let sharedLimit = 1 << 16

    /// The rows of each code among those of `tree`, which has no others.
    ///
    /// - Complexity: O(points), shared by the workers unless there are many words; none where the tree has all rows.
    func counts(in tree: QuadTree, by workers: Workers) -> [Int] {
        if tree.count == count { return counts }
        let sharing = counts.count <= Self.sharedLimit ? workers : .alone
        return sharing.shares(of: tree.count) { share in
            var found = [Int](repeating: 0, count: counts.count)
            for index in share { found[code(at: Int(tree.row(at: index)))] += 1 }
            return found
        }.reduce(into: [Int](repeating: 0, count: counts.count)) { sum, part in
            for code in sum.indices { sum[code] += part[code] }
        }
    }

    /// The codes with the most rows first, equal ones by their words; at most `limit`.
    package func mostFrequent(_ limit: Int) -> [Int] {
        Self.mostFrequent(limit, counts: counts, dictionary)
    }

    /// The codes with the largest of `counts`, which are by code, first; equal ones by their words. Codes without
    /// rows are left out.
    ///
    /// - Complexity: O(words · log limit).
    package static func mostFrequent(_ limit: Int, counts: [Int], _ dictionary: WordDictionary) -> [Int] {
        var best: [Int] = []
        func isBefore(_ first: Int, _ second: Int) -> Bool {
            if counts[first] != counts[second] { return counts[first] > counts[second] }
            return dictionary[first - 1] < dictionary[second - 1]
        }
        for code in 1..<max(counts.count, 1) where counts[code] > 0 {
            if best.count == limit, let last = best.last, !isBefore(code, last) { continue }
            var low = 0
            var high = best.count
            while low < high {
                let middle = (low + high) / 2
                if isBefore(code, best[middle]) { high = middle } else { low = middle + 1 }
            }
            best.insert(code, at: low)
            if best.count > limit { best.removeLast() }
        }
        return best
    }

    /// Words with their counts, without rows.
    init(frequent: [(value: String, count: Int)]) {
        var dictionary = WordDictionary()
        for value in frequent { Array(value.value.utf8).withUnsafeBufferPointer { dictionary.append($0) } }
        codes = .byte([])
        self.dictionary = dictionary
        counts = [0] + frequent.map(\.count)
    }

    init(codes: Codes, dictionary: WordDictionary, counts: [Int]) {
        self.codes = codes
        self.dictionary = dictionary
        self.counts = counts
    }

    /// Bytes that codes and words occupy.
    package var byteCount: Int {
        let codeBytes =
            switch codes {
            case .byte(let codes): codes.count
            case .short(let codes): codes.count * 2
            case .long(let codes): codes.count * 4
            }
        return codeBytes + dictionary.byteCount + counts.count * 8
    }
}
