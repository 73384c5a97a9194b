/// The edges of one polygon that may touch a cell.
struct AreaEdgeRun {
    /// Of the geometry itself, or of the scratch memory of a cell above.
    var edges: UnsafePointer<AreaEdge>
    var count: Int
    var polygon: UInt32
    var area: UInt32
    /// Whether the south-western unit of the cell is inside the polygon.
    var isInside: Bool
}

/// A cell of the quad tree, and the polygons of which it is not yet known whether they hold it.
struct AreaCell {
    var node: QuadNode
    /// The units of 1e-7° in it; all sides belong to it.
    var west: Int32
    var south: Int32
    var east: Int32
    var north: Int32
    var runs: UnsafeBufferPointer<AreaEdgeRun>
    var edgeCount: Int
}

/// A quarter of a cell that is being divided.
struct AreaQuarter {
    /// Without its runs.
    private(set) var cell = AreaCell(
        node: QuadNode(depth: 0, west: 0, north: 0, key: 0, indices: 0..<0), west: 0, south: 0, east: 0,
        north: 0, runs: UnsafeBufferPointer(start: nil, count: 0), edgeCount: 0)
    /// The areas with a polygon that holds it.
    var held: [UInt32] = []
    private(set) var runs = UnsafeMutableBufferPointer<AreaEdgeRun>(start: nil, count: 0)
    private var runCount = 0

    /// Begins another cell; the memory stays.
    mutating func begin(_ cell: AreaCell, runLimit: Int) {
        self.cell = cell
        held.removeAll(keepingCapacity: true)
        runCount = 0
        guard runs.count < runLimit else { return }
        runs.deallocate()
        runs = .allocate(capacity: runLimit * 2)
    }

    @inline(__always)
    mutating func append(_ run: AreaEdgeRun) {
        runs.initializeElement(at: runCount, to: run)
        runCount += 1
        cell.edgeCount += run.count
    }

    /// The cell with its runs.
    func takeCell() -> AreaCell {
        var cell = cell
        cell.runs = UnsafeBufferPointer(rebasing: runs[0..<runCount])
        return cell
    }
}

extension AreaBox {
    /// Whether no edge in the box can touch a cell.
    @inline(__always)
    func isElsewhere(than cell: AreaCell) -> Bool {
        west > cell.east || east < cell.west || south > cell.north || north < cell.south
    }

    /// Whether all of it lies in a cell, and not at its reference.
    @inline(__always)
    func isInside(_ cell: AreaCell) -> Bool {
        west > cell.west && east <= cell.east && south > cell.south && north <= cell.north
    }
}

/// Memory for edges that is given back in the order opposite to that in which it was taken; it never moves.
struct AreaEdgeStack: ~Copyable {
    /// What is taken: whole blocks below one, and so much of that.
    struct Mark {
        fileprivate var block = 0
        fileprivate var used = 0
    }

    private(set) var mark = Mark()
    private var blocks: [UnsafeMutableBufferPointer<AreaEdge>] = []

    private static let blockSize = 1 << 14

    init() {}

    deinit {
        for block in blocks { block.deallocate() }
    }

    /// Room for some edges, at least one.
    mutating func allocate(_ count: Int) -> UnsafeMutablePointer<AreaEdge> {
        while mark.block < blocks.count {
            if let base = blocks[mark.block].baseAddress, blocks[mark.block].count - mark.used >= count {
                defer { mark.used += count }
                return base + mark.used
            }
            mark = Mark(block: mark.block + 1, used: 0)
        }
        let base = UnsafeMutablePointer<AreaEdge>.allocate(capacity: Swift.max(count, Self.blockSize))
        blocks.append(UnsafeMutableBufferPointer(start: base, count: Swift.max(count, Self.blockSize)))
        mark = Mark(block: blocks.count - 1, used: count)
        return base
    }

    /// Gives back what was taken since.
    mutating func release(to mark: Mark) { self.mark = mark }
}

/// The lists of areas that points lie in, each with a number.
struct AreaCovers {
    private(set) var lists: [[UInt32]] = [[]]
    private var numbers: [[UInt32]: UInt32] = [[]: 0]
    /// The number of each area that is alone, from 1 on; 0 before there is one.
    private var single: [UInt32]
    /// By what the signatures of their areas come to: sorting a long list takes longer than looking through one.
    private var bySignature: [UInt64: UInt32] = [:]

    init(areaCount: Int) { single = [UInt32](repeating: 0, count: areaCount) }

    /// The number of one area alone.
    @inline(__always)
    mutating func number(ofArea area: UInt32) -> UInt32 {
        let known = single[Int(area)]
        return known > 0 ? known : add([area])
    }

    /// The number of some areas in any order.
    mutating func number(of areas: some Sequence<UInt32>) -> UInt32 {
        let sorted = areas.sorted()
        return numbers[sorted] ?? add(sorted)
    }

    /// The number of some areas in any order, given their signatures together.
    mutating func number(
        of areas: [UInt32], signature: UInt64, isMember: (UInt32) -> Bool
    ) -> UInt32 {
        if let known = bySignature[signature], lists[Int(known)].count == areas.count,
            lists[Int(known)].allSatisfy(isMember)
        {
            return known
        }
        let number = number(of: areas)
        bySignature[signature] = number
        return number
    }

    /// A number that is as good as random, to be combined with others by exclusive or.
    @inline(__always)
    static func signature(_ area: UInt32) -> UInt64 {
        var mixed = (UInt64(area) &+ 1) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        return mixed ^ mixed >> 27
    }

    private mutating func add(_ areas: [UInt32]) -> UInt32 {
        let number = UInt32(lists.count)
        lists.append(areas)
        if areas.count == 1 { single[Int(areas[0])] = number }
        numbers[areas] = number
        return number
    }
}
