import MapModel

/// A page of the rows that lie in a cluster.
struct MemberList: Equatable, Sendable {
    /// What is listed, and the part of the world it was seen in, as they were when the list was opened.
    let parts: [Annotation]
    let window: WorldWindow
    /// Of the tree that its indices are in: in another one they mean nothing.
    let generation: Int
    /// Index of the chosen member, over all parts.
    private(set) var cursor = 0
    /// Index of the first member on the screen.
    private(set) var top = 0

    init(parts: [Annotation], window: WorldWindow, generation: Int) {
        self.parts = parts
        self.window = window
        self.generation = generation
    }

    var count: Int { parts.reduce(0) { $0 + $1.count } }

    // MARK: - Moving

    mutating func moveCursor(by rows: Int, pageRows: Int) {
        moveCursor(to: cursor.moved(by: rows, upTo: max(count - 1, 0)), pageRows: pageRows)
    }

    /// Puts the cursor on a member and scrolls so that it is on the screen.
    mutating func moveCursor(to index: Int, pageRows: Int) {
        cursor = min(max(index, 0), max(count - 1, 0))
        if cursor < top { top = cursor }
        if cursor >= top + pageRows { top = cursor - pageRows + 1 }
        top = min(max(top, 0), max(count - pageRows, 0))
    }

    /// Moves the page, and leaves the cursor to `moveCursor`.
    mutating func movePage(by rows: Int) { top += rows }

    // MARK: - Members

    /// Positions in the tree of some members; none where the tree is another one.
    func indices(_ data: DataState, offset: Int, limit: Int) -> [Int] {
        var found: [Int] = []
        var skipped = offset
        for part in parts {
            guard found.count < limit else { break }
            if skipped >= part.count {
                skipped -= part.count
                continue
            }
            found += indices(of: part, data, offset: skipped, limit: limit - found.count)
            skipped = 0
        }
        return found
    }

    private func indices(of part: Annotation, _ data: DataState, offset: Int, limit: Int) -> [Int] {
        guard generation == data.generation, let index = part.firstIndex else { return [] }
        guard case .cluster(let id) = part.id else { return [index] }
        return data.tree.members(of: id, in: window).indices(offset: offset, limit: limit)
    }

    func rows(_ data: DataState, offset: Int, limit: Int) -> [UInt32] {
        indices(data, offset: offset, limit: limit).map { data.tree.row(at: $0) }
    }

    /// The index in the tree of the member under the cursor.
    func current(_ data: DataState) -> Int? { indices(data, offset: cursor, limit: 1).first }

    /// The index of a row that was chosen, among those that are looked through in no time.
    func index(of row: UInt32, _ data: DataState) -> Int? {
        rows(data, offset: 0, limit: 10_000).firstIndex(of: row)
    }

    /// At most `count` members, spread evenly.
    func sample(_ data: DataState, count: Int) -> [Int] {
        let steps = min(self.count, count)
        return (0..<steps).compactMap { step in
            indices(data, offset: step * (self.count - 1) / max(steps - 1, 1), limit: 1).first
        }
    }
}
