/// Which layers lie in ranges of indices of a `QuadTree`: a mask of 32 layers for each 64 indices.
///
/// Half a bit a point.
public struct LayerMarks: Sendable, Hashable {
    /// One bit a layer, the lowest for layer 0.
    public typealias Mask = UInt32

    private static let blockBits = 6

    private let masks: [Mask]
    private let layers: LayerRows
    /// All layers that have a point.
    public let all: Mask

    /// - Complexity: O(points · log layers).
    public init(_ tree: QuadTree, layers: LayerRows) {
        self.layers = layers
        guard layers.count > 1 else {
            masks = []
            all = tree.isEmpty ? 0 : 1
            return
        }
        var masks = [Mask](repeating: 0, count: (tree.count + 63) >> Self.blockBits)
        var all: Mask = 0
        for block in masks.indices {
            var mask: Mask = 0
            let start = block << Self.blockBits
            for index in start..<Swift.min(start + 64, tree.count) {
                mask |= 1 << Mask(layers.layer(of: tree.rows[index]))
            }
            masks[block] = mask
            all |= mask
        }
        self.masks = masks
        self.all = all
    }

    /// The layers of the points at `indices` of the tree that the marks were made of.
    ///
    /// - Complexity: O(length / 64), less where all layers are soon found.
    public func layers(in indices: Range<Int>, of tree: QuadTree) -> Mask {
        guard !indices.isEmpty else { return 0 }
        guard layers.count > 1 else { return all }
        let firstBlock = (indices.lowerBound + 63) >> Self.blockBits
        let endBlock = indices.upperBound >> Self.blockBits
        guard firstBlock < endBlock else { return mask(indices, tree) }
        var found = mask(indices.lowerBound..<firstBlock << Self.blockBits, tree)
        found |= mask(endBlock << Self.blockBits..<indices.upperBound, tree)
        for block in firstBlock..<endBlock {
            if found == all { break }
            found |= masks[block]
        }
        return found
    }

    /// The layers of the points in `runs`.
    public func layers(in runs: IndexRuns, of tree: QuadTree) -> Mask {
        var found: Mask = 0
        for run in runs.runs {
            found |= layers(in: run, of: tree)
            if found == all { break }
        }
        return found
    }

    /// Point by point, for less than a block.
    private func mask(_ indices: Range<Int>, _ tree: QuadTree) -> Mask {
        indices.reduce(0) { $0 | 1 << Mask(layers.layer(of: tree.rows[$1])) }
    }
}
