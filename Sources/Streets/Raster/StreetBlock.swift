import CellGraphics

/// The address of a block: a square of 128 × 64 cells of the world at one zoom of the screen.
public struct BlockID: Hashable, Sendable {
    /// The zoom of the view.
    public let zoom: Double
    /// Blocks east of 180° W; beyond the world it continues from the west.
    public let column: Int
    /// Blocks south of the northern edge.
    public let row: Int

    /// The block at an address.
    public init(zoom: Double, column: Int, row: Int) {
        self.zoom = zoom
        self.column = column
        self.row = row
    }
}

/// A character cell of a street map.
public struct StreetCell: Hashable, Sendable {
    /// No line.
    public static let noLine: UInt8 = 255

    /// The dots of the line, as of a Braille pattern.
    public var dots: UInt8 = 0
    /// The raw value of the line's class; `noLine` without one.
    public var line: UInt8 = noLine
    /// What covers most of the cell.
    public var area = AreaClass.land
    /// The two classes of its quarters; the same where it is all one.
    public var upper = AreaClass.land
    /// The class of the quarters that are not `upper`.
    public var lower = AreaClass.land
    /// The quarters of class `upper`: bits 0 and 1 above, 2 and 3 below.
    public var quarters: UInt8 = 0
    /// Dots of land beside water, as of a Braille pattern, for terminals without tints.
    public var shore: UInt8 = 0
    /// Whether the tiles cover the cell, and know land from sea there.
    public var cover = Cover.none

    /// What the tiles know of a cell: nothing, all but the coast, or all.
    public enum Cover: UInt8, Sendable { case none, withoutCoast, whole }

    /// A cell that no tile covers.
    public init() {}

    /// The class of its line.
    public var lineClass: LineClass? { LineClass(rawValue: line) }
}

/// A block as it is drawn, and the names that may be written on it.
public struct StreetBlock: Sendable {
    /// Cells of a block from west to east.
    public static let columns = 128
    /// Cells of a block from north to south.
    public static let rows = 64

    /// Where the block is.
    public let id: BlockID
    /// Whether it is as good as it can be.
    public enum Quality: Comparable, Sendable {
        /// Drawn from larger tiles while its own are on their way.
        case standIn
        /// Some of its tiles failed to load.
        case incomplete
        case whole
    }

    /// How good the block is.
    public internal(set) var quality = Quality.whole
    /// `columns` × `rows` cells, row by row; empty where no tile covers the block.
    public internal(set) var cells: [StreetCell] = []
    /// Streets with names.
    public internal(set) var streets: [NamedStreet] = []
    /// Numbers of roads.
    public internal(set) var shields: [NamedSpot] = []
    /// Names at points: settlements, waters, stations, points of interest.
    public internal(set) var spots: [NamedSpot] = []
    /// Parks and lakes with names.
    public internal(set) var areas: [NamedArea] = []

    /// The bytes that it takes in memory, roughly.
    public var memoryBytes: Int {
        cells.count * MemoryLayout<StreetCell>.stride + streets.reduce(0) { $0 + 100 + $1.spots.count * 4 }
            + (shields.count + spots.count + areas.count) * 90 + 200
    }

    /// A block without cells.
    public init(id: BlockID) { self.id = id }
}

/// A street in a block, and where its name may go.
public struct NamedStreet: Sendable {
    /// The whole name.
    public let name: String
    /// The name as it is written on the map.
    let label: DisplayText
    /// Its most important class.
    public internal(set) var line: LineClass
    /// Its length in the block in dots.
    public internal(set) var length: Float = 0
    /// Cells that it goes through, every third dot.
    public internal(set) var spots: [Spot] = []

    /// A cell of the block where the street passes.
    public struct Spot: Hashable, Sendable {
        /// Cells from the western edge of the block.
        public let column: UInt8
        /// Cells from the northern edge of the block.
        public let row: UInt8
        /// Whether the street is so flat here that its name can lie on it.
        public let isFlat: Bool
    }
}

/// A name at a cell of a block.
public struct NamedSpot: Sendable {
    /// The whole name, or the number of a road.
    public let name: String
    /// What it names.
    public let kind: FeatureKind
    /// Cells from the western edge of the block.
    public let column: Int
    /// Cells from the northern edge of the block.
    public let row: Int
    /// The name as it is written on the map.
    let label: DisplayText
}

/// A park or lake with its box in cells of a block, as far as it lies in the block.
public struct NamedArea: Sendable {
    /// The whole name.
    public let name: String
    /// The name as it is written on the map.
    let label: DisplayText
    /// What it is: a park, wood or water.
    public let area: AreaClass
    /// The cells around it.
    public internal(set) var box: CellRect
}
