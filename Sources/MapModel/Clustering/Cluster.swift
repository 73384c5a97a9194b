/// The points of one cell of the cluster grid that lie inside a window: many, or just one.
public struct Cluster: Hashable, Sendable {
    /// The grid cell that holds the points.
    public let id: ClusterID
    /// How many points lie in the cell and in the window, at least 1.
    public let count: Int
    /// The mean of those points.
    public let mean: WorldPoint
    /// The mean of the points in the densest sub-square of the cell, where a badge sits best.
    ///
    /// There are up to 4 × 4 sub-squares; of equally dense ones the nearest to the mean of all points, then the
    /// northernmost, then the westernmost.
    public let densest: WorldPoint
    /// The index of the first of the points in Morton order; of the point itself when there is but one.
    public let firstIndex: Int

    /// A cluster that was counted elsewhere, such as by a server.
    ///
    /// - Parameters: as the properties; `firstIndex` is ignored for clusters that are in no tree.
    public init(id: ClusterID, count: Int, mean: WorldPoint, densest: WorldPoint, firstIndex: Int) {
        self.id = id
        self.count = count
        self.mean = mean
        self.densest = densest
        self.firstIndex = firstIndex
    }
}
