import MapModel

/// A page of the rows that lie in a cluster.
package struct MemberList: ListWithCursor, Equatable, Sendable {
    /// What is listed, and the part of the world it was seen in, as they were when the list was opened.
    package let parts: [Annotation]
    package let window: WorldWindow
    /// Of the tree that its indices are in: in another one they mean nothing.
    package let generation: Int
    /// Its rows are members of all parts.
    package var cursor = ListCursor()

    package init(parts: [Annotation], window: WorldWindow, generation: Int) {
        self.parts = parts
        self.window = window
        self.generation = generation
    }

    /// The order the user wants, and what a member must say to be listed.
    package struct Arrangement: Hashable, Sendable {
        package enum Sorting: CaseIterable, Sendable {
            /// As they lie on the map.
            case place
            case name
            /// As they come in the data.
            case row

            package var next: Sorting {
                let all = Self.allCases
                return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
            }
        }

        package var sorting = Sorting.place
        package var filter = ""
    }

    /// The area whose rows are listed; nil for a cluster.
    package private(set) var area: Int?
    /// Its rows.
    private var runs = IndexRuns()

    /// The rows of an area.
    package init(area: Int, _ runs: IndexRuns, window: WorldWindow, generation: Int) {
        self.init(parts: [], window: window, generation: generation)
        (self.area, self.runs) = (area, runs)
    }

    /// The address whose rows are listed, and their indices in the tree; nil for a cluster and for an area.
    package private(set) var address: String?
    private var lines: [Int]?

    /// The rows of an address, or of several together, in this order.
    init(linesOf address: String, _ indices: [Int], window: WorldWindow, generation: Int) {
        self.init(parts: [], window: window, generation: generation)
        (self.address, lines) = (address, indices)
    }

    /// Members on a server; nil where all rows are in memory.
    package internal(set) var fetched: FetchedRows?

    package private(set) var arrangement = Arrangement()
    /// The members that are listed, in their order, as positions among all; nil for all of them as they lie.
    private var listed: [Int]?
    /// Of the newest request to arrange them; nil when nothing is awaited.
    package private(set) var awaitedTicket: Int?

    /// All members.
    package var total: Int { lines?.count ?? own }
    private var own: Int { area == nil ? parts.reduce(0) { $0 + $1.count } : runs.count }
    /// Those that are listed.
    package var count: Int { fetched?.matches.count ?? listed?.count ?? total }

    // MARK: - Fetching

    /// Members that a server sends at once.
    private static let pageLimit = 200

    /// A list of rows on a server, without any so far.
    package init(parts: [Annotation], in window: WorldWindow, on windows: [WorldWindow]) {
        self.init(parts: parts, window: window, generation: 0)
        fetched = FetchedRows(windows: windows, pageLimit: Self.pageLimit)
    }

    // MARK: - Arranging

    /// The user wants another order or other members; what is listed stays until the answer is there.
    package mutating func ask(for arrangement: Arrangement, ticket: Int) {
        self.arrangement = arrangement
        awaitedTicket = ticket
    }

    /// Lists the members at `positions`; an answer to an older request changes nothing.
    package mutating func receive(_ positions: [Int], ticket: Int) -> Bool {
        guard ticket == awaitedTicket else { return false }
        awaitedTicket = nil
        listed = positions
        cursor = ListCursor()
        return true
    }

    // MARK: - Members

    /// Indices in the tree of some members; none where the tree is another one.
    package func indices(_ data: DataState, offset: Int, limit: Int) -> [Int] {
        if let fetched {
            return fetched.matches.dropFirst(offset).prefix(limit).compactMap {
                data.tree.index(ofRow: $0.row, at: $0.place.coordinate)
            }
        }
        guard let listed else { return allIndices(data, offset: offset, limit: limit) }
        let page = listed.dropFirst(offset).prefix(limit)
        return indices(data, at: Array(page))
    }

    private func allIndices(_ data: DataState, offset: Int, limit: Int) -> [Int] {
        if let lines {
            return generation == data.generation ? Array(lines.dropFirst(offset).prefix(limit)) : []
        }
        if area != nil {
            return generation == data.generation ? runs.indices(offset: offset, limit: limit) : []
        }
        var found: [Int] = []
        var skipped = offset
        for part in parts {
            guard found.count < limit else { break }
            if skipped >= part.count {
                skipped -= part.count
                continue
            }
            found += members(of: part, data)?.indices(offset: skipped, limit: limit - found.count) ?? []
            skipped = 0
        }
        return found
    }

    /// The members at positions among all of them, in that order.
    private func indices(_ data: DataState, at positions: [Int]) -> [Int] {
        if let lines { return generation == data.generation ? positions.map { lines[$0] } : [] }
        if area != nil {
            guard generation == data.generation else { return [] }
            return positions.compactMap { runs.indices(offset: $0, limit: 1).first }
        }
        var found: [Int: Int] = [:]
        var start = 0
        for part in parts {
            let own = positions.filter { start..<start + part.count ~= $0 }
            let members = members(of: part, data)?.indices(at: own.map { $0 - start }) ?? []
            for (position, index) in zip(own, members) { found[position] = index }
            start += part.count
        }
        return positions.compactMap { found[$0] }
    }

    private func members(of part: Annotation, _ data: DataState) -> AnnotationMembers? {
        generation == data.generation ? data.rows.members(of: part, in: window) : nil
    }

    package func rows(_ data: DataState, offset: Int, limit: Int) -> [UInt32] {
        indices(data, offset: offset, limit: limit).map { data.tree.row(at: $0) }
    }

    /// All of them that are here, of the tree that is shown.
    func rows(of tree: QuadTree) -> TableQuestion.Rows {
        if let lines { return .points(PointSet(lines, capacity: tree.count)) }
        guard area != nil else { return .annotations(parts.filter { $0.firstIndex != nil }, window) }
        var points = PointSet(capacity: tree.count)
        points.insert(contentsOf: runs)
        return .points(points)
    }

    /// The index in the tree of the member under the cursor.
    package func current(_ data: DataState) -> Int? { indices(data, offset: cursor.index, limit: 1).first }

    /// The index of a row that was chosen, among those that are looked through in no time.
    package func index(of row: UInt32, _ data: DataState) -> Int? {
        rows(data, offset: 0, limit: 10_000).firstIndex(of: row)
    }

    /// At most `count` of all members, spread evenly.
    package func sample(_ data: DataState, count: Int) -> [Int] {
        if total <= count { return allIndices(data, offset: 0, limit: total) }
        return indices(data, at: (0..<count).map { $0 * (total - 1) / max(count - 1, 1) })
    }
}
