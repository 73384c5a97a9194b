extension AreaAssignment {
    /// The areas of the points of `tree` by a code of their rows, wherever they are.
    ///
    /// - Parameters:
    ///   - codes: by row.
    ///   - covers: the areas of each code, ascending.
    /// - Complexity: O(points).
    public init(of tree: QuadTree, areaCount: Int, codes: [UInt32], covers: [[UInt32]]) {
        let numbers = covers.enumerated().map { $1.isEmpty ? 0 : UInt32($0) + 1 }
        var runs: [Run] = []
        var last = UInt32.max
        for index in 0..<tree.count {
            let number = numbers[Int(codes[Int(tree.row(at: index))])]
            guard number != last else { continue }
            runs.append(Run(start: UInt32(truncatingIfNeeded: index), cover: number))
            last = number
        }
        self.init(runs: runs, covers: [[]] + covers, pointCount: tree.count, areaCount: areaCount)
    }
}
