/// Sorts the edges of a polygon into the quarters of a cell, and follows the ways from its reference to theirs.
struct AreaSorting {
    private let west: Int32
    private let south: Int32
    /// The south-western unit of the north-eastern quarter.
    private let cornerX: Int32
    private let cornerY: Int32
    /// One unit beyond the cell: points are a little east and north of where they are.
    private let east: Int64
    private let north: Int64

    /// What is known of the edges.
    struct Seen {
        /// Edges that may touch each quarter: north-west, north-east, south-west, south-east.
        var counts = SIMD4<UInt32>.zero
        fileprivate var isPassedNorthwards = false
        fileprivate var isPassedAlongSouth = false
        fileprivate var isPassedAlongMiddle = false

        /// Whether the way to the reference of a quarter passes an odd number of edges.
        @inline(__always)
        func isPassed(_ quarter: Int) -> Bool {
            switch quarter {
            case 0: isPassedNorthwards
            case 1: isPassedNorthwards != isPassedAlongMiddle
            case 2: false
            default: isPassedAlongSouth
            }
        }
    }

    init(_ cell: AreaCell, cornerX: Int32, cornerY: Int32) {
        (west, south) = (cell.west, cell.south)
        (self.cornerX, self.cornerY) = (cornerX, cornerY)
        (east, north) = (Int64(cell.east) + 1, Int64(cell.north) + 1)
    }

    /// Writes which of the wanted quarters each edge may touch.
    @inline(__always)
    func sort(
        _ run: AreaEdgeRun, _ wanted: UInt8, into touched: UnsafeMutableBufferPointer<UInt8>
    ) -> Seen {
        var seen = Seen()
        for index in 0..<run.count {
            let edge = run.edges[index]
            follow(edge, &seen)
            let least = Swift.min(edge.x1, edge.x2)
            let most = Swift.max(edge.x1, edge.x2)
            let western: UInt8 = most >= west && least <= cornerX ? 0b0101 : 0
            let eastern: UInt8 = most >= cornerX && Int64(least) <= east ? 0b1010 : 0
            let northern: UInt8 = edge.y2 >= cornerY && Int64(edge.y1) <= north ? 0b0011 : 0
            let southern: UInt8 = edge.y2 >= south && edge.y1 <= cornerY ? 0b1100 : 0
            var mask = (western | eastern) & (northern | southern) & wanted
            if mask != 0, mask & (mask - 1) != 0 || !holds(edge, least, most) { mask = missed(edge, mask) }
            touched[index] = mask
            let bits = SIMD4<UInt32>(repeating: UInt32(mask)) &>> SIMD4(0, 1, 2, 3)
            seen.counts &+= bits & SIMD4(repeating: 1)
        }
        return seen
    }

    @inline(__always)
    private func holds(_ edge: AreaEdge, _ least: Int32, _ most: Int32) -> Bool {
        least >= west && Int64(most) <= east && edge.y1 >= south && Int64(edge.y2) <= north
    }

    /// Moves the reference: up the western side, and east along the south and the middle.
    @inline(__always)
    private func follow(_ edge: AreaEdge, _ seen: inout Seen) {
        if (edge.x1 > west) != (edge.x2 > west),
            edge.isBelow(west, cornerY) != edge.isBelow(west, south)
        {
            seen.isPassedNorthwards.toggle()
        }
        if (edge.y1 > south) != (edge.y2 > south),
            (edge.side(cornerX, south) <= 0) != (edge.side(west, south) <= 0)
        {
            seen.isPassedAlongSouth.toggle()
        }
        if (edge.y1 > cornerY) != (edge.y2 > cornerY),
            (edge.side(cornerX, cornerY) <= 0) != (edge.side(west, cornerY) <= 0)
        {
            seen.isPassedAlongMiddle.toggle()
        }
    }

    /// The quarters of `mask` without those whose corners all lie on one side of the edge.
    private func missed(_ edge: AreaEdge, _ mask: UInt8) -> UInt8 {
        let dx = Double(edge.x2) - Double(edge.x1)
        let dy = Double(edge.y2) - Double(edge.y1)
        var rest = mask
        for quarter in 0..<4 where mask >> UInt8(quarter) & 1 == 1 {
            let isEastern = quarter & 1 == 1
            let isSouthern = quarter >> 1 == 1
            let fromX = Double(isEastern ? cornerX : west)
            let toX = isEastern ? Double(east) : Double(cornerX)
            let fromY = Double(isSouthern ? south : cornerY)
            let toY = isSouthern ? Double(cornerY) : Double(north)
            let first = dx * (fromY - Double(edge.y1)) - dy * (fromX - Double(edge.x1))
            let second = first - dy * (toX - fromX)
            let third = first + dx * (toY - fromY)
            let fourth = third - dy * (toX - fromX)
            let least = Swift.min(Swift.min(first, second), Swift.min(third, fourth))
            let most = Swift.max(Swift.max(first, second), Swift.max(third, fourth))
            if least > AreaEdge.doubtful || most < -AreaEdge.doubtful { rest &= ~(1 << UInt8(quarter)) }
        }
        return rest
    }
}
