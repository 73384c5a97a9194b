/// A view for drawing shapes: its dots and its window of the world plane in quanta.
public struct ShapeView: Sendable {
    /// The quanta whose points are drawn in the view.
    public let window: WorldWindow
    /// Quanta to a dot, at least one.
    public let dotExtent: UInt32
    private let dotsPerQuantum: Double
    private let origin: (x: Double, y: Double)
    private let worldDots: Double
    /// Quanta from the western edge of the world to the sides of the view; a view may lie on both sides of 180°.
    private let columns: Range<Int64>
    let rows: Range<UInt32>

    /// The whole of `viewport`.
    public init(_ viewport: Viewport) {
        window = viewport.window(of: viewport.bounds)
        let side = Double(WorldWindow.worldSize)
        worldDots = viewport.worldDots
        dotsPerQuantum = worldDots / side
        dotExtent = UInt32(Swift.max(side / worldDots, 1))
        origin = (Double(viewport.origin.x), Double(viewport.origin.y))
        let quanta = side / worldDots
        let west = Int64((origin.x * quanta).rounded(.down))
        let east = Int64(((origin.x + Double(viewport.size.width)) * quanta).rounded(.up))
        columns = west..<Swift.max(east, west + 1)
        rows =
            UInt32(clamping: window.y)..<UInt32(clamping: Swift.max(window.y + window.height, window.y + 1))
    }

    /// A view with its dots counted from another copy of the world.
    struct Frame {
        let columns: Range<Int64>
        let rows: Range<UInt32>
        let dotExtent: UInt32
        let dotsPerQuantum: Double
        let originX: Double
        let originY: Double

        @inline(__always)
        func dot(_ x: Int64, _ row: UInt32) -> DotPoint {
            DotPoint(x: Double(x) * dotsPerQuantum - originX, y: Double(row) * dotsPerQuantum - originY)
        }
    }

    /// Calls `body` with the dots that `box` covers, in every copy of the world in view.
    public func visitDots(of box: ShapeBox, _ body: (DotRect) -> Void) {
        for world in worlds(of: box) {
            let frame = shifted(by: world)
            let start = frame.dot(Int64(box.west), box.north)
            let end = frame.dot(Int64(box.west) + Int64(box.width), box.south)
            // Dots of the world fit an integer at every zoom.
            let x = Int(start.x.rounded(.down))
            let y = Int(start.y.rounded(.down))
            body(
                DotRect(
                    x: x, y: y, width: Int(end.x.rounded(.down)) - x + 1,
                    height: Int(end.y.rounded(.down)) - y + 1))
        }
    }

    /// The whole worlds by which a box must be moved east to lie in the view.
    func worlds(of box: ShapeBox) -> ClosedRange<Int64> {
        let west = Int64(box.west)
        let width = box.width == .max ? Int64(WorldWindow.worldSize) : Int64(box.width)
        // The arithmetic shift rounds down.
        let first = (columns.lowerBound - west - width + Int64(UInt32.max)) >> 32
        let last = (columns.upperBound - 1 - west) >> 32
        return first...Swift.max(first, last)
    }

    func shifted(by worlds: Int64) -> Frame {
        let offset = worlds << 32
        return Frame(
            columns: (columns.lowerBound - offset)..<(columns.upperBound - offset), rows: rows,
            dotExtent: dotExtent, dotsPerQuantum: dotsPerQuantum,
            originX: origin.x - Double(worlds) * worldDots, originY: origin.y)
    }
}
