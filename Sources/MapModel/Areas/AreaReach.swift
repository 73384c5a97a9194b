import CByteScan

/// Finds the nearest area of points that lie in none, where it is a few kilometres away at most.
///
/// Distances are those of a plane that touches the globe at the point, right to a thousandth for so short ones.
struct AreaReach: Sendable {
    /// Neighbouring edges of one polygon.
    private struct Block: Sendable {
        let edges: Range<Int>
        let area: UInt32
        let box: AreaBox
    }

    /// A point and its nearest area.
    struct Found: Sendable {
        let index: Int
        let area: UInt32
    }

    private static let blockSize = 16
    private static let unitsPerMeter =
        FixedCoordinate.unitsPerDegree * 180 / (.pi * GreatCircle.earthRadiusMeters)
    private static let turn: Int64 = 3_600_000_000

    private let geometry: AreaGeometry
    private let tree: QuadTree
    /// The points in no area.
    private let outside: [Range<Int>]
    private let units: Double
    private let blocks: [Block]

    /// - Complexity: O(edges).
    init(_ outside: IndexRuns, of tree: QuadTree, from geometry: AreaGeometry, meters: Double) {
        (self.geometry, self.tree, self.outside) = (geometry, tree, outside.runs)
        units = meters * Self.unitsPerMeter
        var blocks: [Block] = []
        for (number, polygon) in geometry.polygons.enumerated() {
            let all = geometry.edges(of: number)
            for first in stride(from: all.lowerBound, to: all.upperBound, by: Self.blockSize) {
                let edges = first..<Swift.min(first + Self.blockSize, all.upperBound)
                var box = AreaBox()
                for edge in edges { box.add(geometry.edges[edge]) }
                blocks.append(Block(edges: edges, area: polygon.area, box: box))
            }
        }
        self.blocks = blocks
    }

    /// The points that are near enough, ascending; nil when cancelled.
    func found(by workers: Workers, isCancelled: () -> Bool) -> [Found]? {
        var cells: [(node: QuadNode, blocks: [UInt32])] = []
        let world = QuadNode(depth: 0, west: 0, north: 0, key: 0, indices: 0..<tree.count)
        collect(world, blocks.indices.map { UInt32($0) }, to: &cells)
        var found: [Found] = []
        let batchSize = 16 * workers.count
        for start in stride(from: 0, to: cells.count, by: batchSize) {
            if isCancelled() { return nil }
            let batch = Array(cells[start..<Swift.min(start + batchSize, cells.count)])
            for part in workers.results(
                of: batch.count,
                { number in
                    var part: [Found] = []
                    self.descend(batch[number].node, batch[number].blocks, &part)
                    return part
                })
            { found += part }
        }
        return found
    }

    // MARK: - Cells

    private static let sharedDepth = 6
    private static let looseLimit = 16

    /// The cells of one depth with the edges near them, in Morton order.
    private func collect(
        _ node: QuadNode, _ near: [UInt32], to cells: inout [(node: QuadNode, blocks: [UInt32])]
    ) {
        guard hasOutside(node.indices), case let near = self.near(node, of: near), !near.isEmpty else {
            return
        }
        guard node.depth < Self.sharedDepth else { return cells.append((node, near)) }
        for quarter in tree.quarters(of: node) { collect(quarter, near, to: &cells) }
    }

    private func descend(_ node: QuadNode, _ near: [UInt32], _ found: inout [Found]) {
        guard hasOutside(node.indices), case let near = self.near(node, of: near), !near.isEmpty else {
            return
        }
        guard node.indices.count > Self.looseLimit, node.depth < 32 else {
            for run in outside[firstRun(endingAfter: node.indices.lowerBound)...] {
                guard run.lowerBound < node.indices.upperBound else { return }
                for index in run.clamped(to: node.indices) {
                    if let area = nearestArea(of: tree.fixedCoordinate(at: index), near) {
                        found.append(Found(index: index, area: area))
                    }
                }
            }
            return
        }
        for quarter in tree.quarters(of: node) { descend(quarter, near, &found) }
    }

    private func firstRun(endingAfter index: Int) -> Int {
        Bisection.first(in: outside.indices) { outside[$0].upperBound > index }
    }

    private func hasOutside(_ indices: Range<Int>) -> Bool {
        let run = firstRun(endingAfter: indices.lowerBound)
        return run < outside.count && outside[run].lowerBound < indices.upperBound
    }

