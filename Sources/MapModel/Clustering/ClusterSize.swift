/// How wide the user wants the cells of the cluster grid.
///
/// Cells shrink at deeper zooms, so that clusters dissolve into places.
public struct ClusterSize: Hashable, Sendable {
    /// The widths to choose from, in columns of the screen at small zooms.
    public static let widths = [6, 8, 10, 12, 14, 20]

    /// One of `widths`.
    public let width: Int

    /// The size whose width comes nearest to `width` columns.
    public init(width: Int = 10) {
        self.width = Self.widths.min { abs($0 - width) < abs($1 - width) } ?? width
    }

    /// The next wider size; the same at the end.
    public var wider: ClusterSize { ClusterSize(width: Self.widths.first { $0 > width } ?? width) }

    /// The next narrower size; the same at the end.
    public var narrower: ClusterSize { ClusterSize(width: Self.widths.last { $0 < width } ?? width) }

    /// The preferred side of a grid cell in dots at a zoom of web maps.
    public func cellDots(atZoom zoom: Double) -> Double {
        let standard: Double =
            switch zoom {
            case ..<13: 20
            case ..<16: 16
            case ..<19: 8
            default: 4
            }
        return standard * Double(width) / 10
    }
}
