/// Places the lines and rings of one shape on the world plane and splits them into runs.
struct ShapeWriter {
    private(set) var vertices: [QuantumPoint] = []
    /// Those beyond the Mercator square.
    private(set) var polarVertices: [PolarVertex] = []
    private var runs: [PlaneRun] = []
    /// The run and the part that are being written.
    private var run = PlaneRun()
    private var partStart = 0
    private var lastLatitudeE7: Int32 = 0
    /// What has been placed; nil without an edge.
    private var reach: PlaneReach?
    /// The middles of the first part, and of the last one that is not a hole: others are placed near them.
    private var anchor: Int64?
    private var rimMiddle: Int64 = 0

    private static let worldBits: Int64 = 32
    private static let world = Int64(1) << worldBits
    /// The longest step that the difference of two columns on the ring determines.
    private static let longestStep = UInt64(Int32.max) - 1

    /// A box of the world plane without a ring.
    private struct PlaneReach {
        var west = Int64.max
        var east = Int64.min
        var north = UInt32.max
        var south = UInt32.min

        var middle: Int64 { west + (east - west) / 2 }
        var box: ShapeBox { ShapeBox(west: west, east: east, north: north, south: south) }

        mutating func add(_ x: Int64, _ row: UInt32) {
            west = Swift.min(west, x)
            east = Swift.max(east, x)
            north = Swift.min(north, row)
            south = Swift.max(south, row)
        }

        mutating func formUnion(_ other: PlaneReach) {
            add(other.west, other.north)
            add(other.east, other.south)
        }

        mutating func move(by distance: Int64) {
            west += distance
            east += distance
        }
    }

    /// A run with its place on the plane.
    private struct PlaneRun {
        var start = 0
        var flags: ShapeRun.Flags = []
        var firstX: Int64 = 0
        var lastX: Int64 = 0
        var lastRow: UInt32 = 0
        var reach = PlaneReach()

        mutating func add(_ x: Int64, _ row: UInt32) {
            lastX = x
            lastRow = row
            reach.add(x, row)
        }

        mutating func move(by distance: Int64) {
            firstX += distance
            reach.move(by: distance)
        }
    }

    /// What all of it reaches; nil without an edge.
    var box: ShapeBox? { reach?.box }

    /// The runs, for vertices from number `firstVertex` on.
    func placedRuns(firstVertex: Int) -> [ShapeRun] {
        let world = (reach?.west ?? 0) >> Self.worldBits
        return runs.map { run in
            ShapeRun(
                start: UInt32(firstVertex + run.start),
                turn: Int16(clamping: (run.firstX >> Self.worldBits) - world), flags: run.flags,
                box: run.reach.box)
        }
    }

    // MARK: - Parts

    /// Adds a line; one of less than two vertices is left out.
    mutating func addLine(_ line: ArraySlice<FixedCoordinate>) {
        guard line.count > 1, var previous = line.first else { return }
        beginPart([])
        var x = Int64(previous.longitudeE7)
        for vertex in line {
            x += LongitudeStep.shorter(from: previous.longitudeE7, to: vertex.longitudeE7)
            add(x, vertex.latitudeE7)
            previous = vertex
        }
        endPart()
    }

    /// Adds a ring and closes it; one of less than two vertices is left out.
    mutating func addRing(_ ring: ArraySlice<FixedCoordinate>, isHole: Bool) {
        guard ring.count > 1 else { return }
        let ring = UnwrappedRing(ring)
        beginPart(isHole ? [.area, .hole] : .area)
        for vertex in ring.vertices { add(vertex.x, vertex.latitudeE7) }
        if let first = ring.vertices.first, first != ring.vertices.last { add(first.x, first.latitudeE7) }
        endPart()
    }

    private mutating func beginPart(_ flags: ShapeRun.Flags) {
        partStart = runs.count
        run = PlaneRun(start: vertices.count, flags: flags)
    }

    /// Moves the part by whole worlds to where the others are.
    private mutating func endPart() {
        runs.append(run)
        var partReach = PlaneReach()
        for run in runs[partStart...] { partReach.formUnion(run.reach) }
        let isHole = run.flags.contains(.hole) && anchor != nil
        let target = isHole ? rimMiddle : anchor ?? partReach.middle
        let turns = (Double(target - partReach.middle) / Double(Self.world)).rounded()
        let distance = Int64(turns) * Self.world
        if distance != 0 {
            for index in partStart..<runs.count { runs[index].move(by: distance) }
            partReach.move(by: distance)
        }
        anchor = anchor ?? partReach.middle
        if !isHole { rimMiddle = partReach.middle }
        partReach.formUnion(reach ?? partReach)
        reach = partReach
    }

    // MARK: - Vertices

    /// Adds a vertex, with others before it where the step is too long.
    private mutating func add(_ longitudeE7: Int64, _ latitudeE7: Int32) {
        let x = Self.column(longitudeE7: longitudeE7)
        guard vertices.count > run.start else {
            run.firstX = x
            lastLatitudeE7 = latitudeE7
            return push(x, latitudeE7)
        }
        let (startX, startLatitude) = (run.lastX, Double(lastLatitudeE7))
        let step = x - startX
        if step.magnitude > Self.longestStep {
            let pieces = Int64(step.magnitude >> 30) + 1
            for piece in 1..<pieces {
                let fraction = Double(piece) / Double(pieces)
                // Straight in degrees, as edges of areas are.
                let latitude = startLatitude + (Double(latitudeE7) - startLatitude) * fraction
                push(startX + Int64(Double(step) * fraction), Int32(latitude.rounded()))
            }
        }
        lastLatitudeE7 = latitudeE7
        push(x, latitudeE7)
    }

    private mutating func push(_ x: Int64, _ latitudeE7: Int32) {
        let row = LatitudeTable.shared.row(latitudeE7: latitudeE7)
        let width = Swift.max(run.reach.east, x) - Swift.min(run.reach.west, x)
        let isFull = vertices.count - run.start > ShapeRun.longest || width >= Self.world / 2
        if isFull, vertices.count > run.start {
            let next = PlaneRun(
                start: vertices.count - 1, flags: run.flags.union(.continues), firstX: run.lastX)
            let (lastX, lastRow) = (run.lastX, run.lastRow)
            runs.append(run)
            run = next
            run.add(lastX, lastRow)
        }
        if let polar = PolarVertex(latitudeE7, vertex: vertices.count) { polarVertices.append(polar) }
        vertices.append(QuantumPoint(x: UInt32(truncatingIfNeeded: x), y: row))
        run.add(x, row)
    }

    /// The column of a longitude that continues beyond 180°.
    private static func column(longitudeE7 longitude: Int64) -> Int64 {
        let shifted = longitude + LongitudeStep.turn / 2
        var turns = shifted / LongitudeStep.turn
        if shifted < turns * LongitudeStep.turn { turns -= 1 }
        let rest = Int32(shifted - turns * LongitudeStep.turn - LongitudeStep.turn / 2)
        return turns * world + Int64(QuantumPoint.unwrappedColumn(longitudeE7: rest))
    }
}
