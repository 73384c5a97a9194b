/// A stretch of at most `ShapeRun.longest` edges of a line or ring: the least that is drawn or left out.
///
/// Its vertices run on to the first one of the next run, when that continues the same line or ring.
struct ShapeRun: Sendable, Hashable {
    static let longest = 64

    struct Flags: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let area = Flags(rawValue: 1)
        static let hole = Flags(rawValue: 2)
        /// The run begins with the last vertex of the one before.
        static let continues = Flags(rawValue: 4)
    }

    /// The first vertex.
    var start: UInt32
    /// Whole worlds that its first vertex lies east of the world in which its shape begins.
    var turn: Int16
    var flags: Flags
    var box: ShapeBox
}

/// A line, an area, or several of them that belong to one row.
struct ShapeRecord: Sendable, Hashable {
    var row: UInt32
    var firstRun: UInt32
    var kind: GeometrySketch.Kind
    var box: ShapeBox
}