    /// The blocks of edges that may be near enough to a point of a cell.
    private func near(_ node: QuadNode, of blocks: [UInt32]) -> [UInt32] {
        let side = Double(WorldWindow.worldSize)
        func latitudeE7(_ row: UInt64) -> Double {
            if row == 0 { return 9e8 }
            if row == WorldWindow.worldSize { return -9e8 }
            let point = WorldPoint(x: 0, y: Double(row) / side)
            return WebMercator.unproject(point).latitude * FixedCoordinate.unitsPerDegree
        }
        let (north, south) = (
            latitudeE7(node.north) + units + 2, latitudeE7(node.north + node.side) - units - 2
        )
        let width = widened(Swift.max(abs(north), abs(south))) + 2
        let west = Int64((Double(node.west) / side - 0.5) * Double(Self.turn) - width)
        let east = Int64((Double(node.west + node.side) / side - 0.5) * Double(Self.turn) + width)
        return blocks.filter { number in
            let box = self.blocks[Int(number)].box
            guard Double(box.north) >= south, Double(box.south) <= north else { return false }
            return [0, -Self.turn, Self.turn].contains { turn in
                Int64(box.east) + turn >= west && Int64(box.west) + turn <= east
            }
        }
    }

    /// The reach in units of longitude at a latitude.
    private func widened(_ latitudeE7: Double) -> Double {
        let cosine = cos(Swift.min(latitudeE7 / FixedCoordinate.unitsPerDegree, 90) * .pi / 180)
        return cosine * Double(Self.turn) > units
            ? Swift.min(units / cosine, Double(Self.turn)) : Double(Self.turn)
    }

    // MARK: - Points

    /// The area of the nearest edge; of several the first.
    func nearestArea(of place: FixedCoordinate, _ near: [UInt32]) -> UInt32? {
        let cosine = cos(Double(place.latitudeE7) / FixedCoordinate.unitsPerDegree * .pi / 180)
        let (x, y) = (Int64(place.longitudeE7), Double(place.latitudeE7))
        let width = widened(abs(y))
        var best = units * units
        var nearest: UInt32?
        for number in near {
            let block = blocks[Int(number)]
            guard Double(block.box.north) >= y - units, Double(block.box.south) <= y + units else { continue }
            for turn in -1...1 {
                let own = Double(x) + Double(turn) * Double(Self.turn)
                guard Double(block.box.east) >= own - width, Double(block.box.west) <= own + width else {
                    continue
                }
                for edge in block.edges where !geometry.edges[edge].isBeyond {
                    let distance = geometry.edges[edge].squaredDistance(toX: own, y: y, cosine: cosine)
                    guard distance < best || distance == best && block.area < nearest ?? .max else {
                        continue
                    }
                    (best, nearest) = (distance, block.area)
                }
            }
        }
        return nearest
    }
}

extension AreaEdge {
    /// Whether it stands for what is passed west of the globe, and is no border.
    fileprivate var isBeyond: Bool { Swift.max(x1, x2) < -1_800_000_000 }

    /// In units of latitude, where a unit of longitude has `cosine` of them.
    fileprivate func squaredDistance(toX x: Double, y: Double, cosine: Double) -> Double {
        let (startX, startY) = ((Double(x1) - x) * cosine, Double(y1) - y)
        let (width, height) = ((Double(x2) - Double(x1)) * cosine, Double(y2) - Double(y1))
        let length = width * width + height * height
        let share = length > 0 ? Swift.min(Swift.max(-(startX * width + startY * height) / length, 0), 1) : 0
        let (nearX, nearY) = (startX + share * width, startY + share * height)
        return nearX * nearX + nearY * nearY
    }
}

extension AreaAssignment {
    /// The same, where points in no area belong to the nearest one that is at most `meters` away: a few kilometres.
    ///
    /// - Complexity: O(edges + points outside near an edge); nil when cancelled.
    public func reaching(
        _ meters: Double, of tree: QuadTree, from geometry: AreaGeometry, by workers: Workers = .alone,
        isCancelled: () -> Bool = { false }
    ) -> AreaAssignment? {
        let reach = AreaReach(outside, of: tree, from: geometry, meters: meters)
        guard let found = reach.found(by: workers, isCancelled: isCancelled) else { return nil }
        if found.isEmpty { return self }
        var covers = covers
        var numbers: [UInt32: UInt32] = [:]
        for (number, cover) in covers.enumerated() where cover.count == 1 {
            numbers[cover[0]] = UInt32(number)
        }
        var runs: [Run] = []
        func append(_ start: Int, _ cover: UInt32) {
            if runs.last?.cover != cover { runs.append(Run(start: UInt32(start), cover: cover)) }
        }
        var next = 0
        forEachRun { range, cover in
            guard self.covers[Int(cover)].isEmpty else { return append(range.lowerBound, cover) }
            var start = range.lowerBound
            while next < found.count, found[next].index < range.upperBound {
                if start < found[next].index { append(start, cover) }
                let area = found[next].area
                let number = numbers[area] ?? UInt32(covers.count)
                if number == covers.count {
                    covers.append([area])
                    numbers[area] = number
                }
                append(found[next].index, number)
                start = found[next].index + 1
                next += 1
            }
            if start < range.upperBound { append(start, cover) }
        }
        return AreaAssignment(runs: runs, covers: covers, pointCount: pointCount, areaCount: areaCount)
    }
}
