/// The columns of an index of shapes, from which it is made again: for saving it.
extension ShapeIndex {
    /// Shapes as plain numbers.
    public struct Columns: Sendable {
        /// Of each shape: its row, its first run, its kind, and its box: west, width, north, south.
        public var records: [UInt32]
        /// Of each run: its first vertex, its turn and flags, and its box.
        public var runs: [UInt32]
        /// Of each vertex: its column and row of quanta.
        public var vertices: [UInt32]
        /// Of each vertex beyond the Mercator square: its number, and its latitude in 1e-7° as a bit pattern.
        public var polarVertices: [UInt32]

        /// Columns that were read back.
        public init(records: [UInt32], runs: [UInt32], vertices: [UInt32], polarVertices: [UInt32]) {
            self.records = records
            self.runs = runs
            self.vertices = vertices
            self.polarVertices = polarVertices
        }
    }

    private static let recordWords = 7
    private static let runWords = 6

    /// The columns of this index.
    ///
    /// - Complexity: O(vertices): they are copied.
    public var columns: Columns {
        var columns = Columns(records: [], runs: [], vertices: [], polarVertices: [])
        columns.records.reserveCapacity(records.count * Self.recordWords)
        for record in records {
            columns.records += [record.row, record.firstRun, UInt32(record.kind.rawValue)]
            columns.records += record.box.words
        }
        columns.runs.reserveCapacity(runs.count * Self.runWords)
        for run in runs {
            let turn = UInt32(UInt16(bitPattern: run.turn))
            columns.runs += [run.start, turn | UInt32(run.flags.rawValue) << 16]
            columns.runs += run.box.words
        }
        columns.vertices.reserveCapacity(vertices.count * 2)
        for vertex in vertices {
            columns.vertices.append(vertex.x)
            columns.vertices.append(vertex.y)
        }
        columns.polarVertices = polarVertices.flatMap { [$0.vertex, UInt32(bitPattern: $0.latitudeE7)] }
        return columns
    }

    /// The index of columns that `columns` returned; nil when they do not fit together.
    ///
    /// - Parameter rowCount: rows are below it.
    /// - Complexity: O(n).
    public init?(_ columns: Columns, rowCount: Int) {
        guard columns.records.count % Self.recordWords == 0, columns.runs.count % Self.runWords == 0,
            columns.vertices.count % 2 == 0
        else { return nil }
        let vertices = stride(from: 0, to: columns.vertices.count, by: 2).map { start in
            QuantumPoint(x: columns.vertices[start], y: columns.vertices[start + 1])
        }
        var runs: [ShapeRun] = []
        for start in stride(from: 0, to: columns.runs.count, by: Self.runWords) {
            let word = columns.runs[start + 1]
            guard columns.runs[start] < vertices.count,
                runs.last.map({ $0.start <= columns.runs[start] }) ?? true,
                let box = ShapeBox(words: columns.runs[start + 2..<start + 6])
            else { return nil }
            runs.append(
                ShapeRun(
                    start: columns.runs[start], turn: Int16(bitPattern: UInt16(truncatingIfNeeded: word)),
                    flags: ShapeRun.Flags(rawValue: UInt8(truncatingIfNeeded: word >> 16)), box: box))
        }
        guard let records = Self.records(columns.records, runCount: runs.count, rowCount: rowCount) else {
            return nil
        }
        // The last vertices of a run that continues are the first ones of the next.
        guard runs.first?.start ?? 0 == 0, runs.isEmpty == records.isEmpty else { return nil }
        guard let polarVertices = Self.polarVertices(columns.polarVertices, of: vertices) else { return nil }
        self.init(records: records, runs: runs, vertices: vertices, polarVertices: polarVertices)
    }

    private static func polarVertices(_ words: [UInt32], of vertices: [QuantumPoint]) -> [PolarVertex]? {
        guard words.count % 2 == 0 else { return nil }
        var polar: [PolarVertex] = []
        for start in stride(from: 0, to: words.count, by: 2) {
            let vertex = Int(words[start])
            let latitude = Int32(bitPattern: words[start + 1])
            guard vertex < vertices.count, polar.last.map({ $0.vertex < vertex }) ?? true,
                latitude.magnitude <= 900_000_000, let next = PolarVertex(latitude, vertex: vertex),
                vertices[vertex].y == LatitudeTable.shared.row(latitudeE7: latitude)
            else { return nil }
            polar.append(next)
        }
        return polar
    }

    private static func records(_ words: [UInt32], runCount: Int, rowCount: Int) -> [ShapeRecord]? {
        var records: [ShapeRecord] = []
        for start in stride(from: 0, to: words.count, by: recordWords) {
            let (row, firstRun) = (words[start], words[start + 1])
            guard row < rowCount, firstRun < runCount,
                records.last.map({ $0.firstRun < firstRun }) ?? (firstRun == 0),
                let kind = UInt8(exactly: words[start + 2]).flatMap(GeometrySketch.Kind.init),
                let box = ShapeBox(words: words[start + 3..<start + 7])
            else { return nil }
            records.append(ShapeRecord(row: row, firstRun: firstRun, kind: kind, box: box))
        }
        return records
    }
}

extension ShapeBox {
    fileprivate var words: [UInt32] { [west, width, north, south] }

    fileprivate init?(words: ArraySlice<UInt32>) {
        let words = Array(words)
        guard words.count == 4, words[2] <= words[3] else { return nil }
        self.init(
            west: Int64(words[0]), east: Int64(words[0]) + Int64(words[1]), north: words[2], south: words[3])
    }
}
