import MapModel
import Platform

/// The tiles that a block is drawn from, and where they lie.
public struct BlockPlan: Sendable {
    /// A tile and where it lies in the world of the block's zoom.
    public struct Slot: Hashable, Sendable {
        /// The address of the tile.
        public let tile: TileID
        /// Dots east of 180° W of its western edge; the world repeats itself.
        public let x: Double
        /// Dots south of the northern edge of the world.
        public let y: Double
        /// Its side in dots.
        public let size: Double

        /// The tile of a lower zoom that holds this one, in its place; nil below zoom 0.
        func enlarged(levels: Int) -> Slot? {
            guard let parent = tile.ancestor(levels: levels) else { return nil }
            let mask = (1 << levels) - 1
            return Slot(
                tile: parent, x: x - Double(tile.column & mask) * size, y: y - Double(tile.row & mask) * size,
                size: size * Double(1 << levels))
        }
    }

    /// The block that is drawn.
    public let id: BlockID
    /// The tiles that reach into the block.
    public let slots: [Slot]

    /// The zoom of tiles for a zoom of the screen; nil below the archive's least, where another map is better.
    ///
    /// A tile is 256 to 512 dots wide: its maker has generalised it for that. At 15 it is half of that, or narrow streets would
    /// be missing; above the deepest tiles these are enlarged.
    public static func tileZoom(at zoom: Double, of zooms: ClosedRange<Int>) -> Int? {
        let whole = Int((zoom + 1e-9).rounded(.down))
        guard whole >= zooms.lowerBound else { return nil }
        return min(max(whole == 15 ? 14 : whole - 2, zooms.lowerBound), zooms.upperBound)
    }

    /// The part of the world that the tiles know, in dots of the block's zoom; nil for all of it.
    let region: DotBox?

    /// A box in dots of the world.
    struct DotBox: Sendable {
        let west, north, east, south: Double
    }

    /// The tiles of a block.
    ///
    /// - Parameter bounds: the region that the tiles cover; beyond it they may be empty and are not shown.
    public init(_ id: BlockID, tileZoom: Int, bounds: GeoBounds? = nil) {
        self.id = id
        region = bounds.flatMap { Self.region($0, at: id.zoom) }
        let side = 1 << tileZoom
        let size = Self.worldDots(at: id.zoom) / Double(side)
        // The margin of a tile is enough for the rim of a block: its neighbours are not read for that.
        func range(_ block: Int, _ dots: Int) -> ClosedRange<Int> {
            let first = (Double(block * dots) / size).rounded(.down)
            let last = (Double((block + 1) * dots) / size).rounded(.up) - 1
            return Int(first)...Int(max(last, first))
        }
        let columns = range(id.column, StreetBlock.columns * 2)
        let rows = range(id.row, StreetBlock.rows * 4).clamped(to: 0...side - 1)
        slots = rows.flatMap { row in
            columns.compactMap { column in
                TileID(zoom: tileZoom, column: column & (side - 1), row: row).map {
                    Slot(tile: $0, x: Double(column) * size, y: Double(row) * size, size: size)
                }
            }
        }
    }

    /// The width of the world in dots.
    static func worldDots(at zoom: Double) -> Double { 64 * zoom.powerOfTwo }

    /// Nil where the box crosses 180°, and for the world.
    private static func region(_ bounds: GeoBounds, at zoom: Double) -> DotBox? {
        guard bounds.west < bounds.east, bounds.longitudeSpan < 359 else { return nil }
        let northWest = WebMercator.project(Coordinate(latitude: bounds.north, longitude: bounds.west))
        let southEast = WebMercator.project(Coordinate(latitude: bounds.south, longitude: bounds.east))
        let world = worldDots(at: zoom)
        return DotBox(
            west: northWest.x * world, north: northWest.y * world, east: southEast.x * world,
            south: southEast.y * world)
    }

    /// Metres to a dot in the middle of the block.
    public var metersPerDot: Double {
        let world = Self.worldDots(at: id.zoom)
        let y = min(max((Double(id.row) + 0.5) * Double(StreetBlock.rows * 4) / world, 0), 1)
        let latitude = WebMercator.unproject(WorldPoint(x: 0.5, y: y)).latitude
        return GreatCircle.earthRadiusMeters * 2 * .pi * (latitude * .pi / 180).cosine / world
    }

    /// What an archive has in the place of a tile.
    public enum Answer: Sendable {
        case tile(StreetTile)
        /// There is none: the larger tile that holds it may do.
        case none
        /// It failed to load; a later attempt may succeed.
        case unavailable
    }

    /// A missing tile is replaced by one of so many levels above it.
    public static let fallbackLevels = 4

    /// Draws the block from tiles; where some are missing, from the larger ones that hold them.
    ///
    /// - Parameter tile: what there is for an address.
    public func draw(quality: StreetBlock.Quality = .whole, tile: (TileID) -> Answer) -> StreetBlock {
        var painter = BlockPainter(id: id, metersPerDot: metersPerDot, region: region)
        var missing: [Slot] = []
        var found = 0
        var isIncomplete = false
        for slot in slots {
            switch tile(slot.tile) {
            case .tile(let tile):
                painter.draw(BlockPainter.Placed(tile: tile, x: slot.x, y: slot.y, size: slot.size))
                found += 1
            case .unavailable:
                isIncomplete = true
                missing.append(slot)
            case .none: missing.append(slot)
            }
        }
        let below = missing.isEmpty ? nil : enlarged(missing, tile)
        var block = found > 0 ? painter.finished() : below ?? StreetBlock(id: id)
        if found > 0, let below { block.fillGaps(from: below) }
        block.quality = isIncomplete ? min(quality, .incomplete) : quality
        return block
    }

    /// The block drawn from the nearest larger tiles of missing ones; nil where there are none.
    private func enlarged(_ missing: [Slot], _ tile: (TileID) -> Answer) -> StreetBlock? {
        var painter = BlockPainter(id: id, metersPerDot: metersPerDot, region: region)
        var drawn: Set<Slot> = []
        for slot in missing {
            for parent in (1...Self.fallbackLevels).lazy.compactMap({ slot.enlarged(levels: $0) }) {
                guard case .tile(let found) = tile(parent.tile) else { continue }
                if drawn.insert(parent).inserted {
                    painter.draw(
                        BlockPainter.Placed(tile: found, x: parent.x, y: parent.y, size: parent.size))
                }
                break
            }
        }
        return drawn.isEmpty ? nil : painter.finished()
    }
}

extension StreetBlock {
    /// Takes the cells that no tile covers from another drawing of the block.
    mutating func fillGaps(from other: StreetBlock) {
        for index in cells.indices where cells[index].cover == .none { cells[index] = other.cells[index] }
    }
}
