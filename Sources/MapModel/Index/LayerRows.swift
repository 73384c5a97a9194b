/// The layer of each row: rows of several sources are numbered consecutively, a contiguous range for each.
public struct LayerRows: Sendable, Hashable {
    /// Layers are bits of a 32-bit mask.
    public static let maximumCount = 32

    /// The first row of each layer; a layer without rows has the first row of the next one.
    public private(set) var firstRows: [UInt32] = [0]

    /// One layer of all rows.
    public init() {}

    /// Layers whose rows begin at `firstRows`, which must ascend from 0; equal numbers are layers without rows.
    public init(firstRows: [UInt32]) {
        precondition(firstRows.first == 0 && firstRows.count <= Self.maximumCount)
        precondition(zip(firstRows, firstRows.dropFirst()).allSatisfy { $0 <= $1 }, "first rows must ascend")
        self.firstRows = firstRows
    }

    /// Layers, at least 1 and at most `maximumCount`; those without rows included.
    public var count: Int { firstRows.count }

    /// The number of the layer in which `row` lies.
    ///
    /// - Complexity: O(log layers).
    @inline(__always)
    public func layer(of row: UInt32) -> Int {
        Bisection.first(in: firstRows.indices) { firstRows[$0] > row } - 1
    }
}
