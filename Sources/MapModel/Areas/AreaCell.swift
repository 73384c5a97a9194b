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

/// The lists of areas that points lie in, each with a number.
struct AreaCovers {
    private(set) var lists: [[UInt32]] = [[]]
    private var numbers: [[UInt32]: UInt32] = [[]: 0]
    /// The number of each area that is alone, from 1 on; 0 before there is one.
    private var single: [UInt32]

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

    private mutating func add(_ areas: [UInt32]) -> UInt32 {
        let number = UInt32(lists.count)
        lists.append(areas)
        if areas.count == 1 { single[Int(areas[0])] = number }
        numbers[areas] = number
        return number
    }
}
