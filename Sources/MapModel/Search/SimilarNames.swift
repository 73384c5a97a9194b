/// Finds names that differ from a text by a letter, or by two when it is long.
///
/// A text with d errors cut into d + 1 pieces has a piece without error: the pieces are searched for like words, and
/// only the names around them are compared (Wu and Manber, "Fast text searching allowing errors", 1992). Two letters
/// that changed places are one error; where they lie in the only two pieces, the text with both exchanged is searched for.
struct SimilarNames {
    private static let shortest = 4
    private static let longEnoughForTwo = 8
    private static let longest = 40
    private static let placeLimit = 4_096

    private struct Piece {
        let bytes: [UInt8]
        let offset: Int
    }

    /// A name that was found.
    struct Hit {
        let record: UInt32
        let distance: Int
        let isLabel: Bool
        let isFirstLetterTyped: Bool
    }

    private let text: [UInt8]
    private let limit: Int
    private let pieces: [Piece]

    /// Nil for a text that is too short, too long or of a script whose letters are syllables.
    init?(_ text: [UInt8]) {
        guard (Self.shortest...Self.longest).contains(text.count), !text.contains(where: { $0 >= 0xE0 })
        else {
            return nil
        }
        self.text = text
        let limit = text.count >= Self.longEnoughForTwo ? 2 : 1
        self.limit = limit
        let edges = (0...limit + 1).map { $0 * text.count / (limit + 1) }
        var pieces = zip(edges, edges.dropFirst()).map { Piece(bytes: Array(text[$0..<$1]), offset: $0) }
        for edge in edges.dropFirst().dropLast() where limit == 1 {
            var exchanged = text
            exchanged.swapAt(edge - 1, edge)
            pieces.append(Piece(bytes: exchanged, offset: 0))
        }
        self.pieces = pieces
    }

    /// Calls `body` with each name found, some of them several times; false when cancelled.
    ///
    /// - Complexity: O(bytes of names) for each of three pieces.
    func visit(_ names: NameIndex, isCancelled: () -> Bool, _ body: (Hit) -> Void) -> Bool {
        for segment in names.segments {
            for piece in pieces {
                if isCancelled() { return false }
                segment.withRecords { visit(piece, $0, segment.firstRecord, body) }
            }
        }
        return true
    }

    private func visit(_ piece: Piece, _ records: NameRecords, _ firstRecord: UInt32, _ body: (Hit) -> Void) {
        piece.bytes.withUnsafeBufferPointer { bytes in
            let needle = Needle(bytes)
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.placeLimit) { places in
                var position = 1
                while position < records.end {
                    let count = needle.find(in: records.base, &position, limit: records.end, into: places)
                    for place in places[..<count] {
                        visitNames(around: Int(place) - piece.offset, records, firstRecord, body)
                    }
                }
            }
        }
    }

    /// Compares the names that may begin near `offset`.
    private func visitNames(
        around offset: Int, _ records: NameRecords, _ firstRecord: UInt32, _ body: (Hit) -> Void
    ) {
        for start in max(offset - limit, 1)...max(offset + limit, 1) where isMark(records.base[start - 1]) {
            var end = start
            let last = min(start + text.count + limit + 1, records.end)
            while end < last, !isMark(records.base[end]) { end += 1 }
            guard end < last || end == records.end, end - start + limit >= text.count else { continue }
            let name = UnsafeBufferPointer(start: records.base + start, count: end - start)
            guard let distance = distance(to: name) else { continue }
            let record = records.record(at: UInt32(start))
            body(
                Hit(
                    record: firstRecord + UInt32(record), distance: distance,
                    isLabel: records.range(of: record).lowerBound == start,
                    isFirstLetterTyped: name.first == text.first))
        }
    }

    private func isMark(_ byte: UInt8) -> Bool {
        byte == NameSegment.fieldMark || byte == NameSegment.recordMark
    }

    /// Letters to insert, delete, replace or exchange with their neighbour; nil for none or more than the limit.
    private func distance(to name: UnsafeBufferPointer<UInt8>) -> Int? {
        let width = name.count + 1
        let found = withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * width) { memory in
            for column in 0..<width { memory[column] = column }
            var (now, before, earlier) = (0, 2 * width, width)
            for row in 1...text.count {
                (earlier, before, now) = (before, now, earlier)
                memory[now] = row
                var least = row
                for column in 1..<width {
                    let isSame = text[row - 1] == name[column - 1]
                    var steps = memory[before + column - 1] + (isSame ? 0 : 1)
                    steps = min(steps, memory[before + column] + 1, memory[now + column - 1] + 1)
                    if row > 1, column > 1, text[row - 1] == name[column - 2],
                        text[row - 2] == name[column - 1]
                    {
                        steps = min(steps, memory[earlier + column - 2] + 1)
                    }
                    memory[now + column] = steps
                    least = min(least, steps)
                }
                if least > limit { return limit + 1 }
            }
            return memory[now + width - 1]
        }
        return found > 0 && found <= limit ? found : nil
    }
}
